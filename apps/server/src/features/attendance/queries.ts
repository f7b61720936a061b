import { Half, LeaveType } from '@huanwei/contract/approvals/codes'
import type { AttendanceState, ClockKind } from '@huanwei/contract/attendance/codes'
import type { getAttendanceSheet, listAttendanceDays } from '@huanwei/contract/attendance/endpoints'
import type { Away, AwayKind } from '@huanwei/contract/attendance/rules'
import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import { dayMs } from '@huanwei/contract/time'
import {
  and,
  asc,
  type Column,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { type Cursor, countTotal, offsetOf, orderByTime } from '../../db/keyset.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Span } from '../../http/span.ts'
import type { Viewer } from '../../http/viewer.ts'
import { dayText, timeText } from '../../lib/time.ts'
import { isApprovedOn } from '../approvals/queries.ts'
import { approvals } from '../approvals/table.ts'
import { areas } from '../areas/table.ts'
import { calendarDays } from '../calendar/table.ts'
import { departments } from '../departments/table.ts'
import { rules } from '../rules/table.ts'
import { shifts } from '../shifts/table.ts'
import { terminalBindings } from '../terminals/table.ts'
import { displayName } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { attendanceDays, attendanceMonths, attendanceTouches, clockings } from './table.ts'

/** Conditions by which a rule wants somebody at a post. */
const dutyKinds: ConditionKind[] = [ConditionKind.absent, ConditionKind.late, ConditionKind.leavingEarly]
const isDutyRule = and(
  eq(rules.objectType, ObjectType.person),
  eq(rules.enabled, true),
  inArray(sql`${rules.condition}->>'kind'`, dutyKinds),
)

/** Tenants with a rule that wants somebody at a post. */
export const findTenantsWithDuties = (tx: Tx) => tx.selectDistinct({ tenantId: rules.tenantId }).from(rules).where(isDutyRule)

export type DutyRecords = Awaited<ReturnType<typeof findDutyRecords>>

/** All that the duties of a tenant's people follow from. */
export async function findDutyRecords(tx: Tx, tenantId: number) {
  return {
    rules: await tx
      .select({
        condition: rules.condition,
        objectIds: rules.objectIds,
        deptIds: rules.deptIds,
        hours: rules.hours,
        shiftIds: rules.shiftIds,
        calendar: rules.calendar,
        createTime: rules.createTime,
      })
      .from(rules)
      .where(and(eq(rules.tenantId, tenantId), isDutyRule))
      .orderBy(rules.id),
    areas: await tx
      .select({ id: areas.id, deptId: areas.deptId, name: areas.name, shape: areas.shape })
      .from(areas)
      .where(eq(areas.tenantId, tenantId))
      .orderBy(areas.id),
    departments: await tx
      .select({ id: departments.id, parentId: departments.parentId })
      .from(departments)
      .where(eq(departments.tenantId, tenantId)),
    shifts: await tx.select().from(shifts).where(eq(shifts.tenantId, tenantId)),
    calendar: await tx
      .select({ day: calendarDays.day, kind: calendarDays.kind })
      .from(calendarDays)
      .where(eq(calendarDays.tenantId, tenantId)),
  }
}

const midnightOf = (day: string) => sql`(${day}::date::timestamp at time zone 'Asia/Shanghai')`
const endOf = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'Asia/Shanghai')`

const isOwnBinding = and(
  eq(terminalBindings.tenantId, users.tenantId),
  eq(terminalBindings.objectType, ObjectType.person),
  eq(terminalBindings.objectId, users.id),
)
const isOwnClocking = and(eq(clockings.tenantId, users.tenantId), eq(clockings.userId, users.id))

/** People with a terminal on the day, or who clocked in before its end. */
const isVisible = (day: string) =>
  or(
    sql`exists (select from ${terminalBindings} where ${isOwnBinding} and ${terminalBindings.started} < ${endOf(day)}
      and (${terminalBindings.ended} is null or ${terminalBindings.ended} > ${midnightOf(day)}))`,
    sql`exists (select from ${clockings} where ${isOwnClocking} and ${clockings.time} < ${endOf(day)})`,
  )

export type PersonOnDay = Awaited<ReturnType<typeof findPeopleOn>>[number]

/** People with their day; `since`: epoch ms from which they can be seen. */
const findPeopleOn = (tx: Tx, day: string, which: SQL | undefined) => {
  const firstBinding = sql`(select min(${terminalBindings.started}) from ${terminalBindings} where ${isOwnBinding})`
  const firstClocking = sql`(select min(${clockings.time}) from ${clockings} where ${isOwnClocking})`
  return tx
    .select({
      tenantId: users.tenantId,
      userId: users.id,
      deptId: sql<number>`coalesce(${attendanceDays.deptId}, ${users.deptId})`,
      since: sql<number>`extract(epoch from greatest(${users.createTime}, least(${firstBinding}, ${firstClocking})))::float8 * 1000`,
      basis: attendanceDays.basis,
    })
    .from(users)
    .leftJoin(
      attendanceDays,
      and(eq(attendanceDays.tenantId, users.tenantId), eq(attendanceDays.userId, users.id), eq(attendanceDays.day, day)),
    )
    .where(which)
    .orderBy(users.id)
    .$dynamic()
}

/** Visible people behind `after` by id whose day was not worked out yet. */
export const findUnworked = (tx: Tx, tenantId: number, day: string, after: number, atMost: number) =>
  findPeopleOn(
    tx,
    day,
    and(eq(users.tenantId, tenantId), gt(users.id, after), eq(users.lockFlag, '0'), isNull(attendanceDays.id), isVisible(day)),
  ).limit(atMost)

/** Those of the people who were visible on the day or have it. */
export const findPeopleWithDay = (tx: Tx, tenantId: number, day: string, userIds: readonly number[]) =>
  findPeopleOn(
    tx,
    day,
    and(eq(users.tenantId, tenantId), isAmong(users.id, userIds), or(isNotNull(attendanceDays.id), isVisible(day))),
  )

/** True for the rows of these people, of whom there may be more than a statement can have parameters. */
const isAmong = (userId: Column, userIds: readonly number[]) => sql`${userId} = any(${sql.param([...userIds])}::int[])`

/** People of the departments who can be seen on the day, with their names. */
export const findPeopleToSee = (tx: Tx, tenantId: number, day: string, among: number[] | null) =>
  tx
    .select({
      userId: users.id,
      deptId: users.deptId,
      name: displayName(users),
      deptName: sql<string>`coalesce(${departments.name}, '')`,
    })
    .from(users)
    .leftJoin(departments, and(eq(departments.tenantId, users.tenantId), eq(departments.id, users.deptId)))
    .where(and(eq(users.tenantId, tenantId), eq(users.lockFlag, '0'), amongDepartments(among, users.deptId), isVisible(day)))
    .orderBy(users.deptId, displayName(users), users.id)

/** Takes touched days out of the queue, some at a time; a day may come several times. */
export async function takeTouches(tx: Tx, atMost: number) {
  const { id, tenantId } = attendanceTouches
  const first = tx.select({ tenantId, id }).from(attendanceTouches).orderBy(id).limit(atMost).for('update', { skipLocked: true })
  return tx
    .delete(attendanceTouches)
    .where(sql`(${tenantId}, ${id}) in ${first}`)
    .returning({ tenantId, userId: attendanceTouches.userId, day: attendanceTouches.day })
}

const kindOfAway = (type: number): AwayKind =>
  type === LeaveType.rest ? 'rest' : type === LeaveType.work || type === LeaveType.undetermined ? 'outing' : 'leave'

/** Approved absences of people on a day. */
export async function findAway(tx: Tx, tenantId: number, day: string, userIds: readonly number[]): Promise<Map<number, Away>> {
  const rows = await tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.tenantId, tenantId), isAmong(approvals.objectId, userIds), isApprovedOn(day)))
    .orderBy(approvals.id)
  const found = new Map<number, Away>()
  for (const { objectId, type, firstDay, firstHalf, lastDay, lastHalf } of rows) {
    const away = found.get(objectId) ?? { morning: null, afternoon: null }
    if (firstDay < day || firstHalf === Half.morning) away.morning = kindOfAway(type)
    if (lastDay > day || lastHalf === Half.afternoon) away.afternoon = kindOfAway(type)
    found.set(objectId, away)
  }
  return found
}

/** Clockings of people in a span, epoch ms. */
export const findClockings = (tx: Tx, tenantId: number, userIds: readonly number[], { from, to }: Span) =>
  tx
    .select({
      userId: clockings.userId,
      time: sql<number>`extract(epoch from ${clockings.time})::float8 * 1000`,
      lng: clockings.lng,
      lat: clockings.lat,
    })
    .from(clockings)
    .where(
      and(
        eq(clockings.tenantId, tenantId),
        isAmong(clockings.userId, userIds),
        gte(clockings.time, timeText(from)),
        lt(clockings.time, timeText(to)),
      ),
    )

type NewDay = Omit<typeof attendanceDays.$inferInsert, 'state' | 'dayTime'>

/** Stores days as they were worked out; one that an adjustment has changed keeps its state. Returns the number of those that are new or others now. */
export async function storeDays(tx: Tx, days: readonly NewDay[]): Promise<number> {
  if (!days.length) return 0
  const fields = [
    'shiftName',
    'expectedIn',
    'expectedOut',
    'actualIn',
    'actualOut',
    'inLng',
    'inLat',
    'outLng',
    'outLat',
  ] as const
  const worked = [...fields, 'lateMinutes', 'earlyMinutes', 'workedState', 'basis'] as const
  const before = sql.join(
    worked.map((name) => sql`${attendanceDays[name]}`),
    sql`, `,
  )
  const after = sql.join(
    worked.map((name) => excluded(attendanceDays[name])),
    sql`, `,
  )
  const stored = await tx
    .insert(attendanceDays)
    .values(days.map((one) => ({ ...one, dayTime: `${one.day} 00:00:00`, state: one.workedState })))
    .onConflictDoUpdate({
      target: [attendanceDays.tenantId, attendanceDays.userId, attendanceDays.day],
      set: {
        ...Object.fromEntries(worked.map((name) => [name, excluded(attendanceDays[name])])),
        state: sql`coalesce(${attendanceDays.adjustedState}, ${excluded(attendanceDays.workedState)})`,
        workedTime: sql`now()`,
      },
      setWhere: sql`(${before}) is distinct from (${after})`,
    })
    .returning({ id: attendanceDays.id })
  return stored.length
}

const excluded = ({ name }: { name: string }) => sql`excluded.${sql.identifier(snakeCase(name))}`
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Lets a day, and the one before whose shift may last into it, be worked out again. */
export const touchDay = (tx: Tx, { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>, at: number) =>
  tx.insert(attendanceTouches).values([at, at - dayMs].map((time) => ({ tenantId, userId, day: dayText(time) })))

/** Days in the viewer's scope, and the viewer's own. */
const inSight = (viewer: Viewer) =>
  and(
    eq(attendanceDays.tenantId, viewer.tenantId),
    viewer.departments ? or(inScope(viewer, attendanceDays.deptId), eq(attendanceDays.userId, viewer.userId)) : undefined,
  )

const { userId, basis: _, adjustedState: __, dayTime: ___, tenantId: ____, ...shown } = getTableColumns(attendanceDays)
const columns = {
  ...shown,
  objectId: userId,
  objectName: displayName(users),
  deptName: sql<string>`coalesce(${departments.name}, '')`,
}

const select = (tx: Tx) =>
  tx
    .select(columns)
    .from(attendanceDays)
    .innerJoin(users, and(eq(users.tenantId, attendanceDays.tenantId), eq(users.id, attendanceDays.userId)))
    .leftJoin(departments, and(eq(departments.tenantId, attendanceDays.tenantId), eq(departments.id, attendanceDays.deptId)))

export const dayList = { table: attendanceDays, time: attendanceDays.dayTime, id: attendanceDays.id }

type Filter = Parsed<typeof listAttendanceDays> & { after?: Cursor | undefined }

/** One page of the days in sight, newest first, with the total. `among` are the departments that a filter allows. */
export async function findAttendanceDays(tx: Tx, viewer: Viewer, filter: Filter, among: number[] | null) {
  const { tenantId } = viewer
  const where = and(
    inSight(viewer),
    filter.deptId === undefined ? undefined : amongDepartments(among, attendanceDays.deptId),
    filter.objectId ? eq(attendanceDays.userId, filter.objectId) : undefined,
    filter.dayState && eq(attendanceDays.state, filter.dayState),
  )
  const period = {
    startTime: filter.firstDay && `${filter.firstDay} 00:00:00`,
    endTime: filter.lastDay && `${filter.lastDay} 23:59:59`,
  }
  const { total, only } = await findPage(tx, dayList, filter, { tenantId, where, period })
  const records = await select(tx)
    .where(and(eq(attendanceDays.tenantId, tenantId), only))
    .orderBy(...orderByTime(dayList))
  return { records, total }
}
export type AttendanceRow = Awaited<ReturnType<typeof findAttendanceDays>>['records'][number]

/** A day in sight; undefined when there is none. */
export async function findAttendanceDay(tx: Tx, viewer: Viewer, id: number) {
  const [one] = await select(tx).where(and(inSight(viewer), eq(attendanceDays.id, id)))
  return one
}

/** Clockings of a person from the beginning of a day to the noon of the next, as a shift may last into it. */
export const findClockingsOn = (tx: Tx, { tenantId }: Viewer, userId: number, day: string) =>
  tx
    .select()
    .from(clockings)
    .where(
      and(
        eq(clockings.tenantId, tenantId),
        eq(clockings.userId, userId),
        gte(clockings.time, `${day} 00:00:00`),
        sql`${clockings.time} < ${endOf(day)} + interval '12 hours'`,
      ),
    )
    .orderBy(asc(clockings.time), asc(clockings.id))

/** The department of the viewer. */
export async function findOwnDepartment(tx: Tx, { tenantId, userId }: Viewer) {
  const [own] = await tx
    .select({ deptId: users.deptId })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
  return own?.deptId ?? 0
}

type NewClocking = { kind: ClockKind; lng: number; lat: number; accuracy?: number | undefined; areaName: string }

export async function insertClocking(tx: Tx, { tenantId, userId }: Viewer, fields: NewClocking) {
  const [added] = await tx
    .insert(clockings)
    .values({ tenantId, userId, ...fields })
    .returning()
  return added!
}

type SheetFilter = Parsed<typeof getAttendanceSheet> & { after?: Cursor | undefined }
type SheetDay = { day: string; id: number; state: AttendanceState }

/** One page of the months of people in sight, by department and person, with the total. `among` are the departments that a filter allows. */
export async function findSheet(tx: Tx, viewer: Viewer, filter: SheetFilter, among: number[] | null) {
  const months = attendanceMonths
  const first = `${filter.month}-01`
  const where = and(
    eq(months.tenantId, viewer.tenantId),
    eq(months.month, first),
    viewer.departments ? or(inScope(viewer, months.deptId), eq(months.userId, viewer.userId)) : undefined,
    filter.deptId === undefined ? undefined : amongDepartments(among, months.deptId),
    filter.objectId ? eq(months.userId, filter.objectId) : undefined,
    filter.after && sql`(${months.deptId}, ${months.userId}) > (${Number(filter.after.time)}::int, ${filter.after.id}::int)`,
  )
  const total = await countTotal(filter, () => tx.$count(months, where))
  const page = tx
    .select()
    .from(months)
    .where(where)
    .orderBy(months.deptId, months.userId)
    .limit(filter.size)
    .offset(offsetOf(filter))
    .as('page')
  const days = sql<SheetDay[]>`coalesce((
    select json_agg(json_build_object('day', d.day, 'id', d.id, 'state', d.state) order by d.day) from ${attendanceDays} d
    where d.tenant_id = ${page.tenantId} and d.user_id = ${page.userId} and d.day >= ${first}::date and d.day < ${first}::date + interval '1 month'
  ), '[]')`
  const records = await tx
    .select({
      objectId: page.userId,
      deptId: page.deptId,
      objectName: displayName(users),
      deptName: sql<string>`coalesce(${departments.name}, '')`,
      totals: {
        normal: page.normal,
        late: page.late,
        early: page.early,
        absent: page.absent,
        leave: page.leave,
        rest: page.rest,
      },
      days,
    })
    .from(page)
    .innerJoin(users, and(eq(users.tenantId, page.tenantId), eq(users.id, page.userId)))
    .leftJoin(departments, and(eq(departments.tenantId, page.tenantId), eq(departments.id, page.deptId)))
    .orderBy(page.deptId, page.userId)
  return { records, total }
}
export type SheetRecord = Awaited<ReturnType<typeof findSheet>>['records'][number]
