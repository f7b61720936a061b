import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import { dayMs } from '@huanwei/contract/time'
import { VideoResult } from '@huanwei/contract/video/codes'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '../../../http/viewer.ts'
import { dayStart, momentOf, timeText } from '../../../lib/time.ts'
import { FilePlace } from '../../../media/remote/remote-files.ts'
import { accountOf } from '../cameras.ts'
import { type ApiAnswer, failed, integer, succeeded, textUpTo, year } from './asked.ts'
import { type ApiParts, call } from './call.ts'
import { type Device, deviceFor } from './devices.ts'
import { addressesFor } from './links.ts'
import { findKeptPictures, findKeptVideos, findUploadedVideos } from './queries.ts'

const Attribute = { picture: 1, video: 2 }
const Kind = { all: -1, usual: 0, alarm: 1 }
const allChannels = -1
/** Streams as the interface numbers them. */
const Stream = { main: 0, sub: 1 }

const Asked = z.object({
  devidno: textUpTo(40),
  loc: integer(1, 4).pipe(z.enum(FilePlace)),
  /** From 0, or −1 for all. */
  chn: integer(-1, 31).default(allChannels),
  year,
  mon: integer(1, 12),
  day: integer(1, 31),
  /** Seconds of the day. */
  beg: integer(0, 86_399),
  end: integer(0, 86_399),
  rectype: integer(-1, 1).default(Kind.all),
  fileattr: integer(1, 2).default(Attribute.video),
})
type Asked = z.output<typeof Asked>

/** A file in the fields of the interface. Times in epoch ms. */
type Found = {
  channel: number
  start: number
  end: number
  size: number
  isAlarm: boolean
  file: string
  url?: string
  stream?: number
}

/** What was recorded of a device on one day: on its own disk, by this server, or uploaded from its disk to this server, which is the download server too. */
export const getVideoFileInfo = call('getVideoFileInfo', Asked, async (asked, viewer, parts, request) => {
  const { devidno, loc, chn, year, mon, day, beg, end, rectype } = asked
  const midnight = Date.UTC(year < 100 ? 2000 + year : year, mon - 1, day)
  const date = new Date(midnight)
  if (date.getUTCMonth() !== mon - 1 || date.getUTCDate() !== day) return failed(VideoResult.badParameters)
  if (beg >= end) return failed(VideoResult.reversedSpan)
  const device = deviceFor(parts.latest, viewer, devidno)
  if (!device || !viewer.permissions.has('video_view')) return failed(VideoResult.notInSight)
  const shown = device.channels.map(({ channel }) => channel)
  const channels = chn === allChannels ? shown : shown.filter((channel) => channel === chn + 1)
  const startOfDay = momentOf(`${date.toISOString().slice(0, 10)} 00:00:00`)
  const span = { from: startOfDay + beg * 1000, to: startOfDay + (end + 1) * 1000 }
  const files = await (loc === FilePlace.device ? onDevice : onServer)({ asked, device, channels, span, viewer, parts, request })
  if (!Array.isArray(files)) return files
  const wanted = files.filter(({ isAlarm }) => rectype === Kind.all || isAlarm === (rectype === Kind.alarm))
  // No file is a code of its own. Source: spec 4, III.4.
  if (!wanted.length) return failed(VideoResult.noInformation)
  return succeeded({ files: wanted.map((one) => fieldsOf(one, { did: device.did, loc, chn })) })
})

type Search = {
  asked: Asked
  device: Device
  channels: number[]
  /** Half-open, epoch ms. */
  span: { from: number; to: number }
  viewer: Viewer
  parts: ApiParts
  request: FastifyRequest
}

const outcomeCodes: Record<Exclude<Outcome['outcome'], 'confirmed'>, VideoResult> = {
  offline: VideoResult.deviceOffline,
  timedOut: VideoResult.networkError,
  refused: VideoResult.exception,
}

async function onDevice({ asked, device, channels, span, viewer, parts }: Search): Promise<Found[] | ApiAnswer> {
  // Terminals list no pictures.
  if (asked.fileattr !== Attribute.video) return []
  const files: Found[] = []
  for (const channel of channels) {
    const camera = await parts.cameras.cameraFor(viewer, { vehicleId: device.vehicle.id, channel })
    const { outcome, records } = await parts.lists.find(accountOf(viewer), camera, span)
    if (outcome !== 'confirmed') return failed(outcomeCodes[outcome])
    for (const { startTime, endTime, size, isAlarm } of records) {
      const [start, end] = [momentOf(startTime), momentOf(endTime)]
      const file = `${device.did}/${channel - 1}/${startTime.replace(/\D/g, '')}-${endTime.replace(/\D/g, '')}`
      files.push({ channel, start, end, size, isAlarm, file })
    }
  }
  return files
}

async function onServer({ asked, device, channels, span, viewer, parts, request }: Search): Promise<Found[]> {
  const isPicture = asked.fileattr === Attribute.picture
  const isUploaded = asked.loc === FilePlace.download
  // Pictures come without being asked for.
  if (isPicture && isUploaded) return []
  const find = isPicture ? findKeptPictures : isUploaded ? findUploadedVideos : findKeptVideos
  const filter = { vehicleId: device.vehicle.id, channels, from: timeText(span.from), to: timeText(span.to) }
  const kept = await parts.db.within(viewer, (tx) => find(tx, viewer, filter))
  const addressOf = addressesFor(parts, viewer, request)
  return kept.map(({ channel, startTime, endTime, fileName, size, isAlarm, stream }) => ({
    channel,
    start: momentOf(startTime),
    end: momentOf(endTime),
    size,
    isAlarm,
    file: fileName,
    url: addressOf(fileName),
    stream: stream === 'main' ? Stream.main : Stream.sub,
  }))
}

/** A file that begins before its day, or ends after it, is cut at midnight as the fields have only one date. */
function fieldsOf(
  { channel, start, end, size, isAlarm, file, url, stream }: Found,
  of: { did: string; loc: number; chn: number },
) {
  const date = timeText(start)
  const midnight = dayStart(start)
  return {
    devIdno: of.did,
    year: Number(date.slice(2, 4)),
    mon: Number(date.slice(5, 7)),
    day: Number(date.slice(8, 10)),
    beg: Math.floor((start - midnight) / 1000),
    end: Math.min(86_399, Math.floor((Math.min(end, midnight + dayMs) - midnight) / 1000)),
    chn: channel - 1,
    chnMask: 0,
    file,
    len: size,
    type: isAlarm ? Kind.alarm : Kind.usual,
    loc: of.loc,
    svr: 0,
    arm: isAlarm ? 1 : 0,
    arm1: 0,
    arm2: 0,
    res: 0,
    stream: stream ?? 0,
    store: 0,
    recing: 0,
    mulChn: 0,
    mulPlay: 0,
    ...(url && { PlaybackUrl: url, DownUrl: url }),
  }
}
