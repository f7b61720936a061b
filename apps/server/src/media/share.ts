import { hash } from 'node:crypto'
import type { Places } from '../http/elsewhere/place.ts'
import { isOfThisHost, processName } from '../lib/process-name.ts'
import type { ProcessState } from '../position/link.ts'

/**
 * The share that a process has in the role `media`. The cameras, voices and groups of an organisation are one process's, so that no camera is asked by two
 * and all who speak in a group hear each other. Record: docs/decisions/0098.
 */
export type MediaShare = {
  /** Name of this process, for what it has under way in the database. */
  name: string
  /** True for a process that is at work: what it has under way is not abandoned. */
  isAtWork(name: string): boolean
  /** True where what a process that is gone left on its disk would be found here. */
  hasDiskOf(name: string): boolean
  /** True where the organisation is this process's. */
  isHere(tenantId: number): boolean
  places: Places
}

/** The share of a process that does everything. */
export const wholeShare: MediaShare = {
  name: processName,
  isAtWork: (name) => name === processName,
  hasDiskOf: () => true,
  isHere: () => true,
  places: { of: () => undefined, missed: () => undefined, secret: '' },
}

/** Time in which the other processes make themselves known to a new one, ms. */
const introductionMs = 3000
/** Time for which one that did not answer counts as gone, ms: until its silence is noticed by all. */
const missedMs = 5000

/** `address`: where the others reach the process; `isMedia`: it may have organisations; `secret`: as in `Places`. */
type Own = { address: string; isMedia: boolean; secret: string }

/**
 * The share of one of several processes. Who has an organisation follows from who is there: of one that comes or
 * goes only its own organisations move.
 */
export function shareAmong(processes: () => readonly ProcessState[], { address, isMedia, secret }: Own): MediaShare {
  const knownFrom = Date.now() + introductionMs
  const areKnown = () => Date.now() >= knownFrom
  const missedUntil = new Map<string, number>()

  function placeOf(tenantId: number) {
    const isThere = (its: string) => (missedUntil.get(its) ?? 0) < Date.now()
    const there = processes().flatMap(({ roles, address: its }) => (roles.includes('media') && its && isThere(its) ? [its] : []))
    const weights = there.map((its) => hash('sha1', `${tenantId} ${its}`))
    const owner = there[weights.indexOf(weights.toSorted().at(-1) ?? '')]
    return owner === address ? undefined : (owner ?? null)
  }
  return {
    name: processName,
    isAtWork: (name) => !areKnown() || name === processName || processes().some((one) => one.name === name),
    hasDiskOf: (name) => isMedia && (name === '' || isOfThisHost(name)),
    isHere: (tenantId) => areKnown() && placeOf(tenantId) === undefined,
    places: {
      of: placeOf,
      missed: (its) => void missedUntil.set(its, Date.now() + missedMs),
      secret,
    },
  }
}
