import type { Language } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import { timeText } from '../../../lib/time.ts'
import type { StoredPosition } from '../../history/track.ts'
import { verdictKeys } from '../verdict-keys.ts'
import type { ViolationCase } from './case.ts'

/** Who took the case out, and when. */
export type CaseMaker = { by: string; at: string }

/** The case for people, a fact a line. Pure. */
export function caseText({ violation, evidence }: ViolationCase, { by, at }: CaseMaker, language: Language): string {
  const line = (key: TextKey, value: string | number | null) =>
    value === null || value === '' ? [] : [`${say(language, key)}: ${value}`]
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
    '',
    say(language, 'violations:process'),
    ...violation.violationVerifyProcess.map(({ createTime, objectName, alarmType, remark }) =>
      [createTime, objectName, say(language, verdictKeys[alarmType]), remark].filter(Boolean).join('  '),
    ),
    '',
    ...line('violations:case.by', by),
    ...line('violations:case.at', at),
    '',
  ].join('\r\n')
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
