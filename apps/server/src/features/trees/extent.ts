import type { Viewer } from '../../http/viewer.ts'
import type { Latest } from '../../position/latest/latest.ts'

/** Share of the objects, at each side, that the extent leaves out: one that strayed does not decide what a map shows. */
const stray = 0.02

/** Places of a viewer's objects, degrees WGS-84: a box around nearly all of them, and their middle. */
export type Extent = { bounds: [west: number, south: number, east: number, north: number]; centre: { lng: number; lat: number } }

/** The extent of all objects in the viewer's scope that have a position; undefined when none has. */
export function extentOf(
  { people, vehicles, facilities }: Pick<Latest, 'people' | 'vehicles' | 'facilities'>,
  viewer: Pick<Viewer, 'tenantId' | 'departments'>,
) {
  const inside = viewer.departments && new Set(viewer.departments)
  const lngs: number[] = []
  const lats: number[] = []
  for (const kind of [people, vehicles, facilities])
    for (const { deptId, live } of kind.of(viewer.tenantId).values()) {
      if (live.lng === null || live.lat === null || (inside && !inside.has(deptId))) continue
      lngs.push(live.lng)
      lats.push(live.lat)
    }
  const [east, north] = [spread(lngs), spread(lats)]
  if (!east || !north) return undefined
  const bounds: Extent['bounds'] = [east.low, north.low, east.high, north.high]
  return { bounds, centre: { lng: east.middle, lat: north.middle } } satisfies Extent
}

/** The middle of numbers and the ends of nearly all of them; undefined for none. */
function spread(numbers: number[]) {
  const sorted = Float64Array.from(numbers).sort()
  const last = sorted.length - 1
  const out = Math.floor(last * stray)
  const [low, middle, high] = [sorted[out], sorted[last >> 1], sorted[last - out]]
  return low === undefined || middle === undefined || high === undefined ? undefined : { low, middle, high }
}
