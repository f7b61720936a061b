import { shanghaiMs } from '@huanwei/contract/time'
import { type UploadAct, VideoResult } from '@huanwei/contract/video/codes'
import { UploadControl } from '@huanwei/terminal/messages/upload'
import { z } from 'zod'
import { dayStart } from '../../lib/time.ts'
import { type VideoServer, VideoServerRefused } from './video-server.ts'

/** A device of a video server, by its number there. */
export type RemoteDevice = { server: VideoServer; number: string }

/** States of a task at such a server: paused, uploading, cancelled, failed, done. Source: spec 4, III.4. */
export const TaskStatus = { paused: 0, uploading: 1, cancelled: 2, failed: 3, done: 4 } as const

const number = z.coerce.number().int().nonnegative()
const Begun = z.object({ seq: number })
const Status = z.object({
  taskStatus: z.coerce.number().pipe(z.enum(TaskStatus)),
  /** Bytes; 0 where that is not known. */
  fileSize: number.catch(0),
  /** Empty where the server names none. */
  downloadUrl: z.string().max(2000).catch(''),
})
export type RemoteTask = z.output<typeof Status>

/** A span of a channel, which counts from 1; times in epoch ms, `networks` as the bits of 0x9206. */
type Wanted = { channel: number; start: number; end: number; networks: number }

/** Lets a device upload what it has recorded to its video server; returns the number of the task there. Throws `VideoServerRefused`. Source: spec 4, III.4. */
export async function beginUpload({ server, number: DevIDNO }: RemoteDevice, { channel, start, end, networks }: Wanted) {
  const [from, to] = [dateOf(start), dateOf(end)]
  const answer = await server.call('ftpUpload', {
    DevIDNO,
    CHN: channel,
    BEGYEAR: from.year,
    BEGMON: from.month,
    BEGDAY: from.day,
    BEGSEC: from.second,
    ENDYEAR: to.year,
    ENDMON: to.month,
    ENDDAY: to.day,
    ENDSEC: to.second,
    ARM1: 0,
    ARM2: 0,
    RES: 0,
    STREAM: -1,
    STORE: 0,
    NETMASK: networks,
  })
  const { success, data } = Begun.safeParse(answer)
  // A task without a number cannot be followed, and asking again would begin another one.
  if (!success) throw new VideoServerRefused(VideoResult.exception)
  return data.seq
}

/** How far a task is. Throws `VideoServerRefused`. Source: spec 4, III.4. */
export async function findTask({ server, number: devIdno }: RemoteDevice, seq: number): Promise<RemoteTask> {
  const { success, data } = Status.safeParse(await server.call('queryFtpStatus', { devIdno, seq }))
  if (!success) throw new VideoServerRefused('other')
  return data
}

/** Pauses a task, lets it go on or calls it off. Throws `VideoServerRefused`. Source: spec 4, III.4. */
export async function controlTask({ server, number: devIdno }: RemoteDevice, seq: number, act: UploadAct) {
  await server.call('controllDownLoad', { seq, devIdno, taskType: UploadControl[act] })
}

/** Date and second of the day in Shanghai. */
function dateOf(time: number) {
  const date = new Date(time + shanghaiMs)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    second: Math.floor((time - dayStart(time)) / 1000),
  }
}
