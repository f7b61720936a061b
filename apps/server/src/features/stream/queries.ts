import type { Parsed } from '@huanwei/contract/endpoint'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import { mostStreamed, type StreamKind, streamHours, streamKinds } from '@huanwei/contract/stream/codes'
import type { listStream, StreamItem } from '@huanwei/contract/stream/endpoints'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { and, between, desc, eq, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { object, objects } from '../objects/queries.ts'
import { rules } from '../rules/table.ts'
import { terminalPhotos } from '../terminals/table.ts'
import { standing } from '../violations/queries.ts'
import { violations } from '../violations/table.ts'

type Asked = Parsed<typeof listStream>

/** Newest rows among which ends of violations, pictures in scope, and what lies in a part of the map are looked for: however many there are, an answer costs no more. */
const mostLookedAt = 5000

/** The newest of what happened in scope, as far as it is asked for. */
export async function findStream(tx: Tx, viewer: Viewer, asked: Asked): Promise<StreamItem[]> {
  const kinds: readonly StreamKind[] = asked.kinds ?? streamKinds
  const hasAreas = kinds.includes('area')
  const found = [
    ...(kinds.includes('alarm') ? await findAlarms(tx, viewer, asked, hasAreas) : []),
    ...(hasAreas ? await findCrossings(tx, viewer, asked) : []),
    ...(kinds.includes('photo') ? await findPhotos(tx, viewer, asked) : []),
  ]
  return found.sort((a, b) => compare(b.time, a.time) || compare(b.id, a.id)).slice(0, mostStreamed)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const isRecent = (time: SQLWrapper) => sql`${time} >= now() - make_interval(hours => ${streamHours})`

/** Condition that a row is about the object that is asked for; none when every one is. */
const isOf = ({ objectType, objectId }: Asked, table: typeof violations | typeof terminalPhotos) =>
  objectType && objectId ? and(eq(table.objectType, objectType), eq(table.objectId, objectId)) : undefined

/** Ids of the rules about areas. */
const areaRules = (viewer: Viewer) =>
  sql`(select ${rules.id} from ${rules} where ${rules.tenantId} = ${viewer.tenantId}
    and ${rules.condition}->>'kind' in (${ConditionKind.inArea}, ${ConditionKind.outOfArea}))`

/** Condition that a place is in the part of the map that is asked for. */
const isWithin = ({ within }: Asked, { lng, lat }: { lng: SQLWrapper; lat: SQLWrapper }) =>
  within && and(between(lng, within.west, within.east), between(lat, within.south, within.north))

/** The newest violations by their start, or by their end. */
async function readViolations(tx: Tx, viewer: Viewer, asked: Asked, where: SQL | undefined, by: 'createTime' | 'endTime') {
  const areEnds = by === 'endTime'
  const newest = tx
    .select({
      id: violations.id,
      objectType: violations.objectType,
      objectId: violations.objectId,
      objectName: violations.objectName,
      event: violations.violationEvent,
      severity: violations.severity,
      alarmType: violations.alarmType,
      createTime: violations.createTime,
      endTime: violations.endTime,
      lng: violations.lng,
      lat: violations.lat,
    })
    .from(violations)
    .where(and(standing(viewer), isRecent(violations.createTime), isOf(asked, violations), where))
    .orderBy(desc(violations.createTime), desc(violations.id))
    .limit(areEnds || asked.within ? mostLookedAt : mostStreamed)
    .as('newest')
  return tx
    .select()
    .from(newest)
    .where(and(isWithin(asked, newest), areEnds ? isNotNull(newest.endTime) : undefined))
    .orderBy(desc(newest[by]), desc(newest.id))
    .limit(mostStreamed)
}
type Row = Awaited<ReturnType<typeof readViolations>>[number]

const itemOf = (kind: StreamKind, row: Row, time: string, isEnd: boolean): StreamItem => ({
  id: `${kind}-${row.id}${isEnd ? '-end' : ''}`,
  kind,
  objectType: row.objectType,
  objectId: row.objectId,
  objectName: row.objectName,
  time,
  violation: { id: row.id, event: row.event, severity: row.severity, isPending: row.alarmType === AlarmType.pending, isEnd },
  fileName: null,
})

async function findAlarms(tx: Tx, viewer: Viewer, asked: Asked, withoutAreas: boolean) {
  const where = withoutAreas ? sql`${violations.ruleId} not in ${areaRules(viewer)}` : undefined
  const rows = await readViolations(tx, viewer, asked, where, 'createTime')
  return rows.map((row) => itemOf('alarm', row, row.createTime, false))
}

/** The starts and ends of violations about areas. */
async function findCrossings(tx: Tx, viewer: Viewer, asked: Asked) {
  const where = sql`${violations.ruleId} in ${areaRules(viewer)}`
  const starts = await readViolations(tx, viewer, asked, where, 'createTime')
  const ends = await readViolations(tx, viewer, asked, where, 'endTime')
  return [
    ...starts.map((row) => itemOf('area', row, row.createTime, false)),
    ...ends.map((row) => itemOf('area', row, row.endTime ?? row.createTime, true)),
  ]
}

async function findPhotos(tx: Tx, viewer: Viewer, asked: Asked): Promise<StreamItem[]> {
  const { tenantId, id, objectType, objectId, received, fileName, lng, lat } = terminalPhotos
  const newest = tx
    .select({ id, objectType, objectId, received, fileName, lng, lat })
    .from(terminalPhotos)
    .where(and(eq(tenantId, viewer.tenantId), isRecent(received), isOf(asked, terminalPhotos)))
    .orderBy(desc(received), desc(id))
    .limit(mostLookedAt)
    .as('newest')
  const rows = await tx
    .select({
      id: newest.id,
      objectType: newest.objectType,
      objectId: newest.objectId,
      objectName: sql<string>`coalesce(${object.name}, '')`,
      time: newest.received,
      fileName: newest.fileName,
    })
    .from(newest)
    .innerJoin(
      objects,
      and(eq(object.tenantId, viewer.tenantId), eq(object.type, newest.objectType), eq(object.id, newest.objectId)),
    )
    .where(and(inScope(viewer, object.deptId), isWithin(asked, newest)))
    .orderBy(desc(newest.received), desc(newest.id))
    .limit(mostStreamed)
  return rows.map((row) => ({ ...row, id: `photo-${row.id}`, kind: 'photo', violation: null }))
}
