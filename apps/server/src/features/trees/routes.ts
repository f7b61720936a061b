import type { Status } from '@huanwei/contract/live/codes'
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
import type { Language } from '@huanwei/contract/words'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import type { NameOfPlace } from '../../lib/place.ts'
import { departmentsFor } from '../../lib/scope.ts'
import { serve, type Viewer, Written } from '../../lib/serve.ts'
import { timeText } from '../../lib/time.ts'
import { languageOf } from '../../lib/words.ts'
import type { Entry } from '../../live/kind.ts'
import type { Latest } from '../../live/latest.ts'
import { type End, endOf, leafParts } from '../../live/leaves.ts'
import { findItems } from '../dictionaries/queries.ts'
import type { DepartmentFacts, VehicleFacts } from './queries.ts'

type Filter = { vehicleType?: string | undefined; status?: Status | undefined; deptId?: number | undefined }

export function treeRoutes(
  app: FastifyInstance,
  db: Database,
  latest: Pick<Latest, 'vehicles' | 'departments'>,
  nameOfPlace: NameOfPlace,
) {
  /** The departments that the filter and the viewer's scope leave; null for all. */
  async function departmentsInside({ deptId }: Filter, viewer: Viewer) {
    if (deptId === undefined) return viewer.departments && new Set(viewer.departments)
    return new Set(await db.within(viewer, (tx) => departmentsFor(tx, viewer, deptId)))
  }

  /** The vehicles that the filter and the viewer's scope leave. */
  const look = async (filter: Filter, viewer: Viewer) => found(filter, viewer, await departmentsInside(filter, viewer))

  function found(filter: Filter, { tenantId }: Viewer, inside: ReadonlySet<number> | null) {
    const vehicles: Entry<VehicleFacts>[] = []
    for (const entry of latest.vehicles.of(tenantId).values()) if (matches(entry, filter, inside)) vehicles.push(entry)
    return vehicles
  }

  /** The vehicles and the departments they can stand in. */
  async function lookAtTree(filter: Filter, viewer: Viewer): Promise<Tree> {
    const inside = await departmentsInside(filter, viewer)
    const all = await latest.departments(viewer.tenantId)
    const departments = inside ? all.filter((one) => inside.has(one.deptId)) : all
    const vehicles = found(filter, viewer, inside)
    return { departments, vehicles, ends: vehicles.map(endOf), counts: countByDepartment(departments, vehicles) }
  }

  const typesOf = (viewer: Viewer, language: Language) =>
    db.within(viewer, (tx) => findItems(tx, viewer.tenantId, 'vehicle_type', language))

  serve(app, getVehicleTree, async (filter, viewer) => new Written(nested(await lookAtTree(filter, viewer))))

  serve(app, getVehicleTreeList, async (filter, viewer) => new Written(flat(await lookAtTree(filter, viewer))))

  serve(
    app,
    getDepartmentVehicles,
    async (filter, viewer) => new Written(flat({ ...(await lookAtTree(filter, viewer)), departments: [] })),
  )

  serve(app, getVehicleTypeCount, async (filter, viewer, { headers }) => {
    const vehicles = await look(filter, viewer)
    const items = await typesOf(viewer, languageOf(headers))
    return items.map(({ id, value, label }) => ({
      id,
      value,
      label,
      countType: vehicles.filter((one) => one.vehicleType === value).length,
    }))
  })

  serve(app, getVehicleTypeByFunctionCount, async (filter, viewer) => {
    const vehicles = await look(filter, viewer)
    return Object.entries(VehicleFunction).map(([label, value]) => ({
      id: Number(value),
      value,
      label,
      countType: vehicles.filter((one) => one.vehicleFunction === value).length,
    }))
  })

  serve(app, getVehicleStatusCount, async (filter, viewer) => {
    const vehicles = await look(filter, viewer)
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

  serve(app, getVehicleData, async ({ ids, ...filter }, viewer, { headers }) => {
    const vehicles = await look(filter, viewer)
    const types = await typesOf(viewer, languageOf(headers))
    const nameOfType = new Map(types.map(({ value, label }) => [value, label]))
    const wanted = ids && new Set(ids)
    return vehicles
      .filter((one) => !wanted || wanted.has(one.id))
      .map(({ live, deptName, id, plateNumber, name, deptId, vehicleType, driverName, driverPhone, terminalNo, deviceId }) => ({
        ...{
          id,
          plateNumber,
          name,
          deptId,
          deptName,
          vehicleType,
          vehicleTypeName: nameOfType.get(vehicleType) ?? vehicleType,
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
      }))
  })
}

function matches(entry: Entry<VehicleFacts>, { vehicleType, status }: Filter, inside: ReadonlySet<number> | null) {
  return (
    (!inside || inside.has(entry.deptId)) &&
    (vehicleType === undefined || entry.vehicleType === vehicleType) &&
    (status === undefined || entry.live.status === status)
  )
}

type Count = { online: number; total: number }

/** Online and total of each department with all below it. */
function countByDepartment(departments: readonly DepartmentFacts[], vehicles: Entry<VehicleFacts>[]): Map<number, Count> {
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

/** `ends` are those of the vehicles, `counts` of the departments, all of the same moment: the tree is written while statuses go on. */
type Tree = { departments: readonly DepartmentFacts[]; vehicles: Entry<VehicleFacts>[]; ends: End[]; counts: Map<number, Count> }

// Trees are written as bytes, most of them kept from the last time: at 100 000 leaves building objects or texts costs more than sending them.
const opening = Buffer.from('[')
const closing = Buffer.from(']')
const comma = Buffer.from(',')
const nothing = Buffer.alloc(0)

function groupJson({ deptId, parentId, name }: DepartmentFacts, counts: Map<number, Count>) {
  const { online, total } = counts.get(deptId) ?? { online: 0, total: 0 }
  const label = JSON.stringify(name)
  return `{"id":${deptId},"parentId":${parentId},"isParent":true,"label":${label},"name":${label},"initials":"","count":"${online}/${total}","locationData":null`
}

function* flat({ departments, vehicles, ends, counts }: Tree): Generator<Uint8Array | string> {
  yield opening
  let before = nothing
  for (const one of departments) {
    yield before
    yield `${groupJson(one, counts)}}`
    before = comma
  }
  for (const [i, entry] of vehicles.entries()) {
    yield before
    yield* leafParts(entry, ends[i])
    before = comma
  }
  yield closing
}

function* nested({ departments, vehicles, ends, counts }: Tree): Generator<Uint8Array | string> {
  const known = new Set(departments.map((one) => one.deptId))
  const children = Map.groupBy(departments, ({ parentId }) => (known.has(parentId) ? parentId : 0))
  const leaves = Map.groupBy(vehicles.keys(), (i) => vehicles[i]!.deptId)
  /** A department to open, a vehicle by its place, or the end of the last department opened. */
  const steps: (DepartmentFacts | number | 'end')[] = []
  const plan = (parent: number) => {
    for (const one of children.get(parent) ?? []) {
      steps.push(one)
      plan(one.deptId)
      for (const i of leaves.get(one.deptId) ?? []) steps.push(i)
      steps.push('end')
    }
  }
  plan(0)

  yield opening
  let before = nothing
  for (const step of steps) {
    yield step === 'end' ? ']}' : before
    before = comma
    if (typeof step === 'number') yield* leafParts(vehicles[step]!, ends[step])
    else if (step !== 'end') {
      yield `${groupJson(step, counts)},"children":[`
      before = nothing
    }
  }
  yield closing
}
