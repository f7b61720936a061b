import { join } from 'node:path'
import { killWhileEventsGoOut } from '../../../e2e/outgoing/kills.ts'
import type { Bench } from '../../kit/bench.ts'
import { count, type Result, seconds } from '../../kit/table.ts'

const kills = 100
const mostShown = 20

/** Kills the product a hundred times while events go out to receivers that fail, hang, lie and are away, and counts what did not arrive in order. */
export async function measureOutgoingKills(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('outgoing')
  const seed = Date.now() % 1_000_000
  const dataDir = join(bench.dir, 'outgoing')
  const seen = await killWhileEventsGoOut({ db, url, dataDir, kills, seed, log: bench.log })
  for (const fault of seen.faults.slice(0, mostShown)) bench.log(fault)
  return [
    {
      label: `Events missing or out of order after ${kills} kills of the server at random moments (seed ${seed})`,
      measured: count(seen.faults.length),
      budget: '0',
      met: seen.faults.length === 0,
    },
    { label: '… events of two subscriptions, of so many records', measured: `${count(seen.events)} of ${count(seen.objects)}` },
    {
      label: '… until a receiver that is back has what waited for it',
      measured: `${seconds(seen.caughtUp.ms)} for ${count(seen.caughtUp.events)} events`,
    },
    {
      label: '… posts to the receiver that fails, hangs and lies; repeats of what it had',
      measured: `${count(seen.posts)}; ${count(seen.repeats)}`,
    },
  ]
}
