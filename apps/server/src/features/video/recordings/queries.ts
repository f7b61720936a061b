import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import type { RecordingEnd } from '@huanwei/contract/video/codes'
import type { listServerRecordings } from '@huanwei/contract/video/endpoints'
import { and, eq, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { orderByTime } from '../../../db/keyset.ts'
import { findPage } from '../../../db/lists/find-page.ts'
import { inScope } from '../../../db/scope.ts'
import type { Viewer } from '../../../http/viewer.ts'
import type { WholeFacts } from '../../../media/mp4/growing.ts'
import { bucket } from '../../files/file-addresses.ts'
import { addFile, terminalAsSender } from '../../files/queries.ts'
import { files } from '../../files/table.ts'
import { rules } from '../../rules/table.ts'
import { vehicles } from '../../vehicles/table.ts'
import { violations } from '../../violations/table.ts'
import { ofVehicle } from '../queries.ts'
import { recordings } from '../table.ts'

type NewRecording = typeof recordings.$inferInsert
type Found = typeof recordings.$inferSelect

/** Adds a recording that begins; returns its id. */
export async function addRecording(tx: Tx, recording: NewRecording): Promise<number> {
  const [added] = await tx.insert(recordings).values(recording).returning({ id: recordings.id })
  if (!added) throw new Error('a recording was not added')
  return added.id
}

/** Recordings of vehicles in scope; those of vehicles that are gone are seen by who sees the whole organisation. */
const inSight = (viewer: Viewer) => and(eq(recordings.tenantId, viewer.tenantId), inScope(viewer, vehicles.deptId))

const shown = (viewer: Viewer) => ({
  id: recordings.id,
  vehicleId: recordings.vehicleId,
  plateNumber: sql<string>`coalesce(${vehicles.plateNumber}, '')`,
  channel: recordings.channel,
  stream: recordings.stream,
  cause: recordings.cause,
  violationId: recordings.violationId,
  startTime: recordings.startTime,
  endTime: recordings.endTime,
  endReason: recordings.endReason,
  fileName: sql<string | null>`case when ${recordings.endTime} is not null then ${recordings.fileName} end`,
  fileSize: recordings.fileSize,
  frames: recordings.frames,
  sha256: recordings.sha256,
  createBy: recordings.createBy,
  isOwn: sql<boolean>`coalesce(${recordings.userId} = ${viewer.userId}, false)`,
})

const select = (tx: Tx, viewer: Viewer) => tx.select(shown(viewer)).from(recordings).leftJoin(vehicles, ofVehicle)

const list = { table: recordings, id: recordings.id, time: recordings.startTime }

/** One page of the recordings in scope, newest first, with the total. */
export async function findRecordings(tx: Tx, viewer: Viewer, filter: Parsed<typeof listServerRecordings>) {
  const { vehicleId, channel, violationId, startTime, endTime, running } = filter
  const where = and(
    inSight(viewer),
    vehicleId === undefined ? undefined : eq(recordings.vehicleId, vehicleId),
    channel === undefined ? undefined : eq(recordings.channel, channel),
    violationId === undefined ? undefined : eq(recordings.violationId, violationId),
    endTime === undefined ? undefined : lte(recordings.startTime, endTime),
    startTime === undefined ? undefined : or(isNull(recordings.endTime), gte(recordings.endTime, startTime)),
    running === undefined ? undefined : running === 'true' ? isNull(recordings.endTime) : isNotNull(recordings.endTime),
  )
  const join = sql`left join ${vehicles} on ${ofVehicle}`
  // What touches a span is not what begins in it: it is counted.
  const isSteady = startTime === undefined && endTime === undefined
  const { total, only } = await findPage(tx, list, filter, { tenantId: viewer.tenantId, join, where, isSteady })
  const records = await select(tx, viewer)
    .where(and(eq(recordings.tenantId, viewer.tenantId), only))
    .orderBy(...orderByTime(list))
  return { records, total }
}

/** A recording in scope. */
export async function findRecording(tx: Tx, viewer: Viewer, id: number) {
  const [found] = await select(tx, viewer).where(and(inSight(viewer), eq(recordings.id, id)))
  return found
}

/** Recordings of any tenant that have not ended. */
export const findUnended = (tx: Tx) => tx.select().from(recordings).where(isNull(recordings.endTime))

type Ended = WholeFacts & { start: number; reason: RecordingEnd; original: string }

/** Ends a recording and adds its file; false when it is gone or has ended. */
export async function endRecording(tx: Tx, { tenantId, id, fileName, terminalNo }: Found, ended: Ended): Promise<boolean> {
  const { start, duration, size, frames, sha256, reason, original } = ended
  const { rowCount } = await tx
    .update(recordings)
    .set({
      startTime: sql`to_timestamp(${start / 1000}::float8)`,
      endTime: sql`to_timestamp(${(start + duration) / 1000}::float8)`,
      endReason: reason,
      fileSize: size,
      frames,
      sha256,
    })
    .where(and(eq(recordings.tenantId, tenantId), eq(recordings.id, id), isNull(recordings.endTime)))
  if (!rowCount) return false
  const file = { tenantId, bucketName: bucket, fileName, original, type: 'mp4', fileSize: size }
  return addFile(tx, { ...file, createUser: terminalAsSender(terminalNo), isConfirmed: true })
}

/** Forgets a recording in which no picture came. */
export const dropEmpty = (tx: Tx, { tenantId, id }: Pick<Found, 'tenantId' | 'id'>) =>
  tx.delete(recordings).where(and(eq(recordings.tenantId, tenantId), eq(recordings.id, id), isNull(recordings.endTime)))

/** Removes a batch of the recordings that ended more than `keepDays` ago, or began then on a disk that is gone; returns the names of their files. */
export async function dropOldRecordings(tx: Tx, keepDays: number): Promise<string[]> {
  const old = await tx
    .select({ fileName: recordings.fileName })
    .from(recordings)
    .where(sql`coalesce(${recordings.endTime}, ${recordings.startTime}) < now() - make_interval(days => ${keepDays}::int)`)
    .limit(500)
  return dropNamed(
    tx,
    old.map(({ fileName }) => fileName),
  )
}

async function dropNamed(tx: Tx, names: string[]): Promise<string[]> {
  if (!names.length) return []
  await tx.delete(recordings).where(inArray(recordings.fileName, names))
  await tx.delete(files).where(inArray(files.fileName, names))
  return names
}

/** Tenants that have recordings by schedule. */
export async function findTenantsWithScheduled(tx: Tx): Promise<number[]> {
  const found = await tx
    .selectDistinct({ tenantId: recordings.tenantId })
    .from(recordings)
    .where(eq(recordings.cause, 'schedule'))
  return found.map(({ tenantId }) => tenantId)
}

/** Removes a batch of the oldest recordings by schedule of a tenant that do not fit into `bytes`; returns the names of their files. */
export async function dropScheduledBeyond(tx: Tx, tenantId: number, bytes: number): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from (
      select c.file_name as name, sum(c.file_size) over (order by c.start_time desc, c.id desc) as bytes from ${recordings} c
      where c.tenant_id = ${tenantId} and c.cause = 'schedule' and c.end_time is not null) kept
    where kept.bytes > ${bytes} limit 500`)
  return dropNamed(
    tx,
    rows.map(({ name }) => name),
  )
}

/** A recording with its tenant, as it is ended. */
export async function findRunning(tx: Tx, tenantId: number, id: number): Promise<Found | undefined> {
  const [found] = await tx
    .select()
    .from(recordings)
    .where(and(eq(recordings.tenantId, tenantId), eq(recordings.id, id), isNull(recordings.endTime)))
  return found
}

/** The plate of a vehicle; empty when it is gone. */
export async function findPlate(tx: Tx, { tenantId, vehicleId }: Pick<Found, 'tenantId' | 'vehicleId'>): Promise<string> {
  const [found] = await tx
    .select({ plateNumber: vehicles.plateNumber })
    .from(vehicles)
    .where(and(eq(vehicles.tenantId, tenantId), eq(vehicles.id, vehicleId)))
  return found?.plateNumber ?? ''
}

export type AlarmToRecord = { id: number; tenantId: number; vehicleId: number }

/** Tenants with a rule that records its violations. */
export async function findRecordingTenants(tx: Tx): Promise<number[]> {
  const found = await tx.selectDistinct({ tenantId: rules.tenantId }).from(rules).where(eq(rules.recordVideo, true))
  return found.map(({ tenantId }) => tenantId)
}

/** Violations of vehicles of these tenants that began within the last minute by a rule that records them, and that nothing was recorded of yet. */
export async function findAlarmsToRecord(tx: Tx, tenantIds: readonly number[]): Promise<AlarmToRecord[]> {
  const { rows } = await tx.execute<AlarmToRecord>(sql`
    select v.id::float8 as id, v.tenant_id as "tenantId", v.object_id as "vehicleId" from ${violations} v
    join ${rules} r on r.tenant_id = v.tenant_id and r.id = v.rule_id and r.record_video
    where v.tenant_id = any(${sql.param([...tenantIds])}::int[])
      and v.create_time between now() - interval '1 minute' and now() + interval '1 minute'
      and v.object_type = ${ObjectType.vehicle} and v.merged_into is null
      and not exists (select from ${recordings} c where c.tenant_id = v.tenant_id and c.violation_id = v.id)
    order by v.create_time, v.id limit 100`)
  return rows
}
