import type { Department } from '@huanwei/contract/departments/endpoints'
import { Status } from '@huanwei/contract/live/codes'
import { countStatuses, isOnline } from '@huanwei/contract/live/rules'
import {
  getDepartmentVehicles,
  getVehicleData,
  getVehicleStatusCount,
  getVehicleTree,
  getVehicleTreeList,
  getVehicleTypeByFunctionCount,
  getVehicleTypeCount,
} from '@huanwei/contract/trees/endpoints'
import { VehicleFunction } from '@huanwei/contract/vehicles/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import type { NameOfPlace } from '../../lib/place.ts'
import { departmentsFor } from '../../lib/scope.ts'
import { serve, type Viewer, Written } from '../../lib/serve.ts'
import { timeText } from '../../lib/time.ts'
import type { Entry, Latest } from '../../live/latest.ts'
import { findDepartments } from '../departments/queries.ts'
import { findItems } from '../dictionaries/queries.ts'

type Filter = { vehicleType?: string | undefined; status?: Status | undefined; deptId?: number | undefined }

export function treeRoutes(app: FastifyInstance, db: Database, latest: Pick<Latest, 'of'>, nameOfPlace: NameOfPlace) {
  /** The vehicles that the filter and the viewer's scope leave, and the departments they can stand in. */
  async function look(filter: Filter, viewer: Viewer) {
    const { wanted, shown } = await db.within(viewer, async (tx) => ({
      wanted: await departmentsFor(tx, viewer, filter.deptId),
      shown: await findDepartments(tx, viewer),
    }))
    const inside = wanted && new Set(wanted)
    const found: Entry[] = []
    for (const entry of latest.of(viewer.tenantId).values()) if (matches(entry, filter, inside)) found.push(entry)
    return { vehicles: found, departments: inside ? shown.filter((one) => inside.has(one.deptId)) : shown }
  }

  serve(app, getVehicleTree, async (filter, viewer) => {
    const { vehicles, departments } = await look(filter, viewer)
    return new Written(nested(departments, vehicles))
  })

  serve(app, getVehicleTreeList, async (filter, viewer) => {
    const { vehicles, departments } = await look(filter, viewer)
    const counts = countByDepartment(departments, vehicles)
    return new Written(`[${[...departments.map((one) => `${groupJson(one, counts)}}`), ...vehicles.map(leafJson)].join(',')}]`)
  })

  serve(
    app,
    getDepartmentVehicles,
    async (filter, viewer) => new Written(`[${(await look(filter, viewer)).vehicles.map(leafJson).join(',')}]`),
  )

  serve(app, getVehicleTypeCount, async (filter, viewer) => {
    const { vehicles } = await look(filter, viewer)
    const items = await db.within(viewer, (tx) => findItems(tx, viewer.tenantId, 'vehicle_type'))
    return items.map(({ id, value, label }) => ({
      id,
      value,
      label,
      countType: vehicles.filter((one) => one.vehicleType === value).length,
    }))
  })

  serve(app, getVehicleTypeByFunctionCount, async (filter, viewer) => {
    const { vehicles } = await look(filter, viewer)
    return Object.entries(VehicleFunction).map(([label, value]) => ({
      id: Number(value),
      value,
      label,
      countType: vehicles.filter((one) => one.vehicleFunction === value).length,
    }))
  })

  serve(app, getVehicleStatusCount, async (filter, viewer) => {
    const { vehicles } = await look(filter, viewer)
    const { total, online, stationary, moving, alert, offline } = countStatuses(
      vehicles.map(({ live }) => (isOnline(live.status) ? live : null)),
    )
    return {
      vehicleCount: total,
      vehicleOnlineCount: online,
      vehicleStaticCount: stationary,
      vehicleRunningCount: moving,
      vehicleAlarmCount: alert,
      vehicleOfflineCount: offline,
    }
  })

  serve(app, getVehicleData, async ({ ids, ...filter }, viewer) => {
    const { vehicles } = await look(filter, viewer)
    const wanted = ids && new Set(ids)
    return vehicles
      .filter((one) => !wanted || wanted.has(one.id))
      .map(
        ({
          live,
          deptName,
          vehicleTypeName,
          id,
          plateNumber,
          name,
          deptId,
          vehicleType,
          driverName,
          driverPhone,
          terminalNo,
          deviceId,
        }) => ({
          ...{
            id,
            plateNumber,
            name,
            deptId,
            deptName,
            vehicleType,
            vehicleTypeName,
            driverName,
            driverPhone,
            terminalNo,
            deviceId,
          },
          status: live.status,
          lng: live.lng,
          lat: live.lat,
          speed: live.time === null ? null : live.speed,
          direction: live.time === null ? null : live.direction,
          time: live.time === null ? null : timeText(live.time),
          position: live.lng === null || live.lat === null ? null : nameOfPlace(live.lng, live.lat),
        }),
      )
  })
}

function matches(entry: Entry, { vehicleType, status }: Filter, inside: ReadonlySet<number> | null) {
  return (
    (!inside || inside.has(entry.deptId)) &&
    (vehicleType === undefined || entry.vehicleType === vehicleType) &&
    (status === undefined || entry.live.status === status)
  )
}

type Count = { online: number; total: number }

/** Online and total of each department with all below it. */
function countByDepartment(departments: Department[], vehicles: Entry[]): Map<number, Count> {
  const counts = new Map(departments.map((one) => [one.deptId, { online: 0, total: 0 }]))
  const parents = new Map(departments.map((one) => [one.deptId, one.parentId]))
  const own = new Map<number, Count>()
  for (const { deptId, live } of vehicles) {
    const count = own.get(deptId) ?? { online: 0, total: 0 }
    count.total++
    if (isOnline(live.status)) count.online++
    own.set(deptId, count)
  }
  for (const [deptId, { online, total }] of own)
    for (let at: number | undefined = deptId; at !== undefined; at = parents.get(at)) {
      const count = counts.get(at)
      if (!count) break
      count.online += online
      count.total += total
    }
  return counts
}

// Trees are written as text: at 100 000 leaves that costs less than building objects and turning them into text.

function groupJson({ deptId, parentId, name }: Department, counts: Map<number, Count>) {
  const { online, total } = counts.get(deptId) ?? { online: 0, total: 0 }
  const label = JSON.stringify(name)
  return `{"id":${deptId},"parentId":${parentId},"isParent":true,"label":${label},"name":${label},"initials":"","count":"${online}/${total}","locationData":null`
}

function leafJson(entry: Entry): string {
  entry.leaf ??= headOf(entry)
  return `${entry.leaf},"locationData":${locationJson(entry)}}`
}

/** A leaf without its status. */
function headOf({ id, deptId: parentId, plateNumber, name, initials, vehicleType, vehicleCamera }: Entry) {
  const label = name ? `${plateNumber} ${name}` : plateNumber
  const facts = {
    id,
    parentId,
    isParent: false,
    label,
    name: name || plateNumber,
    plateNumber,
    initials,
    vehicleType,
    vehicleCamera,
  }
  return JSON.stringify(facts).slice(0, -1)
}

/** Null for a vehicle that is offline, as the statistics rule expects. */
function locationJson({ live, terminalNo }: Entry) {
  if (live.status === Status.offline || terminalNo === null) return 'null'
  return `{"deviceId":"${terminalNo}","videoDeviceId":null,"status":${live.status},"statusAcc":"${live.acc ? 1 : 0}","terminalPassageways":[]}`
}

function nested(departments: Department[], vehicles: Entry[]): string {
  const counts = countByDepartment(departments, vehicles)
  const children = new Map<number, Department[]>()
  const known = new Set(departments.map((one) => one.deptId))
  for (const one of departments) {
    const parent = known.has(one.parentId) ? one.parentId : 0
    children.set(parent, [...(children.get(parent) ?? []), one])
  }
  const leaves = new Map<number, string[]>()
  for (const entry of vehicles) {
    const list = leaves.get(entry.deptId)
    if (list) list.push(leafJson(entry))
    else leaves.set(entry.deptId, [leafJson(entry)])
  }
  const write = (parent: number): string[] =>
    (children.get(parent) ?? []).map(
      (one) => `${groupJson(one, counts)},"children":[${[...write(one.deptId), ...(leaves.get(one.deptId) ?? [])].join(',')}]}`,
    )
  return `[${write(0).join(',')}]`
}
