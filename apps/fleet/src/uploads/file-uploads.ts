import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { shanghaiMs } from '@huanwei/contract/time'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import { type ControlUpload, UploadControl, type UploadEnded, type UploadFiles } from '@huanwei/terminal/messages/upload'
import { recordedBytesPerSecond, recordingsOf } from '../cameras/recordings.ts'
import { type FtpClient, openFtp } from './ftp-client.ts'

/** What a terminal does wrong with an upload: the radio drops within a file once, or nothing is sent. */
export type UploadFault = 'cut' | 'silent'

/** As a mobile network carries it. */
const usualBytesPerSecond = 100_000
/** Times that a terminal begins anew, and the pause before, ms. */
const [mostTries, againMs] = [5, 1000]

type Running = { request: UploadFiles; client: FtpClient | undefined; isPaused: boolean; isOver: boolean; wake: () => void }

/** Uploads of one terminal of what is on its disk; goes on where it broke off. Source: spec 4, IV.5, 0x9206 and 0x9207. */
export class FileUploads {
  readonly #running = new Map<number, Running>()
  readonly #report: (ended: UploadEnded) => void
  readonly #bytesPerSecond: number
  readonly #now: () => number
  #fault: UploadFault | undefined

  constructor(report: (ended: UploadEnded) => void, { now = Date.now, bytesPerSecond = usualBytesPerSecond } = {}) {
    this.#report = report
    this.#bytesPerSecond = bytesPerSecond
    this.#now = now
  }

  /** Lets the next upload go wrong, or well again. */
  misbehave(fault: UploadFault | undefined): void {
    this.#fault = fault
  }

  /** Begins an upload that was asked for under this serial, or does what a command says about one. */
  obey(serial: number, command: Message | undefined): void {
    if (command?.id === MessageId.uploadFiles) void this.#begin(serial, command)
    if (command?.id === MessageId.controlUpload) this.#control(command)
  }

  has(serial: number): boolean {
    return this.#running.has(serial)
  }

  closeAll(): void {
    for (const upload of this.#running.values()) end(upload)
    this.#running.clear()
  }

  #control({ replySerial, command }: ControlUpload) {
    const upload = this.#running.get(replySerial)
    if (!upload) return
    if (command === UploadControl.cancel) {
      end(upload)
      this.#running.delete(replySerial)
      return
    }
    upload.isPaused = command === UploadControl.pause
    if (upload.isPaused) upload.client?.cut()
    else upload.wake()
  }

  async #begin(serial: number, request: UploadFiles) {
    if (this.#fault === 'silent') return
    const upload: Running = { request, client: undefined, isPaused: false, isOver: false, wake: () => undefined }
    this.#running.set(serial, upload)
    const result = (await this.#sendAll(upload)) ? 0 : 1
    if (upload.isOver) return
    this.#running.delete(serial)
    this.#report({ id: MessageId.uploadEnded, replySerial: serial, result })
  }

  /** True when all files are there. */
  async #sendAll(upload: Running): Promise<boolean> {
    const { request } = upload
    const clip = await readFile(join(import.meta.dirname, '../cameras/loops/clip.mp4'))
    const files = recordingsOf(request.channel, request, this.#now())
    const sent = new Set<string>()
    for (let attempt = 0; attempt < mostTries && !upload.isOver; attempt++) {
      try {
        upload.client = await openFtp(request)
        for (const { channel, start = 0, end: last = 0 } of files) {
          const from = Math.max(start, request.start ?? start)
          const name = `${String(channel).padStart(2, '0')}_${stamp(from)}_${stamp(Math.min(last, request.end ?? last))}.mp4`
          if (sent.has(name)) continue
          if (this.#fault === 'cut') {
            this.#fault = undefined
            setTimeout(() => upload.client?.cut(), 300)
          }
          const seconds = (Math.min(last, request.end ?? last) - from) / 1000
          await upload.client.store(name, padded(clip, seconds * recordedBytesPerSecond), this.#bytesPerSecond)
          sent.add(name)
        }
        await upload.client.quit()
        return files.length > 0
      } catch {
        upload.client?.cut()
        if (upload.isPaused) {
          attempt = -1
          await new Promise<void>((resolve) => {
            upload.wake = resolve
          })
        } else await pause(againMs)
      }
    }
    return false
  }
}

function end(upload: Running) {
  upload.isOver = true
  upload.client?.cut()
  upload.wake()
}

/** The clip with a box of nothing behind it, so that it is as large as a recording of its length; players pass over that box. Source: ISO/IEC 14496-12. */
function padded(clip: Buffer, size: number): Buffer {
  const free = Buffer.alloc(Math.max(8, Math.round(size) - clip.length))
  free.writeUInt32BE(free.length)
  free.write('free', 4)
  return Buffer.concat([clip, free])
}

/** `yyyyMMddHHmmss` in Shanghai. */
const stamp = (time: number) => new Date(time + shanghaiMs).toISOString().slice(0, 19).replace(/\D/g, '')
