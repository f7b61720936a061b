import { isByOwnAreas } from '@huanwei/contract/rules/rules'
import type { Language } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import { timeText } from '../../../lib/time.ts'
import type { StoredPosition } from '../../history/track.ts'
import { conditionLimit, conditionSeconds, ruleHoursText } from '../../rules/rule-texts.ts'
import { verdictKeys } from '../verdict-keys.ts'
import { filesOf, type ViolationCase } from './case.ts'

/** Who took the case out, and when. */
export type CaseMaker = { by: string; at: string }

/** The case for people, a fact a line. Pure. */
export function caseText(found: ViolationCase, { by, at }: CaseMaker, language: Language): string {
  const line: Line = (key, value) => (value === null || value === '' ? [] : [`${say(language, key)}: ${value}`])
  const { violation, evidence } = found
  const { contact } = evidence
  return [
    say(language, 'violations:case.title'),
    '',
    ...line('violations:column.event', violation.violationEvent),
    ...line('violations:column.object', violation.objectName),
    ...line('violations:departmentAndType', `${violation.deptName} / ${violation.objectTypeName}`),
    ...line('violations:column.time', violation.createTime),
    ...line('violations:endTime', violation.endTime ?? say(language, 'violations:inForce')),
    ...line('violations:seconds', violation.duration),
    ...line('violations:position', violation.position),
    ...line(`violations:contact.${violation.objectType}`, contact && `${contact.name} ${contact.phone}`.trim()),
    ...violation.alarms.flatMap((alarm) => line('violations:alarms.label', `${alarm.violationEvent} ${alarm.createTime}`)),
    ...ruleLines(found, line, language),
    '',
    say(language, 'violations:process'),
    ...violation.violationVerifyProcess.map(({ createTime, objectName, alarmType, remark }) =>
      [createTime, objectName, say(language, verdictKeys[alarmType]), remark].filter(Boolean).join('  '),
    ),
    '',
    say(language, 'violations:views.title'),
    ...viewLines(found, language),
    '',
    ...line('violations:case.by', by),
    ...line('violations:case.at', at),
    '',
    say(language, 'violations:case.check'),
    ...checks.map(([system, command]) => `${system}: ${command}`),
    '',
  ].join('\r\n')
}

/** Nothing for what is not known. */
type Line = (key: TextKey, value: string | number | null) => string[]

/** Commands that compare the files with their hashes, in the folder of the case. They need nothing that is not there already. */
const checks = [
  ['Linux', 'sha256sum -c hashes.txt'],
  ['macOS', 'shasum -a 256 -c hashes.txt'],
  [
    'Windows (PowerShell)',
    "Get-Content hashes.txt | ForEach-Object { $h, $n = $_ -split '  ', 2; '{0}  {1}' -f ((Get-FileHash -LiteralPath $n).Hash -eq $h), $n }",
  ],
] as const

/** The rule as it was. */
function ruleLines({ evidence: { rule, areas }, shiftNames }: ViolationCase, line: Line, language: Language): string[] {
  if (!rule) return []
  const { condition, hours, calendar, isChanged } = rule
  const names = isByOwnAreas(condition) ? say(language, 'rules:ownAreas') : areas.map(({ name }) => name).join(', ')
  return [
    '',
    [say(language, 'violations:ruleThen'), ...(isChanged ? [say(language, 'violations:ruleChanged')] : [])].join(' '),
    ...line('rules:condition', say(language, `rules:kinds.${condition.kind}`)),
    ...line('rules:limit', conditionLimit(condition, language)),
    ...line('rules:afterSeconds', conditionSeconds(condition)),
    ...line('rules:restSeconds', 'rest' in condition ? condition.rest : null),
    ...line('rules:field.areaIds', names),
    ...line('rules:hours', hours.map((one) => ruleHoursText(language, one)).join('; ')),
    ...line('rules:field.shiftIds', shiftNames.join(', ')),
    ...(calendar ? line('rules:field.calendar', say(language, 'list:yes')) : []),
  ]
}

/** Who opened which file, by its name in the case, or took the case out. */
function viewLines(found: ViolationCase, language: Language): string[] {
  const names = new Map(filesOf(found).map(({ fileName, name }) => [fileName, name]))
  return found.evidence.views.map(({ createTime, userName, fileName }) =>
    [createTime, userName, fileName === null ? say(language, 'violations:case.title') : names.get(fileName)].join('  '),
  )
}

/** The positions as a sheet that Excel opens. Pure. */
export function positionSheet(positions: readonly StoredPosition[], language: Language): string {
  const heads = ['column.time', 'column.lng', 'column.lat', 'column.speed', 'degrees', 'column.mileage', 'column.acc'] as const
  const rows = positions.map(({ time, lng, lat, speed, direction, mileage, status }) =>
    [
      timeText(time),
      lng,
      lat,
      speed,
      direction,
      mileage ?? '',
      say(language, status & 1 ? 'history:acc.1' : 'history:acc.0'),
    ].join(),
  )
  return `\ufeff${[heads.map((head) => say(language, `history:${head}`)).join(), ...rows].join('\r\n')}\r\n`
}
