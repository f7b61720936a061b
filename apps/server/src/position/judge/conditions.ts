import type { Shape } from '@huanwei/contract/areas/endpoints'
import { metresBetween } from '@huanwei/contract/geometry'
import { movingFrom } from '@huanwei/contract/live/rules'
import { Metric } from '@huanwei/contract/readings/codes'
import type { ConditionKind } from '@huanwei/contract/rules/codes'
import type { Condition, MonitoringRule } from '@huanwei/contract/rules/endpoints'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import { hourMs, minuteMs } from '@huanwei/contract/time'
import { AlarmBit } from '@huanwei/terminal/messages/alarm'
import { inside, type Region, region } from '../../lib/geometry.ts'
import { type Fix, greatestOf } from './fix.ts'
import { type Calendar, otherHours, type RuleHours, ruleHours } from './hours.ts'
import { trailMs } from './standing.ts'

/** Longest gap between two fixes of a run, ms; nothing is known about a longer one. */
export const breakMs = 10 * minuteMs
/** The same for readings of sensors, which come less often. */
const readingBreakMs = hourMs

/**
 * How a condition becomes violations. *runs*: consecutive fixes on which it holds. *silences*: the time between fixes. *arrivals* and
 * *departures*: late arrivals and early departures in the rule's hours, judged by the fixes inside the areas.
 */
export type EvaluationMode = 'runs' | 'silences' | 'arrivals' | 'departures'

/** A condition ready for evaluation. Spans in ms. */
type Ready = {
  mode: EvaluationMode
  /** True for fixes that tell something about the condition; others are skipped. `null`: every fix does. */
  applies: ((fix: Fix) => boolean) | null
  holds(fix: Fix): boolean
  /** True when a fix continues a run that began at `from`; `null`: always. */
  goesOn: ((from: { lng: number; lat: number }, fix: Fix) => boolean) | null
  /** Value that is compared with the limit, in its unit; the peak of a run is the greatest, or the least where it `falls`. */
  value(fix: Fix): number | null
  falls: boolean
  limit: number | null
  /** Time for which the condition must hold, or the grace in the rule's hours. */
  after: number
  /** Time for which it may fail to hold without ending the run. */
  rest: number
  breakMs: number
  /** True when it needs the people counted in the hour before a fix. */
  counts: boolean
  /** True when it needs the judgement whether something stands. */
  standing: boolean
}

/** A rule ready for evaluation. Seconds of the contract are ms here. */
export type RuleToEvaluate = Ready & {
  id: number
  kind: ConditionKind
  /** Centre of the first area, for violations that are not at a fix. */
  place: { lng: number; lat: number }
  hours: RuleHours
  minDuration: number
  cooldown: number
  /** Areas of the object's own that it decides by, as text; empty for a rule that names its areas. */
  ownAreas: string
  /** Marked days of its calendar, as text; future ones may change without a new `validFrom`. */
  marks: string
  /** Device time from which the rule applies, epoch ms. */
  validFrom: number
}

const plain: Ready = {
  mode: 'runs',
  applies: null,
  holds: () => false,
  goesOn: null,
  value: () => null,
  falls: false,
  limit: null,
  after: 0,
  rest: 0,
  breakMs,
  counts: false,
  standing: false,
}

const isLocated = (fix: Fix) => fix.located
const stands = (fix: Fix) => fix.stands ?? fix.speed < movingFrom
const moves = (fix: Fix) => fix.located && !stands(fix)
const hasAlarm = (bit: number) => ({ holds: (fix: Fix) => ((fix.alarm >>> bit) & 1) === 1 })
const lasting = (after: number) => ({ after: after * 1000, limit: after })

const isIn = (areas: readonly Region[], { lng, lat }: Fix) => {
  for (const area of areas) if (inside(area, lng, lat)) return true
  return false
}
const isWithin = (areas: readonly Region[]) => ({ holds: (fix: Fix) => fix.located && isIn(areas, fix) })
const isOutside = (areas: readonly Region[]) => ({ holds: (fix: Fix) => fix.located && areas.length > 0 && !isIn(areas, fix) })

/** Condition on a measured value: above the limit; fixes without the value are skipped. */
const measured = (value: (fix: Fix) => number | null, limit: number, more: Partial<Ready> = {}) => ({
  value,
  limit,
  breakMs: readingBreakMs,
  applies: (fix: Fix) => value(fix) !== null,
  holds: (fix: Fix) => (value(fix) ?? limit) > limit,
  ...more,
})

/** True for the SOS button of a badge, a phone or a vehicle. */
export const isCallForHelp = (condition: Condition) =>
  condition.kind === 'sos' || (condition.kind === 'terminalAlarm' && condition.bit === AlarmBit.sos)

type Entries = { [K in ConditionKind]: (condition: Extract<Condition, { kind: K }>, areas: readonly Region[]) => Partial<Ready> }

/**
 * Definition of each kind of condition. Speed, movement and areas need a valid position; alarm bits do not. Source: spec 3, section 9.
 */
const entries: Entries = {
  speeding: ({ limit }) => ({ holds: (fix) => fix.located && fix.speed > limit, value: (fix) => fix.speed, limit }),
  outOfArea: (_, areas) => isOutside(areas),
  inArea: (_, areas) => isWithin(areas),
  offRoute: (_, areas) => isOutside(areas),
  parked: ({ after }) => ({ applies: isLocated, holds: stands, standing: true, ...lasting(after) }),
  idling: ({ after }) => ({
    applies: isLocated,
    holds: (fix) => fix.acc === true && stands(fix),
    standing: true,
    ...lasting(after),
  }),
  fatigue: ({ after, rest }) => ({
    applies: isLocated,
    holds: moves,
    standing: true,
    rest: rest * 1000,
    breakMs: Math.max(breakMs, rest * 1000),
    ...lasting(after),
  }),
  offHours: () => ({ holds: moves, standing: true }),
  terminalAlarm: ({ bit }) => hasAlarm(bit),
  sos: () => hasAlarm(AlarmBit.sos),
  activeSafety: ({ addition, types }) => ({
    holds: ({ safety }) => safety?.some((code) => code >> 8 === addition && types.includes(code & 255)) ?? false,
  }),
  offline: ({ after }) => ({ mode: 'silences', ...lasting(after) }),
  absent: ({ after }, areas) => ({ ...isOutside(areas), applies: isLocated, ...lasting(after) }),
  staying: ({ after, radius }) => ({
    applies: isLocated,
    holds: isLocated,
    ...lasting(after),
    goesOn: (from, fix) => metresBetween(from.lng, from.lat, fix.lng, fix.lat) <= radius,
  }),
  late: ({ grace }, areas) => ({ mode: 'arrivals', ...isWithin(areas), ...lasting(grace) }),
  leavingEarly: ({ grace }, areas) => ({ mode: 'departures', ...isWithin(areas), ...lasting(grace) }),
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

/** The entry of a condition; TypeScript cannot infer that kind and entry belong together. */
const readied = <K extends ConditionKind>(condition: Extract<Condition, { kind: K }>, areas: readonly Region[]) =>
  (entries[condition.kind as K] as Entries[K])(condition, areas)

/**
 * Prepares a rule for evaluation. `shapes`: those of its areas. `shifts`: hours of its shifts. `calendar`: marked days, if the rule uses them.
 * `validFrom` (epoch ms): last change of the rule or of what it depends on (its areas, the binding of the terminal); a rule with the same id
 * and another `validFrom` is treated as another rule.
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
    ownAreas: '',
    marks: calendar ? [...calendar].join() : '',
    validFrom,
  }
}

/** True when the condition holds on a fix, regardless of hours. Never true for `offline`, which lies between fixes. */
export const holds = (rule: RuleToEvaluate, fix: Fix): boolean => fix.time >= rule.validFrom && rule.holds(fix)

/** Time before a fix whose fixes the rule needs besides, ms. */
export const lookBackOf = ({ counts, standing }: RuleToEvaluate) => (counts ? hourMs : standing ? trailMs : 0)
