import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import {
  cameraActs,
  longestUpload,
  mostPreset,
  type UploadAct,
  uploadNetworks,
  VideoResult,
  type VideoUploadState,
} from '@huanwei/contract/video/codes'
import { isPresetAct } from '@huanwei/contract/video/rules'
import { UploadNetwork } from '@huanwei/terminal/messages/upload'
import { z } from 'zod'
import { Refused } from '../../../http/refuse.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { momentOf, timeText } from '../../../lib/time.ts'
import { commandNumbers } from '../../../media/remote/remote-device.ts'
import { TaskStatus } from '../../../media/remote/remote-uploads.ts'
import { accountOf } from '../cameras.ts'
import { actsOf } from '../ptz/stops.ts'
import { findUploads } from '../uploads/queries.ts'
import { failed, integer, succeeded, textUpTo, year } from './asked.ts'
import { type ApiParts, call } from './call.ts'
import { deviceFor } from './devices.ts'
import { addressesFor } from './links.ts'

/** What cameras can be told, by the numbers of the interface. */
const acts = new Map(cameraActs.map((act) => [commandNumbers[act], act]))

const codes: Record<Outcome['outcome'], VideoResult> = {
  confirmed: VideoResult.ok,
  offline: VideoResult.deviceOffline,
  timedOut: VideoResult.networkError,
  refused: VideoResult.exception,
}

/** Moves a camera. Cruises, and what the camera cannot be told, are wrong parameters. `param` is the number of a kept position. */
export const sendPTZControl = call(
  'sendPTZControl',
  z.object({ devidno: textUpTo(40), chn: integer(0, 31), command: integer(0, 255), param: integer(0, mostPreset).default(0) }),
  async ({ devidno, chn, command, param }, viewer, { latest, cameras, ptz }) => {
    const act = acts.get(command)
    if (!act || (isPresetAct(act) && param === 0)) return failed(VideoResult.badParameters)
    const device = viewer.permissions.has('admin_device_command') ? deviceFor(latest, viewer, devidno) : undefined
    if (!device?.channels.some(({ channel }) => channel === chn + 1)) return failed(VideoResult.notInSight)
    const camera = await cameras.cameraFor(viewer, { vehicleId: device.vehicle.id, channel: chn + 1 })
    if (!actsOf(camera).includes(act)) return failed(VideoResult.badParameters)
    const answer = await ptz.move(accountOf(viewer), camera, act, param)
    if (!answer) return failed(VideoResult.deviceInUse)
    return answer.outcome === 'confirmed' ? succeeded() : failed(codes[answer.outcome])
  },
)

/** States of an upload as clients know them. */
const taskStatuses: Record<VideoUploadState, number> = {
  waiting: TaskStatus.uploading,
  asked: TaskStatus.uploading,
  uploading: TaskStatus.uploading,
  paused: TaskStatus.paused,
  cancelled: TaskStatus.cancelled,
  failed: TaskStatus.failed,
  done: TaskStatus.done,
}

const date = (name: 'beg' | 'end') =>
  ({
    [`${name}year`]: year,
    [`${name}mon`]: integer(1, 12),
    [`${name}day`]: integer(1, 31),
    [`${name}sec`]: integer(0, 86_399),
  }) as Record<`${typeof name}${'year' | 'mon' | 'day' | 'sec'}`, ReturnType<typeof integer>>

const dayOf = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day))
  return date.getUTCDate() === day ? momentOf(`${date.toISOString().slice(0, 10)} 00:00:00`) : undefined
}

/** Channels count from 1 here. Source: spec 4, III.4. */
const Upload = z.object({
  devidno: textUpTo(40),
  chn: integer(1, 32),
  ...date('beg'),
  ...date('end'),
  /** 1 WIFI, 2 LAN, 4 mobile. */
  netmask: integer(0, 7).default(7),
})

/** Asks a terminal to upload what it has recorded, to this server; `seq` is the number of the task. */
export const ftpUpload = call('ftpUpload', Upload, async (asked, viewer, { latest, upload }) => {
  const { devidno, chn: channel, netmask } = asked
  const [first, last] = [dayOf(asked.begyear, asked.begmon, asked.begday), dayOf(asked.endyear, asked.endmon, asked.endday)]
  if (first === undefined || last === undefined) return failed(VideoResult.badParameters)
  const [start, end] = [first + asked.begsec * 1000, last + asked.endsec * 1000]
  if (start >= end) return failed(VideoResult.reversedSpan)
  if (end - start > longestUpload * 1000) return failed(VideoResult.longSpan)
  const device = viewer.permissions.has('admin_device_command') ? deviceFor(latest, viewer, devidno) : undefined
  if (!device?.channels.some((one) => one.channel === channel)) return failed(VideoResult.notInSight)
  const networks = uploadNetworks.filter((name) => (netmask || 7) & UploadNetwork[name])
  const span = { startTime: timeText(start), endTime: timeText(end) }
  try {
    const { id } = await upload(viewer, { vehicleId: device.vehicle.id, channel, ...span, networks })
    return succeeded({ seq: id })
  } catch (error) {
    if (error instanceof Refused && error.message === 'video:refusal.isUploading') return failed(VideoResult.taskExists)
    throw error
  }
})

type Task = { viewer: Viewer; devidno: string; seq: number }

/** An upload of a device in sight, by the number of its task. */
async function findTask({ db, latest }: Pick<ApiParts, 'db' | 'latest'>, { viewer, devidno, seq }: Task) {
  const device = deviceFor(latest, viewer, devidno)
  if (!device) return VideoResult.notInSight
  const [found] = await db.within(viewer, (tx) => findUploads(tx, viewer, { id: seq, vehicleId: device.vehicle.id }))
  return found ?? VideoResult.noInformation
}

const named = { devidno: textUpTo(40), seq: integer(0, 2_147_483_647) }

export const queryFtpStatus = call('queryFtpStatus', z.object(named), async (asked, viewer, parts, request) => {
  const task = await findTask(parts, { viewer, ...asked })
  if (typeof task === 'number') return failed(task)
  const [file] = task.files
  return succeeded({
    taskStatus: taskStatuses[task.state],
    fileSize: task.files.reduce((all, { fileSize }) => all + fileSize, 0),
    downloadUrl: file ? addressesFor(parts, viewer, request)(file.fileName) : '',
  })
})

const taskActs: Record<number, UploadAct> = { 0: 'pause', 1: 'resume', 2: 'cancel' }

/** Pauses an upload, lets it go on, or calls it off. Source: spec 4, III.4. */
export const controllDownLoad = call(
  'controllDownLoad',
  z.object({ ...named, tasktype: integer(0, 2) }),
  async ({ tasktype, ...asked }, viewer, parts) => {
    const act = taskActs[tasktype]
    const task = viewer.permissions.has('admin_device_command')
      ? await findTask(parts, { viewer, ...asked })
      : VideoResult.notInSight
    if (typeof task === 'number') return failed(task)
    const isDone = act && (await parts.controlUpload(viewer, task.id, act).then(() => true, isConflict))
    return isDone ? succeeded() : failed(VideoResult.exception)
  },
)

function isConflict(error: unknown): false {
  if (error instanceof Refused && error.status === 409) return false
  throw error
}
