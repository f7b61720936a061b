import { closeMs, nextClosing, openMs, type ShiftSpan, workOutDay } from '@huanwei/contract/attendance/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs, minuteMs } from '@huanwei/contract/time'
import type { Database, Tx } from '../../db/connect.ts'
import { inside } from '../../lib/geometry.ts'
import { dayStart, dayText, momentOf, timeText } from '../../lib/time.ts'
import { lateMs } from '../../position/store/late.ts'
import { findBoundSpans, readPositions } from '../history/queries.ts'
import { type Duty, dutiesOf } from './duties.ts'
import {
  findAway,
  findClockings,
  findDutyRecords,
  findPeopleWithDay,
  findTenantsWithDuties,
  findUnworked,
  type PersonOnDay,
  storeDays,
  takeTouches,
} from './queries.ts'
import type { DayBasis } from './table.ts'

/** Time after a shift is over until a report that comes later touches its day, ms. */
export const settleMs = lateMs + minuteMs
/** People whose positions are read in one transaction. */
const together = 20
const touchesAtOnce = 1000

type DutyOf = ReturnType<typeof dutiesOf>
/** Position or clocking at a post. */
type Seen = { time: number; lng: number; lat: number }
type Asked = PersonOnDay & { duty: Duty; basis: DayBasis }

/** What a day stands on: as it was when it was first worked out, or, of a day that is not over, as the rules are now. */
function askedOf(people: readonly PersonOnDay[], day: string, dutyOf: DutyOf, now: number): Asked[] {
  return people.flatMap((person) => {
    const duty = dutyOf(person)
    if (!duty) return []
    if (person.basis && day < dayText(now)) return [{ ...person, duty, basis: person.basis }]
    const wanted = duty.spansOn(day)
    const spans = wanted.filter(({ start }) => start >= person.since)
    // Whoever could not be seen yet when the shifts began has no day; a day of rest is one for everybody.
    if (wanted.length > spans.length && !spans.length) return []
    if (!wanted.length && momentOf(`${day} 00:00:00`) < person.since) return []
    return [{ ...person, duty, basis: { spans, grace: duty.grace } }]
  })
}

/** When and where people were at their posts around the shifts of a day. */
async function readSeen(tx: Tx, tenantId: number, asked: readonly Asked[]): Promise<Map<number, Seen[]>> {
  const spans = asked.flatMap(({ basis }) => basis.spans)
  const found = new Map<number, Seen[]>()
  if (!spans.length) return found
  const around = {
    from: Math.min(...spans.map(({ start }) => start)) - openMs,
    to: Math.max(...spans.map(({ end }) => end)) + closeMs,
  }
  const userIds = asked.map(({ userId }) => userId)
  const bound = await findBoundSpans(tx, tenantId, ObjectType.person, userIds, around)
  const clocked = Map.groupBy(await findClockings(tx, tenantId, userIds, around), ({ userId }) => userId)
  for (const { userId, duty } of asked) {
    const seen: Seen[] = [...(clocked.get(userId) ?? [])]
    for (const span of bound.get(userId) ?? [])
      for (const fix of await readPositions(tx, tenantId, span))
        if (duty.areas.some(({ region }) => inside(region, fix.lng, fix.lat))) seen.push(fix)
    found.set(
      userId,
      seen.sort((a, b) => a.time - b.time),
    )
  }
  return found
}

/** Works out a day of some people of a tenant. `undecided` are those whose shifts are not over, with them. */
async function workOut(tx: Tx, tenantId: number, day: string, asked: readonly Asked[], now: number) {
  const seenBy = await readSeen(tx, tenantId, asked)
  const away = await findAway(
    tx,
    tenantId,
    day,
    asked.map(({ userId }) => userId),
  )
  const midnight = momentOf(`${day} 00:00:00`)
  const undecided: { userId: number; spans: readonly ShiftSpan[] }[] = []
  const days = asked.flatMap(({ userId, deptId, basis }) => {
    const seen = seenBy.get(userId) ?? []
    const times = seen.map(({ time }) => time)
    const absence = away.get(userId) ?? { morning: null, afternoon: null }
    const outcome = workOutDay({ midnight, away: absence, seen: times, ...basis }, now)
    if (!outcome) undecided.push({ userId, spans: basis.spans })
    return outcome ? [{ tenantId, userId, deptId, day, basis, ...columnsOf(outcome, seen) }] : []
  })
  return { changed: await storeDays(tx, days), undecided }
}

type Outcome = NonNullable<ReturnType<typeof workOutDay>>

function columnsOf({ state, span, expected, actual, lateMs: late, earlyMs }: Outcome, seen: readonly Seen[]) {
  const placeAt = (time: number | undefined) => seen.find((one) => one.time === time)
  const [first, last] = [placeAt(actual?.start), placeAt(actual?.end)]
  return {
    workedState: state,
    shiftName: span?.name ?? '',
    expectedIn: expected && timeText(expected.start),
    expectedOut: expected && timeText(expected.end),
    actualIn: actual && timeText(actual.start),
    actualOut: actual && timeText(actual.end),
    inLng: first?.lng ?? null,
    inLat: first?.lat ?? null,
    outLng: last?.lng ?? null,
    outLat: last?.lat ?? null,
    lateMinutes: Math.ceil(late / minuteMs),
    earlyMinutes: Math.ceil(earlyMs / minuteMs),
  }
}

/** Days that cannot be known before a time (epoch ms), by tenant, person and day: no run looks at them earlier. */
export type Waiting = Map<string, number>
const keyOf = (tenantId: number, userId: number, day: string) => `${tenantId} ${userId} ${day}`

type Run = { db: Pick<Database, 'system'>; now: number; waiting: Waiting; isOver?: () => boolean }

/** Works out the days of the last `lookBack` days and of today that are over and have not been worked out. Returns their number. */
export async function workOutNewDays({ db, now, waiting, isOver = () => false }: Run, lookBack: number): Promise<number> {
  const known = now - settleMs
  let changed = 0
  for (const [key, until] of waiting) if (until <= known) waiting.delete(key)
  for (const { tenantId } of await db.system(findTenantsWithDuties)) {
    const dutyOf = dutiesOf(await db.system((tx) => findDutyRecords(tx, tenantId)))
    for (let ago = lookBack; ago >= 0; ago--) {
      const day = dayText(now - ago * dayMs)
      for (let after = 0, isMore = true; isMore && !isOver(); ) {
        const people = await db.system((tx) => findUnworked(tx, tenantId, day, after, 500))
        isMore = people.length === 500
        after = people.at(-1)?.userId ?? after
        const asked = askedOf(people, day, dutyOf, now).filter(
          ({ userId, basis }) => !waiting.has(keyOf(tenantId, userId, day)) && isOneOver(basis.spans, day, known),
        )
        for (let at = 0; at < asked.length && !isOver(); at += together) {
          const part = await db.system((tx) => workOut(tx, tenantId, day, asked.slice(at, at + together), known))
          changed += part.changed
          for (const { userId, spans } of part.undecided) waiting.set(keyOf(tenantId, userId, day), nextClosing(spans, known))
        }
      }
    }
  }
  return changed
}

const isOneOver = (spans: readonly ShiftSpan[], day: string, known: number) =>
  spans.length ? spans.some(({ end }) => end + closeMs <= known) : dayStart(known) > momentOf(`${day} 00:00:00`)

/** Works out again the days that were touched, and no others. Returns the number of those that are others now. */
export async function workOutTouchedDays({ db, now, isOver = () => false }: Omit<Run, 'waiting'>): Promise<number> {
  let changed = 0
  for (let isMore = true; isMore && !isOver(); ) {
    const { taken, found } = await db.system((tx) => workOutSomeTouched(tx, now))
    changed += found
    isMore = taken === touchesAtOnce
  }
  return changed
}

async function workOutSomeTouched(tx: Tx, now: number) {
  const touches = await takeTouches(tx, touchesAtOnce)
  let found = 0
  for (const [tenantId, ofTenant] of Map.groupBy(touches, (one) => one.tenantId)) {
    const dutyOf = dutiesOf(await findDutyRecords(tx, tenantId))
    for (const [day, ofDay] of Map.groupBy(ofTenant, (one) => one.day)) {
      const people = await findPeopleWithDay(tx, tenantId, day, [...new Set(ofDay.map(({ userId }) => userId))])
      found += (await workOut(tx, tenantId, day, askedOf(people, day, dutyOf, now), now - settleMs)).changed
    }
  }
  return { taken: touches.length, found }
}
