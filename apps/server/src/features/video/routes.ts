import type { PictureStream } from '@huanwei/contract/video/codes'
import { makeTicket } from '@huanwei/contract/video/endpoints'
import { VideoStream } from '@huanwei/terminal/messages/video'
import { terminalKey } from '@huanwei/terminal/wire/header'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { mayUse } from '../../db/scope.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { timeText } from '../../lib/time.ts'
import type { PictureGrant } from '../../media/media.ts'
import type { Latest } from '../../position/latest/latest.ts'
import { bearerOf } from '../session/authenticate.ts'
import { channelsOf } from '../trees/leaves.ts'
import { findTerminalByNumber } from './queries.ts'

type Parts = {
  db: Database
  latest: Pick<Latest, 'vehicles'>
  media: { issue(grant: PictureGrant<Viewer>): { ticket: string; expires: number } | undefined }
}

const streams: Record<PictureStream, number> = VideoStream

export function videoRoutes(app: FastifyInstance, { db, latest, media }: Parts) {
  /** The vehicle, if the viewer sees it. */
  function vehicleFor(viewer: Viewer, id: number) {
    const vehicle = latest.vehicles.of(viewer.tenantId).get(id)
    return vehicle && mayUse(viewer, vehicle.deptId) ? vehicle : undefined
  }

  serve(app, makeTicket, async ({ vehicleId, channel, stream }, viewer, request) => {
    const vehicle = vehicleFor(viewer, vehicleId)
    if (!vehicle) throw notFound()
    const shown = channelsOf(vehicle).find(({ passageway }) => passageway === channel)
    const terminal =
      shown &&
      (await db.within(viewer, (tx) => findTerminalByNumber(tx, viewer.tenantId, terminalKey({ terminalNo: shown.deviceId }))))
    if (!terminal) throw conflict('video:refusal.noCamera')
    const issued = media.issue({
      account: `${viewer.tenantId} ${viewer.userId}`,
      token: bearerOf(request) ?? '',
      camera: { deviceId: terminal.id, terminalNo: terminal.terminalNo, channel, stream: streams[stream] },
      mayWatch: (current) => current.permissions.has('video_view') && !current.isLocked && !!vehicleFor(current, vehicleId),
    })
    if (!issued) throw new Refused(429, 'common:error.429')
    const { ticket, expires } = issued
    return { ticket, url: `/live/media?ticket=${ticket}`, expires: timeText(expires) }
  })
}
