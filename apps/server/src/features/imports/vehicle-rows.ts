import type { SheetColumn } from '@huanwei/contract/imports/codes'
import { plateColours } from '@huanwei/contract/vehicles/codes'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import type { Tx } from '../../db/connect.ts'
import { mayUse } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { initialsOf } from '../../lib/initials.ts'
import { findVehiclesByPlate, insertVehicles, updateVehicle, type VehicleRow } from '../vehicles/queries.ts'
import { asNumber, asText, checkAssetRows, type Reader, type RightRow } from './asset-rows.ts'
import { choiceFinder, departmentFinder, dictionaryChoices, namedChoices } from './finders.ts'
import type { Kind } from './import-rows.ts'
import { stateOf, type Tell, tellIn } from './sheet-rows.ts'
import type { SheetChoices } from './template.ts'

/** What the columns of vehicles can be chosen from. */
export const vehicleChoices = async (tx: Tx, viewer: Viewer) =>
  ({
    plateColour: namedChoices(plateColours, (colour) => `terminals:plateColours.${colour}`),
    vehicleType: await dictionaryChoices(tx, viewer, 'vehicle_type'),
    vehicleFunction: await dictionaryChoices(tx, viewer, 'vehicle_function'),
  }) satisfies SheetChoices

const texts = ['plateNumber', 'name', 'driverName', 'driverPhone', 'vin', 'intercomAccount', 'remark'] as const

async function readersOf(tx: Tx, viewer: Viewer, tell: Tell) {
  const choices = await vehicleChoices(tx, viewer)
  return new Map<SheetColumn, Reader>([
    ...texts.map((column) => [column, asText(column)] as const),
    ['deptName', { field: 'deptId', read: await departmentFinder(tx, viewer, tell) }],
    ['plateColour', { field: 'plateColour', read: choiceFinder(choices.plateColour, tell) }],
    ['vehicleType', { field: 'vehicleType', read: choiceFinder(choices.vehicleType, tell) }],
    ['vehicleFunction', { field: 'vehicleFunction', read: choiceFinder(choices.vehicleFunction, tell) }],
    ['vehicleCamera', asNumber('vehicleCamera', tell)],
  ])
}

type Right = RightRow<typeof addVehicle.input, VehicleRow>

export const vehicleSheet: Kind<Right, undefined> = {
  unique: 'vehicle_',
  mayUpdate: ({ permissions }) => permissions.has('admin_vehicle_edit'),
  prepare: async () => undefined,

  async check(tx, viewer, rows, { language, isUpdate, isWriting }) {
    const tell = tellIn(language)
    const plates = rows.flatMap(({ cells }) => cells.plateNumber ?? [])
    const known = await findVehiclesByPlate(tx, viewer.tenantId, plates, isWriting)
    const checked = await checkAssetRows(rows, {
      language,
      tell,
      isUpdate,
      form: addVehicle.input,
      columns: await readersOf(tx, viewer, tell),
      keysOf: ({ plateNumber = '' }) => (plateNumber ? [plateNumber] : []),
      known: new Map(known.map((vehicle) => [vehicle.plateNumber, vehicle])),
      fieldsOf: (vehicle) => (mayUse(viewer, vehicle.deptId) ? vehicle : undefined),
      words: { known: 'vehicles:refusal.plateTaken', outOfSight: 'vehicles:refusal.plateTaken' },
    })
    return { ...checked, seen: stateOf(known) }
  },

  async write(tx, viewer, right) {
    const fieldsOf = ({ data }: Right) => ({ ...data, initials: initialsOf(`${data.plateNumber}${data.name}`) })
    await insertVehicles(tx, viewer, right.filter(({ before }) => !before).map(fieldsOf))
    for (const row of right) if (row.before) await updateVehicle(tx, viewer, row.before.id, fieldsOf(row))
  },
}
