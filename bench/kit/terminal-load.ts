import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadResult } from '@huanwei/fleet/loader/load'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import type { Bench } from './bench.ts'

const fleetMain = join(import.meta.dirname, '../../apps/fleet/src/main.ts')
/** The first registration of thousands of terminals takes minutes. */
const longestStartMs = 300_000

type Plan = {
  db: OwnedDatabase
  port: number
  rate: number
  terminals: number
  seconds: number
  window?: number
  behind?: number
  acked?: string
}

/**
 * Starts terminals that report at `rate` for `seconds`, in a process of their own. Resolves when all are connected and the first report is
 * stored.
 */
export async function startLoad(bench: Bench, { db, port, rate, terminals, seconds, window = 64, behind = 0, acked }: Plan) {
  const args = Object.entries({ port, rate, terminals, seconds, window, behind, ...(acked && { acked }) }).flatMap(
    ([name, value]) => [`--${name}`, String(value)],
  )
  const child = spawn(process.execPath, [fleetMain, '--load', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  bench.onEnd(() => child.kill())
  const output = text(child.stdout)
  const ended = once(child, 'exit')
  const finished = ended.then(async ([code]): Promise<LoadResult> => {
    if (code !== 0) throw new Error(`the load ended with ${code}`)
    return JSON.parse(await output)
  })
  const began = new Date()
  const isStored = async () => (await db.owner.query('select from position where received > $1 limit 1', [began])).rowCount
  for (let waited = 0; !(await isStored()); waited += 100) {
    if (child.exitCode !== null || waited > longestStartMs) throw new Error('the load did not start')
    await sleep(100)
  }
  return { finished }
}
