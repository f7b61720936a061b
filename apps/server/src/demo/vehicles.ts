import { type FleetVehicle, type VehicleType, vehicleAt, vehicleTypes } from '@huanwei/city/fleet'
import { streetNetwork } from '@huanwei/city/streets'
import { depotOf, type Team, zoneRing } from '@huanwei/city/teams'
import { VehicleFunction } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { Tx } from '../db/connect.ts'
import { areas, areaVehicles } from '../features/areas/table.ts'
import { terminalBindings, terminals } from '../features/terminals/table.ts'
import { vehicles } from '../features/vehicles/table.ts'
import { initialsOf } from '../lib/initials.ts'
import { type Department, departmentIdOf } from './organisation.ts'

/** A stored vehicle with its ids. */
export type LoadedVehicle = { vehicle: FleetVehicle; id: number; deptId: number; deviceId: number }

const functions: Record<VehicleType, string> = {
  洗扫车: VehicleFunction.cleaning,
  洒水车: VehicleFunction.watering,
  垃圾运输车: VehicleFunction.collecting,
  真空吸尘车: VehicleFunction.cleaning,
  雾炮车: VehicleFunction.watering,
  电动保洁车: VehicleFunction.cleaning,
  护栏清洗车: VehicleFunction.cleaning,
  餐厨车: VehicleFunction.collecting,
  吸粪车: VehicleFunction.suction,
  干扫车: VehicleFunction.cleaning,
}

/** Value of a type in the dictionary `vehicle_type`. */
export const dictionaryValueOf = (type: VehicleType) => String(vehicleTypes.indexOf(type) + 1)

/** Names of the cameras in the order of their channels. */
const channelNames = ['前方', '后方', '左侧', '右侧', '驾驶室', '作业']

const vehicleIdentification = (index: number) => `LZGHUANWEI${String(index + 1).padStart(7, '0')}`

/** Vehicles of the fleet from an index on. */
export const vehiclesFrom = (from: number, length: number) => Array.from({ length }, (_, i) => vehicleAt(from + i))

/** The department of a tenant that works on a team's ground. */
export type DepartmentOf = (team: Team) => number
/** A department that is called like its team. */
export const namedLike =
  (crews: readonly Department[]): DepartmentOf =>
  ({ name }) =>
    departmentIdOf(crews, name)

/** Adds vehicles of one tenant, each with a terminal bound since `bound`. */
export async function loadVehicles(
  tx: Tx,
  tenantId: number,
  fleet: readonly FleetVehicle[],
  deptIdOf: DepartmentOf,
  bound: string,
): Promise<LoadedVehicle[]> {
  const stored = await tx
    .insert(vehicles)
    .values(
      fleet.map((vehicle) => ({
        tenantId,
        deptId: deptIdOf(vehicle.team),
        plateNumber: vehicle.plate,
        plateColour: vehicle.plateColour,
        name: vehicle.name,
        initials: initialsOf(`${vehicle.plate}${vehicle.name}`),
        vehicleType: dictionaryValueOf(vehicle.type),
        vehicleFunction: functions[vehicle.type],
        driverName: vehicle.driverName,
        driverPhone: vehicle.driverPhone,
        vin: vehicleIdentification(vehicle.index),
        vehicleCamera: vehicle.cameras,
        channelNames: channelNames.slice(0, vehicle.cameras),
        // The camera in the cab is hidden from most people.
        hideChannel: vehicle.cameras > 4 ? [channelNames.indexOf('驾驶室') + 1] : [],
        intercomAccount: vehicle.cameras ? `vehicle${vehicle.index + 1}` : '',
        createTime: bound,
      })),
    )
    .returning({ id: vehicles.id, deptId: vehicles.deptId, plate: vehicles.plateNumber })
  const ofPlate = new Map(stored.map((row) => [row.plate, row]))
  const objectType = ObjectType.vehicle
  const entered = await tx
    .insert(terminals)
    .values(
      fleet.map(({ plate, terminalNo }) => {
        const objectId = ofPlate.get(plate)?.id
        return { tenantId, terminalNo, objectType, objectId, plateNumber: plate, firstBound: bound, createTime: bound }
      }),
    )
    .returning({ id: terminals.id, terminalNo: terminals.terminalNo })
  const ofNumber = new Map(entered.map((row) => [row.terminalNo, row.id]))
  const loaded = fleet.map((vehicle) => {
    const row = ofPlate.get(vehicle.plate)
    const deviceId = ofNumber.get(vehicle.terminalNo)
    if (!row || !deviceId) throw new Error(`vehicle ${vehicle.plate} was not stored`)
    return { vehicle, id: row.id, deptId: row.deptId, deviceId }
  })
  await tx
    .insert(terminalBindings)
    .values(loaded.map(({ id, deviceId }) => ({ tenantId, deviceId, objectType, objectId: id, started: bound })))
  return loaded
}

/** Radius of a depot in metres. */
const depotRadius = 150

/** Adds the grounds and depots of the teams for which vehicles of a tenant work, with these vehicles. */
export async function loadAreas(
  tx: Tx,
  tenantId: number,
  deptIdOf: DepartmentOf,
  fleet: readonly LoadedVehicle[],
  createTime: string,
) {
  const teams = [...new Set(fleet.map(({ vehicle }) => vehicle.team))]
  const { nodes } = streetNetwork()
  const grounds = await tx
    .insert(areas)
    .values(
      teams.map((team) => ({
        tenantId,
        deptId: deptIdOf(team),
        createTime,
        name: `${team.name}作业区`,
        shape: { kind: 'polygon' as const, ring: zoneRing(team).map(([lng, lat]): [number, number] => [lng, lat]) },
      })),
    )
    .returning({ id: areas.id })
  await tx.insert(areas).values(
    teams.flatMap((team) => {
      const depot = nodes[depotOf(team)]
      if (!depot) return []
      const shape = { kind: 'circle' as const, centre: [depot.lng, depot.lat] satisfies [number, number], radius: depotRadius }
      return { tenantId, deptId: deptIdOf(team), createTime, name: `${team.name}停车场`, shape }
    }),
  )
  const groundOf = new Map(teams.map((team, i) => [team, grounds[i]!.id]))
  await tx
    .insert(areaVehicles)
    .values(fleet.map(({ id, vehicle }) => ({ tenantId, areaId: groundOf.get(vehicle.team)!, vehicleId: id })))
}
