import { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { departments } from '../../departments/table.ts'
import { files } from '../../files/table.ts'
import { rules } from '../../rules/table.ts'
import { terminalPhotos } from '../../terminals/table.ts'
import { standing, violationColumns } from '../../violations/queries.ts'
import { violations } from '../../violations/table.ts'
import { isOfViolation } from '../attachments/queries.ts'
import { alarmAttachments, recordings, videoUploadFiles, videoUploads } from '../table.ts'

/** Files of one answer. */
const mostFiles = 3000
/** Pictures of one alarm in a list of alarms. */
const mostPictures = 4

/** Departments of the tenant in the fields of the interface. */
export const findCompanies = (tx: Tx, { tenantId }: Viewer) =>
  tx
    .select({ id: departments.id, nm: departments.name, pId: departments.parentId })
    .from(departments)
    .where(eq(departments.tenantId, tenantId))
    .orderBy(departments.sort, departments.id)

/** The rules of vehicles. */
export const findAlarmRules = (tx: Tx, { tenantId }: Viewer) =>
  tx
    .select({ id: rules.id, condition: rules.condition })
    .from(rules)
    .where(and(eq(rules.tenantId, tenantId), eq(rules.objectType, ObjectType.vehicle)))

type AlarmFilter = {
  vehicleIds: number[]
  from: string
  to: string
  isHandled: boolean | undefined
  /** Of these rules, or also of rules that are not `known` any more. */
  wanted: { ids: number[]; known: number[]; isGoneToo: boolean } | undefined
  current: number
  size: number
}

const alarmColumns = (() => {
  const { handling } = violationColumns('zh-CN')
  const { id, ruleId, objectType, objectId, objectName, violationEvent, createTime, endTime, position, lng, lat } = violations
  const { limit, peak, alarmType } = violations
  return {
    id,
    ruleId,
    objectType,
    objectId,
    objectName,
    violationEvent,
    createTime,
    endTime,
    position,
    lng,
    lat,
    limit,
    peak,
    alarmType,
    handling,
  }
})()

/** One page of the violations of these vehicles in scope that began within the span, newest first, with the total. */
export async function findAlarms(tx: Tx, viewer: Viewer, filter: AlarmFilter) {
  const { vehicleIds, from, to, isHandled, wanted, current, size } = filter
  const ofRules =
    wanted &&
    or(inArray(violations.ruleId, wanted.ids), wanted.isGoneToo ? notInArray(violations.ruleId, wanted.known) : undefined)
  const where = and(
    standing(viewer),
    eq(violations.objectType, ObjectType.vehicle),
    sql`${violations.objectId} = any(${sql.param(vehicleIds)}::int[])`,
    gte(violations.createTime, from),
    lte(violations.createTime, to),
    isHandled === undefined ? undefined : (isHandled ? ne : eq)(violations.alarmType, AlarmType.pending),
    ofRules,
  )
  const alarms = await tx
    .select(alarmColumns)
    .from(violations)
    .where(where)
    .orderBy(desc(violations.createTime), desc(violations.id))
    .limit(size)
    .offset((current - 1) * size)
  return { alarms, total: await tx.$count(violations, where) }
}

/** A violation in scope. */
export async function findAlarm(tx: Tx, viewer: Viewer, id: number) {
  const [found] = await tx
    .select(alarmColumns)
    .from(violations)
    .where(and(standing(viewer), eq(violations.id, id)))
  return found
}

/** The first pictures that driving assistants took of these violations or a video server held of them, by violation. */
export async function findPicturesOf(tx: Tx, { tenantId }: Pick<Viewer, 'tenantId'>, violationIds: number[]) {
  if (!violationIds.length) return []
  const violation = { tenantId: sql`v.tenant_id`, id: sql`v.id` }
  const duringIt = sql`device_id = v.device_id and vehicle_id = v.object_id
    and time >= v.create_time and time < coalesce(v.end_time, v.last_time) + interval '1 second'`
  const { rows } = await tx.execute<{ violationId: number; fileName: string }>(sql`
    select v.id::float8 as "violationId", a.file_name as "fileName" from ${violations} v
    cross join lateral (
      select file_name, time, id from ${alarmAttachments}
      where kind = 'picture' and ${isOfViolation(violation, duringIt)}
      order by time, id limit ${mostPictures}::int
    ) a
    where v.tenant_id = ${tenantId} and v.id = any(${sql.param(violationIds)}::bigint[])
    order by v.id, a.time, a.id`)
  return rows
}

type KeptFilter = { vehicleId: number; channels: number[]; from: string; to: string }

const ofChannels = ({ channels }: KeptFilter) => sql`channel = any(${sql.param(channels)}::int[])`

/** Recordings of the server that touch the span, the oldest first. */
export const findKeptVideos = (tx: Tx, { tenantId }: Viewer, filter: KeptFilter) =>
  tx
    .select({
      channel: recordings.channel,
      stream: recordings.stream,
      startTime: recordings.startTime,
      endTime: sql<string>`left(${recordings.endTime}::text, 19)`,
      fileName: recordings.fileName,
      size: recordings.fileSize,
      isAlarm: sql<boolean>`${recordings.cause} = 'alarm'`,
    })
    .from(recordings)
    .where(
      and(
        eq(recordings.tenantId, tenantId),
        eq(recordings.vehicleId, filter.vehicleId),
        ofChannels(filter),
        isNotNull(recordings.endTime),
        lt(recordings.startTime, filter.to),
        gte(recordings.endTime, filter.from),
      ),
    )
    .orderBy(asc(recordings.startTime), asc(recordings.id))
    .limit(mostFiles)

/** Files of the vehicle's uploads that touch the span, the oldest first: each has the span that was asked for. */
export const findUploadedVideos = (tx: Tx, { tenantId }: Viewer, filter: KeptFilter) =>
  tx
    .select({
      channel: videoUploads.channel,
      stream: sql<'main'>`'main'`,
      startTime: videoUploads.startTime,
      endTime: videoUploads.endTime,
      fileName: videoUploadFiles.fileName,
      size: videoUploadFiles.fileSize,
      isAlarm: sql<boolean>`false`,
    })
    .from(videoUploadFiles)
    .innerJoin(
      videoUploads,
      and(eq(videoUploads.tenantId, videoUploadFiles.tenantId), eq(videoUploads.id, videoUploadFiles.uploadId)),
    )
    .where(
      and(
        eq(videoUploads.tenantId, tenantId),
        eq(videoUploads.vehicleId, filter.vehicleId),
        ofChannels(filter),
        lt(videoUploads.startTime, filter.to),
        gte(videoUploads.endTime, filter.from),
      ),
    )
    .orderBy(asc(videoUploads.startTime), asc(videoUploadFiles.id))
    .limit(mostFiles)

/** Pictures that the vehicle's terminals took within the span, the oldest first. */
export function findKeptPictures(tx: Tx, { tenantId }: Viewer, filter: KeptFilter) {
  const at = sql`coalesce(${terminalPhotos.time}, ${terminalPhotos.received})`
  const time = sql<string>`left(${at}::text, 19)`
  return tx
    .select({
      channel: terminalPhotos.channel,
      stream: sql<'main'>`'main'`,
      startTime: time,
      endTime: time,
      fileName: terminalPhotos.fileName,
      size: files.fileSize,
      isAlarm: sql<boolean>`false`,
    })
    .from(terminalPhotos)
    .innerJoin(files, and(eq(files.tenantId, terminalPhotos.tenantId), eq(files.fileName, terminalPhotos.fileName)))
    .where(
      and(
        eq(terminalPhotos.tenantId, tenantId),
        eq(terminalPhotos.objectType, ObjectType.vehicle),
        eq(terminalPhotos.objectId, filter.vehicleId),
        ofChannels(filter),
        sql`${at} >= ${filter.from}::timestamptz and ${at} < ${filter.to}::timestamptz`,
      ),
    )
    .orderBy(asc(at), asc(terminalPhotos.id))
    .limit(mostFiles)
}
