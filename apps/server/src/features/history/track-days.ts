import { silenceMs } from '@huanwei/contract/history/rules'
import { dayMs, minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import type { Span } from '../../http/span.ts'
import { dayStart, dayText } from '../../lib/time.ts'
import { type BoundSpan, claimDays, findDays, keepDay, readPositions } from './queries.ts'
import type { DayWork, StoredEnd, StoredPoint, StoredSilence } from './table.ts'
import { type StoredPosition, type TrackFix, thin, trackOf } from './track.ts'
import { mileageOf, silenceBetween, silencesOf, workOf } from './track-parts.ts'

/** Number of points kept of a finished day's track. */
const pointsOfDay = 240
/** Number of days read at once: a week of a terminal's fixes is processed quickly. */
const readAtOnce = 7
/** A day counts as finished this long after its end, ms; what arrives later makes it be computed again. */
const finishedMs = minuteMs

/** End of the last finished day, epoch ms. */
export const finishedBefore = (now: number) => dayStart(now - finishedMs)

/** The parts of a terminal's day without its track; mileage in m, `ends` its first and last fix. */
export type DayTotals = {
  fixes: number
  mileage: number
  mileageSource: 'odometer' | 'distance'
  silences: StoredSilence[]
  ends: [StoredEnd, StoredEnd] | null
}
export type Day = DayTotals & { track: TrackFix[]; work?: DayWork | null }

/** Computes a day from its fixes and those of some minutes before it: the step over midnight counts for the day it ends in. */
export function dayOf(fixes: readonly StoredPosition[], from: number): Day {
  const led = trackOf(fixes)
  const first = led.findIndex(({ time }) => time >= from)
  if (first < 0) return { track: [], fixes: 0, mileage: 0, mileageSource: 'distance', silences: [], ends: null }
  const { km, source } = mileageOf(led.slice(Math.max(0, first - 1)))
  const track = led.slice(first)
  return {
    track,
    fixes: track.length,
    mileage: Math.round(km * 1000),
    mileageSource: source,
    silences: silencesOf(track).map(({ before, after, metres }) => [before.time, after.time, metres]),
    ends: [endOf(track[0]!), endOf(track.at(-1)!)],
  }
}

const endOf = ({ time, lng, lat }: TrackFix): StoredEnd => [time, Math.round(lng * 1e6), Math.round(lat * 1e6)]
const placeOf = ([time, lng, lat]: StoredEnd) => ({ time, lng: lng / 1e6, lat: lat / 1e6 })

/** Days in order of time, each with the silence before its first fix, if that began on an earlier one of them. */
export function withSilencesBetween<D extends DayTotals>(days: readonly D[]): D[] {
  let last: StoredEnd | undefined
  return days.map((day) => {
    if (!day.ends) return day
    const [first, end] = day.ends
    const before = last ? silenceBetween(placeOf(last), placeOf(first)) : []
    last = end
    return {
      ...day,
      silences: [...before.map((one): StoredSilence => [one.before.time, one.after.time, one.metres]), ...day.silences],
    }
  })
}

/** Computes consecutive spans of a terminal; `isBoundBefore` when it was bound to the same object before them. */
export async function readDays(db: Database, tenantId: number, deviceId: number, spans: readonly Span[], isBoundBefore: boolean) {
  const from = spans[0]!.from - (isBoundBefore ? silenceMs : 0)
  const fixes = await db.within({ tenantId }, (tx) => readPositions(tx, tenantId, { deviceId, from, to: spans.at(-1)!.to }))
  return spans.map((span) => {
    const led = fixes.filter(({ time }) => time >= span.from - silenceMs && time < span.to)
    return { ...span, ...dayOf(led, span.from), reported: led.filter(({ time }) => time >= span.from).length }
  })
}

/** Groups consecutive spans, at most `readAtOnce` each. */
function runsOf(spans: readonly Span[]): Span[][] {
  const runs: Span[][] = []
  for (const span of spans) {
    const run = runs.at(-1)
    if (run && run.length < readAtOnce && run.at(-1)!.to === span.from) run.push(span)
    else runs.push([span])
  }
  return runs
}

/** Finished days of a terminal, keyed by start: stored ones, or computed and stored now. `isComplete` for such as have their `work` too. */
export async function finishedDays(
  db: Database,
  tenantId: number,
  deviceId: number,
  days: readonly Span[],
  isComplete = (_: { work: DayWork | null }) => true,
) {
  const found = new Map<number, Day>()
  if (!days.length) return found
  const [first, last] = [dayText(days[0]!.from), dayText(days.at(-1)!.from)]
  const kept = await db.within({ tenantId }, (tx) => findDays(tx, tenantId, deviceId, first, last))
  const missing = days.filter(({ from }) => {
    const day = kept.get(dayText(from))
    if (!day?.line || !day.silences || !isComplete(day)) return true
    const { fixes, mileage, mileageSource, silences, ends, work, line } = day
    found.set(from, { track: line.map(trackFixOf), fixes, mileage, mileageSource, silences, ends, work })
    return false
  })
  for (const run of runsOf(missing)) {
    const names = run.map(({ from }) => dayText(from))
    const token = await db.within({ tenantId }, (tx) => claimDays(tx, tenantId, deviceId, names))
    const read = await readDays(db, tenantId, deviceId, run, true)
    const worked = read.map((day) => ({ ...day, work: workOf(day.track), track: thin(day.track, pointsOfDay) }))
    await db.within({ tenantId }, async (tx) => {
      for (const { from, to: _, track, ...day } of worked)
        await keepDay(tx, tenantId, deviceId, { ...day, day: dayText(from), token, line: track.map(storedOf) })
    })
    for (const { reported: _, ...day } of worked) found.set(day.from, day)
  }
  return found
}

const storedOf = ({ time, lng, lat, speed, direction, altitude, status, mileage, isBreak }: TrackFix): StoredPoint => [
  time,
  Math.round(lng * 1e6),
  Math.round(lat * 1e6),
  Math.round(speed * 10),
  direction,
  altitude,
  status,
  mileage === null ? null : Math.round(mileage * 10),
  isBreak ? 1 : 0,
]
const trackFixOf = ([time, lng, lat, speed, direction, altitude, status, mileage, isBreak]: StoredPoint): TrackFix => ({
  time,
  lng: lng / 1e6,
  lat: lat / 1e6,
  speed: speed / 10,
  direction,
  altitude,
  status,
  mileage: mileage === null ? null : mileage / 10,
  isBreak: isBreak === 1,
})

/** The days of a span, with partial days at its ends. */
function daysIn({ from, to }: Span): Span[] {
  const spans: Span[] = []
  for (let at = from; at < to; ) {
    const end = Math.min(to, dayStart(at) + dayMs)
    spans.push({ from: at, to: end })
    at = end
  }
  return spans
}
const isWhole = ({ from, to }: Span) => to - from === dayMs

/** Days of terminals in order of time; a finished one as stored, with a thinned track, or as `knownOf` returns it. `isComplete` as of `finishedDays`. */
export async function trackDaysOf(
  db: Database,
  tenantId: number,
  bindings: readonly BoundSpan[],
  now: number,
  knownOf: (deviceId: number, day: string) => Day | undefined = () => undefined,
  isComplete?: Parameters<typeof finishedDays>[4],
) {
  const days: (Day & Span)[] = []
  for (const { deviceId, from, to } of bindings) {
    const spans = daysIn({ from, to })
    const finished = new Map<number, Day>()
    const unknown = spans.filter((span) => {
      if (!isWhole(span) || span.to > finishedBefore(now)) return false
      const known = knownOf(deviceId, dayText(span.from))
      if (known) finished.set(span.from, known)
      return !known
    })
    for (const [start, day] of await finishedDays(db, tenantId, deviceId, unknown, isComplete)) finished.set(start, day)
    for (const span of spans) {
      const day = finished.get(span.from)
      if (day) days.push({ ...day, ...span })
      else days.push(...(await readDays(db, tenantId, deviceId, [span], span.from > from)))
    }
  }
  return days
}
