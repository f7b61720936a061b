import { Pace } from '@huanwei/contract/boards/codes'
import type { Figure } from '@huanwei/contract/boards/endpoints'
import { FillBand } from '@huanwei/contract/cans/codes'
import { canType, FacilityType } from '@huanwei/contract/dictionaries/codes'
import { Status } from '@huanwei/contract/live/codes'
import { isOnline } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { say, sayKnown } from '@huanwei/words/say'
import type { LiveEntry } from '../../../position/latest/object-store.ts'
import { bandOf, findOverfullFrom, isInOrder } from '../../facilities/live-facts.ts'
import { asFigure, asRanking, type BoardAsked, type Source } from '../source.ts'
import { eachDepartment, listAt, liveTabs } from './lists.ts'
import { maskHousehold } from './mask-household.ts'

type Scoped = Pick<BoardAsked, 'latest' | 'viewer'>

/** The objects of a kind in scope; of vehicles those of a function, if one is asked for. */
export function objectsOf(scoped: Scoped, objectType: ObjectType, vehicleFunction?: string): readonly LiveEntry[] {
  if (objectType === ObjectType.vehicle && vehicleFunction !== undefined) return vehiclesOf(scoped, vehicleFunction)
  const { latest, viewer } = scoped
  return inScope<LiveEntry>(storesOf(latest)[objectType].of(viewer.tenantId).values(), viewer)
}

/** Those of a kind that the tab of the live page lists: cans have a list of their own. */
export const listedOf = (asked: Scoped, objectType: ObjectType, vehicleFunction?: string): readonly LiveEntry[] =>
  objectType === ObjectType.facility
    ? facilitiesOf(asked).filter(({ facilityType }) => facilityType !== canType)
    : objectsOf(asked, objectType, vehicleFunction)

const inScope = <T extends LiveEntry>(all: readonly T[], { departments }: BoardAsked['viewer']) => {
  const inside = departments && new Set(departments)
  return inside ? all.filter(({ deptId }) => inside.has(deptId)) : all
}

/** The facilities in scope, of a type or all. */
export const facilitiesOf = ({ latest, viewer }: Scoped, facilityType?: string) =>
  inScope(latest.facilities.of(viewer.tenantId).values(), viewer).filter(
    (one) => facilityType === undefined || one.facilityType === facilityType,
  )

/** The vehicles in scope, of a function or all. */
export const vehiclesOf = ({ latest, viewer }: Scoped, vehicleFunction?: string) =>
  inScope(latest.vehicles.of(viewer.tenantId).values(), viewer).filter(
    (one) => vehicleFunction === undefined || one.vehicleFunction === vehicleFunction,
  )

const storesOf = ({ vehicles, people, facilities }: BoardAsked['latest']) => ({
  [ObjectType.vehicle]: vehicles,
  [ObjectType.person]: people,
  [ObjectType.facility]: facilities,
})

/** States of objects, each with its name in words and its tone. */
export const liveStates = [
  ['moving', Status.moving, 'good'],
  ['stationary', Status.stationary, 'still'],
  ['alert', Status.alert, 'bad'],
  ['warning', Status.warning, 'warn'],
  ['offline', Status.offline, 'quiet'],
] as const

/** Numbers of objects by state, those that the tree of the live page shows. */
export const stateCounts: Source<'figures'> = {
  pace: Pace.live,
  async read(asked, { objectType = ObjectType.vehicle, vehicleFunction }) {
    const all = listedOf(asked, objectType, vehicleFunction)
    // A facility stands where it is.
    const possible = liveStates.filter(([, status]) => objectType !== ObjectType.facility || status !== Status.moving)
    const figures = possible.map(([name, status, tone]) => {
      const value = all.filter(({ live }) => live.status === status).length
      // The live page lists people without a terminal as offline too.
      const isListed = objectType !== ObjectType.person || status !== Status.offline
      // It counts warnings among its alerts.
      const choice = status === Status.alert ? 'alarm' : name
      const more = {
        tone,
        of: all.length,
        ...(isListed && { href: listAt.live({ tab: liveTabs[objectType], status: choice, vehicleFunction }) }),
      }
      return asFigure(name, sayKnown(asked.language, `live:status.${name}`) ?? name, value, more)
    })
    return { shape: 'figures', figures }
  },
}

/** Name of an object on a map; somebody is named by their crew, a household's toilet without the household. Source: decision 68. */
export function nameOf(one: LiveEntry): string {
  if (one.objectType === ObjectType.vehicle) return one.plateNumber
  if (one.objectType === ObjectType.person) return one.deptName
  const isHousehold = 'facilityType' in one && one.facilityType === FacilityType.ruralToilet
  return isHousehold ? maskHousehold(one.name, one.deptName) : one.name
}

/** Places of the objects whose place is known. */
export const objectPlaces: Source<'points'> = {
  pace: Pace.live,
  async read(asked, { objectTypes = [ObjectType.vehicle], vehicleFunction, facilityType }) {
    const placed = (objectType: ObjectType) =>
      objectType === ObjectType.facility && facilityType
        ? facilitiesOf(asked, facilityType)
        : objectsOf(asked, objectType, vehicleFunction)
    const points = objectTypes.flatMap((objectType) =>
      placed(objectType).flatMap((one) => {
        const { lng, lat, status } = one.live
        return lng === null || lat === null ? [] : [{ key: `${objectType}-${one.id}`, name: nameOf(one), lng, lat, status }]
      }),
    )
    const [only, ...others] = objectTypes
    const tab = only && !others.length ? `tab=${liveTabs[only]}&` : ''
    return { shape: 'points', points, opens: [{ keys: '', address: `/monitor/live/index?${tab}selected=` }] }
  },
}

/** Vehicles online of all, by their function. */
export const vehicleFunctions: Source<'figures'> = {
  pace: Pace.live,
  async read(asked) {
    const figures = [...Map.groupBy(vehiclesOf(asked), ({ vehicleFunction }) => vehicleFunction)].map(([code, some]) =>
      asFigure(
        code,
        sayKnown(asked.language, `dictionaries:vehicle_function.${code}`) ?? code,
        some.filter(({ live }) => isOnline(live.status)).length,
        { of: some.length, href: listAt.live({ tab: 'vehicle', status: 'online', vehicleFunction: code }) },
      ),
    )
    return { shape: 'figures', figures: figures.sort(byWhole) }
  },
}

const byWhole = (a: Figure, b: Figure) => (b.of ?? 0) - (a.of ?? 0) || a.key.localeCompare(b.key)

/** Vehicles online of all by department, the largest ones first. */
export const crews: Source<'figures'> = {
  pace: Pace.live,
  async read(asked) {
    const listOf = await eachDepartment(asked, (deptId) => listAt.live({ tab: 'vehicle', status: 'online', deptId }))
    const figures = [...Map.groupBy(objectsOf(asked, ObjectType.vehicle), ({ deptId }) => deptId)].map(([deptId, some]) =>
      asFigure(deptId, some[0]?.deptName ?? '', some.filter(({ live }) => isOnline(live.status)).length, {
        of: some.length,
        href: listOf(deptId),
      }),
    )
    return { shape: 'figures', figures: asRanking(asked.language, figures.sort(byWhole)) }
  },
}

/** Facilities of each type that are in order, of all of the type: without an alarm or a warning, and cans that are not overfull. */
export const facilityStates: Source<'figures'> = {
  pace: Pace.live,
  async read(asked) {
    const { viewer, language, tx } = asked
    const overfullFrom = await findOverfullFrom(tx, viewer.tenantId)
    const figures = [...Map.groupBy(facilitiesOf(asked), ({ facilityType }) => facilityType)].map(([type, some]) => {
      const inOrder = some.filter((one) => isInOrder(one, overfullFrom)).length
      const label = sayKnown(language, `dictionaries:facility_type.${type}`) ?? type
      return asFigure(type, label, inOrder, {
        of: some.length,
        tone: inOrder < some.length ? 'warn' : 'good',
        href: type === canType ? listAt.cans({ inOrder: 'true' }) : listAt.facilities({ facilityType: type, inOrder: 'true' }),
      })
    })
    return { shape: 'figures', figures: asRanking(language, figures.sort(byWhole)) }
  },
}

/** Cans by how full they are; those at the overfull limit of the organisation and above are overfull. */
export const canFill: Source<'figures'> = {
  pace: Pace.live,
  async read(asked) {
    const { viewer, language, tx } = asked
    const overfullFrom = await findOverfullFrom(tx, viewer.tenantId)
    const found = Map.groupBy(facilitiesOf(asked, canType), (can) => bandOf(can, overfullFrom))
    const tones = { low: 'good', half: 'plain', overfull: 'bad', unknown: 'quiet' } as const
    const figures = Object.values(FillBand).map((fill) =>
      asFigure(fill, say(language, `cans:band.${fill}`), found.get(fill)?.length ?? 0, {
        tone: tones[fill],
        href: listAt.cans({ fill }),
      }),
    )
    return { shape: 'figures', figures }
  },
}
