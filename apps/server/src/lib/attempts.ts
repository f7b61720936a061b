import type { Tx } from '../db/connect.ts'
import { countAttempt, failuresOf, lockAttempts } from '../features/session/queries.ts'
import { Refused } from './refuse.ts'

/**
 * From this many on, each further try must wait twice as long as the one before, by how its key begins; an address may be a whole office's.
 * What citizens send counts as a try although nothing about it failed.
 */
const slowAfter = [
  ['address:report:', 6],
  ['address:photo:', 40],
  ['address:', 20],
  ['facility:', 60],
  ['', 5],
] as const
const longestWaitSeconds = 300

function mustWait({ key, failures, secondsAgo }: { key: string; failures: number; secondsAgo: number }) {
  const [, most] = slowAfter.find(([beginning]) => key.startsWith(beginning)) ?? slowAfter[4]
  const tooMany = failures - most
  return tooMany >= 0 && secondsAgo < Math.min(2 ** tooMany, longestWaitSeconds)
}

/** Counts a try before it is checked, one at a time for each of `keys`; refuses with 429 while they must wait. A success takes it back (`forgetFailures`). */
export async function beginTry(tx: Tx, keys: string[]) {
  await lockAttempts(tx, keys)
  if ((await failuresOf(tx, keys)).some(mustWait)) throw new Refused(429, 'tooMany')
  await countAttempt(tx, keys)
}
