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
import { bearerOf } from '../session/authenticate.ts'
import { accountOf, type CameraParts, camerasFor } from './cameras.ts'
import { type PlaybackRouteParts, playbackRoutes } from './playback/routes.ts'
import { ptzRoutes } from './ptz/routes.ts'

type Parts = CameraParts & {
  media: { issue(grant: PictureGrant<Viewer>): { ticket: string; expires: number } | undefined } & PlaybackRouteParts['media']
  ingest: PlaybackRouteParts['ingest']
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
}
