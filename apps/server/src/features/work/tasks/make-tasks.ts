import { shiftSpansOn } from '@huanwei/contract/attendance/rules'
import { dayMs } from '@huanwei/contract/time'
import type { Tx } from '../../../db/connect.ts'
import { dayText, momentOf, timeText } from '../../../lib/time.ts'
import { plannedMetresOf } from '../measure.ts'
import { layoutOf } from '../pieces.ts'
import {
  basisOf,
  deleteAhead,
  findPlanRecords,
  findTasksSince,
  insertTasks,
  keepBasis,
  type NewTask,
  type PlanRecords,
  type PlanRow,
} from './queries.ts'

/**
 * Makes the tasks of yesterday and today that a tenant's plans, or one of them, ask for and that are not there yet, and takes away those that have
 * not begun and that nothing asks for any more. A task that was over when its plan was made or changed last is not made.
 */
export async function makeWorkTasks(tx: Tx, tenantId: number, now: number, only?: number) {
  const records = await findPlanRecords(tx, tenantId, only)
  if (!records.plans.length) return
  const days = [now - dayMs, now].map(dayText)
  const planIds = records.plans.map(({ id }) => id)
  const known = new Map((await findTasksSince(tx, tenantId, planIds, days[0]!)).map((task) => [keyOf(task), task]))
  const added: NewTask[] = []
  for (const plan of records.plans)
    for (const task of await wantedTasks(tx, plan, records, days)) {
      const before = known.get(keyOf(task))
      if (!before) added.push(task)
      else if (isSame(before, task) || momentOf(before.startTime) <= now) known.delete(keyOf(task))
      else added.push(task)
    }
  await deleteAhead(
    tx,
    tenantId,
    [...known.values()].map(({ id }) => id),
  )
  await insertTasks(tx, added)
}

type Key = Pick<NewTask, 'planId' | 'day' | 'shiftId' | 'turn'>
const keyOf = ({ planId, day, shiftId, turn }: Key) => `${planId} ${day} ${shiftId} ${turn}`

type Plan = Pick<NewTask, 'startTime' | 'endTime' | 'basisId' | 'deptId' | 'shiftName' | 'turns'>
const isSame = (a: Plan, b: Plan) =>
  a.startTime === b.startTime &&
  a.endTime === b.endTime &&
  a.basisId === b.basisId &&
  a.deptId === b.deptId &&
  a.shiftName === b.shiftName &&
  a.turns === b.turns

async function wantedTasks(tx: Tx, plan: PlanRow, records: PlanRecords, days: readonly string[]): Promise<NewTask[]> {
  const { tenantId, id: planId, deptId, times } = plan
  if (!plan.enabled) return []
  const spans = days.flatMap((day) => spansOf(plan, records, day))
  const basis = basisOf(plan, records)
  const [crew, places] = [basis.vehicles.length + basis.people.length, basis.roads.length + basis.stops.length]
  if (!spans.length || crew === 0 || places === 0) return []
  const basisId = await keepBasis(tx, tenantId, planId, basis)
  const plannedMetres = plannedMetresOf(layoutOf(basis))
  return spans.flatMap(({ day, shiftId, name, start, end }) =>
    Array.from({ length: times }, (_, n) => {
      const [from, to] = [n, n + 1].map((part) => Math.round((start + ((end - start) * part) / times) / 1000) * 1000)
      return {
        tenantId,
        planId,
        basisId,
        deptId,
        vehicleIds: basis.vehicles.map(({ id }) => id),
        userIds: basis.people.map(({ id }) => id),
        day,
        shiftId,
        shiftName: name,
        turn: n + 1,
        turns: times,
        startTime: timeText(from!),
        endTime: timeText(to!),
        plannedMetres,
        stopCount: basis.stops.length,
      }
    }).filter(({ endTime }) => endTime > plan.updateTime),
  )
}

/** The shifts of a plan on a day. */
function spansOf({ shiftIds, firstDay, lastDay, calendar }: PlanRow, records: PlanRecords, day: string) {
  if ((firstDay && day < firstDay) || (lastDay && day > lastDay)) return []
  const hours = records.shifts.filter(({ id }) => shiftIds.includes(id)).map((shift) => ({ ...shift, shiftId: shift.id }))
  const kind = calendar ? records.calendar.find((one) => one.day === day)?.kind : undefined
  return shiftSpansOn(day, hours, kind).map((span) => ({ ...span, day, shiftId: span.shiftId ?? 0 }))
}
