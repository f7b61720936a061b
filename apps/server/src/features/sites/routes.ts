import type { Output } from '@huanwei/contract/endpoint'
import { demoUsernames, getBaseMap, getSite, putMapView, SiteType } from '@huanwei/contract/sites/endpoints'
import type { TextKey } from '@huanwei/words/messages'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/connect.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { FileAddresses } from '../files/file-addresses.ts'
import { findMapView, keepMapView } from '../preferences/queries.ts'
import { findUnit } from '../units/queries.ts'
import type { Build } from './build.ts'
import { findOpenAccounts, siteOf } from './queries.ts'

/** Centre of a map for a viewer without objects. */
const centre = { lng: 104.0657, lat: 30.6571 }
/** Source: spec 1, section 9. */
const zoom = 13

/** Validity of the signed address of a logo, days. Source: spec 1, section 9. */
const logoDays = 5

/** Default title of a site whose organisation sets none. Source: spec 1, sections 1 and 2.5. */
const defaults: Record<SiteType, { title?: TextKey; shortName: TextKey }> = {
  [SiteType.plain]: { shortName: 'sites:shortName.sanitation' },
  [SiteType.sanitation]: { title: 'sites:title.sanitation', shortName: 'sites:shortName.sanitation' },
  [SiteType.ruralToilet]: { title: 'sites:title.ruralToilet', shortName: 'sites:shortName.ruralToilet' },
}

type Settings = Pick<Config, 'DEMO' | 'PASSWORD_KEY' | 'BASE_MAP_URL' | 'BASE_MAP_COORDINATES' | 'BASE_MAP_ATTRIBUTION'>

type Extent = Pick<Output<typeof getBaseMap>, 'centre'> & { bounds: NonNullable<Output<typeof getBaseMap>['bounds']> }
type Parts = {
  db: Database
  config: Settings
  build: Build
  addresses: FileAddresses
  /** The password that everybody knows the demo's accounts by; undefined where there is no demo or it has its own. */
  demoPassword: string | undefined
  /** Places of the viewer's objects; undefined when none has a position. */
  extentOf(viewer: Viewer): Extent | undefined
}

export function siteRoutes(app: FastifyInstance, { db, config, build, addresses, demoPassword, extentOf }: Parts) {
  serve(app, getSite, async (_, __, request) => {
    const { tenant, unit, accounts } = await db.system(async (tx) => {
      const { tenant } = await siteOf(tx, request)
      const accounts = demoPassword === undefined ? [] : await findOpenAccounts(tx, tenant.id, demoUsernames)
      return { tenant, unit: await findUnit(tx, tenant.id), accounts }
    })
    const byType = defaults[tenant.type]
    const addressOf = (fileName: string | undefined) =>
      fileName ? addresses.addressOf(fileName, logoDays, { login: null }) : null
    return {
      type: tenant.type,
      tenantId: tenant.id,
      title: unit?.systemName || tenant.title || (byType.title ? app.say(request, byType.title) : ''),
      shortName: unit?.shortName || tenant.shortName || app.say(request, byType.shortName),
      logoUrl: addressOf(unit?.logo),
      icoUrl: addressOf(unit?.ico),
      passwordKey: config.PASSWORD_KEY[0] ?? null,
      contact: unit?.contact ?? '',
      demoAccounts: demoPassword === undefined ? [] : accounts.map((username) => ({ username, password: demoPassword })),
      version: build.version,
      builtAt: build.date,
    }
  })

  serve(app, getBaseMap, async (_, viewer) => {
    const base = config.BASE_MAP_URL
      ? {
          kind: 'tiles' as const,
          url: config.BASE_MAP_URL,
          attribution: config.BASE_MAP_ATTRIBUTION,
          coordinates: config.BASE_MAP_COORDINATES,
        }
      : { kind: 'offline' as const, dataUrl: config.DEMO ? '/map/city.json' : null }
    const view = await db.within(viewer, (tx) => findMapView(tx, viewer))
    return { base, centre, bounds: null, zoom, ...extentOf(viewer), view }
  })

  serve(app, putMapView, async ({ view }, viewer) => {
    await db.within(viewer, (tx) => keepMapView(tx, viewer, view))
    return true
  })

  if (config.DEMO)
    app.get('/map/city.json', async (_, reply) => {
      const { baseMap } = await import('@huanwei/city/base-map')
      return reply.header('cache-control', 'public, max-age=86400').send(baseMap())
    })
}
