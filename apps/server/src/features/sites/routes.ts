import { getBaseMap, getSite } from '@huanwei/contract/sites/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/connect.ts'
import type { Build } from '../../lib/build.ts'
import { serve } from '../../lib/serve.ts'
import { tenantOfHost } from './queries.ts'

/** Where a map opens when nothing else says where. */
const centre = { lng: 104.0657, lat: 30.6571 }
/** Source: spec 1, section 9. */
const zoom = 13

type Settings = Pick<Config, 'DEMO' | 'BASE_MAP_URL' | 'BASE_MAP_COORDINATES' | 'BASE_MAP_ATTRIBUTION'>

export function siteRoutes(app: FastifyInstance, db: Database, config: Settings, build: Build) {
  serve(app, getSite, async (_, __, request) => {
    const { id, type, title, shortName } = await db.system((tx) => tenantOfHost(tx, request.hostname))
    return { type, tenantId: id, title, shortName, version: build.version, builtAt: build.date }
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
