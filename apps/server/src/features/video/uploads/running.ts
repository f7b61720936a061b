import { dayMs, hourMs } from '@huanwei/contract/time'
import type { UploadAct } from '@huanwei/contract/video/codes'
import { momentOf } from '../../../lib/time.ts'
import type { MediaShare } from '../../../media/share.ts'
import { BadFile, type WholeFile } from '../../../media/uploads/file-upload.ts'
import type { FtpPort } from '../../../media/uploads/ftp-port.ts'
import type { EndedUpload, IngestCalls } from '../../../position/link.ts'
import { isRemote } from '../sources/video-sources.ts'
import { storeFile } from '../stored-file.ts'
import { followTenants } from '../tenants-here.ts'
import { isTooMuch, keepUploaded } from './keep.ts'
import { changeUpload, dropOldUploads, findBySerial, restartUploads, takeOpenUploads, type VideoUploadRow } from './queries.ts'
import { type RemoteUploadParts, RemoteUploads } from './remote.ts'

const tickMs = 2000
/** Times that a terminal may say yes and send nothing. */
const mostTries = 3
/** Until an upload is looked at again whose terminal is away, was asked, sends, s. */
const again = { away: 30, asked: 120, sending: 2 }
/** Uploads that are looked at once. */
const mostAtOnce = 100

export type UploadParts = RemoteUploadParts & {
  ftp: Pick<FtpPort, 'port' | 'expect' | 'stateOf' | 'forget'>
  send: IngestCalls['send']
  onUploadEnded: IngestCalls['onUploadEnded']
  share: Pick<MediaShare, 'isHere' | 'places'>
  config: { JT1078_HOST: string; KEEP_DAYS: number }
  log: { error(what: object, text: string): void }
}

/** Asks terminals to upload what they have recorded, and keeps what comes; those of video servers are of `RemoteUploads`. Record: docs/decisions/0096. */
export class Uploads {
  readonly #parts: UploadParts
  readonly #timers: NodeJS.Timeout[]
  readonly #working = new Set<Promise<unknown>>()
  /** Log-ins of uploads whose terminals are being asked. */
  readonly #asking = new Set<string>()
  /** Tenants of the uploads that are expected, by log-in. */
  readonly #expected = new Map<string, number>()
  readonly #tenantsHere: () => Promise<number[]>
  readonly #remote: RemoteUploads
  #isLooking = false
  #isOver = false

  constructor(parts: UploadParts) {
    this.#parts = parts
    this.#remote = new RemoteUploads(parts)
    const { db, log, config } = parts
    this.#tenantsHere = followTenants(parts, (come) => db.system((tx) => restartUploads(tx, come)))
    const failed = (text: string) => (error: Error) => this.#isOver || log.error({ error }, text)
    parts.onUploadEnded((ended) => this.#track(this.#ended(ended).catch(failed('the end of an upload could not be noted'))))
    const clearUp = () =>
      db.system((tx) => dropOldUploads(tx, config.KEEP_DAYS)).catch(failed('old uploads could not be removed'))
    this.#timers = [setInterval(() => this.look(), tickMs), setInterval(clearUp, hourMs)]
    this.look()
  }

  /** Looks at what is due now. */
  look() {
    if (this.#isOver || this.#isLooking) return
    const { db, log } = this.#parts
    this.#isLooking = true
    const work = async () => {
      const here = await this.#tenantsHere()
      await this.#leaveOthers()
      if (!here.length) return
      for (const row of await db.system((tx) => takeOpenUploads(tx, here, mostAtOnce)))
        this.#track(
          this.#lookAt(row).catch(
            (error: Error) => this.#isOver || log.error({ error, id: row.id }, 'an upload could not go on'),
          ),
        )
    }
    this.#track(
      work()
        .catch((error: Error) => this.#isOver || log.error({ error }, 'uploads could not be looked at'))
        .finally(() => {
          this.#isLooking = false
        }),
    )
  }

  /** Begins an upload that was added: at once for a device of a video server, whose refusal is one with 502. */
  async begin(row: VideoUploadRow) {
    if (isRemote(row)) await this.#remote.begin(row)
    else this.look()
  }

  /** Tells the terminal; false when it does not obey, 502 where a video server refuses. */
  async control(row: VideoUploadRow, act: UploadAct): Promise<boolean> {
    if (isRemote(row)) return this.#remote.control(row, act)
    const { db, send } = this.#parts
    const { serial, deviceId } = row
    const told = serial === null ? undefined : await send(deviceId, { kind: 'controlUpload', serial, act })
    if (act === 'cancel') {
      await this.#forget(row.ftpUser)
      return db.within(row, (tx) => changeUpload(tx, row, { state: 'cancelled' }))
    }
    if (told?.outcome !== 'confirmed') return false
    const next =
      act === 'pause' ? { state: 'paused' as const, seconds: dayMs / 1000 } : { state: 'asked' as const, seconds: again.asked }
    const isChanged = await db.within(row, (tx) => changeUpload(tx, row, next))
    if (act === 'resume') this.#countIfOn(row)
    return isChanged
  }

  async close() {
    this.#isOver = true
    this.#remote.close()
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#working)
  }

  #track(work: Promise<unknown>) {
    this.#working.add(work)
    void work.finally(() => this.#working.delete(work))
  }

  async #lookAt(row: VideoUploadRow) {
    if (isRemote(row)) return this.#remote.lookAt(row)
    const { ftp } = this.#parts
    if (this.#asking.has(row.ftpUser)) return this.#change(row, { seconds: again.sending })
    const found = ftp.stateOf(row.ftpUser)
    if (Date.now() - momentOf(row.createTime) > dayMs) return this.#end(row, row.tries ? 'silent' : 'away')
    // A terminal that is paused may still be there, and one that goes on may be there before it has said yes.
    if (row.state === 'paused') return this.#change(row, { seconds: dayMs / 1000 })
    if (row.state === 'waiting' || !found) return this.#ask(row)
    const { bytes, files, isOn } = found
    if (isOn || bytes !== row.bytes)
      return this.#change(row, { state: bytes ? 'uploading' : 'asked', bytes, seconds: again.sending })
    // A terminal may say nothing at the end.
    if (files && row.state === 'asked') return this.#end(row)
    if (row.state === 'uploading') return this.#change(row, { state: 'asked', seconds: again.asked })
    return row.tries < mostTries ? this.#ask(row) : this.#end(row, 'silent')
  }

  /** Asks the terminal, unless that is being done or was done since the row was read. */
  async #ask(row: VideoUploadRow) {
    const { ftpUser } = row
    if (this.#asking.has(ftpUser)) return
    this.#asking.add(ftpUser)
    try {
      if (await this.#change(row, { seconds: again.asked })) await this.#request(row)
    } finally {
      this.#asking.delete(ftpUser)
    }
  }

  async #request(row: VideoUploadRow) {
    const { ftp, send, config } = this.#parts
    const { deviceId, channel, startTime, endTime, networks, ftpUser: user, ftpPassword: password } = row
    this.#expected.set(user, row.tenantId)
    ftp.expect({ user, password, arrived: () => this.#arrived(row), keep: (file) => this.#keep(row, file) })
    const { outcome, serial } = await send(deviceId, {
      kind: 'uploadFiles',
      host: config.JT1078_HOST,
      port: ftp.port,
      user,
      password,
      channel,
      start: momentOf(startTime),
      end: momentOf(endTime),
      networks,
    })
    if (outcome === 'refused') return this.#end(row, 'refused')
    if (outcome !== 'confirmed') return this.#change(row, { seconds: again.away })
    const said = serial === undefined ? {} : { serial }
    await this.#change(row, { state: 'asked', ...said, tries: row.tries + 1, seconds: again.asked })
    this.#countIfOn(row)
  }

  /** What came while the terminal's answer was on its way is counted from now on. */
  #countIfOn(row: VideoUploadRow) {
    if (this.#parts.ftp.stateOf(row.ftpUser)?.isOn) this.#arrived(row)
  }

  /** The terminal has logged in: its bytes are counted from now on. */
  #arrived(row: VideoUploadRow) {
    const noted = this.#parts.db.within(row, (tx) => changeUpload(tx, row, { seconds: 0 })).then(() => this.look())
    this.#track(noted.catch(() => undefined))
  }

  async #ended({ deviceId, serial, isGood }: EndedUpload) {
    const { db, ftp, share } = this.#parts
    const row = await db.system((tx) => findBySerial(tx, deviceId, serial))
    if (!row || !share.isHere(row.tenantId)) return
    const files = ftp.stateOf(row.ftpUser)?.files ?? 0
    await this.#end(row, isGood && files ? undefined : isGood ? 'silent' : 'terminal')
  }

  async #end(row: VideoUploadRow, failure?: NonNullable<VideoUploadRow['failure']>) {
    const { ftp } = this.#parts
    const bytes = ftp.stateOf(row.ftpUser)?.bytes ?? row.bytes
    await this.#change(row, failure ? { state: 'failed', failure, bytes } : { state: 'done', bytes })
    await this.#forget(row.ftpUser)
  }

  #forget(ftpUser: string) {
    this.#expected.delete(ftpUser)
    return this.#parts.ftp.forget(ftpUser)
  }

  /** Takes no more of the uploads that another process asks for now. */
  async #leaveOthers() {
    const { share } = this.#parts
    for (const [ftpUser, tenantId] of this.#expected) if (share.places.of(tenantId)) await this.#forget(ftpUser)
  }

  #change(row: VideoUploadRow, changes: Parameters<typeof changeUpload>[2]) {
    return this.#parts.db.within(row, (tx) => changeUpload(tx, row, changes, row.state))
  }

  async #keep(row: VideoUploadRow, { name, path, size }: WholeFile) {
    const { db, store } = this.#parts
    if (await isTooMuch(db, row, size)) throw new BadFile(452, 'too much for one day')
    const stored = await storeFile(store, path)
    try {
      await keepUploaded(db, row, stored, name)
    } finally {
      await stored.drop()
    }
  }
}
