import { Shape } from '@huanwei/contract/areas/endpoints'
import {
  closeMs,
  type DutyHours,
  defaultGrace,
  type Grace,
  type ShiftSpan,
  shiftSpansOn,
} from '@huanwei/contract/attendance/rules'
import type { DayKind } from '@huanwei/contract/calendar/codes'
import { Condition } from '@huanwei/contract/rules/endpoints'
import { areaIdsOf, isByOwnAreas } from '@huanwei/contract/rules/rules'
import { Hours } from '@huanwei/contract/shifts/endpoints'
import { dayMs } from '@huanwei/contract/time'
import { z } from 'zod'
import { type Region, region } from '../../lib/geometry.ts'
import { momentOf } from '../../lib/time.ts'
import { departmentsAbove, ownerAmong } from '../../position/judge/own-areas.ts'
import type { DutyRecords } from './queries.ts'

/** An area of a post. */
export type PostArea = { id: number; name: string; region: Region }
/** What the rules about presence want of a person: where, in which hours, and with how much grace. */
export type Duty = { areas: readonly PostArea[]; grace: Grace; spansOn(day: string): ShiftSpan[] }

type Person = { userId: number; deptId: number }
const Stored = z.object({ condition: Condition, hours: z.array(Hours) })
type DutyRule = DutyRecords['rules'][number] & z.infer<typeof Stored>

/**
 * The duties of a tenant's people: those of the rules in use by which they are late, leave early or are absent from their post. A rule that
 * cannot be read, and one without an area for a person, asks nothing of anybody.
 */
export function dutiesOf(records: DutyRecords) {
  const rules = records.rules.flatMap((row) => {
    const { success, data } = Stored.safeParse(row)
    return success ? [{ ...row, ...data }] : []
  })
  const areas = new Map(records.areas.map((area) => [area.id, area]))
  const byDepartment = Map.groupBy(records.areas, ({ deptId }) => deptId)
  const parents = new Map(records.departments.map(({ id, parentId }) => [id, parentId]))
  const shifts = new Map(records.shifts.map((shift) => [shift.id, shift]))
  const calendar = new Map(records.calendar.map(({ day, kind }) => [day, kind]))
  const regions = new Map<number, PostArea[]>()

  const postArea = (id: number) => {
    const area = areas.get(id)
    if (!area) return []
    const known = regions.get(id)
    if (known) return known
    const shape = Shape.safeParse(area.shape)
    const found = shape.success ? [{ id, name: area.name, region: region(shape.data) }] : []
    regions.set(id, found)
    return found
  }
  const areasOf = ({ condition }: DutyRule, above: ReadonlySet<number>) => {
    const owner = isByOwnAreas(condition) ? ownerAmong(above, byDepartment) : undefined
    const ids = owner === undefined ? areaIdsOf(condition) : (byDepartment.get(owner) ?? []).map(({ id }) => id)
    return ids.flatMap(postArea)
  }
  const hoursOf = (rule: DutyRule): DutyHours[] => [
    ...rule.shiftIds.flatMap((id) => {
      const shift = shifts.get(id)
      return shift ? [{ ...shift, shiftId: id }] : []
    }),
    ...rule.hours.map((hours) => ({ ...hours, shiftId: null, name: `${hours.start}–${hours.end}` })),
  ]

  function newDutyOf({ userId, deptId }: Person): Duty | undefined {
    const above = departmentsAbove((id) => parents.get(id), deptId)
    const own = rules
      .filter(
        ({ objectIds, deptIds }) =>
          (!objectIds.length && !deptIds.length) || objectIds.includes(userId) || deptIds.some((id) => above.has(id)),
      )
      .map((rule) => ({ rule, areas: areasOf(rule, above), hours: hoursOf(rule) }))
      .filter((one) => one.areas.length > 0)
    const hourly = own.filter(({ hours }) => hours.length > 0)
    if (!hourly.length) return undefined
    return {
      areas: [...new Map(own.flatMap((one) => one.areas).map((area) => [area.id, area])).values()],
      grace: graceOf(own.map(({ rule }) => rule.condition)),
      spansOn: remembered((day) => distinct(hourly.flatMap(({ rule, hours }) => spansOf(rule, hours, day, calendar)))),
    }
  }
  const named = new Set(rules.flatMap(({ objectIds }) => objectIds))
  const dutyOfDepartment = remembered((deptId: number) => newDutyOf({ userId: nobody, deptId }))
  /** The duty of a person; undefined for who has none. Those of a department share one, unless a rule names them. */
  const dutyOf = (person: Person) => (named.has(person.userId) ? newDutyOf(person) : dutyOfDepartment(person.deptId))

  /** Times, epoch ms, at which a shift of a day is over, or the day itself where nobody has one: then days become known. */
  function closingsOn(day: string): number[] {
    const spans = rules.flatMap((rule) => spansOf(rule, hoursOf(rule), day, calendar))
    return [...spans.map(({ end }) => end + closeMs), momentOf(`${day} 00:00:00`) + dayMs]
  }
  return { dutyOf, closingsOn }
}

/** No person has this id. */
const nobody = 0

/** A function that works out its answer to the same question once. */
function remembered<Key, Answer>(answer: (key: Key) => Answer) {
  const known = new Map<Key, Answer>()
  return (key: Key): Answer => {
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as Answer
    const made = answer(key)
    known.set(key, made)
    return made
  }
}

/** Shifts of a day by one rule; a rule asks nothing of the time before it was made. */
const spansOf = (rule: DutyRule, hours: readonly DutyHours[], day: string, calendar: ReadonlyMap<string, DayKind>) =>
  shiftSpansOn(day, hours, rule.calendar ? calendar.get(day) : undefined).filter(
    ({ start }) => start >= momentOf(rule.createTime),
  )

/** Two rules with the same shift ask for it once. */
const distinct = (spans: readonly ShiftSpan[]) =>
  [...new Map(spans.map((span) => [`${span.start} ${span.end}`, span])).values()].sort(
    (a, b) => a.start - b.start || a.end - b.end,
  )

/** The widest grace of the rules about coming late and leaving early. */
function graceOf(conditions: readonly Condition[]): Grace {
  const graces = (kind: 'late' | 'leavingEarly') =>
    conditions.flatMap((condition) => (condition.kind === kind ? [condition.grace * 1000] : []))
  const [late, early] = [graces('late'), graces('leavingEarly')]
  return {
    lateMs: late.length ? Math.max(...late) : defaultGrace.lateMs,
    earlyMs: early.length ? Math.max(...early) : defaultGrace.earlyMs,
  }
}
