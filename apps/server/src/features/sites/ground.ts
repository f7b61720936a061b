import type { Output } from '@huanwei/contract/endpoint'
import type { getBaseMap } from '@huanwei/contract/sites/endpoints'
import type { Config } from '../../config.ts'
import type { Viewer } from '../../http/viewer.ts'

/** Centre of a map for a viewer without objects. */
const centre = { lng: 104.0657, lat: 30.6571 }
/** Source: spec 1, section 9. */
const zoom = 13

type Ground = Omit<Output<typeof getBaseMap>, 'view'>
type Extent = Pick<Ground, 'centre'> & { bounds: NonNullable<Ground['bounds']> }
type Scope = Pick<Viewer, 'tenantId' | 'departments'>
type Settings = Pick<Config, 'DEMO' | 'BASE_MAP_URL' | 'BASE_MAP_COORDINATES' | 'BASE_MAP_ATTRIBUTION'>
export type GroundOf = (scope: Scope) => Ground

/** The base map of the installation, opened on a scope. `extentOf`: places of its objects; undefined when none has a position. */
export function groundFor(config: Settings, extentOf: (scope: Scope) => Extent | undefined): GroundOf {
  const base = config.BASE_MAP_URL
    ? {
        kind: 'tiles' as const,
        url: config.BASE_MAP_URL,
        attribution: config.BASE_MAP_ATTRIBUTION,
        coordinates: config.BASE_MAP_COORDINATES,
      }
    : { kind: 'offline' as const, dataUrl: config.DEMO ? '/map/city.json' : null }
  return (scope) => ({ base, centre, bounds: null, zoom, ...extentOf(scope) })
}
