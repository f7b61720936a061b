import type { PlaybackAct, PlaybackSpeed } from '@huanwei/contract/video/codes'
import { controlPlayback, listRecordings } from '@huanwei/contract/video/endpoints'
import type { FastifyInstance } from 'fastify'
import { conflict, invalid } from '../../../http/refuse.ts'
import { serve } from '../../../http/serve.ts'
import { spanOf } from '../../../http/span.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { momentOf } from '../../../lib/time.ts'
import type { Answer } from '../../../position/ingest/pending-commands.ts'
import type { PlaybackStep } from '../../../position/link.ts'
import { accountOf, type NamedCamera } from '../cameras.ts'
import type { createFileLists } from './file-lists.ts'

type Camera = { deviceId: number; terminalNo: string; channel: number }

export type PlaybackRouteParts = {
  lists: Pick<ReturnType<typeof createFileLists>, 'find'>
  media: { control(account: string, camera: Camera, step: PlaybackStep): Promise<Answer | undefined> }
  cameraFor(viewer: Viewer, camera: NamedCamera): Promise<Camera>
}

/** What a terminal's own disk holds: its list, and what is done while it is played. */
export function playbackRoutes(app: FastifyInstance, { lists, media, cameraFor }: PlaybackRouteParts) {
  serve(app, listRecordings, async ({ startTime, endTime, ...named }, viewer) => {
    const camera = await cameraFor(viewer, named)
    return lists.find(accountOf(viewer), camera, spanOf({ startTime, endTime }, 1))
  })

  serve(app, controlPlayback, async ({ act, speed, time, ...named }, viewer) => {
    const camera = await cameraFor(viewer, named)
    const answer = await media.control(accountOf(viewer), camera, stepOf({ act, speed, time }))
    if (!answer) throw conflict('playback:refusal.noPlayback')
    const { outcome, result } = answer
    return { outcome, result }
  })
}

type Asked = { act: PlaybackAct; speed: PlaybackSpeed; time: string | undefined }

function stepOf({ act, speed, time }: Asked): PlaybackStep {
  if (act === 'jump') {
    if (time === undefined) throw invalid('time')
    return { step: act, time: momentOf(time) }
  }
  if (act === 'end') return { step: 'stop' }
  if (act === 'keyFrames') return { step: act, speed }
  // The standard goes on at the usual speed by the command that ends a pause.
  if (act === 'speed') return speed === 1 ? { step: 'resume' } : { step: 'fastForward', speed }
  return { step: act }
}
