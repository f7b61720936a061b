import { type ListedCan, pageCans } from '@huanwei/contract/cans/endpoints'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { workColumns } from '../dispatched/export.ts'
import type { LiveFacilities } from '../facilities/live-facts.ts'
import { facilities } from '../facilities/table.ts'
import { findListedCans } from './listed-cans.ts'

const canColumns = [
  text<ListedCan>('cans:name', (row) => row.name, 24),
  text<ListedCan>('cans:department', (row) => row.deptName),
  choice<ListedCan>('cans:waste', ({ wasteType }) => wasteType && `live:waste.${wasteType}`),
  figure<ListedCan>('cans:capacity', (row) => row.capacity),
  figure<ListedCan>('cans:fill', (row) => row.fill),
  moment<ListedCan>('cans:fillTime', (row) => row.fillTime),
  text<ListedCan>('cans:address', (row) => row.address, 40),
  figure<ListedCan>('list:longitude', (row) => row.lng),
  figure<ListedCan>('list:latitude', (row) => row.lat),
  text<ListedCan>('cans:sensor', (row) => row.terminalNo),
  choice<ListedCan>('terminals:connection', ({ online }) => (online ? 'terminals:online' : 'terminals:offline')),
  text<ListedCan>('facilities:code', (row) => row.code),
  ...workColumns<ListedCan>(),
  text<ListedCan>('cans:remark', (row) => row.remark, 40),
  moment<ListedCan>('cans:createTime', (row) => row.createTime),
]

/** Lists of this noun that can be exported. */
export const canExports = (latest: LiveFacilities): readonly ExportList[] => [
  exportList(pageCans, 'cans:title', {
    key: { tenantId: facilities.tenantId, time: facilities.createTime, id: facilities.id },
    idOf: rowId,
    columns: canColumns,
    find: (tx, viewer, filter, language) => findListedCans(tx, viewer, latest, filter, language),
  }),
]
