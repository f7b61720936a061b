import { ObjectType } from '@huanwei/contract/objects'
import { Metric, metrics } from '@huanwei/contract/readings/codes'
import type { KnownReading, ReadingPoint } from '@huanwei/contract/readings/endpoints'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import type { Measurement } from '../../position/report.ts'
import { meaningSql } from '../../position/store/meaning-sql.ts'
import { facilities } from '../facilities/table.ts'
import { terminalBindings } from '../terminals/table.ts'
import { latestReadings, readings } from './table.ts'

type Object = { objectType: ObjectType; objectId: number }

/** Days in which the newest collection at a facility is looked for. */
const collectionDays = 31

/** The newest of each metric and channel since its device is on the object, and of a facility the newest collection there. */
export async function findLatest(tx: Tx, tenantId: number, { objectType, objectId }: Object) {
  const { rows } = await tx.execute<Omit<KnownReading, 'limit'>>(sql`
    select n.metric, n.channel, ${sql.raw(meaningSql)} as value, n.value as measured, to_char(n.time, 'YYYY-MM-DD HH24:MI:SS') as time
    from ${terminalBindings} b
    join ${latestReadings} n on n.tenant_id = b.tenant_id and n.device_id = b.device_id and n.time >= b.started
    left join ${facilities} f on b.object_type = ${ObjectType.facility} and f.tenant_id = b.tenant_id and f.id = b.object_id
    where b.tenant_id = ${tenantId} and b.object_type = ${objectType} and b.object_id = ${objectId} and b.ended is null
    order by n.metric, n.channel`)
  if (objectType !== ObjectType.facility) return rows
  const { rows: collected } = await tx.execute<Omit<KnownReading, 'limit'>>(sql`
    select metric, channel, value, value as measured, to_char(time, 'YYYY-MM-DD HH24:MI:SS') as time from ${readings}
    where tenant_id = ${tenantId} and facility_id = ${objectId} and time > now() - make_interval(days => ${collectionDays})
    order by time desc limit 1`)
  return [...rows, ...collected]
}

/** The newest of one metric of many facilities, by what it means; of several channels that with the highest value. */
export async function findLatestOfMany(tx: Tx, tenantId: number, facilityIds: number[], metric: Metric) {
  if (!facilityIds.length) return []
  const { rows } = await tx.execute<{ objectId: number; value: number; time: string }>(sql`
    select distinct on (b.object_id) b.object_id as "objectId", ${sql.raw(meaningSql)} as value,
      to_char(n.time, 'YYYY-MM-DD HH24:MI:SS') as time
    from ${terminalBindings} b
    join ${latestReadings} n on n.tenant_id = b.tenant_id and n.device_id = b.device_id and n.time >= b.started
    join ${facilities} f on f.tenant_id = b.tenant_id and f.id = b.object_id
    where b.tenant_id = ${tenantId} and b.object_type = ${ObjectType.facility} and b.ended is null and n.metric = ${metric}
      and b.object_id = any(${sql.param(facilityIds)}::int[])
    order by b.object_id, value desc`)
  return rows
}

/** What was measured last of each metric and channel of terminals, since each is on its object; times epoch ms. */
export async function findLastReadings(tx: Tx, deviceIds: number[]) {
  if (!deviceIds.length) return []
  const { rows } = await tx.execute<Measurement & { deviceId: number }>(sql`
    select l.device_id as "deviceId", l.metric, l.channel, l.value, extract(epoch from l.time)::float8 * 1000 as time
    from ${latestReadings} l
    join ${terminalBindings} b on b.tenant_id = l.tenant_id and b.device_id = l.device_id and b.ended is null and l.time >= b.started
    where l.device_id = any(${sql.param(deviceIds)}::int[])`)
  return rows
}

type Wish = Object & { metric: Metric; channel: number; from: Date; to: Date; seconds: number }

/**
 * Readings of the terminals bound to the object, of a facility's weight those that vehicles sent of it, in device time in [`from`, `to`), by what
 * they mean, aggregated over spans of `seconds` that start at `from`. Each calibration holds until the next one starts.
 */
export async function findHistory(tx: Tx, tenantId: number, { objectType, objectId, metric, channel, from, to, seconds }: Wish) {
  const { min, max } = metrics[metric]
  const facilityId = objectType === ObjectType.facility ? objectId : null
  const { rows } = await tx.execute<ReadingPoint>(sql`
    with calibrated as (
      select start_time as since, lead(start_time, 1, 'infinity') over (order by start_time, id) as until, factor, "offset"
      from box_calibration
      where tenant_id = ${tenantId} and facility_id = ${facilityId}::int and metric = ${metric} and channel = ${channel} and revoke_time is null
    )
    select to_char(date_bin(make_interval(secs => ${seconds}), r.time, ${from}::timestamptz), 'YYYY-MM-DD HH24:MI:SS') as time,
      min(m.meaning), avg(m.meaning), max(m.meaning), avg(r.value) as measured, count(*)::int
    from (${metric === Metric.weight && facilityId !== null ? collectedAt(tenantId, facilityId) : measuredOn(tenantId, { objectType, objectId })}) r
    left join calibrated c on r.time >= c.since and r.time < c.until
    cross join lateral (
      select case when c.factor is null then r.value
        else least(${max}::float8, greatest(${min}::float8, r.value * c.factor + c."offset")) end as meaning
    ) m
    where r.metric = ${metric} and r.channel = ${channel} and r.time >= ${from} and r.time < ${to}
    group by 1 order by 1`)
  return rows
}

/** Readings of the terminals while they were bound to an object. */
const measuredOn = (tenantId: number, { objectType, objectId }: Object) => sql`
  select r.metric, r.channel, r.time, r.value from ${terminalBindings} b
  join ${readings} r on r.tenant_id = b.tenant_id and r.device_id = b.device_id
    and r.time >= b.started and (b.ended is null or r.time < b.ended)
  where b.tenant_id = ${tenantId} and b.object_type = ${objectType} and b.object_id = ${objectId} and r.tenant_id = ${tenantId}`

/** Weights that scales of vehicles sent of a facility. */
const collectedAt = (tenantId: number, facilityId: number) => sql`
  select metric, channel, time, value from ${readings} where tenant_id = ${tenantId} and facility_id = ${facilityId}`
