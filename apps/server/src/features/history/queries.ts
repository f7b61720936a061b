import type { FixRow } from '@huanwei/contract/history/endpoints'
import { longestPeriodDays } from '@huanwei/contract/history/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { StatusBit } from '@huanwei/terminal/messages/alarm'
import { isPlausible } from '@huanwei/terminal/messages/location'
import { and, eq, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { afterCursor, offsetOf, type PageRequest } from '../../db/keyset.ts'
import { inScope } from '../../db/scope.ts'
import { type Span, spanOf, type Times } from '../../http/span.ts'
import type { Viewer } from '../../http/viewer.ts'
import { mustSeeObject } from '../objects/queries.ts'
import { positions, terminalBindings } from '../terminals/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { daysLock, type StoredPoint, type StoredSilence, trackDays } from './table.ts'
import type { StoredPosition } from './track.ts'

/** A moving object: a vehicle or a person. */
export type Mover = { objectType: typeof ObjectType.vehicle | typeof ObjectType.person; objectId: number }
/** A span during which a terminal was bound to an object. */
export type BoundSpan = Span & { deviceId: number }

/** The vehicles in scope with their plates. */
export const findPlates = (tx: Tx, viewer: Viewer, ids: number[]) =>
  tx
    .select({ id: vehicles.id, plateNumber: vehicles.plateNumber })
    .from(vehicles)
    .where(and(eq(vehicles.tenantId, viewer.tenantId), inArray(vehicles.id, ids), inScope(viewer, vehicles.deptId)))
    .orderBy(vehicles.plateNumber, vehicles.id)

/** Bindings of terminals to objects of one type, clipped to a span, in order of time; keyed by object. */
export async function findBoundSpans(tx: Tx, tenantId: number, objectType: ObjectType, objectIds: number[], { from, to }: Span) {
  const rows = await tx
    .select({
      objectId: terminalBindings.objectId,
      deviceId: terminalBindings.deviceId,
      started: sql<number>`greatest(extract(epoch from ${terminalBindings.started})::float8 * 1000, ${from}::float8)`,
      ended: sql<number>`least(coalesce(extract(epoch from ${terminalBindings.ended})::float8 * 1000, 'infinity'), ${to}::float8)`,
    })
    .from(terminalBindings)
    .where(
      and(
        eq(terminalBindings.tenantId, tenantId),
        eq(terminalBindings.objectType, objectType),
        inArray(terminalBindings.objectId, objectIds),
      ),
    )
    .orderBy(terminalBindings.started, terminalBindings.id)
  return Map.groupBy(
    rows.flatMap(({ objectId, deviceId, started, ended }) =>
      started < ended ? { objectId, deviceId, from: started, to: ended } : [],
    ),
    ({ objectId }) => objectId,
  )
}

/** Located fixes of a terminal as reported, in device time. Read as one text: one row per fix takes twice as long. */
export async function readPositions(tx: Tx, tenantId: number, { deviceId, from, to }: BoundSpan): Promise<StoredPosition[]> {
  const { rows } = await tx.execute<{ fixes: string | null }>(sql`
    select string_agg(concat_ws(',', extract(epoch from time)::float8 * 1000, lng, lat, speed, direction, altitude, status, mileage), ';' order by time)
      as fixes
    from ${positions}
    where tenant_id = ${tenantId} and device_id = ${deviceId} and time >= to_timestamp(${from / 1000}::float8)
      and time < to_timestamp(${to / 1000}::float8) and status & ${located} <> 0`)
  const fixes = rows[0]?.fixes
  return fixes ? fixes.split(';').map(fixOf).filter(isPlausible) : []
}
/** Parses one fix; `mileage` is null when the terminal has no odometer. */
function fixOf(text: string): StoredPosition {
  const [time = 0, lng = 0, lat = 0, speed = 0, direction = 0, altitude = 0, status = 0, mileage] = text.split(',').map(Number)
  return {
    time,
    lng: lng / 1e6,
    lat: lat / 1e6,
    speed: speed / 10,
    direction,
    altitude,
    status,
    mileage: mileage === undefined ? null : mileage / 10,
  }
}
const located = 1 << StatusBit.located

/** Factor in the id of a fix: the milliseconds are multiplied by it, and the remainder distinguishes messages of the same millisecond. */
const perMs = 4096
const fixId = sql`(round(extract(epoch from p.time) * 1000)::bigint * ${perMs}::int + ((p.message_id::int * 31 + p.serial) & ${perMs - 1}::int))`
/** Cursor behind a fix in its list. */
export const afterFix = ({ id }: { id: number }) => ({ time: new Date(Math.floor(id / perMs)).toISOString(), id })

/** Condition for located positions on the earth, as in `isPlausible`. */
const isFix = sql`p.status & ${located} <> 0 and p.lat between -90000000 and 90000000
  and p.lng between -180000000 and 180000000 and (p.lat, p.lng) <> (0, 0)`

/** One page of the fixes of a moving object in a span, or those behind a cursor, with the total. Throws 404 out of scope. */
export async function findVisibleFixes(
  tx: Tx,
  viewer: Viewer,
  { objectType, objectId, startTime, endTime, ...wanted }: Mover & Times & PageRequest,
): Promise<{ records: FixRow[]; total: number }> {
  await mustSeeObject(tx, viewer, objectType, objectId)
  const { tenantId } = viewer
  const asked = spanOf({ startTime, endTime }, longestPeriodDays.track)
  const days = wanted.after ? [] : await countDays(tx, tenantId, { objectType, objectId }, asked)
  const { from, to, offset, total } = wanted.after ? { ...asked, offset: 0, total: 0 } : placeAmong(days, asked, wanted)
  const further = afterCursor(wanted, { time: sql`p.time`, id: fixId }, true)
  const among = sql`
    from ${terminalBindings} b
    join ${positions} p on p.tenant_id = b.tenant_id and p.device_id = b.device_id and p.time >= b.started and (b.ended is null or p.time < b.ended)
    where b.tenant_id = ${tenantId} and b.object_type = ${objectType} and b.object_id = ${objectId} and p.tenant_id = ${tenantId}
      and p.time >= ${moment(from)} and p.time < ${moment(to)} and ${isFix} ${further ? sql`and ${further}` : sql``}`
  // The way to the page is by time alone, which an index has; ids are the order of the fixes of one moment. `before`: fixes before the first moment.
  const { rows } = await tx.execute<FixRow>(sql`
    with walked as (
      select p.time, rank() over (order by p.time) - 1 as before ${among} order by p.time limit ${wanted.size} offset ${offset}
    ), page as materialized (
      select min(time) as first, max(time) as last, min(before) as before from walked
    )
    select ${fixId}::float8 as id, to_char(p.time, 'YYYY-MM-DD HH24:MI:SS') as time, p.lng / 1e6::float8 as lng, p.lat / 1e6::float8 as lat,
      p.speed / 10::float8 as speed, p.direction, p.altitude, p.status::float8 as status, p.mileage / 10::float8 as mileage
    ${among} and p.time between (select first from page) and (select last from page)
    order by p.time, 1 limit ${wanted.size} offset ${offset}::int8 - (select before from page)`)
  return { records: rows, total }
}

const moment = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`

/** A day of an object with its number of fixes, clipped to a span. */
type DayCount = Span & { fixes: number }

/** The time of a day during which a terminal was on an object. `fixes`: of a finished day, as stored with its track. */
type PartOfDay = BoundSpan & { morning: string; fixes: number | null }

/** Days of an object in order with the numbers of their fixes. */
async function countDays(tx: Tx, tenantId: number, { objectType, objectId }: Mover, { from, to }: Span) {
  const { rows } = await tx.execute<PartOfDay>(sql`
    select b.device_id as "deviceId", morning::text, (extract(epoch from s.from) * 1000)::float8 as from,
      (extract(epoch from s.to) * 1000)::float8 as to, d.reported as fixes
    from ${terminalBindings} b
    cross join lateral (select greatest(b.started, ${moment(from)}) as from, least(coalesce(b.ended, 'infinity'), ${moment(to)}) as to) bound
    cross join lateral generate_series(date_trunc('day', bound.from), bound.to, interval '1 day') as days (morning)
    cross join lateral (select greatest(morning, bound.from) as from, least(morning + interval '1 day', bound.to) as to) s
    left join ${trackDays} d on d.tenant_id = b.tenant_id and d.device_id = b.device_id and d.day = morning::date and d.line is not null
      and s.to - s.from = interval '1 day'
    where b.tenant_id = ${tenantId} and b.object_type = ${objectType} and b.object_id = ${objectId} and s.from < s.to
    order by morning, s.from`)
  const counted = await countFixes(
    tx,
    tenantId,
    rows.filter(({ fixes }) => fixes === null),
  )
  const days = new Map<string, DayCount>()
  for (const part of rows) {
    const day = days.get(part.morning)
    const fixes = (day?.fixes ?? 0) + (part.fixes ?? counted.get(part)!)
    days.set(part.morning, { from: day?.from ?? part.from, to: Math.max(day?.to ?? 0, part.to), fixes })
  }
  return [...days.values()]
}

/** Counts the fixes of some parts of days. Each has a query with its own times, so that PostgreSQL plans with the partition of that day alone. */
async function countFixes<Part extends BoundSpan>(tx: Tx, tenantId: number, parts: readonly Part[]) {
  const queries = parts.map(
    ({ deviceId, from, to }, place) => sql`select ${place}::int as place, count(*)::int as fixes from ${positions} p
      where p.tenant_id = ${tenantId} and p.device_id = ${deviceId} and p.time >= ${moment(from)} and p.time < ${moment(to)} and ${isFix}`,
  )
  if (!queries.length) return new Map<Part, number>()
  const { rows } = await tx.execute<{ place: number; fixes: number }>(sql.join(queries, sql` union all `))
  return new Map(rows.map(({ place, fixes }) => [parts[place]!, fixes]))
}

/** The days on which a page lies, and the number of fixes of them before it. */
function placeAmong(days: readonly DayCount[], asked: Span, wanted: PageRequest) {
  const first = offsetOf(wanted)
  let before = 0
  let found: { from: number; before: number } | undefined
  let to = asked.from
  for (const day of days) {
    if (before + day.fixes > first) found ??= { from: day.from, before }
    if (found && before < first + wanted.size) to = day.to
    before += day.fixes
  }
  return { from: found?.from ?? asked.to, to, offset: first - (found?.before ?? 0), total: before }
}

/** Condition for the finished days of terminals that are computed. */
const workedOut = (tenantId: number, deviceIds: number[], first: string, last: string) =>
  and(
    eq(trackDays.tenantId, tenantId),
    inArray(trackDays.deviceId, deviceIds),
    gte(trackDays.day, first),
    lte(trackDays.day, last),
    isNotNull(trackDays.line),
    isNotNull(trackDays.silences),
  )

/** Fix counts, mileages and silences of the finished days of terminals, without their tracks. */
export const findMileages = (tx: Tx, tenantId: number, deviceIds: number[], first: string, last: string) => {
  const { deviceId, day, fixes, mileage, mileageSource, silences, ends, work } = trackDays
  return tx
    .select({ deviceId, day, fixes, mileage, mileageSource, silences, ends, work })
    .from(trackDays)
    .where(workedOut(tenantId, deviceIds, first, last))
}

/** Those of the terminals that reported a position in a span. */
export async function findHeard(tx: Tx, tenantId: number, deviceIds: number[], { from, to }: Span) {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from unnest(${sql.param(deviceIds)}::int[]) as d (id)
    where exists (
      select from ${positions} p where p.tenant_id = ${tenantId} and p.device_id = d.id
        and p.time >= to_timestamp(${from / 1000}::float8) and p.time < to_timestamp(${to / 1000}::float8)
    )`)
  return new Set(rows.map(({ id }) => id))
}

/** Computed finished days of a terminal, keyed by day. */
export async function findDays(tx: Tx, tenantId: number, deviceId: number, first: string, last: string) {
  const rows = await tx
    .select()
    .from(trackDays)
    .where(workedOut(tenantId, [deviceId], first, last))
  return new Map(rows.map((row) => [row.day, row]))
}

/**
 * Starts the computation of a terminal's finished days. A later transaction reads all their positions: a transaction that stores another
 * one from now on deletes the day's row. Returns the token by which `keepDay` finds the rows that were not deleted.
 */
export async function claimDays(tx: Tx, tenantId: number, deviceId: number, days: readonly string[]) {
  // Waits for transactions that are just storing positions of finished days.
  await tx.execute(sql`select pg_advisory_xact_lock(${daysLock})`)
  const { rows } = await tx.execute<{ token: number }>(sql`select pg_current_xact_id()::text::float8 as token`)
  const { token } = rows[0]!
  await tx
    .insert(trackDays)
    .values(days.map((day) => ({ tenantId, deviceId, day, token })))
    .onConflictDoUpdate({ target: [trackDays.tenantId, trackDays.deviceId, trackDays.day], set: { token, line: null } })
  return token
}

type DayFacts = Pick<
  typeof trackDays.$inferSelect,
  'day' | 'token' | 'fixes' | 'reported' | 'mileage' | 'mileageSource' | 'ends' | 'work'
> & {
  line: StoredPoint[]
  silences: StoredSilence[]
}

/** Stores a computed day, unless a position of it was stored meanwhile or another computation was started. */
export const keepDay = (tx: Tx, tenantId: number, deviceId: number, { day, token, ...facts }: DayFacts) =>
  tx
    .update(trackDays)
    .set(facts)
    .where(
      and(eq(trackDays.tenantId, tenantId), eq(trackDays.deviceId, deviceId), eq(trackDays.day, day), eq(trackDays.token, token)),
    )

/** At most `most` terminals that were bound to a vehicle or person for the whole of a day that is not computed yet. */
export async function findPendingDays(tx: Tx, day: string, most: number) {
  const { rows } = await tx.execute<{ tenantId: number; deviceId: number }>(sql`
    select b.tenant_id as "tenantId", b.device_id as "deviceId" from ${terminalBindings} b
    where b.object_type <> ${ObjectType.facility} and b.started <= ${day}::date and (b.ended is null or b.ended >= ${day}::date + 1)
      and not exists (
        select from ${trackDays} d where d.tenant_id = b.tenant_id and d.device_id = b.device_id and d.day = ${day}::date and d.line is not null
          and d.silences is not null
      )
    order by b.tenant_id, b.device_id limit ${most}`)
  return rows
}
