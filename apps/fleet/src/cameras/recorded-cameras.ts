import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import { type ControlPlayback, PlaybackControl, PlayMode, type PlayVideo, playSpeeds } from '@huanwei/terminal/messages/playback'
import { VideoStream } from '@huanwei/terminal/messages/video'
import type { Identity } from '../terminals/connection.ts'
import { openPictureLine, type PictureLine, simOf } from './picture-line.ts'
import { framesPerSecond, loopOf } from './picture-loop.ts'
import { recordingsOf } from './recordings.ts'
import { pieceMs, soundPiece } from './sound.ts'

/** From this speed on only key frames are sent, as the radio carries no more. */
const keysOnlyFrom = 4

/** The disk of one terminal: plays each channel once at a time, over a connection of its own. Source: spec 4, IV.5. */
export class RecordedCameras {
  readonly #sim: string
  readonly #open = new Map<number, { line: PictureLine; reel: Reel }>()

  constructor(identity: Identity) {
    this.#sim = simOf(identity)
  }

  /** Plays, or does what a command says about what is played. */
  obey(command: Message | undefined): void {
    if (command?.id === MessageId.playVideo) this.#begin(command)
    if (command?.id !== MessageId.controlPlayback) return
    const playing = this.#open.get(command.channel)
    if (command.command === PlaybackControl.stop) playing?.line.close()
    else playing?.reel.obey(command)
  }

  closeAll(): void {
    for (const { line } of this.#open.values()) line.close()
  }

  #begin(command: PlayVideo) {
    const { channel } = command
    this.#open.get(channel)?.line.close()
    const reel = new Reel(command)
    const line = openPictureLine(command, this.#sim, {
      onOpen: (opened) => reel.run(opened),
      onClosed: () => {
        if (this.#open.get(channel)?.line === line) this.#open.delete(channel)
      },
    })
    this.#open.set(channel, { line, reel })
  }
}

/** What is played of one channel: the drawn loop, stamped with the times of the recording. */
class Reel {
  readonly #channel: number
  readonly #end: number
  readonly #loop = loopOf(VideoStream.main)
  #at: number
  #speed: number
  #isKeysOnly: boolean
  #isPaused = false
  #timer: NodeJS.Timeout | undefined
  #line: PictureLine | undefined

  constructor({ channel, start = 0, end = Infinity, speed, mode }: PlayVideo) {
    this.#channel = channel
    this.#at = secondOf(start)
    this.#end = end
    this.#speed = playSpeeds[speed] || 1
    this.#isKeysOnly = mode === PlayMode.keyFrames || this.#speed >= keysOnlyFrom
  }

  /** Sends until the returned function is called, or the end of the recordings. */
  run(line: PictureLine) {
    this.#line = line
    this.#send()
    return () => clearTimeout(this.#timer)
  }

  obey({ command, speed, time }: ControlPlayback) {
    if (command === PlaybackControl.pause) this.#isPaused = true
    else this.#isPaused = false
    if (command === PlaybackControl.resume) this.#playAt(1, false)
    if (command === PlaybackControl.fastForward) this.#playAt(playSpeeds[speed] || 1, false)
    if (command === PlaybackControl.keyFrames) this.#playAt(playSpeeds[speed] || 1, true)
    if (command === PlaybackControl.jump && time !== undefined) this.#at = secondOf(time)
    clearTimeout(this.#timer)
    this.#send()
  }

  /** Sends the sound that belongs to a picture. */
  #sendSound(frameMs: number) {
    const [from, to] = [this.#at, this.#at + frameMs].map((time) => Math.ceil(time / pieceMs))
    for (let piece = from ?? 0; piece < (to ?? 0); piece++) this.#line?.writeSound(soundPiece(piece), piece * pieceMs)
  }

  #playAt(speed: number, isKeysOnly: boolean) {
    this.#speed = speed
    this.#isKeysOnly = isKeysOnly || speed >= keysOnlyFrom
    this.#at = secondOf(this.#at)
  }

  #send() {
    if (this.#isPaused || !this.#line) return
    const [file] = recordingsOf(this.#channel, { start: this.#at, end: this.#end }, Date.now())
    if (file?.start === undefined) return this.#line.close()
    this.#at = Math.max(this.#at, file.start)
    const frameMs = 1000 / (this.#isKeysOnly ? 1 : framesPerSecond)
    const frame = this.#loop[Math.round((this.#at / 1000) * framesPerSecond) % this.#loop.length]
    if (frame) this.#line.write(frame, Math.round(this.#at))
    if (this.#speed === 1 && !this.#isKeysOnly) this.#sendSound(frameMs)
    this.#at += frameMs
    this.#timer = setTimeout(() => this.#send(), frameMs / this.#speed)
  }
}

/** Every second of the loop begins with a key frame. */
const secondOf = (time: number) => Math.floor(time / 1000) * 1000
