import { mostAtOnce } from '@huanwei/contract/many'
import { ObjectType } from '@huanwei/contract/objects'
import { isByOwnAreas } from '@huanwei/contract/rules/rules'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { photoMinutes, recordDays, type ViolationEvidence } from '@huanwei/contract/violations/endpoints'
import { and, asc, desc, eq, gt, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { inScope } from '../../../db/scope.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { departmentsAbove, ownerAmong } from '../../../position/judge/own-areas.ts'
import { findParents } from '../../../position/judge/rulebook-queries.ts'
import { areas, formerAreas } from '../../areas/table.ts'
import { formerRules, rules } from '../../rules/table.ts'
import { terminalPhotos } from '../../terminals/table.ts'
import { users } from '../../users/table.ts'
import { vehicles } from '../../vehicles/table.ts'
import { isOfViolation } from '../../video/attachments/queries.ts'
import { alarmAttachments, alarmUploads, recordings } from '../../video/table.ts'
import { one, standing } from '../queries.ts'
import { violations } from '../table.ts'
import { findViews } from '../views/queries.ts'

type Found = typeof violations.$inferSelect
type Rule = NonNullable<ViolationEvidence['rule']>

/** What a verdict on a violation goes by, with the newest `mostViews` views of it; undefined when it is not in scope. */
export async function findEvidence(
  tx: Tx,
  viewer: Viewer,
  id: number,
  mostViews: number,
): Promise<ViolationEvidence | undefined> {
  const [found] = await tx.select().from(violations).where(one(viewer, id))
  if (!found) return undefined
  const rule = await findRuleThen(tx, found)
  const [photos, clips] = [await findPhotos(tx, found), await findClips(tx, viewer, found)]
  const attachments = await findAttachments(tx, found)
  const names = [...photos, ...clips, ...attachments].flatMap(({ fileName }) => fileName || [])
  return {
    record: await findRecord(tx, viewer, found),
    contact: await findContact(tx, found),
    photos,
    clips,
    attachments,
    views: await findViews(tx, found, names, mostViews),
    awaited: await countAwaited(tx, found),
    rule,
    areas: rule ? await findAreasThen(tx, viewer, found, rule) : [],
    similar: await findSimilar(tx, viewer, found),
  }
}

const ofObject = ({ objectType, objectId }: Found) =>
  and(eq(violations.objectType, objectType), eq(violations.objectId, objectId))
const days = sql.raw(`interval '${recordDays} days'`)

/** How those of the same object in the days before were judged, merged alarms left out. */
const findRecord = (tx: Tx, viewer: Viewer, found: Found) =>
  tx
    .select({
      alarmType: violations.alarmType,
      count: sql`count(*)`.mapWith(Number),
      ofRule: sql`count(*) filter (where ${eq(violations.ruleId, found.ruleId)})`.mapWith(Number),
    })
    .from(violations)
    .where(
      and(
        standing(viewer),
        ofObject(found),
        lt(violations.createTime, found.createTime),
        sql`${violations.createTime} >= ${found.createTime}::timestamptz - ${days}`,
      ),
    )
    .groupBy(violations.alarmType)
    .orderBy(violations.alarmType)

async function findContact(tx: Tx, { tenantId, objectType, objectId }: Found) {
  const [contact] =
    objectType === ObjectType.vehicle
      ? await tx
          .select({ name: vehicles.driverName, phone: vehicles.driverPhone })
          .from(vehicles)
          .where(and(eq(vehicles.tenantId, tenantId), eq(vehicles.id, objectId)))
      : objectType === ObjectType.person
        ? await tx
            .select({
              name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.username})`,
              phone: sql<string>`coalesce(${users.phone}, '')`,
            })
            .from(users)
            .where(and(eq(users.tenantId, tenantId), eq(users.id, objectId)))
        : []
  return contact && (contact.name || contact.phone) ? contact : null
}

/** Most pictures of a terminal that a verdict needs. */
const mostPhotos = 12

/** Time of a picture on the terminal's clock, where it has one. */
export const photoTime = sql`coalesce(${terminalPhotos.time}, ${terminalPhotos.received})`
export const terminalPhotoColumns = {
  fileName: terminalPhotos.fileName,
  channel: terminalPhotos.channel,
  time: sql<string>`left(${photoTime}::text, 19)`,
}

const findPhotos = (tx: Tx, { tenantId, deviceId, objectType, objectId, createTime }: Found) => {
  const { before, after } = photoMinutes
  return tx
    .select(terminalPhotoColumns)
    .from(terminalPhotos)
    .where(
      and(
        eq(terminalPhotos.tenantId, tenantId),
        // A video server is no terminal: what it tells of is of the vehicle.
        deviceId < 0 ? undefined : eq(terminalPhotos.deviceId, deviceId),
        eq(terminalPhotos.objectType, objectType),
        eq(terminalPhotos.objectId, objectId),
        sql`${photoTime} between ${createTime}::timestamptz - make_interval(mins => ${before}) and ${createTime}::timestamptz + make_interval(mins => ${after})`,
      ),
    )
    .orderBy(asc(photoTime), asc(terminalPhotos.id))
    .limit(mostPhotos)
}

/** Most recordings that a verdict needs. */
const mostClips = 24

/** The recordings of a violation; those that were made for something else only for who may watch. */
const findClips = (tx: Tx, viewer: Viewer, { tenantId, id, objectType, objectId, createTime }: Found) => {
  const { before, after } = photoMinutes
  const isAround = sql`${recordings.startTime} <= ${createTime}::timestamptz + make_interval(mins => ${after})
    and ${recordings.endTime} >= ${createTime}::timestamptz - make_interval(mins => ${before})`
  const isOther = viewer.permissions.has('video_view') && objectType === ObjectType.vehicle
  return tx
    .select({
      id: recordings.id,
      channel: recordings.channel,
      cause: recordings.cause,
      startTime: recordings.startTime,
      endTime: recordings.endTime,
      fileName: recordings.fileName,
      fileSize: recordings.fileSize,
      sha256: recordings.sha256,
    })
    .from(recordings)
    .where(
      and(
        eq(recordings.tenantId, tenantId),
        isNotNull(recordings.endTime),
        or(eq(recordings.violationId, id), isOther ? and(eq(recordings.vehicleId, objectId), isAround) : undefined),
      ),
    )
    .orderBy(asc(recordings.startTime), asc(recordings.id))
    .limit(mostClips)
}

type WithAlarm = typeof alarmAttachments | typeof alarmUploads

/** The alarms of its vehicle's terminal while it lasted. */
const duringIt = (alarm: WithAlarm, { tenantId, deviceId, objectType, objectId, createTime, endTime, lastTime }: Found) =>
  and(
    eq(alarm.tenantId, tenantId),
    eq(alarm.deviceId, deviceId),
    objectType === ObjectType.vehicle ? eq(alarm.vehicleId, objectId) : sql`false`,
    // Times on the wire are whole seconds.
    sql`${alarm.time} >= ${createTime}::timestamptz and ${alarm.time} < ${endTime ?? lastTime}::timestamptz + interval '1 second'`,
  )

export const attachmentColumns = {
  id: alarmAttachments.id,
  kind: alarmAttachments.kind,
  channel: alarmAttachments.channel,
  time: alarmAttachments.time,
  original: alarmAttachments.original,
  fileName: alarmAttachments.fileName,
  fileSize: alarmAttachments.fileSize,
  sha256: alarmAttachments.sha256,
}

/** Files of the alarms of a driving assistant, by the time of the alarm, and those that were kept of a video server. */
const findAttachments = (tx: Tx, found: Found) =>
  tx
    .select(attachmentColumns)
    .from(alarmAttachments)
    .where(isOfViolation(found, duringIt(alarmAttachments, found)))
    .orderBy(asc(alarmAttachments.time), asc(alarmAttachments.original), asc(alarmAttachments.id))
    .limit(mostClips)

/** Files of these alarms that the terminal has said to have and that may still come. */
async function countAwaited(tx: Tx, found: Found) {
  const kept = sql`(select count(*) from ${alarmAttachments} a where a.tenant_id = ${alarmUploads.tenantId} and a.upload_id = ${alarmUploads.id})`
  const [awaited] = await tx
    .select({ files: sql<number>`coalesce(sum(greatest(${alarmUploads.files} - ${kept}, 0)), 0)::int` })
    .from(alarmUploads)
    .where(and(duringIt(alarmUploads, found), sql`${alarmUploads.state} in ('waiting', 'asked')`))
  return awaited?.files ?? 0
}

/** The rule as it was when the violation began: what it was until its next change, or what it is. */
async function findRuleThen(tx: Tx, { tenantId, ruleId, createTime }: Found): Promise<Rule | null> {
  const { condition, hours, shiftIds, calendar } = formerRules
  const [former] = await tx
    .select({ condition, hours, shiftIds, calendar })
    .from(formerRules)
    .where(and(eq(formerRules.tenantId, tenantId), eq(formerRules.ruleId, ruleId), gt(formerRules.until, createTime)))
    .orderBy(formerRules.until)
    .limit(1)
  if (former) return { ...former, isChanged: true }
  const [now] = await tx
    .select({ condition: rules.condition, hours: rules.hours, shiftIds: rules.shiftIds, calendar: rules.calendar })
    .from(rules)
    .where(and(eq(rules.tenantId, tenantId), eq(rules.id, ruleId)))
  return now ? { ...now, isChanged: false } : null
}

type AreaThen = ViolationEvidence['areas'][number]

/** The areas that the rule names, or the object's own, as they were then. */
async function findAreasThen(tx: Tx, viewer: Viewer, { tenantId, deptId, createTime }: Found, { condition }: Rule) {
  if (!('areaIds' in condition)) return []
  const parents = new Map((await findParents(tx, [tenantId])).map(({ id, parentId }) => [id, parentId]))
  const above = departmentsAbove((id) => parents.get(id), deptId)
  const ofAbove = sql`dept_id = any(${sql.param([...above])}::int[])`
  const isNamed = sql`id = any(${sql.param(condition.areaIds)}::int[])`
  const isByOwn = isByOwnAreas(condition)
  const { rows } = await tx.execute<AreaThen & { deptId: number }>(sql`
    with version as (
      select area_id as id, until, dept_id, name, shape from ${formerAreas} where tenant_id = ${tenantId} and until > ${createTime}::timestamptz
      union all
      select id, 'infinity', dept_id, name, shape from ${areas} where tenant_id = ${tenantId} and create_time <= ${createTime}::timestamptz
    ), area_then as (
      select distinct on (id) id, dept_id, name, shape from version order by id, until
    )
    select id, name, shape, dept_id as "deptId" from area_then
    where ${isByOwn ? ofAbove : and(isNamed, or(ofAbove, inScope(viewer, sql`dept_id`) ?? sql`true`))} order by id`)
  const owner = ownerAmong(
    above,
    Map.groupBy(rows, (row) => row.deptId),
  )
  return rows.filter((row) => !isByOwn || row.deptId === owner).map(({ id, name, shape }) => ({ id, name, shape }))
}

async function findSimilar(tx: Tx, viewer: Viewer, found: Found) {
  const { id, createTime, ruleId, storm } = found
  const ofStorm = storm === null ? undefined : sql`${violations.storm} = ${storm}::timestamptz`
  const ofSameObject = and(
    ofObject(found),
    sql`${violations.createTime} between ${createTime}::timestamptz - ${days} and ${createTime}::timestamptz + ${days}`,
  )
  const rows = await tx
    .select({ id: violations.id })
    .from(violations)
    .where(
      and(
        standing(viewer),
        ne(violations.id, id),
        eq(violations.ruleId, ruleId),
        eq(violations.alarmType, AlarmType.pending),
        or(ofSameObject, ofStorm),
      ),
    )
    .orderBy(desc(violations.createTime), desc(violations.id))
    // The one itself is judged with them.
    .limit(mostAtOnce - 1)
  return rows.map((row) => row.id)
}
