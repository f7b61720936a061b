import type { Shape } from '@huanwei/contract/areas/endpoints'
import { movingFrom } from '@huanwei/contract/live/rules'
import { Metric } from '@huanwei/contract/readings/codes'
import type { ConditionKind } from '@huanwei/contract/rules/codes'
import type { Condition, MonitoringRule } from '@huanwei/contract/rules/endpoints'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import { AlarmBit } from '@huanwei/terminal/alarm'
import { type Fix, greatestOf } from './fix.ts'
import { inside, metresBetween, type Region, region } from './geometry.ts'
import { type Calendar, otherHours, type RuleHours, ruleHours } from './hours.ts'

/** Fixes further apart than this, ms, say nothing about the time between them; sensors speak more seldom. */
export const [breakMs, readingBreakMs] = [10 * 60_000, 3_600_000]

/**
 * How a condition becomes violations. *runs*: fixes in a row on which it holds. *silences*: the time between fixes. *arrivals*, *departures*:
 * spans of hours, by the fixes on which it holds: those that are where they should be.
 */
export type Way = 'runs' | 'silences' | 'arrivals' | 'departures'

/** A condition ready to be asked. Spans in ms. */
type Ready = {
  way: Way
  /** Whether a fix says anything about it; others are passed over. `null`: every fix does. */
  says: ((fix: Fix) => boolean) | null
  holds(fix: Fix): boolean
  /** Whether a fix belongs to a run that began there. */
  goesOn: ((from: { lng: number; lat: number }, fix: Fix) => boolean) | null
  /** Compared with the limit, in its unit; the greatest of a run is its peak, or the least where it `falls`. */
  value(fix: Fix): number | null
  falls: boolean
  limit: number | null
  /** How long it must hold, or what is allowed in a span of hours. */
  after: number
  /** How long it may not hold without the run being over. */
  rest: number
  breakMs: number
  /** Whether it looks at the people counted in the hour before a fix. */
  counts: boolean
}

/** A rule ready for evaluation. Seconds of the contract are ms here. */
export type RuleToEvaluate = Ready & {
  id: number
  kind: ConditionKind
  /** Where its areas are, for what happens elsewhere than on a fix. */
  place: { lng: number; lat: number }
  hours: RuleHours
  minDuration: number
  cooldown: number
  /** The marked days it keeps to; those to come may change without making another rule of it. */
  marks: string
  /** Device time from which it counts, epoch ms: what happened before was another rule's matter. */
  validFrom: number
}

const plain: Ready = {
  way: 'runs',
  says: null,
  holds: () => false,
  goesOn: null,
  value: () => null,
  falls: false,
  limit: null,
  after: 0,
  rest: 0,
  breakMs,
  counts: false,
}

const isLocated = (fix: Fix) => fix.located
const stands = (fix: Fix) => fix.speed < movingFrom
const moves = (fix: Fix) => fix.located && fix.speed >= movingFrom
const hasAlarm = (bit: number) => ({ holds: (fix: Fix) => ((fix.alarm >>> bit) & 1) === 1 })
const lasting = (after: number) => ({ after: after * 1000, limit: after })

const isIn = (areas: readonly Region[], { lng, lat }: Fix) => {
  for (const area of areas) if (inside(area, lng, lat)) return true
  return false
}
const isWithin = (areas: readonly Region[]) => ({ holds: (fix: Fix) => fix.located && isIn(areas, fix) })
const isOutside = (areas: readonly Region[]) => ({ holds: (fix: Fix) => fix.located && areas.length > 0 && !isIn(areas, fix) })

/** Of what sensors measure: above the limit, which says nothing about fixes without it. */
const measured = (value: (fix: Fix) => number | null, limit: number, more: Partial<Ready> = {}) => ({
  ...{ value, limit, breakMs: readingBreakMs },
  says: (fix: Fix) => value(fix) !== null,
  holds: (fix: Fix) => (value(fix) ?? limit) > limit,
  ...more,
})

type Entries = { [K in ConditionKind]: (condition: Extract<Condition, { kind: K }>, areas: readonly Region[]) => Partial<Ready> }

/**
 * What each kind of condition is. Without a position nobody speeds, moves, or is anywhere; alarm bits count all the same. Source: spec 3,
 * section 9.
 */
const entries: Entries = {
  speeding: ({ limit }) => ({ holds: (fix) => fix.located && fix.speed > limit, value: (fix) => fix.speed, limit }),
  outOfArea: (_, areas) => isOutside(areas),
  inArea: (_, areas) => isWithin(areas),
  offRoute: (_, areas) => isOutside(areas),
  parked: ({ after }) => ({ says: isLocated, holds: stands, ...lasting(after) }),
  idling: ({ after }) => ({ says: isLocated, holds: (fix) => fix.acc === true && stands(fix), ...lasting(after) }),
  fatigue: ({ after, rest }) => ({
    says: isLocated,
    holds: moves,
    rest: rest * 1000,
    breakMs: Math.max(breakMs, rest * 1000),
    ...lasting(after),
  }),
  offHours: () => ({ holds: moves }),
  terminalAlarm: ({ bit }) => hasAlarm(bit),
  sos: () => hasAlarm(AlarmBit.sos),
  activeSafety: ({ addition, types }) => ({
    holds: ({ safety }) => safety?.some((code) => code >> 8 === addition && types.includes(code & 255)) ?? false,
  }),
  offline: ({ after }) => ({ way: 'silences', ...lasting(after) }),
  absent: ({ after }, areas) => ({ ...isOutside(areas), says: isLocated, ...lasting(after) }),
  staying: ({ after, radius }) => ({
    says: isLocated,
    holds: isLocated,
    ...lasting(after),
    goesOn: (from, fix) => metresBetween(from.lng, from.lat, fix.lng, fix.lat) <= radius,
  }),
  late: ({ grace }, areas) => ({ way: 'arrivals', ...isWithin(areas), ...lasting(grace) }),
  leavingEarly: ({ grace }, areas) => ({ way: 'departures', ...isWithin(areas), ...lasting(grace) }),
  lowBattery: ({ below }) =>
    measured((fix) => greatestOf(fix, Metric.battery), below, {
      holds: (fix) => (greatestOf(fix, Metric.battery) ?? below) < below,
      falls: true,
      breakMs,
    }),
  reading: ({ metric, above }) => measured((fix) => greatestOf(fix, metric), above),
  overflow: ({ above }) => measured((fix) => greatestOf(fix, Metric.fill), above),
  flow: ({ perHour }) =>
    measured(({ hour }) => hour?.reduce((all, { count }) => all + count, 0) ?? null, perHour, { counts: true }),
}

/** The entry of a condition, which TypeScript cannot tell by itself. */
const readied = <K extends ConditionKind>(condition: Extract<Condition, { kind: K }>, areas: readonly Region[]) =>
  (entries[condition.kind as K] as Entries[K])(condition, areas)

/**
 * Readies a rule. `shapes` are those of its areas, `shifts` the hours of its shifts, `calendar` the marked days if it keeps to them.
 * `validFrom` (epoch ms) is the last change of the rule or of what it depends on (its areas, the binding of the terminal); a rule with
 * the same id and another `validFrom` is another rule.
 */
export function ruleToEvaluate(
  rule: Pick<MonitoringRule, 'id' | 'condition' | 'hours' | 'minDuration' | 'cooldown'>,
  shapes: readonly Shape[],
  validFrom: number,
  shifts: readonly Hours[] = [],
  calendar?: Calendar,
): RuleToEvaluate {
  const { id, condition } = rule
  const areas = shapes.map(region)
  const hours = ruleHours([...rule.hours, ...shifts], calendar)
  const [{ box } = { box: { west: 0, east: 0, south: 0, north: 0 } }] = areas
  return {
    ...plain,
    ...readied(condition, areas),
    id,
    kind: condition.kind,
    place: { lng: (box.west + box.east) / 2, lat: (box.south + box.north) / 2 },
    hours: condition.kind === 'offHours' ? otherHours(hours) : hours,
    minDuration: rule.minDuration * 1000,
    cooldown: rule.cooldown * 1000,
    marks: calendar ? [...calendar].join() : '',
    validFrom,
  }
}

/** Whether the condition holds on a fix, hours aside. Being offline shows between fixes, never on one. */
export const holds = (rule: RuleToEvaluate, fix: Fix): boolean => fix.time >= rule.validFrom && rule.holds(fix)
