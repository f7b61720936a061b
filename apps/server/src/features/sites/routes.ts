import { getBaseMap, getSite, SiteType } from '@huanwei/contract/sites/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/connect.ts'
import type { Build } from '../../lib/build.ts'
import type { FileAddresses } from '../../lib/file-addresses.ts'
import { serve } from '../../lib/serve.ts'
import type { Word } from '../../lib/words.ts'
import { findUnit } from '../units/queries.ts'
import { tenantOfHost } from './queries.ts'

/** Where a map opens when nothing else says where. */
const centre = { lng: 104.0657, lat: 30.6571 }
/** Source: spec 1, section 9. */
const zoom = 13

/** How long the signed address of a logo is good, days. Source: spec 1, section 9. */
const logoDays = 5

/** What a site is called when its organisation says nothing; one without a title keeps none. Source: spec 1, sections 1 and 2.5. */
const defaults: Record<SiteType, { title?: Word; shortName: Word }> = {
  [SiteType.plain]: { shortName: 'shortNameSanitation' },
  [SiteType.sanitation]: { title: 'titleSanitation', shortName: 'shortNameSanitation' },
  [SiteType.ruralToilet]: { title: 'titleToilet', shortName: 'shortNameToilet' },
}

type Settings = Pick<Config, 'DEMO' | 'BASE_MAP_URL' | 'BASE_MAP_COORDINATES' | 'BASE_MAP_ATTRIBUTION'>

type Parts = { db: Database; config: Settings; build: Build; addresses: FileAddresses }

export function siteRoutes(app: FastifyInstance, { db, config, build, addresses }: Parts) {
  serve(app, getSite, async (_, __, request) => {
    const { tenant, unit } = await db.system(async (tx) => {
      const tenant = await tenantOfHost(tx, request.hostname)
      return { tenant, unit: await findUnit(tx, tenant.id) }
    })
    const byType = defaults[tenant.type]
    const addressOf = (fileName: string | undefined) => (fileName ? addresses.addressOf(fileName, logoDays) : null)
    return {
      type: tenant.type,
      tenantId: tenant.id,
      title: unit?.systemName || tenant.title || (byType.title ? app.say(request, byType.title) : ''),
      shortName: unit?.shortName || tenant.shortName || app.say(request, byType.shortName),
      logoUrl: addressOf(unit?.logo),
      icoUrl: addressOf(unit?.ico),
      version: build.version,
      builtAt: build.date,
    }
  })

  serve(app, getBaseMap, async () => {
    const base = config.BASE_MAP_URL
      ? {
          kind: 'tiles' as const,
          url: config.BASE_MAP_URL,
          attribution: config.BASE_MAP_ATTRIBUTION,
          coordinates: config.BASE_MAP_COORDINATES,
        }
      : { kind: 'offline' as const, dataUrl: config.DEMO ? '/map/city.json' : null }
    return { base, centre, zoom }
  })

  if (config.DEMO)
    app.get('/map/city.json', async (_, reply) => {
      const { baseMap } = await import('@huanwei/city/base-map')
      return reply.header('cache-control', 'public, max-age=86400').send(baseMap())
    })
}
