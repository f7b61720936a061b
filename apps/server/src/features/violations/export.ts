import { listViolationPushes } from '@huanwei/contract/messages/endpoints'
import { type ListedViolation, listViolations } from '@huanwei/contract/violations/endpoints'
import { isFalseAlarm } from '@huanwei/contract/violations/rules'
import { say } from '@huanwei/words/say'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { workColumns } from '../dispatched/export.ts'
import { pushed, pushIdOf, pushKey } from '../messages/export.ts'
import { findViolationPushes, findViolations } from './queries.ts'
import { violations } from './table.ts'
import { verdictKeys } from './verdict-keys.ts'

const violationColumns = [
  text<ListedViolation>('violations:column.object', (row) => row.objectName),
  text<ListedViolation>('violations:kindOfObject', (row) => row.objectTypeName),
  text<ListedViolation>('violations:department', (row) => row.deptName),
  text<ListedViolation>('violations:column.event', (row) => row.violationEvent),
  text<ListedViolation>('violations:alarms.label', ({ alarms }, language) =>
    alarms.map(({ violationEvent }) => violationEvent).join(say(language, 'violations:alarms.comma')),
  ),
  choice<ListedViolation>('rules:severity', (row) => `rules:severities.${row.severity}`),
  text<ListedViolation>('violations:position', (row) => row.position, 40),
  figure<ListedViolation>('list:longitude', (row) => row.lng),
  figure<ListedViolation>('list:latitude', (row) => row.lat),
  moment<ListedViolation>('violations:column.time', (row) => row.createTime),
  moment<ListedViolation>('violations:endTime', (row) => row.endTime),
  figure<ListedViolation>('violations:seconds', (row) => row.duration, 16),
  text<ListedViolation>('violations:column.action', (row) => row.executeAction),
  choice<ListedViolation>('violations:column.status', (row) => verdictKeys[row.alarmType]),
  text<ListedViolation>('violations:handler', (row) => row.handling?.by ?? null),
  moment<ListedViolation>('violations:handleTime', (row) => row.handling?.time ?? null),
  choice<ListedViolation>('violations:reason', (row) => (isFalseAlarm(row.alarmType) ? verdictKeys[row.alarmType] : null)),
  text<ListedViolation>('violations:remark', (row) => row.handling?.remark ?? null, 40),
  ...workColumns<ListedViolation>(),
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
