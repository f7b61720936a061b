import { Metric } from '@huanwei/contract/readings/codes'
import { hourMs } from '@huanwei/contract/time'
import { standsAt, type Trail, trailAt, trailWith } from './standing.ts'

/** Input of the rules: a location report, or the measurements of a sensor at one time. Source: spec 4, IV.4 and IV.6. */
export type Fix = {
  /** Device time, epoch ms. */
  time: number
  /** Degrees WGS-84; for a sensor the position of its facility. */
  lng: number
  lat: number
  /** km/h */
  speed: number
  /** Status bit 1. */
  located: boolean
  /** Alarm bits, u32. */
  alarm: number
  /** Status bit 0: the engine is on. */
  acc?: boolean
  /** Active-safety alarms that have not ended: addition × 256 + type, ascending. */
  safety?: readonly number[]
  /** Measured values by `readingKey`. */
  values?: Readonly<Record<string, number>>
  /** People counted in the hour up to it; see `withPeopleCounts`. */
  hour?: readonly { time: number; count: number }[]
  /** The fixes of the last minutes, and whether it stands by them; see `withStanding`. */
  trail?: Trail
  stands?: boolean
}

/** The greatest value of a metric on a fix over its channels; null when it has none. */
export function greatestOf({ values }: Fix, metric: Metric): number | null {
  let found: number | null = null
  for (const key in values) if (key.split('.')[0] === metric) found = Math.max(found ?? values[key]!, values[key]!)
  return found
}

/** The fixes (ascending, after `last`) with the people counted in the hour up to each. */
export function withPeopleCounts(fixes: readonly Fix[], last: Fix | null): readonly Fix[] {
  let hour = last?.hour ?? []
  return fixes.map((fix) => {
    hour = hour.filter(({ time }) => time > fix.time - hourMs)
    const counts = Object.entries(fix.values ?? {}).filter(([key]) => key.split('.')[0] === Metric.peopleIn)
    if (counts.length) hour = [...hour, { time: fix.time, count: counts.reduce((all, [, value]) => all + value, 0) }]
    return hour.length ? { ...fix, hour } : fix
  })
}

/** The fixes (ascending, after `last`), the located ones with the judgement whether it stands. */
export function withStanding(fixes: readonly Fix[], last: Fix | null): readonly Fix[] {
  let trail = last?.trail ?? []
  return fixes.map((fix) => {
    trail = fix.located ? trailWith(trail, fix) : trailAt(trail, fix.time)
    return { ...fix, trail, ...(fix.located && { stands: standsAt(trail, fix) }) }
  })
}

/**
 * Sorts fixes for evaluation: ascending, one for each device time. Fixes of one time are merged independent of their order:
 * alarms and greatest values of all, other fields of the greatest fix (by located, speed, longitude, latitude).
 */
export function sortFixes(fixes: readonly Fix[]): readonly Fix[] {
  if (fixes.every((fix, i) => i === 0 || fixes[i - 1]!.time < fix.time)) return fixes
  const merged: Fix[] = []
  for (const fix of fixes.toSorted((a, b) => a.time - b.time)) {
    const last = merged.at(-1)
    if (last?.time === fix.time) merged[merged.length - 1] = mergeFixes(last, fix)
    else merged.push(fix)
  }
  return merged
}

/** Merges two fixes of one device time; returns `a` itself when `b` adds nothing. */
export function mergeFixes(a: Fix, b: Fix): Fix {
  const alarm = (a.alarm | b.alarm) >>> 0
  const kept = isGreater(b, a) ? b : a
  const acc = a.acc || b.acc
  const safety = union(a.safety, b.safety)
  const values = highest(a.values, b.values)
  const isAll = kept.alarm === alarm && kept.acc === acc && kept.safety === safety && kept.values === values
  return isAll
    ? kept
    : { ...kept, alarm, ...(acc !== undefined && { acc }), ...(safety && { safety }), ...(values && { values }) }
}

function isGreater(a: Fix, b: Fix): boolean {
  if (a.located !== b.located) return a.located
  if (a.speed !== b.speed) return a.speed > b.speed
  return a.lng === b.lng ? a.lat > b.lat : a.lng > b.lng
}

function union(a: Fix['safety'], b: Fix['safety']): Fix['safety'] {
  if (!a || !b) return a ?? b
  const all = [...new Set([...a, ...b])].sort((one, other) => one - other)
  return all.length === a.length ? a : all.length === b.length ? b : all
}

function highest(a: Fix['values'], b: Fix['values']): Fix['values'] {
  if (!a || !b) return a ?? b
  const isLess = Object.entries(b).some(([key, value]) => value > (a[key] ?? Number.NEGATIVE_INFINITY))
  if (!isLess) return a
  const all: Record<string, number> = { ...a }
  for (const [key, value] of Object.entries(b)) all[key] = Math.max(all[key] ?? value, value)
  return all
}
