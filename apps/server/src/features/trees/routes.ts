import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { canType, type SeededDictionary } from '@huanwei/contract/dictionaries/codes'
import type { DictionaryItem } from '@huanwei/contract/dictionaries/endpoints'
import { countStatuses, isOnline } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { mostListed } from '@huanwei/contract/page'
import * as calls from '@huanwei/contract/trees/endpoints'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { languageOf } from '../../http/language.ts'
import { RawJson, serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { NameOfPlace } from '../../lib/place-names.ts'
import { timeText } from '../../lib/time.ts'
import type { Latest } from '../../position/latest/latest.ts'
import type { LiveEntry } from '../../position/latest/object-store.ts'
import { findItems } from '../dictionaries/queries.ts'
import { itemOf } from '../dictionaries/wire.ts'
import { findNewestWork, findWithWorkIn } from '../dispatched/queries.ts'
import { findFigures } from '../parameters/queries.ts'
import { channelsOf } from './leaves.ts'
import { countTodaysViolations, type FacilityFacts, type Facts, type PersonFacts, type VehicleFacts } from './queries.ts'
import { type Filter, lookAt, type Part } from './tree.ts'
import { flat, leaves, nested, type Write, withChannels } from './tree-json.ts'

type Parts = { db: Database; latest: Latest; nameOfPlace: NameOfPlace }

/** Source of location data. */
const hasTerminal = ({ deviceId }: Facts) => deviceId !== null
const hasCameras = ({ vehicleCamera }: VehicleFacts) => vehicleCamera > 0
const isCan = ({ facilityType }: FacilityFacts) => facilityType === canType
/** Garbage cans are left out unless asked for. */
const isAsked = (facility: FacilityFacts, { facilityType }: Filter) => facilityType !== undefined || !isCan(facility)
/** Fill level of a can, percent. */
const fillMetric = 'fill'
const hasIntercom = ({ intercomAccount }: Facts) => intercomAccount !== ''

/** Shared by the calls below; `typesOf` reads a dictionary in the viewer's language. */
type Sources = {
  db: Database
  look: ReturnType<typeof lookAt>
  parts: ReturnType<typeof partsOf>
  kinds: { objectType: ObjectType; part: Part }[]
  nameOfPlace: NameOfPlace
  typesOf(viewer: Viewer, type: SeededDictionary, language: Language): Promise<DictionaryItem[]>
}

export function treeRoutes(app: FastifyInstance, { db, latest, nameOfPlace }: Parts) {
  const parts = partsOf(latest)
  const sources: Sources = {
    db,
    look: lookAt(db, latest),
    parts,
    kinds: [
      { objectType: ObjectType.person, part: parts.people },
      { objectType: ObjectType.vehicle, part: parts.vehicles },
      { objectType: ObjectType.facility, part: { kind: latest.facilities } },
    ],
    nameOfPlace,
    typesOf: (viewer, type, language) =>
      db.within(viewer, async (tx) => (await findItems(tx, viewer.tenantId, { type })).map((item) => itemOf(item, language))),
  }
  trees(app, sources)
  typeCounts(app, sources)
  statusCounts(app, sources)
  vehicleData(app, sources)
  realtimeData(app, sources)
  overflow(app, sources)
}

/** The objects that trees and counts are about: a kind, narrowed by what a call asks for. */
function partsOf(latest: Latest) {
  const people: Part<PersonFacts> = { kind: latest.people, findOthers: latest.peopleWithoutTerminal }
  const peopleWithIntercom: Part<PersonFacts> = {
    kind: latest.people,
    has: hasIntercom,
    findOthers: (viewer, filter) => latest.peopleWithoutTerminal(viewer, { ...filter, hasIntercom: true }),
  }
  const vehicles: Part<VehicleFacts> = { kind: latest.vehicles }
  const withCameras: Part<VehicleFacts> = { ...vehicles, has: hasCameras }
  const facilities: Part<FacilityFacts> = { kind: latest.facilities, has: isAsked }
  const withSensors: Part<FacilityFacts> = { ...facilities, has: (one, filter) => isAsked(one, filter) && hasTerminal(one) }
  const cans: Part<FacilityFacts> = { kind: latest.facilities, has: isCan }
  return { people, peopleWithIntercom, vehicles, withCameras, facilities, withSensors, cans }
}

/** The calls that answer with a tree, each with its objects and its shape. */
function trees(app: FastifyInstance, { look, parts }: Sources) {
  const { people, peopleWithIntercom, vehicles, facilities, withSensors, cans } = parts
  const answering: Part<FacilityFacts> = { ...facilities, has: (one, filter) => isAsked(one, filter) && hasIntercom(one) }
  const table: [call: typeof calls.getVehicleTree | typeof calls.getCanTree, of: Part, write: Write][] = [
    [calls.getVehicleTree, vehicles, nested],
    [calls.getVehicleTreeList, vehicles, flat],
    [calls.selectVehicleTree, vehicles, flat],
    [calls.getDepartmentVehicles, vehicles, leaves],
    [calls.selectVehiclesByFunction, vehicles, leaves],
    [calls.getVehicleFunctionTree, vehicles, flat],
    [calls.getVehicleFunctionData, { ...vehicles, has: hasTerminal }, flat],
    [calls.getVehicleFunctionDevices, { ...vehicles, has: hasTerminal }, withChannels],
    [calls.getIntercomVehicles, { ...vehicles, has: hasIntercom }, flat],
    [calls.getPersonTree, people, nested],
    [calls.getPersonTreeList, people, flat],
    [calls.selectPersonTree, people, flat],
    [calls.getDepartmentPeople, people, leaves],
    [calls.getIntercomPeople, peopleWithIntercom, flat],
    [calls.getFacilityTreeList, facilities, flat],
    [calls.getFacilityTreeData, withSensors, flat],
    [calls.getDepartmentFacilities, facilities, leaves],
    [calls.getIntercomFacilities, answering, flat],
    [calls.getCanTree, cans, nested],
    [calls.getCanTreeList, cans, flat],
  ]
  for (const [call, part, write] of table)
    serve(app, call, async (filter, viewer) => {
      const isLevel = filter.parentId !== undefined && write === nested
      return new RawJson((isLevel ? flat : write)(await look.tree(part, filter, viewer)))
    })
}

/** Counts by type, function and role. */
function typeCounts(app: FastifyInstance, { look, typesOf, parts }: Sources) {
  const { people, vehicles, withCameras, facilities, withSensors } = parts
  for (const [call, part] of [
    [calls.getVehicleTypeCount, vehicles],
    [calls.getVehicleVideoTypeCount, withCameras],
  ] as const)
    serve(app, call, async (filter, viewer, { headers }) => {
      const perType = countBy(await look.objects(part, filter, viewer), ({ vehicleType }) => [vehicleType])
      return counted(await typesOf(viewer, 'vehicle_type', languageOf(headers)), perType)
    })

  for (const [call, part] of [
    [calls.getFacilityTypeCount, facilities],
    [calls.getFacilityTypeDataCount, withSensors],
  ] as const)
    serve(app, call, async (filter, viewer, { headers }) => {
      const perType = countBy(await look.objects(part, filter, viewer), ({ facilityType }) => [facilityType])
      const items = await typesOf(viewer, 'facility_type', languageOf(headers))
      return counted(items, perType)
        .filter(({ value }) => value !== canType || perType.has(value))
        .map((one) => ({ ...one, facilityType: one.value, facilityTypeName: one.label }))
    })

  serve(app, calls.getVehicleTypeByFunctionCount, async (filter, viewer, { headers }) => {
    const perFunction = countBy(await look.objects(vehicles, filter, viewer), ({ vehicleFunction }) => [vehicleFunction])
    return counted(await typesOf(viewer, 'vehicle_function', languageOf(headers)), perFunction)
  })

  serve(app, calls.getRoleCount, async (filter, viewer) => {
    const found = await look.objects(people, filter, viewer)
    const perRole = countBy(found, ({ roles }) => roles.map(({ roleId }) => roleId))
    const names = new Map(found.flatMap(({ roles }) => roles.map(({ roleId, roleName }) => [roleId, roleName] as const)))
    return [...names]
      .sort(([a], [b]) => a - b)
      .map(([roleId, roleName]) => ({ roleId, roleName, roleCount: perRole.get(roleId) ?? 0 }))
  })
}

/** Counts by status. */
function statusCounts(app: FastifyInstance, { db, look, kinds, parts: { people, vehicles, withCameras } }: Sources) {
  for (const [call, part] of [
    [calls.getVehicleStatusCount, vehicles],
    [calls.getVehicleVideoStatusCount, withCameras],
  ] as const)
    serve(app, call, async (filter, viewer) => {
      const { total, online, stationary, moving, alert, offline } = standing(await look.objects(part, filter, viewer))
      return {
        vehicleCount: total,
        vehicleOnlineCount: online,
        vehicleStaticCount: stationary,
        vehicleRunningCount: moving,
        vehicleAlarmCount: alert,
        vehicleOfflineCount: offline,
      }
    })

  serve(app, calls.getPersonStatusCount, async (filter, viewer) => {
    const { total, online, stationary, moving, alert, offline } = standing(await look.objects(people, filter, viewer))
    return {
      userCount: total,
      userOnlineCount: online,
      userStaticCount: stationary,
      userRunningCount: moving,
      userAlarmCount: alert,
      userOfflineCount: offline,
    }
  })

  serve(app, calls.getTodaySurvey, async (_, viewer) => {
    const today = await db.within(viewer, (tx) => countTodaysViolations(tx, viewer))
    return Promise.all(
      kinds.map(async ({ objectType, part }) => {
        const { violations = 0, pending = 0 } = today.find((one) => one.objectType === objectType) ?? {}
        return { objectType, ...standing(await look.objects(part, {}, viewer)), violations, pending }
      }),
    )
  })
}

function vehicleData(app: FastifyInstance, { look, typesOf, nameOfPlace, parts: { vehicles } }: Sources) {
  serve(app, calls.getVehicleData, async ({ ids, ...filter }, viewer, { headers }) => {
    const found = await look.objects(vehicles, filter, viewer)
    const nameOfType = namesOf(await typesOf(viewer, 'vehicle_type', languageOf(headers)))
    return among(found, ids).map((entry) => {
      const { id, plateNumber, name, deptId, deptName, vehicleType, driverName, driverPhone, terminalNo, deviceId } = entry
      return {
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
        terminalPassageways: channelsOf(entry),
        ...lastOf(entry, nameOfPlace),
      }
    })
  })
}

function realtimeData(app: FastifyInstance, { look, typesOf, nameOfPlace, kinds }: Sources) {
  serve(app, calls.getRealtimeData, async ({ objectType, ids, deviceIds, ...filter }, viewer, { headers }) => {
    const [vehicleTypes, facilityTypes] = await Promise.all(
      (['vehicle_type', 'facility_type'] as const).map(async (type) => namesOf(await typesOf(viewer, type, languageOf(headers)))),
    )
    const typeOf = (entry: LiveEntry) => {
      if (entry.objectType === ObjectType.person)
        return entry.roles.map(({ roleName }) => roleName).join(say(languageOf(headers), 'common:and'))
      if (entry.objectType === ObjectType.vehicle) return vehicleTypes?.get(entry.vehicleType) ?? entry.vehicleType
      return facilityTypes?.get(entry.facilityType) ?? entry.facilityType
    }
    const asked = kinds.filter((one) => objectType === undefined || one.objectType === objectType)
    const found = await Promise.all(asked.map(({ part: { kind } }) => look.objects({ kind }, filter, viewer)))
    const numbers = deviceIds && new Set(deviceIds)
    return among(found.flat(), ids).flatMap((entry) => {
      const { live, altitude, mileage, deptId, deptName, terminalNo } = entry
      if (terminalNo === null || numbers?.has(terminalNo) === false) return []
      return {
        objectType: entry.objectType,
        objectId: entry.id,
        objectName: nameOf(entry),
        objectTypeName: typeOf(entry),
        deptId,
        deptName,
        phone: phoneOf(entry, viewer),
        deviceId: terminalNo,
        altitude,
        mileage,
        ...lastOf(entry, nameOfPlace),
        statusAcc: live.acc ? ('1' as const) : ('0' as const),
        receiveTime: live.seenAt === null ? null : timeText(live.seenAt),
        readings: Object.entries(live.readings ?? {}).map(([metric, { value, time }]) => ({
          metric,
          value,
          time: timeText(time),
        })),
      }
    })
  })
}

/** Fill level from which a can is overfull to the organisation, percent. */
const overfullFrom = (db: Database, viewer: Viewer) =>
  db.within(viewer, async (tx) => {
    const found = await findFigures(tx, viewer.tenantId, ['can_overfull_percent'])
    return found.can_overfull_percent
  })

/** The first cans filled to `fill` percent or more whose work is in a state, the fullest first. */
function overflow(app: FastifyInstance, { look, parts: { cans }, db }: Sources) {
  serve(app, calls.listOverflow, async ({ fill: asked, work, ...filter }, viewer) => {
    const least = asked ?? (await overfullFrom(db, viewer))
    const full = (await look.objects(cans, filter, viewer))
      .flatMap(({ id, name, deptId, deptName, address, lng, lat, live: { status, readings } }) => {
        const fill = readings?.[fillMetric]
        if (!fill || fill.value < least) return []
        return { id, name, deptId, deptName, address, lng, lat, status, fill: fill.value, time: timeText(fill.time) }
      })
      .sort((a, b) => b.fill - a.fill || a.id - b.id)
    return db.within(viewer, async (tx) => {
      const kept = work && (await findWithWorkIn(tx, viewer, CauseKind.can, idsOf(full), work))
      const first = (kept ? full.filter(({ id }) => kept.has(id)) : full).slice(0, mostListed)
      const works = await findNewestWork(tx, viewer, CauseKind.can, idsOf(first))
      return first.map((can) => ({ ...can, work: works.get(can.id) ?? null }))
    })
  })
}
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Position and motion of an object, as far as known. */
const lastOf = ({ live: { status, lng, lat, speed, direction, time } }: LiveEntry, nameOfPlace: NameOfPlace) => ({
  status,
  lng,
  lat,
  speed: time === null ? null : speed,
  direction: time === null ? null : direction,
  time: time === null ? null : timeText(time),
  position: lng === null || lat === null ? null : nameOfPlace(lng, lat),
})

/** Number of objects of each key. */
function countBy<T>(objects: readonly T[], keysOf: (one: T) => readonly (string | number)[]) {
  const counts = new Map<string | number, number>()
  for (const one of objects) for (const key of keysOf(one)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Counts by the rule of the statistics: an offline object has no location. */
const standing = (objects: readonly LiveEntry[]) =>
  countStatuses(objects.map(({ live }) => (isOnline(live.status) ? live : null)))

/** The items with the number of objects of each; one that is switched off only while objects have it. */
const counted = (items: readonly DictionaryItem[], counts: ReadonlyMap<string | number, number>) =>
  items
    .filter(({ value, enabled }) => enabled || counts.has(value))
    .map(({ id, value, label }) => ({ id, value, label, countType: counts.get(value) ?? 0 }))

const namesOf = (items: readonly { value: string; label: string }[]) => new Map(items.map(({ value, label }) => [value, label]))

/** Objects with these ids, or all. */
function among<T extends { id: number }>(objects: readonly T[], ids: readonly number[] | undefined) {
  const wanted = ids && new Set(ids)
  return objects.filter(({ id }) => wanted?.has(id) ?? true)
}

const nameOf = (entry: LiveEntry) => (entry.objectType === ObjectType.vehicle ? entry.plateNumber : entry.name)

/** A person's own number is for those who may see users; a driver's is the vehicle's. */
function phoneOf(entry: LiveEntry, { permissions }: Viewer) {
  if (entry.objectType === ObjectType.person) return permissions.has('sys_user_view') ? (entry.phone ?? '') : ''
  return entry.objectType === ObjectType.vehicle ? entry.driverPhone : ''
}
