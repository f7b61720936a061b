import { createHash, type Hash } from 'node:crypto'
import type { ControlVideo, OpenVideo } from '@huanwei/terminal/messages/video'
import { VideoContent } from '@huanwei/terminal/messages/video'
import { samplesOf } from '@huanwei/terminal/pictures/g711'
import { PacketKind } from '@huanwei/terminal/pictures/packet'
import { PacketReader } from '@huanwei/terminal/pictures/packet-reader'
import { openPictureLine, type PictureLine } from './picture-line.ts'
import { pieceMs, samplesPerPiece, soundPiece, voicePiece } from './sound.ts'

/** What a terminal's loudspeaker was given: samples of A-law, one byte each. */
type Played = { samples: number; hash: Hash }

/** The cab of a vehicle: its loudspeaker plays what the platform says, and its microphone answers unless it is a broadcast. Source: spec 4, IV.5. */
export class TalkLines {
  readonly #sim: string
  readonly #open = new Map<number, PictureLine>()
  readonly #driver: Driver
  #played: Played = { samples: 0, hash: createHash('sha256') }

  /** A driver answers what is said to them. */
  constructor(sim: string, hasDriver: boolean) {
    this.#sim = sim
    this.#driver = new Driver(hasDriver)
  }

  /** Lets somebody in the cab say this instead of what the microphone hears there. A-law. */
  speak(voice: Buffer) {
    this.#driver.speak(voice)
  }

  /** How many channels have a talk. */
  get count() {
    return this.#open.size
  }

  /** Samples that were played since the last talk began, and their SHA-256 in hex. */
  get played() {
    return { samples: this.#played.samples, sha256: this.#played.hash.copy().digest('hex') }
  }

  /** Pieces that somebody in the cab has still to say. */
  get left() {
    return this.#driver.left
  }

  /** True for a request of this kind. */
  static isFor({ content }: OpenVideo) {
    return content === VideoContent.talk || content === VideoContent.broadcast
  }

  begin(command: OpenVideo) {
    const { channel, content } = command
    this.#open.get(channel)?.close()
    this.#played = { samples: 0, hash: createHash('sha256') }
    const reader = new PacketReader()
    const line = openPictureLine(command, this.#sim, {
      onOpen: (opened) => (content === VideoContent.talk ? answer(opened, this.#driver) : greet(opened)),
      onData: (bytes) => {
        for (const { kind, body } of reader.push(bytes)) if (kind === PacketKind.sound) this.#play(samplesOf(body))
      },
      onClosed: () => {
        if (this.#open.get(channel) === line) this.#open.delete(channel)
      },
    })
    this.#open.set(channel, line)
  }

  end({ channel }: Pick<ControlVideo, 'channel'>) {
    this.#open.get(channel)?.close()
  }

  closeAll() {
    for (const line of this.#open.values()) line.close()
  }

  #play(samples: Buffer) {
    this.#played.samples += samples.length
    this.#played.hash.update(samples)
    this.#driver.hear()
  }
}

/** Somebody says something for so long, this long after they were spoken to. ms. */
const [answersAfterMs, answersFor] = [1500, 1600]

/** The one in the cab: says what a test gives them, and answers in the demo once the loudspeaker is quiet. */
class Driver {
  readonly #answers: boolean
  #voice: Buffer[] = []
  #heardAt: number | undefined

  constructor(answers: boolean) {
    this.#answers = answers
  }

  get left() {
    return this.#voice.length
  }

  hear() {
    if (this.#answers) this.#heardAt = Date.now()
  }

  speak(voice: Buffer) {
    for (let at = 0; at < voice.length; at += samplesPerPiece) this.#voice.push(voice.subarray(at, at + samplesPerPiece))
  }

  /** The next piece of a voice; undefined while nobody speaks. */
  next(): Buffer | undefined {
    if (this.#heardAt !== undefined && Date.now() - this.#heardAt > answersAfterMs) {
      this.#heardAt = undefined
      for (let piece = 0; piece * pieceMs < answersFor; piece++) this.#voice.push(voicePiece(piece))
    }
    return this.#voice.shift()
  }
}

/** What the microphone hears, without end. */
function answer(line: PictureLine, driver: Driver) {
  const begun = Date.now()
  let piece = 0
  function send() {
    for (; begun + piece * pieceMs <= Date.now(); piece++)
      line.writeSound(driver.next() ?? soundPiece(piece), begun + piece * pieceMs)
  }
  send()
  const sending = setInterval(send, pieceMs)
  return () => clearInterval(sending)
}

/** Says which terminal it is: the platform knows a connection by its first packet. */
function greet(line: PictureLine) {
  line.writeSound(soundPiece(0), Date.now())
  return () => undefined
}
