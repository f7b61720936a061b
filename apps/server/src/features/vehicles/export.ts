import { listVehicles, type Vehicle } from '@huanwei/contract/vehicles/endpoints'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { findVehicles } from './queries.ts'
import { vehicles } from './table.ts'

const vehicleColumns = [
  text<Vehicle>('vehicles:plateNumber', (row) => row.plateNumber),
  text<Vehicle>('vehicles:name', (row) => row.name),
  text<Vehicle>('vehicles:department', (row) => row.deptName),
  text<Vehicle>('vehicles:type', (row) => row.vehicleTypeName),
  text<Vehicle>('vehicles:function', (row) => row.vehicleFunctionName),
  text<Vehicle>('vehicles:driver', (row) => row.driverName),
  text<Vehicle>('vehicles:driverPhone', (row) => row.driverPhone),
  text<Vehicle>('vehicles:vin', (row) => row.vin, 20),
  text<Vehicle>('vehicles:terminal', (row) => row.terminalNo),
  choice<Vehicle>('terminals:connection', ({ online }) => (online ? 'terminals:online' : 'terminals:offline')),
  figure<Vehicle>('vehicles:cameras', (row) => row.vehicleCamera),
  text<Vehicle>('vehicles:remark', (row) => row.remark, 40),
  moment<Vehicle>('vehicles:createTime', (row) => row.createTime),
]

/** Lists of this noun that can be exported. */
export const vehicleExports: readonly ExportList[] = [
  exportList(listVehicles, 'vehicles:title', {
    key: { tenantId: vehicles.tenantId, time: vehicles.createTime, id: vehicles.id },
    idOf: rowId,
    columns: vehicleColumns,
    find: async (tx, viewer, filter, language) =>
      findVehicles(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId), language),
  }),
]
