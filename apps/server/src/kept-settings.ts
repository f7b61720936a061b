import { type Given, settings } from './config.ts'
import type { SettingsInBackup } from './db/backup/format.ts'

/** An address with a name or password in it is a secret, whatever setting it is in. */
const hasLogIn = /\/\/[^/]*@/

/** The settings of an environment for a backup: each that is set by its name, null in place of a secret; one in a file as `NAME_FILE` with its path. */
export const settingsToKeep = (environment: Given): SettingsInBackup =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, { isSecret }]) => {
      const [value, path] = [environment[name], environment[`${name}_FILE`]]
      const kept: [string, string | null][] = []
      if (value) kept.push([name, isSecret || hasLogIn.test(value) ? null : value])
      if (path) kept.push([`${name}_FILE`, path])
      return kept
    }),
  )

/** A sentence for each setting that a backup keeps otherwise than it is set in an environment. Two secrets are not compared. */
export function settingsThatDiffer(kept: SettingsInBackup, environment: Given): string[] {
  const own = settingsToKeep(environment)
  return [...new Set([...Object.keys(kept), ...Object.keys(own)])]
    .filter((name) => kept[name] !== own[name])
    .map((name) => `${name}: ${valueText(kept[name])} in the backup, ${valueText(own[name])} here`)
}

const valueText = (value: string | null | undefined) =>
  value === undefined ? 'not set' : value === null ? 'a secret' : JSON.stringify(value)
