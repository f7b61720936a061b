import { dayMs } from '@huanwei/contract/time'
import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { aheadMs } from '../../../position/device-clock.ts'
import { positions, terminals } from '../table.ts'

/** Status bit 1: the fix is one. Source: spec 4, IV.4. */
const located = sql`${positions.status} & 2 <> 0`
/** Condition for plausible positions: not in the future, as in `isAhead`, and on the earth, as in `isPlausible`. */
const believable = sql`${positions.time} <= ${positions.received} + make_interval(secs => ${aheadMs / 1000})
  and ${positions.lat} between -90e6 and 90e6 and ${positions.lng} between -180e6 and 180e6 and (${positions.lat}, ${positions.lng}) <> (0, 0)`

/** A terminal whose newest fix is wanted. `tenantId`: 0 of nobody's. `seenMs`: when it was last heard of, ms since 1970. */
type Wanted = { id: number; tenantId: number; seenMs: number | null }

/**
 * The newest located fixes of terminals. They are looked for around the day on which the terminal was last heard of: PostgreSQL plans with all days of
 * half a year where it is told none, which takes it longer than the search. What was heard of then without a fix is looked for everywhere.
 */
export async function findNewestFixes(tx: Tx, terminals: readonly Wanted[]) {
  const near = await readGroups(tx, terminals, ({ seenMs }) => Math.floor((seenMs ?? Date.now()) / dayMs))
  const isLeft = ({ id, seenMs }: Wanted) => seenMs !== null && !near.some(({ deviceId }) => deviceId === id)
  const far = await readGroups(tx, terminals.filter(isLeft), () => undefined)
  return new Map([...near, ...far].map(({ deviceId, ...fix }) => [deviceId, fix]))
}

/** Reads the fixes of the terminals of each tenant and day by themselves. */
async function readGroups(tx: Tx, terminals: readonly Wanted[], dayOf: (terminal: Wanted) => number | undefined) {
  const groups = Map.groupBy(terminals, (terminal) => `${terminal.tenantId} ${dayOf(terminal)}`)
  const fixes: Awaited<ReturnType<typeof readFixes>> = []
  for (const group of groups.values()) fixes.push(...(await readFixes(tx, group, dayOf(group[0]!))))
  return fixes
}

/** `day`: the day, since 1970, up to which one before and one after are looked through; all are without one. */
function readFixes(tx: Tx, wanted: readonly Wanted[], day: number | undefined) {
  const isNear = day === undefined ? undefined : and(gte(positions.time, startOf(day - 1)), lt(positions.time, startOf(day + 2)))
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
    .where(and(eq(positions.tenantId, wanted[0]!.tenantId), eq(positions.deviceId, terminals.id), isNear, located, believable))
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
