import { type LogIn, listTokens } from '@huanwei/contract/tokens/endpoints'
import { choice, type ExportList, exportList, moment, rowId, text } from '../../lib/export-list.ts'
import { sessions } from '../session/table.ts'
import { findLogIns } from './queries.ts'

const tokenColumns = [
  text<LogIn>('tokens:username', (row) => row.username),
  text<LogIn>('tokens:name', (row) => row.name),
  text<LogIn>('tokens:department', (row) => row.deptName),
  text<LogIn>('tokens:address', (row) => row.address),
  text<LogIn>('tokens:browser', (row) => row.userAgent, 40),
  moment<LogIn>('tokens:since', (row) => row.createTime),
  moment<LogIn>('tokens:expires', (row) => row.expires),
  choice<LogIn>('tokens:state', ({ isLocked }) => (isLocked ? 'tokens:locked' : 'tokens:open')),
]

/** Lists of this noun that can be exported. */
export const tokenExports: readonly ExportList[] = [
  exportList(listTokens, 'tokens:tab.tokens', {
    key: { tenantId: sessions.tenantId, time: sessions.createTime, id: sessions.id },
    idOf: rowId,
    columns: tokenColumns,
    find: findLogIns,
  }),
]
