import type { PictureStream } from '@huanwei/contract/video/codes'
import { VideoStream } from '@huanwei/terminal/messages/video'
import { Refused } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { timeText } from '../../lib/time.ts'
import type { PictureGrant } from '../../media/media.ts'
import type { PlaybackSpan } from '../../media/playback.ts'
import type { camerasFor, NamedCamera } from './cameras.ts'

/** Issues tickets for pictures. */
export type PictureOffice = { issue(grant: PictureGrant<Viewer>): { ticket: string; expires: number } | undefined }
type Parts = { media: PictureOffice; cameras: ReturnType<typeof camerasFor> }
type Wanted = NamedCamera & { stream: PictureStream; playback?: PlaybackSpan | undefined }

const streams: Record<PictureStream, number> = VideoStream

/** A ticket for a picture that the viewer may see, and the path of its socket. Refuses as `makeTicket` says. */
export async function openPicture(
  { media, cameras: { vehicleFor, cameraFor } }: Parts,
  viewer: Viewer,
  asker: Pick<PictureGrant<Viewer>, 'account' | 'token'>,
  { vehicleId, channel, stream, playback }: Wanted,
) {
  const camera = await cameraFor(viewer, { vehicleId, channel })
  const issued = media.issue({
    ...asker,
    camera: { ...camera, stream: streams[stream] },
    ...(playback && { playback }),
    mayWatch: (current) => current.permissions.has('video_view') && !current.isLocked && !!vehicleFor(current, vehicleId),
  })
  if (!issued) throw new Refused(429, 'common:error.429')
  const { ticket, expires } = issued
  return { ticket, url: `/live/media?ticket=${ticket}&tenant=${viewer.tenantId}`, expires: timeText(expires) }
}
