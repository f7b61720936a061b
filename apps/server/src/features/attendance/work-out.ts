import { closeMs, openMs, type ShiftSpan, workOutDay } from '@huanwei/contract/attendance/rules'
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

type Duties = ReturnType<typeof dutiesOf>
type DutyOf = Duties['dutyOf']
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

/** Works out and stores a day of some people of a tenant, as far as it is known. Returns the number of days that are new or others now. */
async function workOut(tx: Tx, tenantId: number, day: string, asked: readonly Asked[], now: number) {
  const seenBy = await readSeen(tx, tenantId, asked)
  const away = await findAway(
    tx,
    tenantId,
    day,
    asked.map(({ userId }) => userId),
  )
  const midnight = momentOf(`${day} 00:00:00`)
  const days = asked.flatMap(({ userId, deptId, basis }) => {
    const seen = seenBy.get(userId) ?? []
    const times = seen.map(({ time }) => time)
    const absence = away.get(userId) ?? { morning: null, afternoon: null }
    const outcome = workOutDay({ midnight, away: absence, seen: times, ...basis }, now)
    return outcome ? [{ tenantId, userId, deptId, day, basis, ...columnsOf(outcome, seen) }] : []
  })
  return storeDays(tx, days)
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

/** Until when (epoch ms) days were worked out, by tenant and day: only when a further shift is over they are looked at again. */
export type WorkProgress = Map<string, number>

type Run = { db: Pick<Database, 'system'>; now: number; progress: WorkProgress; isOver?: () => boolean }

/** Works out the days of the last `lookBack` days and of today that are over and have not been worked out. Returns their number. */
export async function workOutNewDays({ db, now, progress, isOver = () => false }: Run, lookBack: number): Promise<number> {
  const known = now - settleMs
  let changed = 0
  for (const { tenantId } of await db.system(findTenantsWithDuties)) {
    const duties = dutiesOf(await db.system((tx) => findDutyRecords(tx, tenantId)))
    for (let ago = lookBack; ago >= 0; ago--) {
      const day = dayText(now - ago * dayMs)
      const key = `${tenantId} ${day}`
      const before = progress.get(key) ?? Number.NEGATIVE_INFINITY
      if (isOver() || !duties.closingsOn(day).some((time) => time > before && time <= known)) continue
      changed += await workOutDayOfAll(db, tenantId, day, duties, now, isOver)
      progress.set(key, known)
    }
  }
  return changed
}

const peopleAtOnce = 500

async function workOutDayOfAll(
  db: Run['db'],
  tenantId: number,
  day: string,
  { dutyOf }: Duties,
  now: number,
  isOver: () => boolean,
) {
  const known = now - settleMs
  let changed = 0
  for (let after = 0, isMore = true; isMore && !isOver(); ) {
    const people = await db.system((tx) => findUnworked(tx, tenantId, day, after, peopleAtOnce))
    isMore = people.length === peopleAtOnce
    after = people.at(-1)?.userId ?? after
    const asked = askedOf(people, day, dutyOf, now).filter(({ basis }) => isOneOver(basis.spans, day, known))
    for (let at = 0; at < asked.length && !isOver(); at += together)
      changed += await db.system((tx) => workOut(tx, tenantId, day, asked.slice(at, at + together), known))
  }
  return changed
}

const isOneOver = (spans: readonly ShiftSpan[], day: string, known: number) =>
  spans.length ? spans.some(({ end }) => end + closeMs <= known) : dayStart(known) > momentOf(`${day} 00:00:00`)

/** Works out again the days that were touched, and no others. Returns the number of those that are others now. */
export async function workOutTouchedDays({ db, now, isOver = () => false }: Omit<Run, 'progress'>): Promise<number> {
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
    const { dutyOf } = dutiesOf(await findDutyRecords(tx, tenantId))
    for (const [day, ofDay] of Map.groupBy(ofTenant, (one) => one.day)) {
      const people = await findPeopleWithDay(tx, tenantId, day, [...new Set(ofDay.map(({ userId }) => userId))])
      found += await workOut(tx, tenantId, day, askedOf(people, day, dutyOf, now), now - settleMs)
    }
  }
  return { taken: touches.length, found }
}
