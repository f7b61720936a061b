import { listTerminals, type Terminal } from '@huanwei/contract/terminals/endpoints'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { type LiveObjects, terminalsNow } from './heard-now.ts'
import { findTerminals } from './queries.ts'
import { terminals } from './table.ts'

const terminalColumns = [
  text<Terminal>('terminals:number', (row) => row.terminalNo),
  text<Terminal>('terminals:object', (row) => row.objectName),
  choice<Terminal>('terminals:online', ({ online }) => (online ? 'terminals:online' : 'terminals:offline')),
  moment<Terminal>('terminals:lastSeen', (row) => row.lastSeen),
  text<Terminal>('terminals:protocol', (row) => row.protocol),
  text<Terminal>('terminals:manufacturer', (row) => row.manufacturer),
  text<Terminal>('terminals:model', (row) => row.model),
  moment<Terminal>('terminals:time', (row) => row.time),
  figure<Terminal>('list:longitude', (row) => row.lng),
  figure<Terminal>('list:latitude', (row) => row.lat),
  figure<Terminal>('terminals:speedKmh', (row) => row.speed),
]

/** Lists of this noun that can be exported. */
export const terminalExports = (latest: LiveObjects): readonly ExportList[] => [
  exportList(listTerminals, 'terminals:title', {
    key: { time: terminals.createTime, id: terminals.id },
    idOf: rowId,
    columns: terminalColumns,
    find: (tx, viewer, filter) =>
      findTerminals(tx, viewer, { ...filter, ids: terminalsNow(latest, viewer.tenantId, filter, Date.now()) }),
  }),
]
