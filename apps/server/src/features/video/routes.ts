import { join } from 'node:path'
import { makeTicket } from '@huanwei/contract/video/endpoints'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { spanOf } from '../../http/span.ts'
import type { MediaShare } from '../../media/share.ts'
import type { IngestCalls } from '../../position/link.ts'
import type { FileStore } from '../files/file-store.ts'
import { recordingScheduleRoutes } from '../recordings/routes.ts'
import { bearerOf } from '../session/authenticate.ts'
import { type AskingParts, askForAttachments } from './attachments/asking.ts'
import { accountOf, type CameraParts, camerasFor } from './cameras.ts'
import { evidenceRoutes } from './evidence/routes.ts'
import { openPicture, type PictureOffice } from './open-picture.ts'
import { createFileLists } from './playback/file-lists.ts'
import { type PlaybackRouteParts, playbackRoutes } from './playback/routes.ts'
import { ptzRoutes } from './ptz/routes.ts'
import { createPtz } from './ptz/stops.ts'
import { type AlarmParts, recordAlarms } from './recordings/alarms.ts'
import { startRecordingJobs } from './recordings/jobs.ts'
import { recordingRoutes } from './recordings/routes.ts'
import { createRecordings, type RecordingParts } from './recordings/running.ts'
import { recordBySchedule } from './recordings/scheduled.ts'
import { startServerAlarmJobs } from './server-alarms/jobs.ts'
import { isRemote, type VideoSources } from './sources/video-sources.ts'
import { type TalkOffice, talkRoutes } from './talk/routes.ts'
import { createUploadOffice } from './uploads/office.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { type UploadParts, Uploads } from './uploads/running.ts'

type Parts = CameraParts & {
  media: PictureOffice & TalkOffice & PlaybackRouteParts['media'] & RecordingParts['media'] & AlarmParts['media']
  share: MediaShare
  sources: VideoSources
  changes: AlarmParts['changes']
  ingest: Pick<IngestCalls, 'send' | 'onUploadEnded'>
  ftp: UploadParts['ftp']
  attachments: AskingParts['attachments']
  store: FileStore
  config: { DATA_DIR: string; SCHEDULED_VIDEO_GB: number } & AskingParts['config']
}

/** Calls about cameras. Returns what the video interface shares with them. */
export function videoRoutes(app: FastifyInstance, parts: Parts) {
  const { media, ingest, sources } = parts
  const cameras = camerasFor(parts)
  const { cameraFor } = cameras
  const send: IngestCalls['send'] = (deviceId, command) =>
    isRemote({ deviceId }) ? sources.send(deviceId, command) : ingest.send(deviceId, command)

  serve(app, makeTicket, async ({ vehicleId, channel, stream, kind, startTime, endTime, speed }, viewer, request) => {
    const span = kind === 'playback' && startTime && endTime ? spanOf({ startTime, endTime }, 1) : undefined
    const playback = span && { start: span.from, end: span.to, speed }
    const asker = { account: accountOf(viewer), token: bearerOf(request) ?? '' }
    return openPicture({ media, cameras }, viewer, asker, { vehicleId, channel, stream, playback })
  })
  const lists = createFileLists(send)
  playbackRoutes(app, { media, lists, cameraFor })
  const ptz = createPtz(send)
  app.addHook('preClose', ptz.close)
  ptzRoutes(app, { ptz, cameraFor })
  const uploads = new Uploads({ ...parts, send, remoteOf: cameras.remoteOf, onUploadEnded: ingest.onUploadEnded, log: app.log })
  app.addHook('preClose', () => uploads.close())
  const office = createUploadOffice({ db: parts.db, uploads, lists, cameraFor })
  uploadRoutes(app, { db: parts.db, office })
  talkRoutes(app, { db: parts.db, media, cameras })
  app.addHook('preClose', askForAttachments({ ...parts, remoteOf: cameras.remoteOf, log: app.log }))
  evidenceRoutes(app, { ...parts, remoteOf: cameras.remoteOf })
  app.addHook('preClose', startServerAlarmJobs({ ...parts, remoteOf: cameras.remoteOf, jobs: app.jobs, log: app.log }))
  const { recordings, schedules } = recordingsFor(app, { ...parts, terminalOf: cameras.terminalOf })
  recordingRoutes(app, { ...parts, recordings, cameraFor })
  recordingScheduleRoutes(app, { db: parts.db, changed: schedules.run })
  return { cameras, lists, ptz, upload: office.start, controlUpload: office.control }
}

/** Recordings that run until the server stops, and the jobs that clear up after them. */
function recordingsFor(app: FastifyInstance, parts: Parts & Pick<AlarmParts, 'terminalOf'>) {
  const { db, store, media, share, config } = parts
  const recordings = createRecordings({ db, store, media, share, folder: join(config.DATA_DIR, 'recordings'), log: app.log })
  const scheduledBytes = config.SCHEDULED_VIDEO_GB * 1024 ** 3
  const stopJobs = startRecordingJobs({
    db,
    store,
    recordings,
    share,
    keepDays: config.KEEP_DAYS,
    scheduledBytes,
    jobs: app.jobs,
    log: app.log,
  })
  const schedules = recordBySchedule({ ...parts, recordings, log: app.log })
  const stopAlarms = recordAlarms({ ...parts, recordings, log: app.log })
  app.addHook('preClose', async () => {
    await stopAlarms()
    await schedules.close()
    await recordings.close()
    await stopJobs()
  })
  return { recordings, schedules }
}
