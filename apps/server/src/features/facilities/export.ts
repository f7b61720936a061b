import { type ListedFacility, pageFacilities } from '@huanwei/contract/facilities/endpoints'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { findListedFacilities } from './listed-facilities.ts'
import type { LiveFacilities } from './live-facts.ts'
import { facilities } from './table.ts'

const facilityColumns = [
  text<ListedFacility>('facilities:name', (row) => row.name, 24),
  text<ListedFacility>('facilities:type', (row) => row.facilityTypeName),
  text<ListedFacility>('facilities:department', (row) => row.deptName),
  text<ListedFacility>('facilities:address', (row) => row.address, 40),
  figure<ListedFacility>('list:longitude', (row) => row.lng),
  figure<ListedFacility>('list:latitude', (row) => row.lat),
  choice<ListedFacility>('facilities:toiletKind', ({ toiletKind }) => toiletKind && `facilities:toilet.${toiletKind}`),
  figure<ListedFacility>('facilities:facilityClass', (row) => row.facilityClass),
  figure<ListedFacility>('facilities:builtYear', (row) => row.builtYear),
  figure<ListedFacility>('facilities:floorArea', (row) => row.floorArea),
  figure<ListedFacility>('facilities:cubiclesMen', (row) => row.cubiclesMen),
  figure<ListedFacility>('facilities:cubiclesWomen', (row) => row.cubiclesWomen),
  figure<ListedFacility>('facilities:cubiclesShared', (row) => row.cubiclesShared),
  figure<ListedFacility>('facilities:cubiclesSensed', (row) => row.cubiclesSensed),
  figure<ListedFacility>('facilities:cubiclesFree', (row) => row.cubiclesFree),
  figure<ListedFacility>('facilities:collectedTimes', (row) => row.collectedTimes),
  figure<ListedFacility>('facilities:collectedWeight', (row) => row.collectedWeight),
  text<ListedFacility>('facilities:equipment', (row) => row.equipment, 30),
  text<ListedFacility>('facilities:openingHours', (row) => row.openingHours),
  text<ListedFacility>('facilities:managerName', (row) => row.managerName),
  text<ListedFacility>('facilities:sensor', (row) => row.terminalNo),
  choice<ListedFacility>('terminals:connection', ({ online }) => (online ? 'terminals:online' : 'terminals:offline')),
  text<ListedFacility>('facilities:code', (row) => row.code),
  text<ListedFacility>('facilities:remark', (row) => row.remark, 40),
  moment<ListedFacility>('facilities:createTime', (row) => row.createTime),
]

/** Lists of this noun that can be exported. */
export const facilityExports = (latest: LiveFacilities): readonly ExportList[] => [
  exportList(pageFacilities, 'facilities:title', {
    key: { tenantId: facilities.tenantId, time: facilities.createTime, id: facilities.id },
    idOf: rowId,
    columns: facilityColumns,
    find: (tx, viewer, filter, language) => findListedFacilities(tx, viewer, latest, filter, language),
  }),
]
