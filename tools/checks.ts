import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './build-web.ts'
import type { Results } from './test-results.ts'

type Check = [name: string, command: string, ...args: string[]]

/** The checks run side by side; of several checkers each would look at what they share again. */
const oneChecker = ['--checkers', '1']

/** Checks that take some seconds, for every save. */
export const quickChecks: Check[] = [
  ['types', 'tsc', '-p', '.', ...oneChecker],
  ['lint and format', 'biome', 'check', '--error-on-warnings', '--max-diagnostics=40'],
  ['structure', 'node', 'tools/check-structure.ts'],
]

/** The part of the tests that does not run the product. */
export const allChecks: Check[] = [
  ...quickChecks,
  ['browser floor', 'tsc', '-p', 'apps/web/tsconfig.browser.json', ...oneChecker],
  ['dead code', 'knip', '--no-progress'],
]

const run = (command: string, args: string[]) =>
  new Promise<{ code: number; output: string }>((done) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => done({ code: 1, output: error.message }))
    child.on('exit', (code) => done({ code: code ?? 1, output }))
  })

/** Runs checks side by side, prints a line for each and the whole output of those that fail. */
export async function runChecks(checks: Check[]): Promise<Results> {
  const results = await Promise.all(
    checks.map(async ([name, command, ...args]) => {
      const started = performance.now()
      const { code, output } = await run(command, args)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(code === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} (${seconds} s)\n${output}`)
      return code === 0 ? [] : [`check › ${name}`]
    }),
  )
  const failures = results.flat()
  return { passed: results.length - failures.length, failed: failures.length, failures, retries: [] }
}
