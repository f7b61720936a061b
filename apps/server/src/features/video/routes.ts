import { join } from 'node:path'
import { makeTicket } from '@huanwei/contract/video/endpoints'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { spanOf } from '../../http/span.ts'
import type { FileStore } from '../files/file-store.ts'
import { bearerOf } from '../session/authenticate.ts'
import { type AskingParts, askForAttachments } from './attachments/asking.ts'
import { accountOf, type CameraParts, camerasFor } from './cameras.ts'
import { openPicture, type PictureOffice } from './open-picture.ts'
import { type PlaybackRouteParts, playbackRoutes } from './playback/routes.ts'
import { ptzRoutes } from './ptz/routes.ts'
import { type AlarmParts, recordAlarms } from './recordings/alarms.ts'
import { startRecordingJobs } from './recordings/jobs.ts'
import { recordingRoutes } from './recordings/routes.ts'
import { createRecordings, type RecordingParts } from './recordings/running.ts'

type Parts = CameraParts & {
  media: PictureOffice & PlaybackRouteParts['media'] & RecordingParts['media'] & AlarmParts['media']
  changes: AlarmParts['changes']
  ingest: PlaybackRouteParts['ingest']
  attachments: AskingParts['attachments']
  store: FileStore
  config: { DATA_DIR: string } & AskingParts['config']
}

export function videoRoutes(app: FastifyInstance, parts: Parts) {
  const { media } = parts
  const cameras = camerasFor(parts)
  const { cameraFor } = cameras

  serve(app, makeTicket, async ({ vehicleId, channel, stream, kind, startTime, endTime, speed }, viewer, request) => {
    const span = kind === 'playback' && startTime && endTime ? spanOf({ startTime, endTime }, 1) : undefined
    const playback = span && { start: span.from, end: span.to, speed }
    const asker = { account: accountOf(viewer), token: bearerOf(request) ?? '' }
    return openPicture({ media, cameras }, viewer, asker, { vehicleId, channel, stream, playback })
  })
  playbackRoutes(app, { ...parts, cameraFor })
  ptzRoutes(app, { ...parts, cameraFor })
  app.addHook('preClose', askForAttachments({ ...parts, log: app.log }))
  recordingRoutes(app, { ...parts, recordings: recordingsFor(app, parts), cameraFor })
}

/** Recordings that run until the server stops, and the jobs that clear up after them. */
function recordingsFor(app: FastifyInstance, parts: Parts) {
  const { db, store, media, config } = parts
  const recordings = createRecordings({ db, store, media, folder: join(config.DATA_DIR, 'recordings'), log: app.log })
  const stopJobs = startRecordingJobs({ db, store, recordings, keepDays: config.KEEP_DAYS, log: app.log })
  const stopAlarms = recordAlarms({ ...parts, recordings, log: app.log })
  app.addHook('preClose', async () => {
    await stopAlarms()
    await recordings.close()
    await stopJobs()
  })
  return recordings
}
