import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import { type CameraAct, VideoResult } from '@huanwei/contract/video/codes'
import { z } from 'zod'
import { accountOf } from '../cameras.ts'
import { failed, integer, succeeded, textUpTo } from './asked.ts'
import { call } from './call.ts'
import { deviceFor } from './devices.ts'

/** What terminals can be told, by the numbers of the interface. Source: spec 4, III.4. */
const acts: Record<number, CameraAct> = {
  0: 'left',
  1: 'right',
  2: 'up',
  3: 'down',
  8: 'zoomOut',
  9: 'zoomIn',
  10: 'focusLess',
  11: 'focusMore',
  12: 'irisLess',
  13: 'irisMore',
  14: 'lightOn',
  15: 'lightOff',
  16: 'wiperOn',
  17: 'wiperOff',
  19: 'stop',
}

const codes: Record<Outcome['outcome'], VideoResult> = {
  confirmed: VideoResult.ok,
  offline: VideoResult.deviceOffline,
  timedOut: VideoResult.networkError,
  refused: VideoResult.exception,
}

/** Moves a camera. Diagonals, presets and cruises have no command of JT/T 1078: their numbers are wrong parameters. */
export const sendPTZControl = call(
  'sendPTZControl',
  z.object({ devidno: textUpTo(40), chn: integer(0, 31), command: integer(0, 255) }),
  async ({ devidno, chn, command }, viewer, { latest, cameras, ptz }) => {
    const act = acts[command]
    if (!act) return failed(VideoResult.badParameters)
    const device = viewer.permissions.has('admin_device_command') ? deviceFor(latest, viewer, devidno) : undefined
    if (!device?.channels.some(({ channel }) => channel === chn + 1)) return failed(VideoResult.notInSight)
    const camera = await cameras.cameraFor(viewer, { vehicleId: device.vehicle.id, channel: chn + 1 })
    const answer = await ptz.move(accountOf(viewer), camera, act)
    if (!answer) return failed(VideoResult.deviceInUse)
    return answer.outcome === 'confirmed' ? succeeded() : failed(codes[answer.outcome])
  },
)

/** Of devices and media: no place to store at. Source: spec 4, III.3. */
const noStorage = 27

/** Terminals would upload to a server of FTP, and there is none: no place to store at. */
export const ftpUpload = call('ftpUpload', z.object({ devidno: textUpTo(40) }), async ({ devidno }, viewer, { latest }) => {
  const device = viewer.permissions.has('admin_device_command') ? deviceFor(latest, viewer, devidno) : undefined
  return device ? { result: noStorage, cmsserver: 1 } : failed(VideoResult.notInSight)
})

export const queryFtpStatus = call(
  'queryFtpStatus',
  z.object({ devidno: textUpTo(40), seq: textUpTo(40) }),
  async ({ devidno }, viewer, { latest }) =>
    failed(deviceFor(latest, viewer, devidno) ? VideoResult.noInformation : VideoResult.notInSight),
)
