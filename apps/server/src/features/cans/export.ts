import { type Can, pageCans } from '@huanwei/contract/cans/endpoints'
import { canType } from '@huanwei/contract/dictionaries/codes'
import { Metric } from '@huanwei/contract/readings/codes'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { findFacilityPage } from '../facilities/queries.ts'
import { facilities } from '../facilities/table.ts'
import { findLatestOfMany } from '../readings/queries.ts'

const canColumns = [
  text<Can>('cans:name', (row) => row.name, 24),
  text<Can>('cans:department', (row) => row.deptName),
  choice<Can>('cans:waste', ({ wasteType }) => wasteType && `live:waste.${wasteType}`),
  figure<Can>('cans:capacity', (row) => row.capacity),
  figure<Can>('cans:fill', (row) => row.fill),
  moment<Can>('cans:fillTime', (row) => row.fillTime),
  text<Can>('cans:address', (row) => row.address, 40),
  figure<Can>('list:longitude', (row) => row.lng),
  figure<Can>('list:latitude', (row) => row.lat),
  text<Can>('cans:sensor', (row) => row.terminalNo),
  choice<Can>('terminals:connection', ({ online }) => (online ? 'terminals:online' : 'terminals:offline')),
  text<Can>('facilities:code', (row) => row.code),
  text<Can>('cans:remark', (row) => row.remark, 40),
  moment<Can>('cans:createTime', (row) => row.createTime),
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
      const fills = new Map((await findLatestOfMany(tx, viewer.tenantId, ids, Metric.fill)).map((one) => [one.objectId, one]))
      return {
        total,
        records: records.map((row) => {
          const fill = fills.get(row.id)
          return { ...row, fill: fill?.value ?? null, fillTime: fill?.time ?? null }
        }),
      }
    },
  }),
]
