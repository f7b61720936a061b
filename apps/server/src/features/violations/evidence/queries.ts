import { mostAtOnce } from '@huanwei/contract/many'
import { ObjectType } from '@huanwei/contract/objects'
import { isByOwnAreas } from '@huanwei/contract/rules/rules'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { photoMinutes, recordDays, type ViolationEvidence } from '@huanwei/contract/violations/endpoints'
import { and, asc, desc, eq, gt, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { inScope } from '../../../db/scope.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { formerRules, rules } from '../../rules/table.ts'
import { terminalPhotos } from '../../terminals/table.ts'
import { users } from '../../users/table.ts'
import { vehicles } from '../../vehicles/table.ts'
import { one, standing } from '../queries.ts'
import { violations } from '../table.ts'

type Found = typeof violations.$inferSelect
type Rule = NonNullable<ViolationEvidence['rule']>

/** What a verdict on a violation goes by; undefined when it is not in scope. */
export async function findEvidence(tx: Tx, viewer: Viewer, id: number): Promise<ViolationEvidence | undefined> {
  const [found] = await tx.select().from(violations).where(one(viewer, id))
  if (!found) return undefined
  const rule = await findRuleThen(tx, found)
  return {
    record: await findRecord(tx, viewer, found),
    contact: await findContact(tx, found),
    photos: await findPhotos(tx, found),
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

const findPhotos = (tx: Tx, { tenantId, deviceId, objectType, objectId, createTime }: Found) => {
  const at = sql`coalesce(${terminalPhotos.time}, ${terminalPhotos.received})`
  const { before, after } = photoMinutes
  return tx
    .select({
      fileName: terminalPhotos.fileName,
      channel: terminalPhotos.channel,
      time: sql<string>`left(${at}::text, 19)`,
    })
    .from(terminalPhotos)
    .where(
      and(
        eq(terminalPhotos.tenantId, tenantId),
        eq(terminalPhotos.deviceId, deviceId),
        eq(terminalPhotos.objectType, objectType),
        eq(terminalPhotos.objectId, objectId),
        sql`${at} between ${createTime}::timestamptz - make_interval(mins => ${before}) and ${createTime}::timestamptz + make_interval(mins => ${after})`,
      ),
    )
    .orderBy(asc(at), asc(terminalPhotos.id))
    .limit(mostPhotos)
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

/** Areas of every department from the object's own upwards, as they were, with their distance from it. */
const areasThen = ({ tenantId, deptId, createTime }: Found) => sql`
  with recursive above as (
    select dept_id, parent_id, 0 as height from sys_dept where tenant_id = ${tenantId} and dept_id = ${deptId}
    union all
    select d.dept_id, d.parent_id, a.height + 1 from above a join sys_dept d on d.tenant_id = ${tenantId} and d.dept_id = a.parent_id
  ), version as (
    select area_id as id, until, dept_id, name, shape from former_area where tenant_id = ${tenantId} and until > ${createTime}::timestamptz
    union all
    select id, 'infinity', dept_id, name, shape from area where tenant_id = ${tenantId} and create_time <= ${createTime}::timestamptz
  ), area_then as (
    select distinct on (v.id) v.id, v.dept_id, v.name, v.shape, a.height from version v left join above a on a.dept_id = v.dept_id
    order by v.id, v.until
  )`

/** The areas that the rule names, or the object's own: those of the nearest department that has any. */
async function findAreasThen(tx: Tx, viewer: Viewer, found: Found, { condition }: Rule) {
  if (!('areaIds' in condition)) return []
  const wanted: SQL | undefined = isByOwnAreas(condition)
    ? sql`height = (select min(height) from area_then)`
    : and(
        sql`id = any(${sql.param(condition.areaIds)}::int[])`,
        or(sql`height is not null`, inScope(viewer, sql`dept_id`) ?? sql`true`),
      )
  const { rows } = await tx.execute<ViolationEvidence['areas'][number]>(
    sql`${areasThen(found)} select id, name, shape from area_then where ${wanted} order by id`,
  )
  return rows
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
