import { dayMs } from '@huanwei/contract/time'
import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { aheadMs } from '../../../position/device-clock.ts'
import { positions, terminals } from '../table.ts'

/** Condition for fixes: located (status bit 1; source: spec 4, IV.4), not in the future, as in `isAhead`, and on the earth, as in `isPlausible`. */
export const isFix = sql`${positions.status} & 2 <> 0
  and ${positions.time} <= ${positions.received} + make_interval(secs => ${aheadMs / 1000})
  and ${positions.lat} between -90e6 and 90e6 and ${positions.lng} between -180e6 and 180e6 and (${positions.lat}, ${positions.lng}) <> (0, 0)`

/** A terminal whose newest fix is wanted. `tenantId`: 0 of nobody's. `seenMs`: when it was last heard of, ms since 1970. */
type Wanted = { id: number; tenantId: number; seenMs: number | null }

/**
 * The newest located fixes of terminals. Those of today and yesterday are looked for first, whatever is known of when the terminal was heard of; then
 * those around the day on which it was heard of last: PostgreSQL plans with all days of half a year where it is told none, which takes it longer than
 * the search. What was heard of then without a fix is looked for everywhere.
 */
export async function findNewestFixes(tx: Tx, terminals: readonly Wanted[]) {
  const found = new Map<number, Omit<Fix, 'deviceId'>>()
  const read = async (wanted: readonly Wanted[], days: Days) => {
    for (const { deviceId, ...fix } of await readFixes(tx, wanted, days)) found.set(deviceId, fix)
  }
  const left = () => terminals.filter(({ id, seenMs }) => seenMs !== null && !found.has(id))
  const yesterday = dayOf(Date.now()) - 1
  for (const group of Map.groupBy(terminals, ({ tenantId }) => tenantId).values()) await read(group, { from: yesterday })
  for (const group of Map.groupBy(left(), ({ tenantId, seenMs }) => `${tenantId} ${dayOf(seenMs!)}`).values()) {
    const day = dayOf(group[0]!.seenMs!)
    await read(group, { from: day - 1, until: day + 2 })
  }
  for (const group of Map.groupBy(left(), ({ tenantId }) => tenantId).values()) await read(group, {})
  return found
}

const dayOf = (ms: number) => Math.floor(ms / dayMs)

/** Days since 1970, without the last. */
type Days = { from?: number; until?: number }
type Fix = Awaited<ReturnType<typeof readFixes>>[number]

/** Reads the fixes of terminals of one tenant. */
function readFixes(tx: Tx, wanted: readonly Wanted[], { from, until }: Days) {
  const isNear = and(
    from === undefined ? undefined : gte(positions.time, startOf(from)),
    until === undefined ? undefined : lt(positions.time, startOf(until)),
  )
  const fix = tx
    .select({
      lng: sql<number>`${positions.lng} / 1e6::float8`.as('lng'),
      lat: sql<number>`${positions.lat} / 1e6::float8`.as('lat'),
      speed: sql<number>`${positions.speed} / 10::float8`.as('speed'),
      direction: positions.direction,
      altitude: positions.altitude,
      time: positions.time,
      status: positions.status,
      alarm: positions.alarm,
      mileage: sql<number | null>`${positions.mileage} / 10::float8`.as('mileage'),
      satellites: positions.satellites,
      signal: positions.signal,
      received: positions.received,
    })
    .from(positions)
    .where(and(eq(positions.tenantId, wanted[0]!.tenantId), eq(positions.deviceId, terminals.id), isNear, isFix))
    .orderBy(desc(positions.time))
    .limit(1)
    .as('fix')
  return tx
    .select({
      deviceId: terminals.id,
      lng: fix.lng,
      lat: fix.lat,
      speed: fix.speed,
      direction: fix.direction,
      altitude: fix.altitude,
      time: fix.time,
      status: fix.status,
      alarm: fix.alarm,
      mileage: fix.mileage,
      satellites: fix.satellites,
      signal: fix.signal,
      received: fix.received,
    })
    .from(terminals)
    .innerJoinLateral(fix, sql`true`)
    .where(
      inArray(
        terminals.id,
        wanted.map(({ id }) => id),
      ),
    )
}

const startOf = (day: number) => sql`to_timestamp(${(day * dayMs) / 1000}::float8)`
