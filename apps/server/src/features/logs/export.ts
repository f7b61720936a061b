import { LogType } from '@huanwei/contract/logs/codes'
import { type Log, type LoginLog, listLoginLogs, listLogs } from '@huanwei/contract/logs/endpoints'
import { sayKnown } from '@huanwei/words/say'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { listLoginRows, listLogRows } from './queries.ts'
import { loginLogs, logs } from './table.ts'

const logColumns = [
  moment<Log>('logs:column.time', (row) => row.createTime),
  choice<Log>('logs:column.type', (row) => (row.type === LogType.error ? 'logs:tab.errors' : 'logs:tab.operations')),
  text<Log>('logs:column.title', (row) => row.title, 24),
  text<Log>('logs:column.person', (row) => row.createBy),
  text<Log>('logs:column.from', (row) => row.remoteAddr),
  text<Log>('logs:request', (row) => `${row.method} ${row.requestUri}`.trim(), 40),
  text<Log>('logs:params', (row) => row.params, 40),
  figure<Log>('logs:milliseconds', (row) => row.time),
  text<Log>('logs:exception', (row) => row.exception, 40),
  text<Log>('logs:column.agent', (row) => row.userAgent, 40),
]

const loginColumns = [
  moment<LoginLog>('logs:column.time', (row) => row.createTime),
  text<LoginLog>('logs:column.user', (row) => row.username),
  choice<LoginLog>('logs:column.operation', (row) => `logs:login.operation.${row.operation}`),
  choice<LoginLog>('logs:column.result', (row) => `logs:login.status.${row.status}`),
  text<LoginLog>(
    'logs:column.grant',
    (row, language) => sayKnown(language, `logs:login.grant.${row.grantType}`) ?? row.grantType,
  ),
  text<LoginLog>('logs:column.from', (row) => row.remoteAddr),
  text<LoginLog>('logs:column.agent', (row) => row.userAgent, 40),
]

/** Lists of this noun that can be exported. */
export const logExports: readonly ExportList[] = [
  exportList(listLogs, 'logs:listTitle', {
    key: { tenantId: logs.tenantId, time: logs.createTime, id: logs.id },
    idOf: rowId,
    columns: logColumns,
    find: listLogRows,
  }),
  exportList(listLoginLogs, 'logs:tab.logins', {
    key: { tenantId: loginLogs.tenantId, time: loginLogs.createTime, id: loginLogs.id },
    idOf: rowId,
    columns: loginColumns,
    find: listLoginRows,
  }),
]
