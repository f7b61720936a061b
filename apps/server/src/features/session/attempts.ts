import type { Tx } from '../../db/connect.ts'
import { Refused } from '../../http/refuse.ts'
import { countAttempt, failuresOf, lockAttempts } from './queries.ts'

/**
 * Number of attempts after which each further one must wait twice as long as the one before, by the prefix of the key; an address may be a whole office's.
 * Citizens' submissions count as attempts although nothing about them failed.
 */
const slowAfter = [
  ['address:report:', 6],
  ['address:photo:', 40],
  ['address:', 20],
  // Attempts of unknown devices from any address; those from one address have to wait much earlier.
  ['account:', 50],
  ['', 5],
] as const
const longestWaitSeconds = 300
/** Submissions about something that everybody shares before they are too many; each minute takes one back. */
const share = 60

function mustWait({ key, failures, secondsAgo }: { key: string; failures: number; secondsAgo: number }) {
  const [, most] = slowAfter.find(([beginning]) => key.startsWith(beginning)) ?? slowAfter[4]
  const tooMany = failures - most
  return tooMany >= 0 && secondsAgo < Math.min(2 ** tooMany, longestWaitSeconds)
}

/** Counts a try before it is checked, one at a time for each of `keys`; refuses with 429 while they must wait. A success takes it back (`forgetFailures`). */
export async function beginTry(tx: Tx, keys: string[]) {
  await lockAttempts(tx, keys)
  if ((await failuresOf(tx, keys)).some(mustWait)) throw new Refused(429, 'common:error.429')
  await countAttempt(tx, keys)
}

/** Counts a submission about something that everybody shares. False, and not counted, where there were too many: refusing would hit the honest too. */
export async function isWithinShare(tx: Tx, key: `facility:${string}`): Promise<boolean> {
  await lockAttempts(tx, [key])
  if ((await failuresOf(tx, [key])).some(({ failures }) => failures >= share)) return false
  await countAttempt(tx, [key])
  return true
}
