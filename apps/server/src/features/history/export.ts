import { type FixRow, listFixes } from '@huanwei/contract/history/endpoints'
import { choice, type ExportList, exportList, figure, moment } from '../../lib/export-list.ts'
import { afterFix, findVisibleFixes } from './queries.ts'

const fixColumns = [
  moment<FixRow>('history:column.time', (row) => row.time),
  figure<FixRow>('history:column.lng', (row) => row.lng),
  figure<FixRow>('history:column.lat', (row) => row.lat),
  figure<FixRow>('history:column.speed', (row) => row.speed, 14),
  figure<FixRow>('history:degrees', (row) => row.direction, 14),
  figure<FixRow>('history:altitudeMetres', (row) => row.altitude, 14),
  figure<FixRow>('history:column.mileage', (row) => row.mileage, 14),
  choice<FixRow>('history:column.acc', (row) => (row.status & 1 ? 'history:acc.1' : 'history:acc.0')),
]

/** Lists of this noun that can be exported. */
export const historyExports: readonly ExportList[] = [
  exportList(listFixes, 'history:title', {
    afterOf: afterFix,
    columns: fixColumns,
    find: findVisibleFixes,
  }),
]
