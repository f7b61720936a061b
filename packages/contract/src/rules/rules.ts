import { Measure } from './codes.ts'
import type { Condition, MonitoringRule } from './endpoints.ts'

/** The areas that a condition names. */
export const areaIdsOf = (condition: Condition): readonly number[] => ('areaIds' in condition ? condition.areaIds : [])

/** True when each object is judged by the areas of its own department. */
export const isByOwnAreas = (condition: Condition): boolean => 'ownAreas' in condition && condition.ownAreas === true

type Decisive = Pick<
  MonitoringRule,
  'condition' | 'hours' | 'objectIds' | 'deptIds' | 'shiftIds' | 'calendar' | 'minDuration' | 'cooldown' | 'enabled'
>

/** Fields that a rule decides by; its name, severity and texts may change without making it another rule. */
export const decisive = (rule: Decisive): Decisive => ({
  condition: rule.condition,
  hours: rule.hours,
  objectIds: rule.objectIds,
  deptIds: rule.deptIds,
  shiftIds: rule.shiftIds,
  calendar: rule.calendar,
  minDuration: rule.minDuration,
  cooldown: rule.cooldown,
  enabled: rule.enabled,
})

/** Quantity of a condition's limit; null when the limit is a span of time or there is none. */
export function measureOf(condition: Condition): Measure | null {
  switch (condition.kind) {
    case 'speeding':
      return Measure.speed
    case 'lowBattery':
      return Measure.battery
    case 'reading':
      return condition.metric
    case 'overflow':
      return Measure.fill
    case 'flow':
      return Measure.peopleIn
    default:
      return null
  }
}
