import { controlUpload, listUploads, startUpload } from '@huanwei/contract/video/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/connect.ts'
import { serve } from '../../../http/serve.ts'
import type { createUploadOffice } from './office.ts'
import { findUploads } from './queries.ts'

type Parts = { db: Database; office: ReturnType<typeof createUploadOffice> }

/** Uploads of what terminals have recorded. */
export function uploadRoutes(app: FastifyInstance, { db, office }: Parts) {
  serve(app, startUpload, (wanted, viewer) => office.start(viewer, wanted))
  serve(app, listUploads, ({ vehicleId }, viewer) => db.within(viewer, (tx) => findUploads(tx, viewer, { vehicleId })))
  serve(app, controlUpload, ({ id, act }, viewer) => office.control(viewer, id, act))
}
