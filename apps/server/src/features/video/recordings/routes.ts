import { pageOf } from '@huanwei/contract/page'
import { listServerRecordings, startRecording, stopRecording } from '@huanwei/contract/video/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/connect.ts'
import { notFound, Refused } from '../../../http/refuse.ts'
import { serve } from '../../../http/serve.ts'
import type { Viewer } from '../../../http/viewer.ts'
import type { NamedCamera } from '../cameras.ts'
import { findRecording, findRecordings } from './queries.ts'
import type { Recordings } from './running.ts'

type Parts = {
  db: Database
  recordings: Recordings
  cameraFor(viewer: Viewer, camera: NamedCamera): Promise<{ deviceId: number; terminalNo: string; channel: number }>
}

export function recordingRoutes(app: FastifyInstance, { db, recordings, cameraFor }: Parts) {
  serve(app, startRecording, async ({ vehicleId, channel, stream, seconds }, viewer) => {
    const camera = await cameraFor(viewer, { vehicleId, channel })
    const { tenantId, userId, username } = viewer
    const by = { userId, username }
    const id = await recordings.start({ ...camera, tenantId, vehicleId, stream, seconds, cause: 'demand', by })
    const begun = await db.within(viewer, (tx) => findRecording(tx, viewer, id))
    if (!begun) throw notFound()
    return begun
  })

  serve(app, stopRecording, async ({ id }, viewer) => {
    const found = await db.within(viewer, (tx) => findRecording(tx, viewer, id))
    if (!found || found.endTime !== null) throw notFound()
    if (!found.isOwn) throw new Refused(403, 'video:refusal.recordedByOther')
    await recordings.stop(id)
    return (await db.within(viewer, (tx) => findRecording(tx, viewer, id))) ?? null
  })

  serve(app, listServerRecordings, async (filter, viewer) => {
    const { records, total } = await db.within(viewer, (tx) => findRecordings(tx, viewer, filter))
    return pageOf(records, total, filter)
  })
}
