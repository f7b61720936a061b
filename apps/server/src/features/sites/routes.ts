import { demoUsernames, getBaseMap, getSite, putMapView, SiteType } from '@huanwei/contract/sites/endpoints'
import type { TextKey } from '@huanwei/words/messages'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/connect.ts'
import { serve } from '../../http/serve.ts'
import type { FileAddresses } from '../files/file-addresses.ts'
import { findMapView, keepMapView } from '../preferences/queries.ts'
import { findUnit } from '../units/queries.ts'
import type { Build } from './build.ts'
import type { GroundOf } from './ground.ts'
import { findOpenAccounts, siteOf } from './queries.ts'

/** Validity of the signed address of a logo, days. Source: spec 1, section 9. */
const logoDays = 5

/** Default title of a site whose organisation sets none. Source: spec 1, sections 1 and 2.5. */
const defaults: Record<SiteType, { title?: TextKey; shortName: TextKey }> = {
  [SiteType.plain]: { shortName: 'sites:shortName.sanitation' },
  [SiteType.sanitation]: { title: 'sites:title.sanitation', shortName: 'sites:shortName.sanitation' },
  [SiteType.ruralToilet]: { title: 'sites:title.ruralToilet', shortName: 'sites:shortName.ruralToilet' },
}

type Settings = Pick<Config, 'DEMO' | 'PASSWORD_KEY' | 'VIDEO_IDLE_MINUTES'>

type Parts = {
  db: Database
  config: Settings
  build: Build
  addresses: FileAddresses
  /** The password that everybody knows the demo's accounts by; undefined where there is no demo or it has its own. */
  demoPassword: string | undefined
  groundOf: GroundOf
}

export function siteRoutes(app: FastifyInstance, { db, config, build, addresses, demoPassword, groundOf }: Parts) {
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
      videoIdleMinutes: config.VIDEO_IDLE_MINUTES,
      version: build.version,
      builtAt: build.date,
    }
  })

  serve(app, getBaseMap, async (_, viewer) => {
    const view = await db.within(viewer, (tx) => findMapView(tx, viewer))
    return { ...groundOf(viewer), view }
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
