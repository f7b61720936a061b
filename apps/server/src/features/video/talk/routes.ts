import { makeTalkTicket } from '@huanwei/contract/video/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/connect.ts'
import { conflict, Refused } from '../../../http/refuse.ts'
import { serve } from '../../../http/serve.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { timeText } from '../../../lib/time.ts'
import type { TalkGrant, TalkTarget } from '../../../media/talk/talks.ts'
import { bearerOf } from '../../session/authenticate.ts'
import { accountOf, type camerasFor } from '../cameras.ts'
import { findOwnName } from '../queries.ts'
import { isRemote } from '../sources/video-sources.ts'

/** Issues tickets to speak with terminals. */
export type TalkOffice = { talks: { issue(grant: TalkGrant<Viewer>): { ticket: string; expires: number } | undefined } }
type Parts = { db: Database; media: TalkOffice; cameras: Pick<ReturnType<typeof camerasFor>, 'cameraFor' | 'vehicleFor'> }

/** Voice to the terminals of vehicles. */
export function talkRoutes(app: FastifyInstance, { db, media, cameras: { cameraFor, vehicleFor } }: Parts) {
  serve(app, makeTalkTicket, async ({ vehicleIds, channel, kind }, viewer, request) => {
    const targets: TalkTarget[] = []
    for (const vehicleId of new Set(vehicleIds)) {
      const camera = await cameraFor(viewer, { vehicleId, channel })
      if (isRemote(camera)) throw conflict('video:refusal.noRemoteTalk')
      targets.push({ vehicleId, ...camera })
    }
    const issued = media.talks.issue({
      account: accountOf(viewer),
      token: bearerOf(request) ?? '',
      by: await db.within(viewer, (tx) => findOwnName(tx, viewer)),
      kind,
      targets,
      mayWatch: (current) =>
        current.permissions.has('admin_device_command') &&
        !current.isLocked &&
        targets.every(({ vehicleId }) => vehicleFor(current, vehicleId)),
    })
    if (!issued) throw new Refused(429, 'common:error.429')
    const { ticket, expires } = issued
    return { ticket, url: `/live/talk?ticket=${ticket}&tenant=${viewer.tenantId}`, expires: timeText(expires) }
  })
}
