import { getUnitLinks } from '@huanwei/contract/units/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { serve } from '../../lib/serve.ts'
import { findUnit } from './queries.ts'

export function unitRoutes(app: FastifyInstance, db: Database) {
  serve(app, getUnitLinks, async (_, viewer) => {
    const unit = await db.within(viewer, (tx) => findUnit(tx, viewer.tenantId))
    const { frameOrigins = [], gpsUrl = '', evaluationUrl = '', feixiangUrl = '' } = unit ?? {}
    return { frameOrigins, gpsUrl, evaluationUrl, feixiangUrl }
  })
}
