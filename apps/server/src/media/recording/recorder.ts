import { open } from 'node:fs/promises'
import { isHevcTag } from '../flv.ts'
import { fragmentOf, type RecordedPicture } from '../mp4/growing.ts'
import { growingHead } from '../mp4/movie.ts'
import type { PictureTag } from '../picture-tags.ts'
import type { PictureListener } from '../picture-viewer.ts'

/** Reasons why a recorder stops by itself: its camera sends other pictures than before, or they cannot be written. */
export type RecorderEnd = 'changed' | 'unwritable'

/** Pictures are written and flushed when they last so long, ms. */
const pieceMs = 500
/** Bytes that wait for a slow disk before a recording is given up. */
const mostUnwritten = 32 * 1024 * 1024
/** Arrival may lag behind the camera's clock by so much before the time without pictures counts, ms. */
const longestLag = 2000
/** Of the last picture, whose successor never came, ms. */
const lastDuration = 80
/** Heads of an FLV tag with pictures, and what follows it. Source: Adobe FLV specification 10.1, E.4. */
const [timeAt, contentAt, tail] = [4, 16, 4]

const timeOf = (tag: Buffer) => tag.readUIntBE(timeAt, 3) + (tag[timeAt + 3] ?? 0) * 2 ** 24
const contentOf = (tag: Buffer) => tag.subarray(contentAt, tag.length - tail)

type Options = { path: string; ended(reason: RecorderEnd): void; now?: () => number }
type Waiting = { data: Buffer; time: number; isKey: boolean }

/** Writes the pictures of a stream into a growing file, from the first key frame on. Pictures are on the disk at most about a second after they came. */
export class PictureRecorder implements PictureListener {
  readonly #options: Options
  readonly #now: () => number
  #description: Buffer | undefined
  #last: Waiting | undefined
  #lastArrival = 0
  #precedingMs = 0
  /** Added to the camera's times, ms: time in which no pictures came counts. */
  #shift = 0
  #origin = 0
  #piece: RecordedPicture[] = []
  #pieceMs = 0
  #pieces = 0
  #written = 0
  #unwritten = 0
  #isStopped = false
  #writing: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /** True once a picture came. */
  get hasPictures(): boolean {
    return this.#description !== undefined
  }

  precede(ms: number) {
    if (!this.#description) this.#precedingMs = ms
  }

  show({ bytes, isKey }: PictureTag, description: Buffer) {
    if (this.#isStopped) return
    const record = contentOf(description)
    if (!this.#description) {
      if (!isKey) return
      this.#begin(record, timeOf(bytes), isHevcTag(description))
    } else if (!record.equals(this.#description)) return this.#end('changed')
    const now = this.#now()
    const next = { data: contentOf(bytes), time: timeOf(bytes) - this.#origin, isKey }
    this.#take(next, now)
  }

  /** Writes what came so far. Resolves when it is on the disk, whether that worked or not. */
  async stop() {
    if (!this.#isStopped) {
      this.#isStopped = true
      if (this.#last) this.#add(this.#last, lastDuration)
      this.#flush()
    }
    await this.#writing
  }

  #begin(record: Buffer, time: number, isHevc: boolean) {
    this.#description = Buffer.from(record)
    this.#origin = time
    this.#write(growingHead({ start: this.#now() - this.#precedingMs, description: this.#description, isHevc }))
  }

  /** A picture lasts until the next one comes. */
  #take(next: Waiting, now: number) {
    const last = this.#last
    if (last) {
      const arrived = now - this.#lastArrival
      const step = next.time + this.#shift - last.time
      if (arrived - step > longestLag) this.#shift += arrived - step
      this.#add(last, Math.max(1, next.time + this.#shift - last.time))
    }
    this.#last = { ...next, time: next.time + this.#shift }
    this.#lastArrival = now
    if (this.#pieceMs >= pieceMs) this.#flush()
  }

  #add({ data, isKey }: Waiting, duration: number) {
    this.#piece.push({ data, duration: Math.round(duration), isKey })
    this.#pieceMs += Math.round(duration)
  }

  #flush() {
    if (!this.#piece.length) return
    this.#write(fragmentOf(++this.#pieces, this.#written, this.#piece))
    this.#written += this.#pieceMs
    this.#piece = []
    this.#pieceMs = 0
  }

  #write(bytes: Buffer) {
    this.#unwritten += bytes.length
    if (this.#unwritten > mostUnwritten) return this.#end('unwritable')
    this.#writing = this.#writing
      .then(() => append(this.#options.path, bytes))
      .catch(() => this.#end('unwritable'))
      .finally(() => {
        this.#unwritten -= bytes.length
      })
  }

  #end(reason: RecorderEnd) {
    if (this.#isStopped) return
    if (reason === 'unwritable') {
      this.#piece = []
      this.#last = undefined
    }
    void this.stop()
    this.#options.ended(reason)
  }
}

/** Appends bytes; they are on the disk when this resolves. */
async function append(path: string, bytes: Buffer) {
  const file = await open(path, 'a', 0o600)
  try {
    await file.writeFile(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
}
