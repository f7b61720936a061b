import { leaseSeconds } from '../../features/partitions/queries.ts'
import { heartbeatMs } from './nodes.ts'
import type { PartitionReader } from './partition-reader.ts'

/** Time for which a node that hangs takes no partition, ms. */
export const restMs = 30_000
/** Time in which the others say that they reach the database again when this node does, ms. */
export const introductionMs = 2 * heartbeatMs
/** Looks after which a partition is given up of which nothing was stored meanwhile though there is something: the database may be a dead connection. */
export const mostIdleLooks = 8

/** Whether this node can hold partitions. `clock`: ms, never set back or forward. */
export function createFitness(clock = () => performance.now()) {
  /** When it could renew last, also with nothing to renew. */
  let renewedAt = Number.NEGATIVE_INFINITY
  /** When it reached the database again after it had not for long. */
  let backAt = renewedAt
  let restsUntil = renewedAt
  const isResting = () => clock() < restsUntil
  const isConnected = () => clock() - renewedAt < leaseSeconds * 1000
  return {
    noteRenewal() {
      const now = clock()
      if (!isConnected()) backAt = now
      renewedAt = now
    },
    /** Leaves its partitions to the others for a while: it hangs, as with a connection to the database that is dead. */
    rest() {
      restsUntil = clock() + restMs
    },
    isResting,
    isBack: () => clock() - backAt < introductionMs,
    canHold: () => isConnected() && !isResting(),
  }
}

/** Returns a function to be called at each look: true for a reader of which nothing is stored any more, though it has read something. */
export function createStuckCheck() {
  /** Looks since something was stored of what each reader read. */
  const idle = new WeakMap<object, { stored: number; looks: number }>()
  return (reader: Pick<PartitionReader, 'last' | 'stored'>) => {
    const before = idle.get(reader)
    const stored = reader.stored()
    const looks = before?.stored === stored && stored < reader.last() ? before.looks + 1 : 0
    idle.set(reader, { stored, looks })
    return looks >= mostIdleLooks
  }
}
