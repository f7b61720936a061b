import { createSoundDecoder } from './sound-decoder.ts'
import type { SoundPiece } from './sound-piece.ts'
import { openedSpeaker } from './speaker.ts'

/** Kinds of tags in FLV, and where their bytes are. Source: Adobe FLV specification 10.1, E.4. */
const [soundTag, pictureTag] = [8, 9]
const tagHead = 11
const sizeAfter = 4
/** Kind of a picture's packet that describes the pictures and is none. */
const description = 0

/** Pieces are heard without a gap while they belong no further than this from where they would be then. s. */
const tolerance = 0.1
/** Pieces that belong further ahead are of another time. s. */
const longestAhead = 5

/** The sound of one picture: the browser's own player knows no codec of recorders but AAC, and cannot go on without sound once it has some. */
export type PictureSound = ReturnType<typeof createSound>

/** Milliseconds of a tag. */
const timeOf = (tag: Uint8Array) => (tag[7] ?? 0) * 2 ** 24 + (tag[4] ?? 0) * 2 ** 16 + (tag[5] ?? 0) * 2 ** 8 + (tag[6] ?? 0)

const ignore = () => undefined

/** Plays the sound that comes with the pictures of `video`, each piece when the picture of its time is seen; `cannotHear` is told the codec of one that the browser does not play. */
export function createSound(video: HTMLVideoElement, cannotHear: (codec: string) => void = ignore) {
  let say: ((wish: string) => void) | undefined
  let isOn = false
  /** Time of the first picture, which the element counts from. ms. */
  let firstAt: number | undefined
  /** End of what is to be heard, in the speaker's time. */
  let until = 0
  const playing = new Set<AudioBufferSourceNode>()
  let decode = createSoundDecoder()

  function quieten() {
    for (const source of playing) source.stop()
    playing.clear()
    until = 0
  }

  function hear(tag: Uint8Array) {
    if (!isOn || !openedSpeaker()) return
    const time = timeOf(tag)
    const piece = decode(tag.subarray(tagHead, tag.length - sizeAfter), time)
    if (piece instanceof Promise) {
      piece.then(
        (decoded) => decoded && play(decoded, time),
        () => cannotHear('AAC'),
      )
    } else if (piece) play(piece, time)
  }

  function play({ samples, rate }: SoundPiece, time: number) {
    const speaker = openedSpeaker()
    if (!isOn || !speaker || firstAt === undefined || video.paused) return
    const ahead = ((time - firstAt) / 1000 - video.currentTime) / (video.playbackRate || 1)
    if (!samples.length || ahead < -tolerance || ahead > longestAhead) return
    const now = speaker.currentTime
    const wanted = now + ahead
    const start = Math.max(now, Math.abs(wanted - until) < tolerance ? until : wanted)
    const buffer = speaker.createBuffer(1, samples.length, rate)
    buffer.copyToChannel(samples, 0)
    const source = speaker.createBufferSource()
    source.buffer = buffer
    source.connect(speaker.destination)
    source.onended = () => playing.delete(source)
    playing.add(source)
    source.start(start)
    until = start + samples.length / rate
  }

  return {
    /** A new socket: `send` says on it whether the sound is wanted. */
    opened(send: (wish: string) => void) {
      say = send
      firstAt = undefined
      decode = createSoundDecoder()
      if (isOn) say('sound')
    },
    /** Takes a tag; true when it is sound, which the browser's player does not want. */
    take(message: ArrayBuffer): boolean {
      const tag = new Uint8Array(message)
      if (tag[0] === pictureTag && tag[tagHead + 1] !== description) firstAt ??= timeOf(tag)
      if (tag[0] !== soundTag) return false
      hear(tag)
      return true
    },
    turn(on: boolean) {
      if (on === isOn) return
      isOn = on
      decode = createSoundDecoder()
      say?.(on ? 'sound' : 'silence')
      if (!on) quieten()
    },
  }
}
