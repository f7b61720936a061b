import { Metric } from '@huanwei/contract/readings/codes'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { facilities } from '../../facilities/table.ts'
import { vehicles } from '../../vehicles/table.ts'
import { readings } from '../table.ts'

const today = sql`date_trunc('day', now())`
const daysBack = (days: number) => sql`${today} - make_interval(days => ${days})`

/** Days in which the last collection at a facility is looked for. */
const collectionDays = 31
const collectedAt = (tenantId: number, facilityIds: readonly number[], since: SQL) =>
  sql`r.tenant_id = ${tenantId} and r.facility_id = any(${sql.param([...facilityIds])}::int[]) and r.metric = ${Metric.weight}
    and r.time >= ${since} and r.time < ${today} + interval '1 day'`
const kilograms = sql`coalesce(sum(r.value), 0)::float8`

/** True of a facility, a column, at which something was collected today. */
export const isCollectedToday = (tenantId: number, facilityId: SQLWrapper) =>
  sql`exists (select from ${readings} r where r.tenant_id = ${tenantId} and r.facility_id = ${facilityId} and r.metric = ${Metric.weight}
    and r.time >= ${today} and r.time < ${today} + interval '1 day')`

/** Each of these facilities at which something was collected lately: how often today, kg today, and when last, `yyyy-MM-dd HH:mm`. */
export async function findCollected(tx: Tx, tenantId: number, facilityIds: readonly number[]) {
  const { rows } = await tx.execute<{ facilityId: number; times: number; weight: number; last: string }>(sql`
    select r.facility_id as "facilityId", count(*) filter (where r.time >= ${today})::int as times,
      coalesce(sum(r.value) filter (where r.time >= ${today}), 0)::float8 as weight, to_char(max(r.time), 'YYYY-MM-DD HH24:MI') as last
    from ${readings} r where ${collectedAt(tenantId, facilityIds, daysBack(collectionDays))} group by 1`)
  return rows
}

/** Collections at these facilities yesterday until this time of the day: how many, and kg. */
export async function sumYesterday(tx: Tx, tenantId: number, facilityIds: readonly number[]) {
  const { rows } = await tx.execute<{ times: number; weight: number }>(sql`
    select count(*)::int as times, ${kilograms} as weight from ${readings} r
    where ${collectedAt(tenantId, facilityIds, daysBack(1))} and r.time <= now() - interval '1 day'`)
  return rows[0] ?? { times: 0, weight: 0 }
}

/** Kilograms collected at these facilities by day, `yyyy-MM-dd`, today and the days before. */
export async function sumCollectionDays(tx: Tx, tenantId: number, facilityIds: readonly number[], days: number) {
  const { rows } = await tx.execute<{ day: string; weight: number }>(sql`
    select to_char(r.time, 'YYYY-MM-DD') as day, ${kilograms} as weight from ${readings} r
    where ${collectedAt(tenantId, facilityIds, daysBack(days - 1))} group by 1`)
  return rows
}

/** Vehicles that collected at these facilities today, the most kilograms first. */
export async function rankCollectors(tx: Tx, tenantId: number, facilityIds: readonly number[]) {
  const { rows } = await tx.execute<{ id: number; plateNumber: string; weight: number }>(sql`
    select r.vehicle_id as id, v.plate_number as "plateNumber", ${kilograms} as weight from ${readings} r
    join ${vehicles} v on v.tenant_id = r.tenant_id and v.id = r.vehicle_id
    where ${collectedAt(tenantId, facilityIds, today)} group by 1, 2 order by weight desc, id`)
  return rows
}

/** The newest collections at these facilities. */
export async function findNewestCollections(tx: Tx, tenantId: number, facilityIds: readonly number[], most: number) {
  type Collection = { time: string; facilityId: number; name: string; plateNumber: string; weight: number; key: string }
  const { rows } = await tx.execute<Collection>(sql`
    select to_char(r.time, 'MM-DD HH24:MI') as time, f.id as "facilityId", f.name, v.plate_number as "plateNumber", r.value as weight,
      concat_ws('-', r.device_id, r.channel, extract(epoch from r.time)) as key
    from ${readings} r
    join ${facilities} f on f.tenant_id = r.tenant_id and f.id = r.facility_id
    join ${vehicles} v on v.tenant_id = r.tenant_id and v.id = r.vehicle_id
    where ${collectedAt(tenantId, facilityIds, daysBack(collectionDays))}
    order by r.time desc, key limit ${most}`)
  return rows
}
