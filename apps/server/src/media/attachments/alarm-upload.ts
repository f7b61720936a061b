import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AttachmentFile, AttachmentList, AttachmentReceived } from '@huanwei/terminal/messages/attachments'
import { AttachmentResult } from '@huanwei/terminal/messages/attachments'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { ReceivedRanges } from './received-ranges.ts'

/** A file that came whole; `path` is where its bytes are, flushed to the disk. */
export type WholeAttachment = { name: string /** Value of `AttachmentType`. */; type: number; size: number; path: string }

/** An alarm whose files a terminal was asked for. */
export type AttachmentOrder = {
  alarmNumber: string
  mark: string
  /** Canonical number of the terminal that may send them. */
  terminalNo: string
  /** True when so many bytes more may be taken. */
  admit(bytes: number): Promise<boolean>
  /** Keeps a file; resolves after the commit. */
  keep(file: WholeAttachment): Promise<void>
  /** Hears how many files the terminal has, and how many of them are kept. */
  progress(listed: number, kept: number): Promise<void>
}

export const uploadLimits = {
  filesOfAlarm: 16,
  bytesOfFile: 32 * 1024 * 1024,
  bytesOfAlarm: 64 * 1024 * 1024,
  /** Separate parts of one file; a terminal sends from the beginning to the end. */
  parts: 1000,
  /** Ends of one file that is not whole. */
  attempts: 20,
}
export type UploadLimits = typeof uploadLimits

/** Missing parts that one answer asks for: the answer is one frame. */
const mostMissing = 64

type Growing = {
  type: number
  size: number
  path: string
  ranges: ReceivedRanges
  attempts: number
  handle: FileHandle | undefined
  isKept: boolean
}

/** Reason to close the connection. */
export class BadUpload extends Error {}

/** Files of one alarm as they come, over one connection after the other. */
export class AlarmUpload {
  readonly order: AttachmentOrder
  readonly #folder: string
  readonly #limits: UploadLimits
  readonly #files = new Map<string, Growing>()
  /** Announced sizes by name. */
  #listed = new Map<string, number>()

  constructor(order: AttachmentOrder, folder: string, limits: UploadLimits) {
    this.order = order
    this.#folder = folder
    this.#limits = limits
  }

  /** Bytes on the disk that are not kept yet, as announced. */
  get heldBytes() {
    return Array.from(this.#files.values(), ({ isKept, size }) => (isKept ? 0 : size)).reduce((all, size) => all + size, 0)
  }

  /** True when all announced files are kept. */
  get isWhole() {
    return this.#listed.size > 0 && [...this.#listed.keys()].every((name) => this.#files.get(name)?.isKept)
  }

  /** Takes the list of files; a later one adds to it. */
  async list({ files }: AttachmentList) {
    const listed = new Map([...this.#listed, ...files.map(({ name, size }) => [name, size] as const)])
    const bytes = [...listed.values()].reduce((all, size) => all + size, 0)
    const isTooMuch = listed.size > this.#limits.filesOfAlarm || bytes > this.#limits.bytesOfAlarm
    const isOdd = files.some(({ name, size }) => !name || size < 1 || size > this.#limits.bytesOfFile)
    if (isTooMuch || isOdd) throw new BadUpload('files that are not taken')
    this.#listed = listed
    await this.#tell()
  }

  /** Begins a file of the list, or goes on with it. */
  async begin({ name, type, size }: AttachmentFile) {
    if (this.#listed.get(name) !== size) throw new BadUpload('a file that was not announced')
    const before = this.#files.get(name)
    if (before) return
    if (!(await this.order.admit(size))) throw new BadUpload('too many bytes')
    const path = join(this.#folder, randomBytes(16).toString('hex'))
    this.#files.set(name, {
      type,
      size,
      path,
      ranges: new ReceivedRanges(),
      attempts: 0,
      handle: undefined,
      isKept: false,
    })
  }

  async write(name: string, offset: number, data: Buffer) {
    const file = this.#files.get(name)
    if (!file || offset + data.length > file.size) throw new BadUpload('bytes outside of a file')
    if (file.isKept) return
    file.handle ??= await open(file.path, file.ranges.count ? 'r+' : 'w+', 0o600)
    for (let written = 0; written < data.length; ) {
      const { bytesWritten } = await file.handle.write(data, written, data.length - written, offset + written)
      written += bytesWritten
    }
    file.ranges.add(offset, offset + data.length)
    if (file.ranges.count > this.#limits.parts) throw new BadUpload('too many parts of a file')
  }

  /** Keeps the file if all of it is there; returns the answer. */
  async end({ name, type, size }: AttachmentFile): Promise<AttachmentReceived> {
    const file = this.#files.get(name)
    if (file?.size !== size) throw new BadUpload('the end of a file that was not begun')
    const missing = file.isKept ? [] : file.ranges.missingOf(size, mostMissing)
    const answer = { id: MessageId.attachmentReceived, name, type } as const
    if (missing.length) {
      if (++file.attempts > this.#limits.attempts) throw new BadUpload('a file that does not become whole')
      return { ...answer, result: AttachmentResult.incomplete, missing }
    }
    if (!file.isKept) await this.#keep(name, file)
    return { ...answer, result: AttachmentResult.complete, missing: [] }
  }

  async #keep(name: string, file: Growing) {
    await file.handle?.sync()
    await file.handle?.close()
    file.handle = undefined
    await this.order.keep({ name, type: file.type, size: file.size, path: file.path })
    file.isKept = true
    await rm(file.path, { force: true })
    await this.#tell()
  }

  #tell() {
    const kept = [...this.#files.values()].filter(({ isKept }) => isKept).length
    return this.order.progress(this.#listed.size, kept)
  }

  /** Closes the files, which another connection may go on with. */
  async pause() {
    for (const file of this.#files.values()) {
      await file.handle?.close()
      file.handle = undefined
    }
  }

  /** Removes what is not kept. */
  async drop() {
    await this.pause()
    for (const { path } of this.#files.values()) await rm(path, { force: true })
  }
}
