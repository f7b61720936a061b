import { dayMs, hourMs } from '@huanwei/contract/time'
import { type UploadAct, type UploadFailure, VideoResult } from '@huanwei/contract/video/codes'
import type { Database } from '../../../db/connect.ts'
import { momentOf } from '../../../lib/time.ts'
import { answerTo } from '../../../media/remote/remote-device.ts'
import {
  beginUpload,
  controlTask,
  findTask,
  type RemoteDevice,
  type RemoteTask,
  TaskStatus,
} from '../../../media/remote/remote-uploads.ts'
import { VideoServerRefused } from '../../../media/remote/video-server.ts'
import { fileLimits } from '../../../media/uploads/file-upload.ts'
import type { FileStore } from '../../files/file-store.ts'
import { hasDisk } from '../disk.ts'
import { inWords } from '../sources/video-sources.ts'
import { storeBytes } from '../stored-file.ts'
import { isTooMuch, keepUploaded } from './keep.ts'
import { changeUpload, type VideoUploadRow } from './queries.ts'

/** Until an upload is looked at again whose device or server does not answer, whose task is under way, whose file is being fetched, s. */
const again = { away: 30, underWay: 5, fetching: 60 }
/** Times that a task is begun without an answer, or a file fetched in vain. */
const mostTries = 3
/** Files that are fetched at once for a tenant, and the time within which one has to come, ms. */
const [mostFetched, longestFetch] = [2, hourMs]
/** Interval at which the size of what has come is noted, and the room on the disk looked at, ms. */
const noteMs = 2000
/** Refusals that mean that there is no such task any more. */
const goneCodes: readonly unknown[] = [
  VideoResult.badParameters,
  VideoResult.notInSight,
  VideoResult.noDevice,
  VideoResult.noInformation,
]

export type RemoteUploadParts = {
  db: Database
  store: FileStore
  config: { DATA_DIR: string }
  /** The device of a camera at its organisation's video server; undefined where there is none now. */
  remoteOf(camera: { tenantId: number; vehicleId: number; channel: number }): Promise<RemoteDevice | undefined>
}

/**
 * Uploads of what devices of video servers have recorded: a device sends to its server, which is asked how far that is; then the file is
 * fetched from there. Record: docs/decisions/0078.
 */
export class RemoteUploads {
  readonly #parts: RemoteUploadParts
  /** Uploads whose files are being fetched, by tenant and id. */
  readonly #fetching = new Map<string, AbortController>()
  #isOver = false

  constructor(parts: RemoteUploadParts) {
    this.#parts = parts
  }

  /** Begins the task of a new upload. Refuses with 502 in the words of the server; the upload has failed then. One whose device is away waits. */
  async begin(row: VideoUploadRow) {
    try {
      await this.#begin(row)
    } catch (error) {
      if (isAway(error)) return
      if (error instanceof VideoServerRefused) await this.#end(row, 'server')
      inWords(error)
    }
  }

  async lookAt(row: VideoUploadRow) {
    if (this.#fetching.has(keyOf(row))) return this.#change(row, { seconds: again.fetching })
    if (Date.now() - momentOf(row.createTime) > dayMs) return this.#end(row, row.serial === null ? 'away' : 'server')
    try {
      if (row.serial === null) await this.#begin(row)
      else await this.#follow(row, row.serial)
    } catch (error) {
      if (!(error instanceof VideoServerRefused)) throw error
      // A task may have begun whose answer was lost: it is not begun anew without end.
      if (row.serial === null && error.result === 'other') return this.#tryAgain(row, 'server')
      const isEnd = row.serial === null ? !isAway(error) : goneCodes.includes(error.result)
      return isEnd ? this.#end(row, 'server') : this.#change(row, { seconds: again.away })
    }
  }

  /** Tells the server; false when nobody obeys, 502 in the words of a server that refuses. Calling off succeeds in any case: nothing is fetched any more. */
  async control(row: VideoUploadRow, act: UploadAct): Promise<boolean> {
    const isFetched = this.#fetching.has(keyOf(row))
    const isObeyed = !isFetched && (await this.#tell(row, act))
    if (act === 'cancel') {
      this.#fetching.get(keyOf(row))?.abort()
      // Whatever state it has come to meanwhile.
      return this.#parts.db.within(row, (tx) => changeUpload(tx, row, { state: 'cancelled' }))
    }
    return isObeyed && this.#change(row, { state: act === 'pause' ? 'paused' : 'asked', seconds: again.underWay })
  }

  /** Breaks off what is being fetched: the next process begins anew. */
  close() {
    this.#isOver = true
    for (const fetching of this.#fetching.values()) fetching.abort()
  }

  async #tell(row: VideoUploadRow, act: UploadAct): Promise<boolean> {
    const device = row.serial === null ? undefined : await this.#parts.remoteOf(row)
    if (!device || row.serial === null) return false
    try {
      await controlTask(device, row.serial, act)
      return true
    } catch (error) {
      if (error instanceof VideoServerRefused && (act === 'cancel' || answerTo(error).outcome !== 'refused')) return false
      inWords(error)
    }
  }

  async #begin(row: VideoUploadRow) {
    const device = await this.#parts.remoteOf(row)
    if (!device) return this.#change(row, { seconds: again.away })
    const { channel, startTime, endTime, networks } = row
    const serial = await beginUpload(device, { channel, start: momentOf(startTime), end: momentOf(endTime), networks })
    const isNoted = await this.#change(row, { state: 'asked', serial, tries: 0, seconds: again.underWay })
    // Called off meanwhile, when the server knew no number to call off.
    if (!isNoted) await controlTask(device, serial, 'cancel').catch(noneGiven)
    return isNoted
  }

  async #follow(row: VideoUploadRow, serial: number) {
    const device = await this.#parts.remoteOf(row)
    if (!device) return this.#change(row, { seconds: again.away })
    const task = await findTask(device, serial)
    if (task.taskStatus === TaskStatus.failed) return this.#end(row, 'server')
    if (task.taskStatus === TaskStatus.cancelled) return this.#change(row, { state: 'cancelled' })
    if (task.taskStatus === TaskStatus.done) return this.#take(row, device, task)
    const state = task.taskStatus === TaskStatus.paused ? 'paused' : 'uploading'
    return this.#change(row, { state, seconds: again.underWay })
  }

  /** Fetches the file of a task that is done, when there is room for it. */
  async #take(row: VideoUploadRow, device: RemoteDevice, { downloadUrl, fileSize }: RemoteTask) {
    if (!downloadUrl || fileSize > fileLimits.fileBytes) return this.#end(row, 'unfetched')
    if (this.#isOver || this.#fetchesOf(row) >= mostFetched) return this.#change(row, { seconds: again.underWay })
    const stop = new AbortController()
    this.#fetching.set(keyOf(row), stop)
    try {
      if (await isTooMuch(this.#parts.db, row, fileSize)) return
      if (!(await hasDisk(this.#parts.config, fileSize))) return this.#change(row, { seconds: again.away })
      const begun = { state: 'uploading' as const, expected: fileSize, bytes: 0, seconds: again.fetching }
      if (!(await this.#change(row, begun))) return
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(longestFetch)])
      await this.#fetch({ ...row, state: 'uploading' }, stop.signal, () => device.server.openDownload(downloadUrl, signal))
    } finally {
      stop.abort()
      this.#fetching.delete(keyOf(row))
    }
  }

  async #fetch(row: VideoUploadRow, stopped: AbortSignal, open: () => Promise<AsyncIterable<Uint8Array>>) {
    const { db, store } = this.#parts
    const stored = await open()
      .then((body) => storeBytes(store, this.#counted(row, body)))
      .catch(noneGiven)
    try {
      if (stopped.aborted) return
      if (!stored?.facts.fileSize) return await this.#tryAgain(row, 'unfetched')
      const { type, fileSize: bytes } = stored.facts
      if (await isTooMuch(db, row, bytes)) return
      await keepUploaded(db, row, stored, nameOf(row, type))
      await this.#change(row, { state: 'done', bytes })
    } finally {
      await stored?.drop()
    }
  }

  /**
   * The bytes of a file, whose number is noted as they come. Throws `VideoServerRefused` when there are too many or no room is left, and when nobody
   * wants them any more.
   */
  async *#counted(row: VideoUploadRow, body: AsyncIterable<Uint8Array>) {
    let bytes = 0
    let noted = Date.now()
    for await (const piece of body) {
      bytes += piece.length
      if (bytes > fileLimits.fileBytes) throw new VideoServerRefused('other')
      if (Date.now() - noted > noteMs) {
        noted = Date.now()
        const isWanted = await this.#change(row, { bytes, seconds: again.fetching })
        if (!isWanted || !(await hasDisk(this.#parts.config, 0))) throw new VideoServerRefused('other')
      }
      yield piece
    }
  }

  #fetchesOf = ({ tenantId }: VideoUploadRow) => [...this.#fetching.keys()].filter((key) => key.startsWith(`${tenantId} `)).length

  /** Notes what came to nothing, to be done again a few times. */
  #tryAgain(row: VideoUploadRow, failure: UploadFailure) {
    const tries = row.tries + 1
    return tries < mostTries ? this.#change(row, { tries, seconds: again.away }) : this.#end(row, failure)
  }

  #end = (row: VideoUploadRow, failure: UploadFailure) => this.#change(row, { state: 'failed', failure })

  #change(row: VideoUploadRow, changes: Parameters<typeof changeUpload>[2]) {
    return this.#parts.db.within(row, (tx) => changeUpload(tx, row, changes, row.state))
  }
}

/** Nothing came of it; rethrows what is not the server's fault. */
function noneGiven(error: unknown) {
  if (!(error instanceof VideoServerRefused)) throw error
  return undefined
}

const keyOf = ({ tenantId, id }: VideoUploadRow) => `${tenantId} ${id}`

/** True for the refusal of a server whose device is away or does not answer it. */
const isAway = (error: unknown) =>
  error instanceof VideoServerRefused && (error.result === VideoResult.deviceOffline || error.result === VideoResult.networkError)

/** Name of a file, as terminals name theirs: channel, start and end. */
function nameOf({ channel, startTime, endTime }: VideoUploadRow, type: string) {
  const digits = (time: string) => time.replace(/\D/g, '')
  return `${String(channel).padStart(2, '0')}_${digits(startTime)}_${digits(endTime)}.${type}`
}
