import { listCameraActs, moveCamera } from '@huanwei/contract/video/endpoints'
import type { FastifyInstance } from 'fastify'
import { conflict } from '../../../http/refuse.ts'
import { serve } from '../../../http/serve.ts'
import { createTurns } from '../../../http/turns.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { accountOf, type NamedCamera } from '../cameras.ts'
import { actsOf, type createPtz } from './stops.ts'

/** Commands of one account that wait for terminals at once: a stop must not wait behind steps of the lens. */
const ofAccount = 8

type Parts = {
  ptz: Pick<ReturnType<typeof createPtz>, 'move'>
  cameraFor(viewer: Viewer, camera: NamedCamera): Promise<{ deviceId: number; channel: number }>
}

/** Moves cameras. */
export function ptzRoutes(app: FastifyInstance, { ptz, cameraFor }: Parts) {
  const inTurnOfAccount = createTurns(ofAccount, { maxWaiting: 8 })

  serve(app, moveCamera, async ({ act, preset, ...named }, viewer) => {
    const { deviceId, channel } = await cameraFor(viewer, named)
    const account = accountOf(viewer)
    const move = () => ptz.move(account, { deviceId, channel }, act, preset)
    const answer = await (act === 'stop' ? move() : inTurnOfAccount(account, move))
    if (!answer) throw conflict('video:refusal.turnedByOther')
    const { outcome, result } = answer
    return { outcome, result }
  })

  serve(app, listCameraActs, async (named, viewer) => [...actsOf(await cameraFor(viewer, named))])
}
