import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../fields.ts'

/** Source: spec 1, section 1 (three deployment types). */
export const SiteType = { plain: 'no-title', sanitation: 'sanitation', ruralToilet: 'rural-toilet' } as const
export type SiteType = (typeof SiteType)[keyof typeof SiteType]

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

/**
 * The base map and where it opens, degrees WGS-84. `bounds` (west, south, east, north) is around nearly all objects that the viewer may
 * see, null when none has a position; `centre` is their middle, or the installation's. Maps open no closer than `zoom`.
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
  }),
})
