import { listStream } from '@huanwei/contract/stream/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { serve } from '../../http/serve.ts'
import { findStream } from './queries.ts'

export function streamRoutes(app: FastifyInstance, db: Database) {
  serve(app, listStream, (asked, viewer) => db.within(viewer, (tx) => findStream(tx, viewer, asked)))
}
