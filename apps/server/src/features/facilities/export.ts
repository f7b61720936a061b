import { type Facility, pageFacilities } from '@huanwei/contract/facilities/endpoints'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { findFacilityPage } from './queries.ts'
import { facilities } from './table.ts'

const facilityColumns = [
  text<Facility>('facilities:name', (row) => row.name, 24),
  text<Facility>('facilities:type', (row) => row.facilityTypeName),
  text<Facility>('facilities:department', (row) => row.deptName),
  text<Facility>('facilities:address', (row) => row.address, 40),
  figure<Facility>('list:longitude', (row) => row.lng),
  figure<Facility>('list:latitude', (row) => row.lat),
  text<Facility>('facilities:sensor', (row) => row.terminalNo),
  choice<Facility>('terminals:connection', ({ online }) => (online ? 'terminals:online' : 'terminals:offline')),
  text<Facility>('facilities:code', (row) => row.code),
  text<Facility>('facilities:remark', (row) => row.remark, 40),
  moment<Facility>('facilities:createTime', (row) => row.createTime),
]

/** Lists of this noun that can be exported. */
export const facilityExports: readonly ExportList[] = [
  exportList(pageFacilities, 'facilities:title', {
    key: { tenantId: facilities.tenantId, time: facilities.createTime, id: facilities.id },
    idOf: rowId,
    columns: facilityColumns,
    find: async (tx, viewer, filter, language) =>
      findFacilityPage(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId), language),
  }),
]
