import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  mostRecordings,
  mostScheduled,
  type PictureStream,
  type RecordingCause,
  type RecordingEnd,
  secondsBefore,
} from '@huanwei/contract/video/codes'
import { VideoStream } from '@huanwei/terminal/messages/video'
import type { Database } from '../../../db/connect.ts'
import { conflict, Refused } from '../../../http/refuse.ts'
import { timeText } from '../../../lib/time.ts'
import { readGrown, wholeOf } from '../../../media/mp4/growing.ts'
import type { PictureListener } from '../../../media/picture-viewer.ts'
import { PictureRecorder } from '../../../media/recording/recorder.ts'
import type { MediaShare } from '../../../media/share.ts'
import type { Camera } from '../../../media/upstream.ts'
import type { FileStore } from '../../files/file-store.ts'
import type { recordings } from '../table.ts'
import { addRecording, dropEmpty, endRecording, findPlate, findRunning } from './queries.ts'

/** Interval of looks at whether the organisation is still this process's, ms. */
const lookMs = 1000
/** Time for which a recording goes on all the same, ms: who asked for it may know earlier that the other process is gone. */
const graceMs = 6000
/** Room that is left free on the disk, bytes: what goes on for hours leaves some for people and alarms. */
const leastRoom: Record<RecordingCause, number> = {
  demand: 256 * 1024 * 1024,
  alarm: 256 * 1024 * 1024,
  schedule: 2 * 1024 * 1024 * 1024,
}

export type RecordedCamera = {
  tenantId: number
  vehicleId: number
  deviceId: number
  terminalNo: string
  channel: number
  stream: PictureStream
}
export type Wish = RecordedCamera & {
  cause: RecordingCause
  violationId?: number
  scheduleId?: number
  seconds: number
  /** Who asked for it; nobody for an alarm and for a schedule. */
  by?: { userId: number; username: string }
}

export type RecordingParts = {
  db: Database
  store: FileStore
  /** Where the pictures of running recordings are. */
  folder: string
  media: { record(camera: Camera, recorder: PictureListener, pastMs: number): () => void }
  share: Pick<MediaShare, 'name' | 'places'>
  log: { error(what: object, text: string): void }
}

/** `begun`: epoch ms. */
type Running = { id: number; wish: Wish; begun: number; hasPictures(): boolean; stop: (reason: RecordingEnd) => Promise<boolean> }
type Row = typeof recordings.$inferSelect

/** Records streams of cameras, and ends each recording as a file. */
export function createRecordings(parts: RecordingParts) {
  const { db, folder, media, share, log } = parts
  const running = new Map<number, Running>()
  /** Wishes that are let in, those that are about to begin among them, until their pictures end. */
  const admitted = new Set<Wish>()
  /** Files that are being written. */
  const writing = new Set<string>()
  let isClosing = false

  /** Begins to record; returns the id. `ended` is called with the reason when no more pictures are taken. Refuses with 409, 429 and 507. */
  async function start(wish: Wish, ended: (reason: RecordingEnd) => void = ignore): Promise<number> {
    if (isClosing) throw new Refused(429, 'video:refusal.tooManyRecordings')
    mustHaveTurn(admitted, wish)
    admitted.add(wish)
    const fileName = `${randomBytes(16).toString('hex')}.mp4`
    writing.add(fileName)
    try {
      await mkdir(folder, { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < leastRoom[wish.cause]) throw new Refused(507, 'refusals:diskFull')
      const { by, seconds, deviceId: _, ...row } = wish
      const id = await db.within(wish, (tx) =>
        addRecording(tx, {
          ...row,
          holder: share.name,
          fileName,
          startTime: timeText(Date.now()),
          userId: by?.userId ?? null,
          createBy: by?.username ?? '',
        }),
      )
      run(id, wish, { fileName, ended })
      return id
    } catch (error) {
      admitted.delete(wish)
      writing.delete(fileName)
      throw error
    }
  }

  function run(id: number, wish: Wish, { fileName, ended }: { fileName: string; ended(reason: RecordingEnd): void }) {
    const recorder = new PictureRecorder({ path: join(folder, fileName), ended: (reason) => void stop(reason) })
    const { deviceId, terminalNo, channel, stream } = wish
    let ending: Promise<boolean> | undefined
    const leave = media.record(
      { deviceId, terminalNo, channel, stream: VideoStream[stream] },
      recorder,
      wish.cause === 'alarm' ? secondsBefore * 1000 : 0,
    )
    const timer = setTimeout(() => void stop('limit'), wish.seconds * 1000)
    // The process that has the organisation then asks the camera itself.
    const begun = Date.now()
    const hasMoved = () => Date.now() - begun > graceMs && Boolean(share.places.of(wish.tenantId))
    const looking = setInterval(() => hasMoved() && void stop('stopped'), lookMs)
    async function end(reason: RecordingEnd) {
      clearTimeout(timer)
      clearInterval(looking)
      leave()
      // What is kept now is in nobody's way.
      admitted.delete(wish)
      ended(reason)
      await recorder.stop()
      try {
        const row = await db.within(wish, (tx) => findRunning(tx, wish.tenantId, id))
        if (row) return await keepRecording(parts, row, reason)
        // Another process kept it while this one was paused, and something was written since.
        await rm(join(folder, fileName), { force: true })
        return false
      } catch (error) {
        // The clean-up ends it as soon as database and disk allow.
        log.error({ error, id }, 'a recording could not be stored yet')
        return false
      } finally {
        running.delete(id)
        writing.delete(fileName)
      }
    }
    const stop = (reason: RecordingEnd) => {
      ending ??= end(reason)
      return ending
    }
    running.set(id, { id, wish, begun, hasPictures: () => recorder.hasPictures, stop })
  }

  return {
    start,
    keep: (row: Row, reason: RecordingEnd) => keepRecording(parts, row, reason),
    writes: (fileName: string) => writing.has(fileName),
    /** True where pictures of it are on this disk. */
    finds: (fileName: string) => existsSync(join(folder, fileName)),
    /** Those by schedules that take pictures. */
    ofSchedules: () => Array.from(running.values()).filter(({ wish }) => wish.cause === 'schedule' && admitted.has(wish)),
    /** Ends a running recording: whether something was kept of it; undefined when none of that id runs here. */
    stop: (id: number) => running.get(id)?.stop('asked'),
    async close() {
      isClosing = true
      await Promise.all(Array.from(running.values(), (one) => one.stop('stopped')))
    },
  }
}
export type Recordings = ReturnType<typeof createRecordings>

const ignore = () => undefined

/** Undefined for the error of a file that was never begun; rethrows any other. */
function absent(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

/** Refuses a recording for which there is no room, and one that is on demand already. */
function mustHaveTurn(admitted: ReadonlySet<Wish>, wish: Wish) {
  const same = (one: Wish) => one.tenantId === wish.tenantId && one.vehicleId === wish.vehicleId && one.channel === wish.channel
  const all = [...admitted]
  if (all.some((one) => same(one) && one.cause === wish.cause)) throw conflict('video:refusal.isRecorded')
  const ofTenant = all.filter(({ tenantId }) => tenantId === wish.tenantId)
  const own = wish.by && ofTenant.filter(({ by }) => by?.userId === wish.by?.userId)
  const scheduled = (some: readonly Wish[]) => some.filter(({ cause }) => cause === 'schedule').length
  const isTooMany =
    (wish.cause === 'schedule' && (scheduled(all) >= mostScheduled.inAll || scheduled(ofTenant) >= mostScheduled.ofTenant)) ||
    all.length >= mostRecordings.inAll ||
    ofTenant.length >= mostRecordings.ofTenant ||
    (own !== undefined && own.length >= mostRecordings.ofAccount)
  if (isTooMany) throw new Refused(429, 'video:refusal.tooManyRecordings')
}

/** Makes a file of what is on the disk of a recording. False when there is no picture: nothing remains then. */
async function keepRecording({ db, store, folder }: RecordingParts, row: Row, reason: RecordingEnd): Promise<boolean> {
  const path = join(folder, row.fileName)
  const grown = await readGrown(path).catch(absent)
  if (!grown) {
    await db.within(row, (tx) => dropEmpty(tx, row))
    await rm(path, { force: true })
    return false
  }
  const { bytes, facts } = wholeOf(path, grown)
  const received = await store.receive(Readable.from(bytes))
  try {
    const plate = await db.within(row, (tx) => findPlate(tx, row))
    const original = `${plate}-${row.channel}-${timeText(grown.start).replace(/\D/g, '')}.mp4`
    await db.within(row, async (tx) => {
      if (await endRecording(tx, row, { ...facts(), start: grown.start, reason, original })) await received.keep(row.fileName)
    })
  } finally {
    await received.drop()
  }
  await rm(path, { force: true })
  return true
}
