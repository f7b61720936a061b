import { RosterState } from '@huanwei/contract/attendance/codes'
import type { RosterPerson } from '@huanwei/contract/attendance/endpoints'
import { openMs, type ShiftSpan } from '@huanwei/contract/attendance/rules'
import { dayMs, minuteMs } from '@huanwei/contract/time'
import type { Tx } from '../../db/connect.ts'
import { dayText, momentOf, timeText } from '../../lib/time.ts'
import type { Latest } from '../../position/latest/latest.ts'
import { dutiesOf } from './duties.ts'
import { findAway, findClockings, findDutyRecords, findPeopleToSee } from './queries.ts'

type Asked = { tenantId: number; departments: number[] | null; people: Latest['people']; now: number }
type OnShift = Awaited<ReturnType<typeof findPeopleToSee>>[number] & { day: string; span: ShiftSpan }

/**
 * People whose shift covers `now`, epoch ms, by the rules about presence. Somebody is seen whose terminal reported, or who clocked, since the shift
 * opened; of two shifts the later one counts.
 */
export async function findOnShift(tx: Tx, { tenantId, departments, people, now }: Asked): Promise<RosterPerson[]> {
  const records = await findDutyRecords(tx, tenantId)
  if (!records.rules.length) return []
  const { dutyOf } = dutiesOf(records)
  const today = dayText(now)
  // A shift over midnight belongs to the day on which it begins.
  const days = [today, dayText(now - dayMs)]
  const onShift = (await findPeopleToSee(tx, tenantId, today, departments)).flatMap((person): OnShift[] => {
    const duty = dutyOf(person)
    for (const day of duty ? days : []) {
      const span = duty?.spansOn(day).findLast(({ start, end }) => start <= now && now < end)
      if (span) return [{ ...person, day, span }]
    }
    return []
  })
  const isAway = await absencesOf(tx, tenantId, onShift, now)
  const clockedAt = await lastClockings(tx, tenantId, onShift, now)
  const live = people.of(tenantId)
  return onShift.map(({ userId, name, deptName, day, span }) => {
    const seenAt = Math.max(live.get(userId)?.live.seenAt ?? 0, clockedAt.get(userId) ?? 0)
    const isSeen = seenAt >= span.start - openMs
    return {
      id: userId,
      name,
      deptName,
      shiftName: span.name,
      from: timeText(span.start),
      to: timeText(span.end),
      seenTime: isSeen ? timeText(seenAt) : null,
      state: isAway({ userId, day }) ? RosterState.away : isSeen ? RosterState.seen : RosterState.unseen,
    }
  })
}

/** Tells who is absent with approval now; after midnight the afternoon of the day of the shift says it. */
async function absencesOf(tx: Tx, tenantId: number, onShift: readonly OnShift[], now: number) {
  const byDay = new Map<string, Awaited<ReturnType<typeof findAway>>>()
  for (const [day, of] of Map.groupBy(onShift, (one) => one.day)) byDay.set(day, await findAway(tx, tenantId, day, idsOf(of)))
  return ({ userId, day }: Pick<OnShift, 'userId' | 'day'>) => {
    const away = byDay.get(day)?.get(userId)
    return Boolean(now < momentOf(`${day} 12:00:00`) ? away?.morning : away?.afternoon)
  }
}

/** When people clocked last since the first of their shifts opened, epoch ms. */
async function lastClockings(tx: Tx, tenantId: number, onShift: readonly OnShift[], now: number) {
  const from = Math.min(now, ...onShift.map(({ span }) => span.start)) - openMs
  const found = await findClockings(tx, tenantId, idsOf(onShift), { from, to: now + minuteMs })
  return new Map(found.sort((a, b) => a.time - b.time).map(({ userId, time }) => [userId, time]))
}

const idsOf = (people: readonly OnShift[]) => people.map(({ userId }) => userId)
