import { fork } from 'node:child_process'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { FileSettings } from '../../features/files/file-settings.ts'
import { alreadyThere, hasTenants } from './load.ts'

/** What the process is told: the database as its owner, and where photos go. */
export const LoadSettings = z.object({ url: z.string(), files: FileSettings })
/** Its answer: a summary text. */
const Loaded = z.string()

/**
 * Loads the demo city in a process of its own and returns a summary text: the flags that keep this process small would make the load half as long
 * again. Throws when the process ended before; what it said is on the error output.
 */
export async function loadDemoApart(owner: pg.Pool, settings: z.infer<typeof LoadSettings>): Promise<string> {
  if (await hasTenants(owner)) return alreadyThere
  // A signal to the group stops this process only, which ends the other one by closing its channel.
  const child = fork(join(import.meta.dirname, 'process.ts'), { execArgv: imports(process.execArgv), detached: true })
  const loaded = new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', (status, signal) => reject(new Error(`loading the demo city ended with ${signal ?? status}`)))
  })
  child.send(settings)
  const summary = Loaded.parse(await loaded)
  child.disconnect()
  return summary
}

/** The `--import`s among the flags of a process. */
const imports = (flags: string[]) => flags.filter((flag, i) => flag === '--import' || flags[i - 1] === '--import')
