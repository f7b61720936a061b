import { ObjectType } from '@huanwei/contract/objects'
import { metrics } from '@huanwei/contract/readings/codes'
import { type Condition, listFacilityRules, listPersonRules, listVehicleRules } from '@huanwei/contract/rules/endpoints'
import { isByOwnAreas } from '@huanwei/contract/rules/rules'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import type { Language } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import { say, sayKnown } from '@huanwei/words/say'
import { atOnce, choice, type ExportList, exportList, figure, moment, text, yesOrNo } from '../../lib/export-list.ts'

import { findNamedRules, type NamedRule } from './queries.ts'

/** Limit of the condition, spans of time aside; null where it has none. */
function limitOf(it: Condition, language: Language): string | null {
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
const secondsOf = (it: Condition) => ('after' in it ? it.after : 'grace' in it ? it.grace : null)

function hoursIn(language: Language, { start, end, weekdays }: Hours) {
  const days = weekdays.toSorted((one, other) => one - other)
  const named =
    days.length === 7
      ? say(language, 'rules:everyDay')
      : days.map((day) => sayKnown(language, `rules:weekdays.${day}`) ?? String(day)).join(', ')
  return `${named} ${start}–${end}`
}

const ruleColumns = [
  text<NamedRule>('rules:name', (row) => row.name, 24),
  choice<NamedRule>('rules:condition', ({ condition }) => `rules:kinds.${condition.kind}`),
  text<NamedRule>('rules:limit', ({ condition }, language) => limitOf(condition, language), 20),
  figure<NamedRule>('rules:afterSeconds', ({ condition }) => secondsOf(condition)),
  figure<NamedRule>('rules:restSeconds', ({ condition }) => ('rest' in condition ? condition.rest : null)),
  text<NamedRule>(
    'rules:field.areaIds',
    ({ condition, areaNames }, language) => (isByOwnAreas(condition) ? say(language, 'rules:ownAreas') : areaNames.join(', ')),
    24,
  ),
  figure<NamedRule>('rules:objectCount', (row) => row.objectIds.length, 14),
  text<NamedRule>('rules:field.deptIds', (row) => row.deptNames.join(', '), 24),
  text<NamedRule>('rules:hours', (row, language) => row.hours.map((one) => hoursIn(language, one)).join('; '), 24),
  text<NamedRule>('rules:field.shiftIds', (row) => row.shiftNames.join(', ')),
  choice<NamedRule>('rules:field.calendar', (row) => yesOrNo(row.calendar)),
  choice<NamedRule>('rules:severity', (row) => `rules:severities.${row.severity}`),
  figure<NamedRule>('rules:minSeconds', (row) => row.minDuration, 14),
  figure<NamedRule>('rules:cooldownSeconds', (row) => row.cooldown, 14),
  text<NamedRule>('rules:field.voiceText', (row) => row.voiceText, 30),
  text<NamedRule>('rules:field.recipientIds', (row) => row.recipientNames.join(', '), 24),
  choice<NamedRule>('rules:field.sms', (row) => yesOrNo(row.sms)),
  choice<NamedRule>('rules:field.photo', (row) => yesOrNo(row.photo)),
  choice<NamedRule>('rules:field.recordVideo', (row) => yesOrNo(row.recordVideo)),
  choice<NamedRule>('rules:enabled', (row) => yesOrNo(row.enabled)),
  moment<NamedRule>('rules:changeTime', (row) => row.changeTime),
]

const ruleList = (call: typeof listPersonRules, objectType: ObjectType, title: TextKey) =>
  exportList(call, title, {
    columns: ruleColumns,
    ...atOnce((tx, viewer, filter) => findNamedRules(tx, viewer, objectType, filter)),
  })

/** Lists of this noun that can be exported. */
export const ruleExports: readonly ExportList[] = [
  ruleList(listPersonRules, ObjectType.person, 'rules:sheet.0'),
  ruleList(listVehicleRules, ObjectType.vehicle, 'rules:sheet.1'),
  ruleList(listFacilityRules, ObjectType.facility, 'rules:sheet.2'),
]
