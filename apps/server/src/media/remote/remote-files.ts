import { dayMs, shanghaiMs } from '@huanwei/contract/time'
import { VideoResult } from '@huanwei/contract/video/codes'
import { z } from 'zod'
import { dayStart, momentOf } from '../../lib/time.ts'
import { type VideoServer, VideoServerRefused } from './video-server.ts'

const number = z.coerce.number().int()
/** Some servers count the last second of a day as the first of the next one. */
const secondOfDay = number.min(0).max(86_400)
/** A file as servers list it; the year has two digits, times are seconds of the day, channels count from 0. Source: spec 4, III.4. */
const Listed = z.object({
  year: number.min(0).max(2099),
  mon: number.min(1).max(12),
  day: number.min(1).max(31),
  beg: secondOfDay,
  end: secondOfDay,
  chn: number.min(0).max(255),
  len: number.catch(0),
  type: number.catch(0),
  stream: number.catch(0),
  file: z.string().max(1000).catch(''),
  /** Left out by older servers. */
  loc: number.optional().catch(undefined),
  svr: number.catch(0),
})
const Files = z.object({ files: z.array(z.unknown()).catch([]) })
/** Files of a device and day that are read: a server that lists more is wrong. */
const mostFiles = 10_000

type Listed = z.output<typeof Listed> & { loc: number }

/** Refusals of a device that the server does not know by this name. */
const unknownThere: readonly unknown[] = [VideoResult.notInSight, VideoResult.noVehicle, VideoResult.noDevice]

/** Where files are: on the disk of the device, on a storage server, on a download server. Source: spec 4, III.4. */
export const FilePlace = { device: 1, storage: 2, download: 4 } as const
type FilePlace = (typeof FilePlace)[keyof typeof FilePlace]

/** A recorded file; `channel` from 1, times in epoch ms. */
export type RemoteFile = { channel: number; start: number; end: number; listed: Listed }

/** A device by its number, and its vehicle by the plate. */
export type NamedDevice = { number: string; plate: string }

type Wanted = { channel: number; start: number; end: number }

/**
 * Files of each day that the span touches, on the device and on the servers, as the server lists them; `channel` from 1, times in epoch ms. What is on the device
 * too is listed once. Throws the `VideoServerRefused` of the device, unless a server has files, and that of a session that was ended.
 */
export async function listFiles(server: VideoServer, device: NamedDevice, wanted: Wanted): Promise<RemoteFile[]> {
  const [own, ...kept] = await Promise.allSettled([
    listPlace(server, device.number, wanted, FilePlace.device),
    listStored(server, device, wanted),
    listPlace(server, device.number, wanted, FilePlace.download),
  ])
  for (const one of [own, ...kept]) if (one.status === 'rejected' && isForcedOut(one.reason)) throw one.reason
  // A server that keeps nothing may refuse the question.
  const elsewhere = kept.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (own.status === 'rejected' && !elsewhere.length) throw own.reason
  const files = [...(own.status === 'fulfilled' ? own.value : []), ...elsewhere]
  const bySpan = Map.groupBy(files, ({ channel, start, end }) => `${channel} ${start} ${end}`)
  return Array.from(bySpan.values(), ([first]) => first!)
}

/** True for the end of the session, a forced action, which one of several questions is told alone. Source: spec 1, section 8. */
const isForcedOut = (error: unknown) =>
  error instanceof VideoServerRefused &&
  (error.result === VideoResult.noPermission || error.result === VideoResult.loggedInElsewhere)

/** Older servers know what they keep by the plate. Source: spec 4, III.4. */
async function listStored(server: VideoServer, { number, plate }: NamedDevice, wanted: Wanted) {
  try {
    return await listPlace(server, number, wanted, FilePlace.storage)
  } catch (error) {
    const isUnknown = error instanceof VideoServerRefused && unknownThere.includes(error.result)
    if (!isUnknown || !plate) throw error
    return listPlace(server, plate, wanted, FilePlace.storage)
  }
}

async function listPlace(server: VideoServer, device: string, { channel, start, end }: Wanted, place: FilePlace) {
  const files: RemoteFile[] = []
  for (let day = dayStart(start); day <= end; day += dayMs) {
    const date = new Date(day + shanghaiMs)
    const secondOf = (time: number) => Math.min(86_399, Math.max(0, Math.floor((time - day) / 1000)))
    const asked = {
      DevIDNO: device,
      LOC: place,
      CHN: channel - 1,
      YEAR: date.getUTCFullYear(),
      MON: date.getUTCMonth() + 1,
      DAY: date.getUTCDate(),
      RECTYPE: -1,
      FILEATTR: 2,
      BEG: secondOf(start),
      END: secondOf(end),
      ARM1: 0,
      ARM2: 0,
      RES: 0,
      STREAM: -1,
      STORE: 0,
    }
    const answer = await server.call('getVideoFileInfo', asked).catch(noneFound)
    for (const file of Files.parse(answer).files.slice(0, mostFiles)) {
      const { success, data } = Listed.safeParse(file)
      if (success) files.push(placed({ ...data, loc: data.loc ?? place }))
    }
  }
  return files
}

/** A file at its place in time. */
function placed(listed: Listed): RemoteFile {
  const { year, mon, day, beg, end, chn } = listed
  const two = (part: number) => String(part).padStart(2, '0')
  const midnight = momentOf(`${2000 + (year % 100)}-${two(mon)}-${two(day)} 00:00:00`)
  return { channel: chn + 1, start: midnight + beg * 1000, end: midnight + end * 1000, listed }
}

/**
 * What the playback of a file from so many ms after its beginning is asked by, wherever it is. Source: spec 4, III.4; docs/decisions/0078.
 */
export const playedFile = (
  device: string,
  { listed: { loc, svr, chn, beg, end, file, year, mon, day } }: RemoteFile,
  offset: number,
) => ({
  DevIDNO: device,
  FILELOC: loc,
  FILESVR: svr,
  FILECHN: chn,
  FILEBEG: beg,
  FILEEND: end,
  PLAYIFRM: 0,
  PLAYFILE: file,
  PLAYBEG: offset,
  PLAYEND: 0,
  PLAYCHN: 0,
  YEAR: year,
  MON: mon,
  DAY: day,
})

/** No file is a code of its own. */
function noneFound(error: unknown) {
  if (error instanceof VideoServerRefused && error.result === VideoResult.noInformation) return { files: [] }
  throw error
}
