import type { ObjectType } from '@huanwei/contract/objects'
import type { Metric } from '@huanwei/contract/readings/codes'
import type { Reading, ReadingPoint } from '@huanwei/contract/readings/endpoints'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import type { Measurement } from '../../position/report.ts'
import { terminalBindings } from '../terminals/table.ts'
import { latestReadings, readings } from './table.ts'

type Object = { objectType: ObjectType; objectId: number }

/** The newest of each metric and channel since its device is on the object. */
export async function findLatest(tx: Tx, tenantId: number, { objectType, objectId }: Object) {
  const { rows } = await tx.execute<Reading>(sql`
    select l.metric, l.channel, l.value, to_char(l.time, 'YYYY-MM-DD HH24:MI:SS') as time
    from ${terminalBindings} b
    join ${latestReadings} l on l.tenant_id = b.tenant_id and l.device_id = b.device_id and l.time >= b.started
    where b.tenant_id = ${tenantId} and b.object_type = ${objectType} and b.object_id = ${objectId} and b.ended is null
    order by l.metric, l.channel`)
  return rows
}

/** The newest of each metric and channel of terminals, since each is on its object; times epoch ms. */
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

/** Readings of the terminals bound to the object, in device time in [`from`, `to`), aggregated over spans of `seconds` that start at `from`. */
export async function findHistory(tx: Tx, tenantId: number, { objectType, objectId, metric, channel, from, to, seconds }: Wish) {
  const { rows } = await tx.execute<ReadingPoint>(sql`
    select to_char(date_bin(make_interval(secs => ${seconds}), r.time, ${from}::timestamptz), 'YYYY-MM-DD HH24:MI:SS') as time,
      min(r.value), avg(r.value), max(r.value), count(*)::int
    from ${terminalBindings} b
    join ${readings} r on r.tenant_id = b.tenant_id and r.device_id = b.device_id
      and r.time >= b.started and (b.ended is null or r.time < b.ended)
    where b.tenant_id = ${tenantId} and b.object_type = ${objectType} and b.object_id = ${objectId}
      and r.tenant_id = ${tenantId} and r.metric = ${metric} and r.channel = ${channel} and r.time >= ${from} and r.time < ${to}
    group by 1 order by 1`)
  return rows
}
