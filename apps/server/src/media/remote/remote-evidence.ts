import { createHash } from 'node:crypto'
import { hourMs } from '@huanwei/contract/time'
import { VideoResult } from '@huanwei/contract/video/codes'
import { z } from 'zod'
import { timeText } from '../../lib/time.ts'
import type { RemoteDevice } from './remote-uploads.ts'
import { VideoServerRefused } from './video-server.ts'

/** Files of each kind that are asked for, and seen. */
const mostOfKind = 50
/** 2100, epoch ms. */
const latest = 4_102_444_800_000
/** Longest time between a span that is asked for and a file that is listed for it, ms: some have the time at which they reached the server. */
const aroundMs = hourMs
const MediaType = { picture: 0, video: 1 } as const

/**
 * All alarms that servers keep files of, as newer ones want them named: those of terminals, of the platform, of driving assistants, aggressive
 * driving, and the third level. Source: spec 4, III.6.
 */
const alarmNumbers = [
  [1, 49],
  [113, 113],
  [151, 176],
  [200, 249],
  [300, 311],
  [428, 449],
  [546, 548],
  [600, 642],
  [702, 726],
  [747, 749],
  [817, 819],
  [1200, 1245],
].flatMap(([first = 0, last = 0]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))

const whole = z.coerce.number().int().nonnegative()
const name = z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(200)).catch('')
/** A file as servers list it. Source: spec 4, III.4, performanceReportPhotoListSafe and alarmEvidence. */
const Listed = z.object({
  id: name,
  label: name,
  devIdno: name,
  mediaType: whole.pipe(z.enum(MediaType)),
  /** From 0. */
  channel: whole.max(255).catch(-1),
  /** Epoch ms. */
  fileTime: whole.max(latest).catch(0),
  fileSTime: whole.max(latest).catch(0),
  fileUrl: z.string().min(1).max(2000),
  fileSize: whole.catch(0),
})
const Listing = z.object({ infos: z.array(z.unknown()).catch([]) })

/**
 * A photo or clip of a server: a key of its own, 32 hexadecimal digits; its channel from 1, 0 where that is not known; its time in epoch ms; its size in
 * bytes, 0 where that is not known.
 */
export type RemoteEvidence = {
  key: string
  kind: 'picture' | 'video'
  channel: number
  time: number
  size: number
  address: string
}

/** An alarm as servers list it; `stm` in epoch ms. Source: spec 4, III.4, queryAlarmDetail. */
const Alarm = z.object({ guid: name.pipe(z.string().min(1)), atp: whole, stm: whole.min(1).max(latest) })
const Alarms = z.object({ alarms: z.array(z.unknown()).catch([]) })
/** Alarms whose files are asked for. */
const mostAlarms = 20

/** Epoch ms. */
type Span = { from: number; to: number }

/**
 * Photos and clips that the server holds of a device's alarms within a span, by time: the first 50 of each kind. It knows vehicles by their plates there;
 * a server that does not know that call is asked alarm by alarm. What is of quite another time is left out. Throws `VideoServerRefused`, also where
 * `signal` breaks it off.
 */
export async function listEvidence(
  device: RemoteDevice,
  plate: string,
  span: Span,
  signal?: AbortSignal,
): Promise<RemoteEvidence[]> {
  const found = await findByPlate(device, plate, span, signal).catch((error: unknown) => {
    const isUnknown = error instanceof VideoServerRefused && error.result === 'other' && !signal?.aborted
    if (isUnknown) return findByAlarm(device, span, signal)
    throw error
  })
  const near = found.filter(({ time }) => time >= span.from - aroundMs && time <= span.to + aroundMs)
  // One file may be of several alarms.
  const files = [...new Map(near.map((file) => [file.key, file])).values()]
  return files.sort((a, b) => a.time - b.time || a.key.localeCompare(b.key))
}

async function findByPlate(
  { server, number }: RemoteDevice,
  plate: string,
  { from, to }: Span,
  signal: AbortSignal | undefined,
): Promise<RemoteEvidence[]> {
  const asked = {
    vehiIdno: plate,
    begintime: timeText(from),
    endtime: timeText(to),
    alarmType: alarmNumbers.join(','),
    toMap: 0,
    currentPage: 1,
    pageRecords: mostOfKind,
  }
  const found: RemoteEvidence[] = []
  for (const mediaType of Object.values(MediaType)) {
    const answer = await server.call('performanceReportPhotoListSafe', { ...asked, mediaType }, signal).catch(noneFound)
    found.push(...readListing(answer, number))
  }
  return found
}

async function findByAlarm(
  { server, number: devIdno }: RemoteDevice,
  { from, to }: Span,
  signal: AbortSignal | undefined,
): Promise<RemoteEvidence[]> {
  const span = { begintime: timeText(from), endtime: timeText(to) }
  const page = { toMap: 0, currentPage: 1, pageRecords: mostAlarms }
  const answer = await server
    .call('queryAlarmDetail', { devIdno, ...span, armType: alarmNumbers.join(','), ...page }, signal)
    .catch(noneFound)
  const { success, data } = Alarms.safeParse(answer)
  if (!success) throw new VideoServerRefused('other')
  const found = data.alarms.slice(0, mostAlarms).map(async (one) => {
    const alarm = Alarm.safeParse(one)
    if (!alarm.success) return []
    const { guid, atp: alarmType, stm } = alarm.data
    const asked = { devIdno, begintime: timeText(stm), alarmType, guid, toMap: 0 }
    return readListing(await server.call('alarmEvidence', asked, signal).catch(noneFound), devIdno)
  })
  return (await Promise.all(found)).flat()
}

function readListing(answer: unknown, number: string): RemoteEvidence[] {
  const { success, data } = Listing.safeParse(answer)
  if (!success) throw new VideoServerRefused('other')
  return data.infos.slice(0, mostOfKind).flatMap((info) => readListed(info, number))
}

/** A file, unless it is one of another device or not readable. */
function readListed(info: unknown, number: string): RemoteEvidence[] {
  const { success, data } = Listed.safeParse(info)
  const time = data?.fileTime || data?.fileSTime
  if (!success || !time || (data.devIdno && data.devIdno !== number)) return []
  const kind = data.mediaType === MediaType.picture ? 'picture' : 'video'
  const channel = data.channel + 1
  const { id, label, fileSize: size, fileUrl: address } = data
  // Servers give several files one id, or none.
  const identity = JSON.stringify([id, label, kind, channel, time, size])
  const key = createHash('sha256').update(identity).digest('hex').slice(0, 32)
  return [{ key, kind, channel, time, size, address }]
}

/** No file, or no alarm, is a code of its own. */
function noneFound(error: unknown) {
  if (error instanceof VideoServerRefused && error.result === VideoResult.noInformation) return { infos: [], alarms: [] }
  throw error
}
