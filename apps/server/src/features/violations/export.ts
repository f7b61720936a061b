import { listViolationPushes } from '@huanwei/contract/messages/endpoints'
import { listViolations, type Violation } from '@huanwei/contract/violations/endpoints'
import { isFalseAlarm } from '@huanwei/contract/violations/rules'
import { say } from '@huanwei/words/say'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { pushed, pushIdOf, pushKey } from '../messages/export.ts'
import { findViolationPushes, findViolations } from './queries.ts'
import { violations } from './table.ts'
import { verdictKeys } from './verdict-keys.ts'

const violationColumns = [
  text<Violation>('violations:column.object', (row) => row.objectName),
  text<Violation>('violations:kindOfObject', (row) => row.objectTypeName),
  text<Violation>('violations:department', (row) => row.deptName),
  text<Violation>('violations:column.event', (row) => row.violationEvent),
  text<Violation>('violations:alarms.label', ({ alarms }, language) =>
    alarms.map(({ violationEvent }) => violationEvent).join(say(language, 'violations:alarms.comma')),
  ),
  choice<Violation>('rules:severity', (row) => `rules:severities.${row.severity}`),
  text<Violation>('violations:position', (row) => row.position, 40),
  figure<Violation>('list:longitude', (row) => row.lng),
  figure<Violation>('list:latitude', (row) => row.lat),
  moment<Violation>('violations:column.time', (row) => row.createTime),
  moment<Violation>('violations:endTime', (row) => row.endTime),
  figure<Violation>('violations:seconds', (row) => row.duration, 16),
  text<Violation>('violations:column.action', (row) => row.executeAction),
  choice<Violation>('violations:column.status', (row) => verdictKeys[row.alarmType]),
  text<Violation>('violations:handler', (row) => row.handling?.by ?? null),
  moment<Violation>('violations:handleTime', (row) => row.handling?.time ?? null),
  choice<Violation>('violations:reason', (row) => (isFalseAlarm(row.alarmType) ? verdictKeys[row.alarmType] : null)),
  text<Violation>('violations:remark', (row) => row.handling?.remark ?? null, 40),
]

/** Lists of this noun that can be exported. */
export const violationExports: readonly ExportList[] = [
  exportList(listViolations, 'violations:title', {
    key: { tenantId: violations.tenantId, time: violations.createTime, id: violations.id },
    idOf: rowId,
    columns: violationColumns,
    find: async (tx, viewer, filter, language) =>
      findViolations(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId), language),
  }),
  exportList(listViolationPushes, 'violations:title', {
    key: pushKey,
    idOf: pushIdOf,
    columns: violationColumns,
    find: pushed(findViolationPushes),
  }),
]
