import { ObjectType } from '@huanwei/contract/objects'
import { listFacilityRules, listPersonRules, listVehicleRules } from '@huanwei/contract/rules/endpoints'
import { isByOwnAreas } from '@huanwei/contract/rules/rules'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import { atOnce, choice, type ExportList, exportList, figure, moment, text, yesOrNo } from '../../lib/export-list.ts'
import { findNamedRules, type NamedRule } from './queries.ts'
import { conditionLimit, conditionSeconds, ruleHoursText } from './rule-texts.ts'

const ruleColumns = [
  text<NamedRule>('rules:name', (row) => row.name, 24),
  choice<NamedRule>('rules:condition', ({ condition }) => `rules:kinds.${condition.kind}`),
  text<NamedRule>('rules:limit', ({ condition }, language) => conditionLimit(condition, language), 20),
  figure<NamedRule>('rules:afterSeconds', ({ condition }) => conditionSeconds(condition)),
  figure<NamedRule>('rules:restSeconds', ({ condition }) => ('rest' in condition ? condition.rest : null)),
  text<NamedRule>(
    'rules:field.areaIds',
    ({ condition, areaNames }, language) => (isByOwnAreas(condition) ? say(language, 'rules:ownAreas') : areaNames.join(', ')),
    24,
  ),
  figure<NamedRule>('rules:objectCount', (row) => row.objectIds.length, 14),
  text<NamedRule>('rules:field.deptIds', (row) => row.deptNames.join(', '), 24),
  text<NamedRule>('rules:hours', (row, language) => row.hours.map((one) => ruleHoursText(language, one)).join('; '), 24),
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
