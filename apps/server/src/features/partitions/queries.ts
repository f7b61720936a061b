import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Tx } from '../../db/connect.ts'
import type { StreamMessage, StreamPlace } from '../../position/report.ts'
import { streamPartitions as table } from './table.ts'

/** The hold of a node on a partition; see `table.ts`. */
export type Lease = { partition: number; epoch: number }
export type TakenLease = Lease & { upTo: StreamMessage; streamCreated: string }

/** For how long a partition stays with a node that no longer renews it, s. */
export const leaseSeconds = 6
const expires = sql`now() + make_interval(secs => ${leaseSeconds})`

export const ensureStreamPartitions = (tx: Tx, partitions: readonly number[]) =>
  tx
    .insert(table)
    .values(partitions.map((partition) => ({ partition })))
    .onConflictDoNothing()

/** Renews what `holder` holds, in the order of all locks on partitions. */
export const renewLeases = (tx: Tx, holder: string): Promise<Lease[]> => {
  const mine = tx.select({ partition: table.partition }).from(table).where(eq(table.holder, holder)).orderBy(asc(table.partition))
  return tx
    .update(table)
    .set({ expires })
    .where(inArray(table.partition, mine.for('update')))
    .returning({ partition: table.partition, epoch: table.epoch })
}

/** A COPY into a table that waits for more rows right now: `query` is when it began, `bytes` are those that came. */
export type WaitingCopy = { pid: number; query: string; bytes: number }

/** Those of jobs, of all processes. */
export async function findWaitingCopies(tx: Tx): Promise<WaitingCopy[]> {
  const { rows } = await tx.execute<WaitingCopy>(sql`
    select a.pid, a.query_start::text as query, c.bytes_processed::float8 as bytes
    from pg_stat_progress_copy c join pg_stat_activity a on a.pid = c.pid
    where a.datname = current_database() and a.usename = session_user and a.wait_event = 'ClientRead' and c.command = 'COPY FROM'`)
  return rows
}

/** Ends the connections of these copies, if they still wait. */
export const endCopies = (tx: Tx, copies: readonly WaitingCopy[]) =>
  tx.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    join unnest(${sql.param(copies.map(({ pid }) => pid))}::int[], ${sql.param(copies.map(({ query }) => query))}::text[]) as c (pid, query) using (pid)
    where query_start::text = c.query and wait_event = 'ClientRead'`)

const isFree = or(isNull(table.holder), lt(table.expires, sql`now()`))

export const countIdlePartitions = (tx: Tx) => tx.$count(table, isFree)

/** Takes at most so many partitions that nobody holds; one in which somebody is writing right now is left for the next time. */
export const takePartitions = (tx: Tx, holder: string, most: number): Promise<TakenLease[]> => {
  const free = tx
    .select({ partition: table.partition })
    .from(table)
    .where(isFree)
    .orderBy(asc(table.partition))
    .limit(most)
    .for('update', { skipLocked: true })
  return tx
    .update(table)
    .set({ holder, expires, epoch: sql`${table.epoch} + 1` })
    .where(inArray(table.partition, free))
    .returning({
      partition: table.partition,
      epoch: table.epoch,
      upTo: { sequence: table.sequence, time: table.messageTime },
      streamCreated: table.streamCreated,
    })
}

const isHeld = ({ partition, epoch }: Lease) => and(eq(table.partition, partition), eq(table.epoch, epoch))

export const releasePartition = (tx: Tx, lease: Lease) =>
  tx.update(table).set({ holder: null, expires: null }).where(isHeld(lease))

/** Begins to count from 0: the stream of a partition is a new one, or has lost its end. */
export const beginStream = (tx: Tx, lease: Lease, streamCreated: string) =>
  tx.update(table).set({ sequence: 0, messageTime: null, streamCreated }).where(isHeld(lease))

/**
 * Notes, in the transaction that stores them, up to which messages reports are stored. Returns the partitions that are still held under these leases:
 * where one is missing, the transaction must be rolled back.
 */
export async function moveOn(client: pg.ClientBase, places: readonly StreamPlace[]): Promise<Set<number>> {
  const { rows } = await client.query<{ partition: number }>({
    name: 'move-on',
    text: `
      with held as (
        select p.partition, g.sequence, g.time
        from stream_partition p join unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[]) as g (partition, epoch, sequence, time)
          on g.partition = p.partition and g.epoch = p.epoch
        order by p.partition for update of p
      )
      update stream_partition p set sequence = greatest(p.sequence, held.sequence),
        message_time = case when held.sequence > p.sequence then held.time else p.message_time end
      from held where held.partition = p.partition
      returning p.partition`,
    values: [
      places.map(({ partition }) => partition),
      places.map(({ epoch }) => epoch),
      places.map(({ upTo }) => upTo.sequence),
      places.map(({ upTo }) => upTo.time),
    ],
  })
  return new Set(rows.map(({ partition }) => partition))
}
