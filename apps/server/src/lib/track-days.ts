import type { Database } from '../db/connect.ts'
import { claimDays, findDays, keepDay, readFixes, type Spoken } from '../features/history/queries.ts'
import type { StoredPoint } from '../features/history/table.ts'
import type { Span } from './span.ts'
import { dayMs, dayStart, dayText } from './time.ts'
import { type Fix, type Step, silenceMs, thin, wayOf } from './track.ts'
import { mileageOf } from './track-parts.ts'

/** Points that stand for a day in a year. */
const pointsOfDay = 240
/** Days that are read together: what a terminal reports in a week is gone through within a blink. */
const readAtOnce = 7
/** A day is finished for all, whoever's clock is behind, so long after its end. */
const finishedMs = 3_600_000

/** The last finished day's end, epoch ms. */
export const finishedBefore = (now: number) => dayStart(now - finishedMs)

/** What a terminal's day comes to. m. */
export type Day = { way: Step[]; fixes: number; mileage: number; mileageSource: 'odometer' | 'distance' }

/** `fixes` from some minutes before the day on: the step over midnight counts for the day it ends in. */
export function dayOf(fixes: readonly Fix[], from: number): Day {
  const led = wayOf(fixes)
  const first = led.findIndex(({ time }) => time >= from)
  if (first < 0) return { way: [], fixes: 0, mileage: 0, mileageSource: 'distance' }
  const { km, source } = mileageOf(led.slice(Math.max(0, first - 1)))
  const way = led.slice(first)
  return { way, fixes: way.length, mileage: Math.round(km * 1000), mileageSource: source }
}

/** Reads what spans of a terminal that follow each other come to; `isBoundBefore` when it spoke for the same before them. */
export async function readDays(db: Database, tenantId: number, deviceId: number, spans: readonly Span[], isBoundBefore: boolean) {
  const from = spans[0]!.from - (isBoundBefore ? silenceMs : 0)
  const fixes = await db.within({ tenantId }, (tx) => readFixes(tx, tenantId, { deviceId, from, to: spans.at(-1)!.to }))
  return spans.map((span) => ({
    ...span,
    ...dayOf(
      fixes.filter(({ time }) => time >= span.from - silenceMs && time < span.to),
      span.from,
    ),
  }))
}

/** Spans that follow each other, some at a time. */
function runsOf(spans: readonly Span[]): Span[][] {
  const runs: Span[][] = []
  for (const span of spans) {
    const run = runs.at(-1)
    if (run && run.length < readAtOnce && run.at(-1)!.to === span.from) run.push(span)
    else runs.push([span])
  }
  return runs
}

/** What finished days of a terminal come to, by their start: as it was kept, or worked out now and kept. */
export async function finishedDays(db: Database, tenantId: number, deviceId: number, days: readonly Span[]) {
  const found = new Map<number, Day>()
  if (!days.length) return found
  const [first, last] = [dayText(days[0]!.from), dayText(days.at(-1)!.from)]
  const kept = await db.within({ tenantId }, (tx) => findDays(tx, tenantId, deviceId, first, last))
  const missing = days.filter(({ from }) => {
    const day = kept.get(dayText(from))
    if (!day?.line) return true
    const { fixes, mileage, mileageSource, line } = day
    found.set(from, { way: line.map(stepOf), fixes, mileage, mileageSource })
    return false
  })
  for (const run of runsOf(missing)) {
    const names = run.map(({ from }) => dayText(from))
    const token = await db.within({ tenantId }, (tx) => claimDays(tx, tenantId, deviceId, names))
    const read = await readDays(db, tenantId, deviceId, run, true)
    const worked = read.map((day) => ({ ...day, way: thin(day.way, pointsOfDay) }))
    await db.within({ tenantId }, async (tx) => {
      for (const { from, way, ...day } of worked)
        await keepDay(tx, tenantId, deviceId, { ...day, day: dayText(from), token, line: way.map(storedOf) })
    })
    for (const day of worked) found.set(day.from, day)
  }
  return found
}

const storedOf = ({ time, lng, lat, speed, direction, altitude, status, mileage, isBreak }: Step): StoredPoint => [
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
const stepOf = ([time, lng, lat, speed, direction, altitude, status, mileage, isBreak]: StoredPoint): Step => ({
  ...{ time, lng: lng / 1e6, lat: lat / 1e6, speed: speed / 10, direction, altitude, status },
  ...{ mileage: mileage === null ? null : mileage / 10, isBreak: isBreak === 1 },
})

/** A span's days and the parts of days at its ends. */
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

/** What terminals' days come to, in order of time; a finished one as it is kept, thinned, or as the caller knows it. */
export async function daysOf(
  db: Database,
  tenantId: number,
  spoken: readonly Spoken[],
  now: number,
  knownOf: (deviceId: number, day: string) => Day | undefined = () => undefined,
) {
  const days: (Day & Span)[] = []
  for (const { deviceId, from, to } of spoken) {
    const spans = daysIn({ from, to })
    const finished = new Map<number, Day>()
    const unknown = spans.filter((span) => {
      if (!isWhole(span) || span.to > finishedBefore(now)) return false
      const known = knownOf(deviceId, dayText(span.from))
      if (known) finished.set(span.from, known)
      return !known
    })
    for (const [start, day] of await finishedDays(db, tenantId, deviceId, unknown)) finished.set(start, day)
    for (const span of spans) {
      const day = finished.get(span.from)
      if (day) days.push({ ...day, ...span })
      else days.push(...(await readDays(db, tenantId, deviceId, [span], span.from > from)))
    }
  }
  return days
}
