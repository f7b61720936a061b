import { canType, FacilityType } from '@huanwei/contract/dictionaries/codes'
import { type Briefing, mostWrong } from '@huanwei/contract/home/endpoints'
import { isOnline, isWrong } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { mostListed } from '@huanwei/contract/page'
import type { Viewer } from '../../../http/viewer.ts'
import type { Latest } from '../../../position/latest/latest.ts'
import type { LiveEntry } from '../../../position/latest/object-store.ts'
import type { DepartmentFacts, FacilityFacts } from '../../trees/queries.ts'

type Stores = Pick<Latest, 'people' | 'vehicles' | 'facilities'>

const isWrongNow = ({ live }: LiveEntry) => isWrong(live.status)
const isCan = ({ facilityType }: FacilityFacts) => facilityType === canType

/** The objects of a kind in the viewer's scope. */
function within<E extends LiveEntry>(kind: { of(tenantId: number): { values(): readonly E[] } }, viewer: Viewer): readonly E[] {
  const all = kind.of(viewer.tenantId).values()
  if (viewer.departments === null) return all
  const inside = new Set(viewer.departments)
  return all.filter(({ deptId }) => inside.has(deptId))
}

/** Everything whose state is an alarm or a warning now. */
export function wrongNow({ people, vehicles, facilities }: Stores, viewer: Viewer): NonNullable<Briefing['wrong']> {
  const wrong = [people, vehicles, facilities].map((kind) => within<LiveEntry>(kind, viewer).filter(isWrongNow))
  const [wrongPeople, wrongVehicles, wrongFacilities] = wrong.map(({ length }) => length)
  const cans = within(facilities, viewer).filter((one) => isCan(one) && isWrongNow(one)).length
  const objects = wrong
    .flat()
    .sort((a, b) => a.live.status - b.live.status)
    .flatMap((entry) => {
      const { objectType, id, live } = entry
      if (live.lng === null || live.lat === null) return []
      const name = entry.objectType === ObjectType.vehicle ? entry.plateNumber : entry.name
      return [{ objectType, id, name, status: live.status, lng: live.lng, lat: live.lat }]
    })
    .slice(0, mostWrong)
  return { people: wrongPeople!, vehicles: wrongVehicles!, facilities: wrongFacilities! - cans, cans, objects }
}

/** People whose terminal is online. */
export const countOnline = ({ people }: Stores, viewer: Viewer) =>
  within(people, viewer).filter(({ live }) => isOnline(live.status)).length

/** Facility types that have limits, in the order in which they are shown. */
const limited = [FacilityType.can, FacilityType.publicToilet, FacilityType.transferStation, FacilityType.ruralToilet]
/** The list of overfull cans ends there. */
const capped = (count: number) => Math.min(count, mostListed)

/** Facilities by type, those of them that are over a limit among them. `overfullFrom`: percent. */
export function overLimits({ facilities }: Stores, viewer: Viewer, overfullFrom: number): NonNullable<Briefing['limits']> {
  const byType = Map.groupBy(within(facilities, viewer), ({ facilityType }) => facilityType)
  return limited.flatMap((facilityType) => {
    const all = byType.get(facilityType)
    if (!all) return []
    const isFull = ({ live }: LiveEntry) => (live.readings?.fill?.value ?? -1) >= overfullFrom
    const over = facilityType === canType ? capped(all.filter(isFull).length) : all.filter(isWrongNow).length
    return [{ facilityType, total: all.length, over }]
  })
}

/** True where rural toilets are in scope. */
export const hasToilets = ({ facilities }: Stores, viewer: Viewer) =>
  within(facilities, viewer).some(({ facilityType }) => facilityType === FacilityType.ruralToilet)

type Suctions = { deptId: number; today: number; overdue: number }
type Town = NonNullable<Briefing['toilets']>['towns'][number]

/** Rural toilets of each town with all below it: of the departments directly below the topmost in scope, or those themselves where nothing is below. */
export function townsOf(
  departments: readonly DepartmentFacts[],
  { facilities }: Stores,
  viewer: Viewer,
  suctions: readonly Suctions[],
): { households: number; towns: Town[] } {
  const inside = viewer.departments && new Set(viewer.departments)
  const known = new Map(departments.filter(({ deptId }) => inside?.has(deptId) ?? true).map((one) => [one.deptId, one]))
  const isTop = (id: number) => !known.has(known.get(id)?.parentId ?? 0)
  const above = new Set([...known.values()].map(({ parentId }) => parentId))
  /** The town that a department belongs to: its ancestor below the topmost. */
  const townOf = (id: number): number => {
    const parentId = known.get(id)?.parentId ?? 0
    return isTop(id) || isTop(parentId) ? id : townOf(parentId)
  }
  const towns = new Map<number, Town>()
  const add = (deptId: number, figures: Partial<Town>) => {
    const town = known.get(townOf(deptId))
    // The list of a topmost department would show its towns too.
    if (!town || (isTop(town.deptId) && above.has(town.deptId))) return
    const sum = towns.get(town.deptId) ?? { deptId: town.deptId, name: town.name, households: 0, today: 0, overdue: 0 }
    for (const key of ['households', 'today', 'overdue'] as const) sum[key] += figures[key] ?? 0
    towns.set(town.deptId, sum)
  }
  const toilets = within(facilities, viewer).filter(({ facilityType }) => facilityType === FacilityType.ruralToilet)
  for (const { deptId } of toilets) add(deptId, { households: 1 })
  for (const { deptId, ...figures } of suctions) add(deptId, figures)
  const found = [...towns.values()].filter(({ households }) => households > 0)
  return {
    households: toilets.length,
    towns: found.sort((a, b) => b.overdue - a.overdue || b.today - a.today || a.deptId - b.deptId),
  }
}
