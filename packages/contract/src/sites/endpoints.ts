import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, lat, lng, nothing } from '../fields.ts'

/** Source: spec 1, section 1 (three deployment types). */
export const SiteType = { plain: 'no-title', sanitation: 'sanitation', ruralToilet: 'rural-toilet' } as const
export type SiteType = (typeof SiteType)[keyof typeof SiteType]

/** User names of the demo's accounts; what each may do is in the README. */
export const demoUsernames = ['admin', 'dispatcher', 'inspector', 'viewer'] as const

export const Site = z.object({
  type: z.enum(SiteType),
  tenantId: z.number(),
  /** Title of the organisation's system, or the default of its type in the caller's language; empty on a site without a title. */
  title: z.string(),
  shortName: z.string(),
  /** Signed addresses of the organisation's own pictures, good for 5 days; null for the built-in ones. */
  logoUrl: z.string().nullable(),
  icoUrl: z.string().nullable(),
  /** AES key for the password of a log-in; null: Base64. */
  passwordKey: z.string().nullable(),
  /** Whom to ask who cannot log in, as the organisation wrote it; empty when it did not. */
  contact: z.string(),
  /** Accounts to try the demo with; none elsewhere, nor where the demo has a password of its own. */
  demoAccounts: z.array(z.object({ username: z.enum(demoUsernames), password: z.string() })),
  /** Live pictures stop after so many minutes without a person's input, as vehicles pay for data; 0: never. */
  videoIdleMinutes: z.number(),
  /** Version of the package with the commit: `0.1.0+ba00394`. */
  version: z.string(),
  /** Day of the build, `yyyy-MM-dd`. */
  builtAt: z.string(),
})
export type Site = z.infer<typeof Site>

/** Site of the host that the page came from; called before the login. */
export const getSite = endpoint({
  method: 'GET',
  path: '/open/site',
  access: 'public',
  input: nothing,
  output: Site,
})

/** Base map of the installation. `offline` draws `dataUrl` (GeoJSON, WGS-84) and asks nothing outside; `tiles` uses a URL template. */
export const BaseMap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('offline'), dataUrl: z.string().nullable() }),
  z.object({
    kind: z.literal('tiles'),
    url: z.string(),
    attribution: z.string(),
    coordinates: z.enum(['WGS84', 'GCJ02', 'BD09']),
  }),
])
export type BaseMap = z.infer<typeof BaseMap>

/** A view of a map: its middle, degrees WGS-84, and its zoom. */
export const MapView = z.object({ lng, lat, zoom: z.number().min(0).max(24) })
export type MapView = z.infer<typeof MapView>

/**
 * The base map and where it opens, degrees WGS-84. `bounds` (west, south, east, north) is around nearly all objects that the viewer may
 * see, null when none has a position; `centre` is their middle, or the installation's. Maps open no closer than `zoom`.
 * `view` is where the viewer left the live map, null until they moved it.
 */
export const getBaseMap = endpoint({
  method: 'GET',
  path: '/map/base',
  access: 'session',
  input: nothing,
  output: z.object({
    base: BaseMap,
    centre: z.object({ lng: z.number(), lat: z.number() }),
    bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
    zoom: z.number(),
    view: MapView.nullable(),
  }),
})

/** Keeps where the caller left the live map; null lets it open on all that they may see again. */
export const putMapView = endpoint({
  method: 'PUT',
  path: '/map/view',
  access: 'session',
  automatic: true,
  input: z.object({ view: MapView.nullable() }),
  output: done,
})
