import { listParameters, type PublicParameter } from '@huanwei/contract/parameters/endpoints'
import { atOnce, choice, type ExportList, exportList, moment, text } from '../../lib/export-list.ts'
import { searchParameters } from './search.ts'

const parameterColumns = [
  text<PublicParameter>('parameters:name', (row) => row.publicName, 30),
  text<PublicParameter>('parameters:key', (row) => row.publicKey, 28),
  text<PublicParameter>('parameters:value', (row) => row.publicValue, 30),
  choice<PublicParameter>('parameters:kind', (row) => `parameters:kinds.${row.kind}`),
  choice<PublicParameter>('parameters:origin', (row) => (row.system === '1' ? 'parameters:builtIn' : 'parameters:own')),
  choice<PublicParameter>('parameters:status', (row) => `parameters:statuses.${row.status}`),
  text<PublicParameter>('parameters:remark', (row) => row.remark, 40),
  moment<PublicParameter>('list:updateTime', (row) => row.updateTime),
]

/** Lists of this noun that can be exported. */
export const parameterExports: readonly ExportList[] = [
  exportList(listParameters, 'parameters:title', {
    columns: parameterColumns,
    ...atOnce(searchParameters),
  }),
]
