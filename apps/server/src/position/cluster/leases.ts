import type { Database } from '../../db/connect.ts'
import {
  ensureStreamPartitions,
  type Lease,
  releasePartition,
  renewLeases,
  type TakenLease,
  takePartitions,
} from '../../features/partitions/queries.ts'
import type { Log } from '../log.ts'
import { createFitness } from './fitness.ts'
import { createFrozenCopies } from './frozen-copies.ts'
import { allPartitions, partitionCount } from './partition.ts'

type Parts = {
  db: Pick<Database, 'system'>
  holder: string
  /** Nodes among which the partitions are shared, this one included; `isBack`: as many as there are, as the others cannot have said yet that they are back, too. */
  workers(isBack: boolean): number
  /** False while this node could not read what it holds. */
  isUp(): boolean
  /** Begins to work on a partition; rejects when it cannot. */
  begin(lease: TakenLease): Promise<void>
  /** Takes nothing new of a partition, and resolves when what was taken is stored. */
  finish(lease: Lease): Promise<void>
  /** The partition is another's, or nobody's. */
  lost(lease: Lease): void
  log: Log
}

const everyMs = 1000
/** Time for a partition to be begun, ms. */
const longestBeginMs = 30_000

/** Holds its share of the partitions: takes those that are free, renews them, and gives away what others should have. */
export async function startLeases({ db, holder, workers, isUp, begin, finish, lost, log }: Parts) {
  const held = new Map<number, Lease>()
  const endFrozenCopies = createFrozenCopies(db, log)
  const { noteRenewal, rest, isResting, isBack, canHold } = createFitness()
  await db.system((tx) => ensureStreamPartitions(tx, allPartitions))

  function drop(lease: Lease) {
    if (held.get(lease.partition)?.epoch !== lease.epoch) return
    held.delete(lease.partition)
    lost(lease)
  }

  async function renew() {
    const renewed = await db.system((tx) => renewLeases(tx, holder))
    noteRenewal()
    void endFrozenCopies()
    const epochs = new Map(renewed.map(({ partition, epoch }) => [partition, epoch]))
    for (const lease of [...held.values()])
      if (epochs.get(lease.partition) !== lease.epoch) {
        log.warn(lease, 'a partition has gone to another node')
        drop(lease)
      }
    // What this node no longer works on is free for everybody.
    for (const lease of renewed) if (!held.has(lease.partition)) await release(lease)
  }

  const release = (lease: Lease) => db.system((tx) => releasePartition(tx, lease))

  async function giveAway(lease: Lease) {
    await finish(lease)
    drop(lease)
    await release(lease)
  }

  /** Nobody waits for them to be begun: one whose stream does not answer must not hold up the others, nor the next renewal. */
  async function take(most: number) {
    const taken = await db.system((tx) => takePartitions(tx, holder, most))
    for (const lease of taken) held.set(lease.partition, lease)
    for (const lease of taken) void beginOrDrop(lease)
  }

  /** What is dropped is released with the next renewal. */
  async function beginOrDrop(lease: TakenLease) {
    const late = setTimeout(() => {
      log.error({ partition: lease.partition }, 'a partition is not begun in time: its worker hangs')
      drop(lease)
      rest()
    }, longestBeginMs).unref()
    try {
      await begin(lease)
    } catch (error) {
      log.error({ partition: lease.partition, error }, 'a partition could not be begun')
      drop(lease)
    } finally {
      clearTimeout(late)
    }
  }

  async function look() {
    if (!isUp()) return
    try {
      await renew()
      if (isResting()) return
      const share = Math.ceil(partitionCount / Math.max(1, workers(isBack())))
      await Promise.all([...held.values()].slice(share).map(giveAway))
      if (held.size < share) await take(share - held.size)
    } catch (error) {
      log.warn({ error }, 'partitions wait for the database')
    }
  }

  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }, everyMs)

  return {
    held: (): ReadonlyMap<number, Lease> => held,
    /** False for a node that has not reached the database for as long as a lease lasts, and for one that rests. */
    canHold,
    rest,
    holds: ({ partition, epoch }: Lease) => held.get(partition)?.epoch === epoch,
    /** Stops work on a partition: what was read of it could not be stored. It is read again from there by whoever takes it next. */
    drop,
    async close() {
      clearInterval(timer)
      await looking
      for (const lease of [...held.values()]) {
        drop(lease)
        await release(lease).catch((error: Error) => log.warn({ error }, 'a partition could not be given away'))
      }
    },
  }
}
