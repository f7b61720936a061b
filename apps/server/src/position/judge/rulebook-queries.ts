import { ObjectType } from '@huanwei/contract/objects'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { areas } from '../../features/areas/table.ts'
import { calendarDays } from '../../features/calendar/table.ts'
import { departments } from '../../features/departments/table.ts'
import { rules } from '../../features/rules/table.ts'
import { shifts } from '../../features/shifts/table.ts'
import { terminalBindings, terminals } from '../../features/terminals/table.ts'
import { units } from '../../features/units/table.ts'
import { vehicles } from '../../features/vehicles/table.ts'
import { columnsOf, type RulebookPart } from './rulebook-part.ts'
import type { WatchedTerminal } from './subject.ts'

/** Whole epoch ms, rounded up. */
const epochMs = (column: PgColumn) => sql<number>`ceil(extract(epoch from ${column}) * 1000)::float8`

/** Rows of these tenants, or of all. */
const ofTenants = (column: PgColumn, tenantIds: readonly number[] | undefined) => tenantIds && inArray(column, [...tenantIds])

/** Enabled rules of these tenants, or of all. */
export const findEnabledRules = (tx: Tx, tenantIds?: readonly number[]) =>
  tx
    .select({
      tenantId: rules.tenantId,
      id: rules.id,
      objectType: rules.objectType,
      name: rules.name,
      condition: rules.condition,
      severity: rules.severity,
      objectIds: rules.objectIds,
      deptIds: rules.deptIds,
      hours: rules.hours,
      shiftIds: rules.shiftIds,
      calendar: rules.calendar,
      minDuration: rules.minDuration,
      cooldown: rules.cooldown,
      voiceText: rules.voiceText,
      recipientIds: rules.recipientIds,
      sms: rules.sms,
      photo: rules.photo,
      changedAt: epochMs(rules.changeTime),
    })
    .from(rules)
    .where(and(eq(rules.enabled, true), ofTenants(rules.tenantId, tenantIds)))
    .orderBy(rules.id)

/** Areas that rules name, and all of a tenant with a rule by each object's own areas. */
export const findRuleAreas = (tx: Tx, tenantIds?: readonly number[]) =>
  tx
    .select({
      tenantId: areas.tenantId,
      deptId: areas.deptId,
      id: areas.id,
      shape: areas.shape,
      changedAt: epochMs(areas.shapeTime),
    })
    .from(areas)
    .where(
      and(
        ofTenants(areas.tenantId, tenantIds),
        sql`exists (select from ${rules} r where r.tenant_id = ${areas.tenantId} and r.enabled
          and (r.condition->'areaIds' @> to_jsonb(${areas.id}) or r.condition->'ownAreas' = 'true'))`,
      ),
    )
    .orderBy(areas.id)

export const findParents = (tx: Tx, tenantIds?: readonly number[]) =>
  tx
    .select({ tenantId: departments.tenantId, id: departments.id, parentId: departments.parentId })
    .from(departments)
    .where(ofTenants(departments.tenantId, tenantIds))

/** The shifts that rules name. */
export const findRuleShifts = (tx: Tx, tenantIds?: readonly number[]) =>
  tx
    .select({
      tenantId: shifts.tenantId,
      id: shifts.id,
      start: shifts.start,
      end: shifts.end,
      weekdays: shifts.weekdays,
      changedAt: epochMs(shifts.changeTime),
    })
    .from(shifts)
    .where(ofTenants(shifts.tenantId, tenantIds))

/** The marked days of all calendars. `changedAt` is null for a day that was marked before it began. */
export const findCalendarMarks = (tx: Tx, tenantIds?: readonly number[]) =>
  tx
    .select({
      tenantId: calendarDays.tenantId,
      day: calendarDays.day,
      kind: calendarDays.kind,
      changedAt: sql<
        number | null
      >`case when ${calendarDays.changeTime} >= ${calendarDays.day}::timestamp at time zone 'Asia/Shanghai' then ${epochMs(calendarDays.changeTime)} end`,
    })
    .from(calendarDays)
    .where(ofTenants(calendarDays.tenantId, tenantIds))
    .orderBy(calendarDays.day)

function among({ objects, tenantIds }: RulebookPart) {
  if (!objects) return tenantIds ? sql`d.tenant_id = any(${sql.param(tenantIds)}::int[])` : sql`true`
  return sql`(d.tenant_id, d.object_type, d.object_id) in (${namedIn(objects)})`
}

function namedIn(objects: NonNullable<RulebookPart['objects']>) {
  const named = columnsOf(objects)
  return sql`select * from unnest(
    ${sql.param(named.tenantIds)}::int[], ${sql.param(named.objectTypes)}::text[], ${sql.param(named.objectIds)}::int[])`
}

type SubjectRow = Omit<WatchedTerminal, 'rules' | 'source'> & { boundAt: number }

const isOn = sql`o.tenant_id = d.tenant_id and o.type = d.object_type and o.id = d.object_id`

/** Terminals on objects of this part, with the fields that a violation copies from the object. Named objects are looked up one by one. */
export async function findSubjects(tx: Tx, part: RulebookPart): Promise<SubjectRow[]> {
  const { rows } = await tx.execute<SubjectRow>(sql`
    with object as (
      select tenant_id, '0' as type, user_id as id, coalesce(nullif(name, ''), username) as name, dept_id, '1' as kind
      from sys_user
      union all
      select tenant_id, '1', id, plate_number, dept_id, vehicle_type from vehicle where removed_time is null
      union all
      select tenant_id, '2', id, name, dept_id, facility_type from facility where removed_time is null
    )
    select o.tenant_id as "tenantId", d.id as "deviceId", o.type as "objectType", o.id as "objectId", o.name as "objectName",
      o.kind as "objectTypeValue", o.dept_id as "deptId", p.name as "deptName",
      coalesce(ceil(extract(epoch from b.started) * 1000), 0)::float8 as "boundAt"
    from ${terminals} d
    join ${part.objects ? sql`lateral (select * from object o where ${isOn} offset 0)` : sql`object`} o on ${isOn}
    join ${departments} p on p.tenant_id = o.tenant_id and p.dept_id = o.dept_id
    left join ${terminalBindings} b on b.tenant_id = d.tenant_id and b.device_id = d.id and b.ended is null
    where ${among(part)}`)
  return rows
}

/** The devices that the vehicles of this part have at their organisations' video servers, as `findSubjects`. */
export async function findServerSubjects(tx: Tx, { objects, tenantIds }: RulebookPart): Promise<SubjectRow[]> {
  const ofPart = objects
    ? sql`(v.tenant_id, ${ObjectType.vehicle}, v.id) in (${namedIn(objects)})`
    : tenantIds && sql`v.tenant_id = any(${sql.param(tenantIds)}::int[])`
  const { rows } = await tx.execute<SubjectRow>(sql`
    select v.tenant_id as "tenantId", -v.id as "deviceId", ${ObjectType.vehicle} as "objectType", v.id as "objectId",
      v.plate_number as "objectName", v.vehicle_type as "objectTypeValue", v.dept_id as "deptId", p.name as "deptName", 0::float8 as "boundAt"
    from ${units} s
    join ${vehicles} v on v.tenant_id = s.tenant_id
    join ${departments} p on p.tenant_id = v.tenant_id and p.dept_id = v.dept_id
    where s.video_source <> '' and v.removed_time is null and ${ofPart ?? sql`true`}`)
  return rows
}
