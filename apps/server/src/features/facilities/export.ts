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
  choice<Facility>('facilities:toiletKind', ({ toiletKind }) => toiletKind && `facilities:toilet.${toiletKind}`),
  figure<Facility>('facilities:facilityClass', (row) => row.facilityClass),
  figure<Facility>('facilities:builtYear', (row) => row.builtYear),
  figure<Facility>('facilities:floorArea', (row) => row.floorArea),
  figure<Facility>('facilities:cubiclesMen', (row) => row.cubiclesMen),
  figure<Facility>('facilities:cubiclesWomen', (row) => row.cubiclesWomen),
  figure<Facility>('facilities:cubiclesShared', (row) => row.cubiclesShared),
  text<Facility>('facilities:equipment', (row) => row.equipment, 30),
  text<Facility>('facilities:openingHours', (row) => row.openingHours),
  text<Facility>('facilities:managerName', (row) => row.managerName),
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
