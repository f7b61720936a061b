import { type ListedCan, pageCans } from '@huanwei/contract/cans/endpoints'
import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { canType } from '@huanwei/contract/dictionaries/codes'
import { Metric } from '@huanwei/contract/readings/codes'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { workColumns } from '../dispatched/export.ts'
import { findNewestWork } from '../dispatched/queries.ts'
import { findFacilityPage } from '../facilities/queries.ts'
import { facilities } from '../facilities/table.ts'
import { findLatestOfMany } from '../readings/queries.ts'

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
export const canExports: readonly ExportList[] = [
  exportList(pageCans, 'cans:title', {
    key: { tenantId: facilities.tenantId, time: facilities.createTime, id: facilities.id },
    idOf: rowId,
    columns: canColumns,
    async find(tx, viewer, filter, language) {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await findFacilityPage(tx, viewer, { ...filter, facilityType: canType }, departments, language)
      const ids = records.map(({ id }) => id)
      const works = await findNewestWork(tx, viewer, CauseKind.can, ids)
      const fills = new Map((await findLatestOfMany(tx, viewer.tenantId, ids, Metric.fill)).map((one) => [one.objectId, one]))
      return {
        total,
        records: records.map((row) => {
          const fill = fills.get(row.id)
          return { ...row, fill: fill?.value ?? null, fillTime: fill?.time ?? null, work: works.get(row.id) ?? null }
        }),
      }
    },
  }),
]
