import type { Shape } from '@huanwei/contract/areas/endpoints'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import type { Condition, MonitoringRule } from '@huanwei/contract/rules/endpoints'
import { inside, type Region, region } from './geometry.ts'
import { type WeekHours, weekHours } from './hours.ts'

/** What rules look at in a location report. Source: spec 4, IV.4. */
export type Fix = {
  /** Device time, epoch ms. */
  time: number
  /** Degrees WGS-84. */
  lng: number
  lat: number
  /** km/h */
  speed: number
  /** Status bit 1. */
  located: boolean
  /** Alarm bits, u32. */
  alarm: number
}

/** A rule ready for evaluation. Seconds of the contract are ms here. */
export type RuleToEvaluate = {
  id: number
  condition: Condition
  /** The areas of `outOfArea`. */
  areas: readonly Region[]
  hours: WeekHours
  minDuration: number
  cooldown: number
  /** Silence it takes to be offline; 0 for other conditions. */
  after: number
  /** Device time from which it counts, epoch ms: what happened before was another rule's matter. */
  validFrom: number
}

/**
 * Readies a rule. `shapes` are those of its areas. `validFrom` (epoch ms) is the last change of the rule or of what it
 * depends on (its areas, the binding of the terminal); a rule with the same id and another `validFrom` is another rule.
 */
export function ruleToEvaluate(
  rule: Pick<MonitoringRule, 'id' | 'condition' | 'hours' | 'minDuration' | 'cooldown'>,
  shapes: readonly Shape[],
  validFrom: number,
): RuleToEvaluate {
  const { id, condition } = rule
  return {
    id,
    condition,
    areas: shapes.map(region),
    hours: weekHours(rule.hours),
    minDuration: rule.minDuration * 1000,
    cooldown: rule.cooldown * 1000,
    after: condition.kind === ConditionKind.offline ? condition.after * 1000 : 0,
    validFrom,
  }
}

/**
 * Whether the condition holds on a fix, hours aside. Without a position a vehicle neither speeds nor leaves an area;
 * alarm bits count all the same. Being offline shows between fixes, never on one.
 */
export function holds(rule: RuleToEvaluate, fix: Fix): boolean {
  if (fix.time < rule.validFrom) return false
  switch (rule.condition.kind) {
    case ConditionKind.speeding:
      return fix.located && fix.speed > rule.condition.limit
    case ConditionKind.outOfArea:
      return fix.located && rule.areas.length > 0 && !isInAny(rule.areas, fix)
    case ConditionKind.terminalAlarm:
      return ((fix.alarm >>> rule.condition.bit) & 1) === 1
    case ConditionKind.offline:
      return false
  }
}

function isInAny(areas: readonly Region[], fix: Fix): boolean {
  for (const area of areas) if (inside(area, fix.lng, fix.lat)) return true
  return false
}

/** The threshold of a rule: km/h for speeding, seconds of silence for offline, none for the rest. */
export function limitOf({ condition }: RuleToEvaluate): number | null {
  if (condition.kind === ConditionKind.speeding) return condition.limit
  return condition.kind === ConditionKind.offline ? condition.after : null
}

/** The value on a fix that is compared with the threshold, in its unit; null where there is none. */
export const peakOf = (rule: RuleToEvaluate, fix: Fix): number | null =>
  rule.condition.kind === ConditionKind.speeding ? fix.speed : null

/**
 * Fixes as evaluation takes them: ascending, one for each device time. Fixes of one time become one, the same whatever
 * their order: alarm bits of all, everything else of the greatest (located, then speed, longitude, latitude).
 */
export function inOrder(fixes: readonly Fix[]): readonly Fix[] {
  if (fixes.every((fix, i) => i === 0 || fixes[i - 1]!.time < fix.time)) return fixes
  const merged: Fix[] = []
  for (const fix of fixes.toSorted((a, b) => a.time - b.time)) {
    const last = merged.at(-1)
    if (last?.time === fix.time) merged[merged.length - 1] = merge(last, fix)
    else merged.push(fix)
  }
  return merged
}

/** Two fixes of one device time as one; `a` itself when `b` adds nothing. */
export function merge(a: Fix, b: Fix): Fix {
  const alarm = (a.alarm | b.alarm) >>> 0
  const kept = isGreater(b, a) ? b : a
  return kept.alarm === alarm ? kept : { ...kept, alarm }
}

function isGreater(a: Fix, b: Fix): boolean {
  if (a.located !== b.located) return a.located
  if (a.speed !== b.speed) return a.speed > b.speed
  return a.lng === b.lng ? a.lat > b.lat : a.lng > b.lng
}
