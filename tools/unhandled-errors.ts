import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Writes the errors that belong to no test (each with its stack) as a JSON list of strings to the file that `UNHANDLED_ERRORS` names; the runner's own report lacks them. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    const lines = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`)
    writeFileSync(process.env.UNHANDLED_ERRORS ?? '/dev/null', JSON.stringify(lines))
  }
}
