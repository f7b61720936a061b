import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Frame } from '@huanwei/terminal/pictures/frames'
import { PacketKind } from '@huanwei/terminal/pictures/packet'
import type { Answer } from '../../position/ingest/pending-commands.ts'
import type { PlaybackStep } from '../../position/link.ts'
import type { CameraListener } from '../camera-listener.ts'
import { longestStep } from '../picture-tags.ts'
import type { Playback } from '../playback.ts'
import { FlvReader, NoFlv } from './flv-reader.ts'
import { answerTo, confirmed } from './remote-device.ts'
import { listFiles, type NamedDevice, playedFile, type RemoteFile } from './remote-files.ts'
import type { VideoServer } from './video-server.ts'

/** `channel` from 1. */
export type RemoteCamera = { server: VideoServer; device: NamedDevice; channel: number }

/** Longest sleep of a picture that is not due, ms: the speed may change meanwhile. */
const longestSleep = 100
/** Delay above which a picture is not hurried after, ms. */
const mostLate = 1000
/** Rest after a file without a picture, ms. */
const emptyRest = 1000

const refused: Answer = { outcome: 'refused', result: null }
/** No payload type of 1078. */
const noCodec = -1
/** Some servers send a file as it is: what is no FLV is told as a codec that cannot be played. */
const unplayable: Frame = {
  codec: noCodec,
  kind: PacketKind.intra,
  timestamp: 0,
  data: Buffer.alloc(0),
  isAfterLoss: false,
}

/** A file that is open from `from` on, epoch ms, until the signal. */
type Open = { file: RemoteFile; from: number; body: AsyncIterable<Uint8Array>; signal: AbortSignal }

/** What a device of a video server has recorded, played file after file. The server sends as fast as the line carries: the pace is kept here. */
export class RemotePlayback {
  readonly #camera: () => Promise<RemoteCamera | undefined>
  readonly #playback: Playback
  readonly #pace: Pace
  /** Of the span, epoch ms. */
  readonly #start: number
  /** Moment at which the next file is begun, epoch ms. */
  #next = 0
  /** Ends the file that is open. */
  #stop = new AbortController()

  constructor(camera: () => Promise<RemoteCamera | undefined>, playback: Playback) {
    this.#camera = camera
    this.#playback = playback
    this.#pace = new Pace(playback)
    this.#start = playback.at
  }

  /** Plays for `listener` from where the playback is, until the signal. */
  async open(listener: CameraListener, signal: AbortSignal): Promise<Answer> {
    const end = new AbortController()
    const over = AbortSignal.any([signal, end.signal])
    this.#next = this.#playback.at
    try {
      const camera = await this.#camera()
      if (!camera) return { outcome: 'offline', result: null }
      const { server, device, channel } = camera
      const listed = await listFiles(server, device, { channel, start: this.#start, end: this.#playback.end - 1000 })
      const files = listed.filter((file) => file.channel === channel && file.end > file.start).sort((a, b) => a.start - b.start)
      const openNext = () => this.#openNext(camera, files, over)
      const first = await openNext()
      if (!first || over.aborted) return refused
      listener.opened({ sim: '', close: () => end.abort(), write: () => undefined, unsentBytes: () => 0 })
      void this.#play(first, openNext, listener).finally(() => {
        end.abort()
        listener.closed()
      })
      return confirmed
    } catch (error) {
      return answerTo(error)
    }
  }

  /** Does what a terminal would be told. What it does by itself with its speed and its pause it does here. */
  control(step: PlaybackStep): Answer {
    if (step.step === 'keyFrames') return refused
    if (step.step === 'jump') {
      this.#next = step.time
      this.#stop.abort()
    }
    return confirmed
  }

  async #openNext({ server, device }: RemoteCamera, files: RemoteFile[], over: AbortSignal): Promise<Open | undefined> {
    const file = files.find(({ end }) => end > this.#next)
    if (!file || file.start >= this.#playback.end) return undefined
    this.#stop = new AbortController()
    const signal = AbortSignal.any([over, this.#stop.signal])
    const from = Math.max(this.#next, file.start)
    return { file, from, body: await server.openFile(playedFile(device.number, file, from - file.start), signal), signal }
  }

  /** Plays until the last file, or until one breaks off: then it is asked for anew by who listens. */
  async #play(first: Open, openNext: () => Promise<Open | undefined>, listener: CameraListener) {
    for (let open: Open | undefined = first; open; open = await openNext().catch(() => undefined)) {
      const stop = this.#stop
      const end = await this.#pass(open, listener)
      // Somebody jumped, and that is where it goes on.
      if (stop.signal.aborted) continue
      if (end === 'broken') return
      if (end === 'empty') await pause(emptyRest)
      this.#next = open.file.end
    }
  }

  /** Gives the pictures of a file to the listener as they are due, with the times at which they were taken. */
  async #pass({ body, from, signal }: Open, listener: CameraListener): Promise<'whole' | 'empty' | 'broken'> {
    const reader = new FlvReader()
    let first: number | undefined
    try {
      for await (const chunk of body) {
        listener.heard(chunk.length)
        for (const frame of reader.push(Buffer.from(chunk))) {
          first ??= frame.timestamp
          const timestamp = from + frame.timestamp - first
          await this.#pace.untilDue(timestamp, signal)
          listener.frame({ ...frame, timestamp })
        }
      }
      return first === undefined ? 'empty' : 'whole'
    } catch (error) {
      if (error instanceof NoFlv) {
        listener.frame(unplayable)
        if (!signal.aborted) await once(signal, 'abort')
      }
      return 'broken'
    }
  }
}

/** Holds pictures until they are due. */
class Pace {
  readonly #playback: Pick<Playback, 'speed' | 'isPaused'>
  /** A picture and the moment at which it was due, epoch ms. */
  #mark: { taken: number; due: number; speed: number } | undefined
  #last = 0

  constructor(playback: Pick<Playback, 'speed' | 'isPaused'>) {
    this.#playback = playback
  }

  /** `taken` in epoch ms. Rejects when aborted. */
  async untilDue(taken: number, signal: AbortSignal) {
    for (;;) {
      signal.throwIfAborted()
      const left = this.#left(taken)
      if (left <= 0) break
      await pause(Math.min(left, longestSleep), undefined, { signal })
    }
    this.#last = taken
  }

  /** Time until it is due, ms. */
  #left(taken: number): number {
    const { speed, isPaused } = this.#playback
    if (isPaused) {
      this.#mark = undefined
      return longestSleep
    }
    // Nothing was recorded in a gap, and nobody waits for it.
    const isStep = taken < this.#last || taken - this.#last > longestStep
    if (isStep || this.#mark?.speed !== speed) this.#mark = undefined
    this.#mark ??= { taken, due: Date.now(), speed }
    const left = this.#mark.due + (taken - this.#mark.taken) / speed - Date.now()
    if (left < -mostLate) this.#mark = { taken, due: Date.now(), speed }
    return left
  }
}
