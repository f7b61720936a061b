import type { Parsed } from '@huanwei/contract/endpoint'
import { isOnline } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import type { getVehicleTree } from '@huanwei/contract/trees/endpoints'
import type { Database } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Latest } from '../../position/latest/latest.ts'
import { compareInTrees, type LiveEntry, type ObjectStore } from '../../position/latest/object-store.ts'
import { type End, endOf } from './leaves.ts'
import type { DepartmentFacts, Facts, PeopleFilter } from './queries.ts'

export type Filter = Parsed<typeof getVehicleTree>
/** The objects of a kind that a call is about. */
export type Part<F extends Facts = Facts> = {
  kind: ObjectStore<F>
  has?(entry: LiveEntry<F>, filter: Filter): boolean
  /** Finds objects without a live state, all that the filter leaves and perhaps others, in the order of trees. */
  findOthers?(viewer: Viewer, filter: PeopleFilter): Promise<readonly LiveEntry<F>[]>
}

type Count = { online: number; total: number }
/** `ends` are those of the objects, `counts` of the departments, all of the same moment: the tree is written while statuses go on. */
export type Tree = {
  departments: readonly DepartmentFacts[]
  objects: readonly LiveEntry[]
  ends: End[]
  counts: Map<number, Count>
}

/** Finds what a filter and the viewer's scope leave. */
export function lookAt(db: Database, latest: Pick<Latest, 'departments'>) {
  /** The departments that are left; null for all. */
  async function departmentsInside({ deptId }: Filter, viewer: Viewer): Promise<ReadonlySet<number> | null> {
    if (deptId === undefined) return viewer.departments && new Set(viewer.departments)
    return new Set(await db.within(viewer, (tx) => departmentsFor(tx, viewer, deptId)))
  }

  async function find<F extends Facts>(part: Part<F>, filter: Filter, viewer: Viewer) {
    const inside = await departmentsInside(filter, viewer)
    const narrowed = { departments: inside && [...inside], roleId: filter.roleId }
    // Whatever has no live state is offline.
    const others = isOnline(filter.status) ? undefined : await part.findOthers?.(viewer, narrowed)
    return { inside, entries: filtered(part, others ?? [], filter, viewer, inside) }
  }

  async function objects<F extends Facts>(part: Part<F>, filter: Filter, viewer: Viewer) {
    return (await find(part, filter, viewer)).entries
  }

  /** The objects and the departments they can stand in; with `parentId` what is directly below that one. */
  async function tree(part: Part, filter: Filter, viewer: Viewer): Promise<Tree> {
    const all = await latest.departments(viewer.tenantId)
    const { inside, entries } = await find(part, filter, viewer)
    const departments = inside ? rooted(all.filter((one) => inside.has(one.deptId))) : all
    const counts = countByDepartment(departments, entries)
    const { parentId } = filter
    if (parentId === undefined) return { departments, objects: entries, ends: entries.map(endOf), counts }
    const own = entries.filter(({ deptId }) => deptId === parentId)
    return { departments: departments.filter((one) => one.parentId === parentId), objects: own, ends: own.map(endOf), counts }
  }

  return { objects, tree }
}

/** The objects of a part that the filter and these departments (null for all) leave, those with a live state among the others. */
function filtered<F extends Facts>(
  { kind, has }: Part<F>,
  others: readonly LiveEntry<F>[],
  filter: Filter,
  { tenantId }: Viewer,
  inside: ReadonlySet<number> | null,
) {
  const isMeant = (entry: LiveEntry<F>) =>
    (!inside || inside.has(entry.deptId)) && matches(entry, filter) && (has?.(entry, filter) ?? true)
  const live = kind.of(tenantId)
  // One may have got a terminal since the others were read.
  const rest = others.filter((entry) => !live.has(entry.id) && isMeant(entry))
  return merged(live.values().filter(isMeant), rest)
}

/** Two lists in the order of trees as one. */
function merged<F extends Facts>(entries: readonly LiveEntry<F>[], others: readonly LiveEntry<F>[]): LiveEntry<F>[] {
  const all: LiveEntry<F>[] = []
  let next = 0
  for (const entry of entries) {
    for (let one = others[next]; one && compareInTrees(one, entry) < 0; one = others[++next]) all.push(one)
    all.push(entry)
  }
  return all.concat(others.slice(next))
}

function matches(entry: LiveEntry, { status, vehicleType, vehicleFunction, roleId, facilityType }: Filter) {
  if (status !== undefined && entry.live.status !== status) return false
  if (entry.objectType === ObjectType.person) return roleId === undefined || entry.roles.some((one) => one.roleId === roleId)
  if (entry.objectType === ObjectType.facility) return facilityType === undefined || entry.facilityType === facilityType
  return (
    (vehicleType === undefined || entry.vehicleType === vehicleType) &&
    (vehicleFunction === undefined || entry.vehicleFunction === vehicleFunction)
  )
}

/** Roots of a tree for a viewer of a part: departments whose parent is out of scope. Source: spec 1, section 6. */
function rooted(departments: readonly DepartmentFacts[]) {
  const seen = new Set(departments.map(({ deptId }) => deptId))
  return departments.map((one) => (seen.has(one.parentId) ? one : { ...one, parentId: 0 }))
}

/** Online and total of each department with all below it. */
function countByDepartment(departments: readonly DepartmentFacts[], objects: readonly LiveEntry[]): Map<number, Count> {
  const counts = new Map(departments.map((one) => [one.deptId, { online: 0, total: 0 }]))
  const parents = new Map(departments.map((one) => [one.deptId, one.parentId]))
  const own = new Map<number, Count>()
  for (const { deptId, live } of objects) {
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
