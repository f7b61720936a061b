import { createHash, timingSafeEqual } from 'node:crypto'
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'

export const fileLimits = {
  /** Bytes of one file, and of all files of one upload. */
  fileBytes: 2 * 1024 ** 3,
  wholeBytes: 4 * 1024 ** 3,
  /** Files of one upload. */
  files: 200,
  /** Room that is left free on the disk, bytes. */
  leastRoom: 256 * 1024 * 1024,
}
export type FileLimits = typeof fileLimits

/** A file that came whole. */
export type WholeFile = { name: string; path: string; size: number }

/** The files that a terminal was asked to upload, under a log-in of their own. */
export type UploadOrder = {
  user: string
  password: string
  /** Called when the terminal has logged in. */
  arrived(): void
  /** Stores a file; the upload removes its bytes afterwards. */
  keep(file: WholeFile): Promise<void>
}

/** A file that cannot be taken, with the code of FTP that says why. Source: RFC 959, section 4.2. */
export class BadFile extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** What has come of one order: parts of files stay until they are whole, so that a terminal can go on where the radio dropped. */
export class FileUpload {
  readonly order: UploadOrder
  readonly #folder: string
  readonly #limits: FileLimits
  readonly #writing = new Set<string>()
  /** Connections on which its files come. */
  readonly lines = new Set<Socket>()
  /** Bytes of whole files, and of those that are being received. */
  receivedBytes = 0
  wholeFiles = 0
  #isOver = false

  constructor(order: UploadOrder, folder: string, limits: FileLimits) {
    this.order = order
    this.#folder = join(folder, order.user)
    this.#limits = limits
  }

  isPassword(password: string): boolean {
    return timingSafeEqual(digest(password), digest(this.order.password))
  }

  /** Bytes of a file that have come; 0 for one that has not begun. */
  async sizeOf(name: string): Promise<number> {
    return stat(this.#pathOf(name)).then(({ size }) => size, nothing)
  }

  /** Takes the bytes of a file from `offset` on until they end, and stores it. Throws `BadFile`; a broken connection leaves the part. */
  async take(name: string, offset: number, bytes: AsyncIterable<Buffer>): Promise<void> {
    if (this.#writing.has(name)) throw new BadFile(450, 'this file is being received')
    if (this.wholeFiles + this.#writing.size >= this.#limits.files) throw new BadFile(552, 'too many files')
    this.#writing.add(name)
    try {
      await mkdir(this.#folder, { recursive: true })
      const size = await this.#write(name, offset, bytes)
      await this.#keep(name, size)
    } finally {
      this.#writing.delete(name)
    }
  }

  async #write(name: string, offset: number, bytes: AsyncIterable<Buffer>): Promise<number> {
    const handle = await open(this.#pathOf(name), offset ? 'r+' : 'w', 0o600)
    try {
      const before = await handle.stat()
      if (offset > before.size) throw new BadFile(554, 'nothing has come before this offset')
      await handle.truncate(offset)
      this.receivedBytes -= before.size - offset
      let at = offset
      let untilLook = 0
      for await (const piece of bytes) {
        if (untilLook <= 0) {
          await this.#mustHaveRoom()
          untilLook = 1024 * 1024
        }
        if (at + piece.length > this.#limits.fileBytes || this.receivedBytes + piece.length > this.#limits.wholeBytes)
          throw new BadFile(552, 'too large')
        await handle.write(piece, 0, piece.length, at)
        at += piece.length
        untilLook -= piece.length
        this.receivedBytes += piece.length
      }
      await handle.sync()
      return at
    } finally {
      await handle.close()
    }
  }

  async #keep(name: string, size: number) {
    if (this.#isOver) throw new BadFile(451, 'the upload is over')
    if (size === 0) throw new BadFile(554, 'an empty file')
    // A name that comes again while it is stored begins another file.
    const path = `${this.#pathOf(name)}.whole`
    await rename(this.#pathOf(name), path)
    try {
      await this.order.keep({ name, path, size })
      this.wholeFiles++
    } finally {
      await rm(path, { force: true })
    }
  }

  async #mustHaveRoom() {
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize < this.#limits.leastRoom) throw new BadFile(452, 'no room')
  }

  /** Ends its connections and removes what came in part. */
  async drop(): Promise<void> {
    this.#isOver = true
    for (const line of this.lines) line.destroy()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #pathOf(name: string) {
    return join(this.#folder, digest(name).toString('hex'))
  }
}

const nothing = () => 0
