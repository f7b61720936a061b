import { join } from 'node:path'
import type { PictureStream } from '@huanwei/contract/video/codes'
import { makeTicket } from '@huanwei/contract/video/endpoints'
import { VideoStream } from '@huanwei/terminal/messages/video'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { spanOf } from '../../http/span.ts'
import type { Viewer } from '../../http/viewer.ts'
import { timeText } from '../../lib/time.ts'
import type { PictureGrant } from '../../media/media.ts'
import type { FileStore } from '../files/file-store.ts'
import { bearerOf } from '../session/authenticate.ts'
import { accountOf, type CameraParts, camerasFor } from './cameras.ts'
import { type PlaybackRouteParts, playbackRoutes } from './playback/routes.ts'
import { ptzRoutes } from './ptz/routes.ts'
import { type AlarmParts, recordAlarms } from './recordings/alarms.ts'
import { startRecordingJobs } from './recordings/jobs.ts'
import { recordingRoutes } from './recordings/routes.ts'
import { createRecordings, type RecordingParts } from './recordings/running.ts'

type Parts = CameraParts & {
  media: { issue(grant: PictureGrant<Viewer>): { ticket: string; expires: number } | undefined } & PlaybackRouteParts['media'] &
    RecordingParts['media'] &
    AlarmParts['media']
  changes: AlarmParts['changes']
  ingest: PlaybackRouteParts['ingest']
  store: FileStore
  config: { DATA_DIR: string; KEEP_DAYS: number }
}

const streams: Record<PictureStream, number> = VideoStream

export function videoRoutes(app: FastifyInstance, parts: Parts) {
  const { media } = parts
  const { vehicleFor, cameraFor } = camerasFor(parts)

  serve(app, makeTicket, async ({ vehicleId, channel, stream, kind, startTime, endTime, speed }, viewer, request) => {
    const camera = await cameraFor(viewer, { vehicleId, channel })
    const span = kind === 'playback' && startTime && endTime ? spanOf({ startTime, endTime }, 1) : undefined
    const issued = media.issue({
      account: accountOf(viewer),
      token: bearerOf(request) ?? '',
      camera: { ...camera, stream: streams[stream] },
      ...(span && { playback: { start: span.from, end: span.to, speed } }),
      mayWatch: (current) => current.permissions.has('video_view') && !current.isLocked && !!vehicleFor(current, vehicleId),
    })
    if (!issued) throw new Refused(429, 'common:error.429')
    const { ticket, expires } = issued
    return { ticket, url: `/live/media?ticket=${ticket}`, expires: timeText(expires) }
  })
  playbackRoutes(app, { ...parts, cameraFor })
  ptzRoutes(app, { ...parts, cameraFor })
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
