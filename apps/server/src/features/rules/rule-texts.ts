import { metrics } from '@huanwei/contract/readings/codes'
import type { Condition } from '@huanwei/contract/rules/endpoints'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import type { Language } from '@huanwei/words/languages'
import { say, sayKnown } from '@huanwei/words/say'

/** Limit of the condition, spans of time aside; null where it has none. */
export function conditionLimit(it: Condition, language: Language): string | null {
  switch (it.kind) {
    case 'speeding':
      return `${it.limit} km/h`
    case 'terminalAlarm':
      return sayKnown(language, `terminals:alarms.${it.bit}`) ?? String(it.bit)
    case 'activeSafety':
      return it.types.map((type) => sayKnown(language, `rules:safety.${it.addition}.${type}`) ?? String(type)).join(', ')
    case 'staying':
      return `${it.radius} m`
    case 'lowBattery':
      return `${it.below}%`
    case 'overflow':
      return `${it.above}%`
    case 'reading':
      return `${say(language, `readings:metrics.${it.metric}`)} ${it.above} ${metrics[it.metric].unit}`
    case 'flow':
      return String(it.perHour)
    default:
      return null
  }
}

/** Seconds that the condition must last, or that it gives. */
export const conditionSeconds = (it: Condition) => ('after' in it ? it.after : 'grace' in it ? it.grace : null)

/** Weekdays and times of day. */
export function ruleHoursText(language: Language, { start, end, weekdays }: Hours) {
  const days = weekdays.toSorted((one, other) => one - other)
  const named =
    days.length === 7
      ? say(language, 'rules:everyDay')
      : days.map((day) => sayKnown(language, `rules:weekdays.${day}`) ?? String(day)).join(', ')
  return `${named} ${start}–${end}`
}
