import { decodeTime } from '../wire/bcd.ts'
import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import { MessageId } from './ids.ts'
import { type Destination, destinationOf, writeDestination } from './video.ts'

/** Contents of a recording. Source: spec 4, IV.5. */
export const RecordedContent = { soundAndPicture: 0, sound: 1, picture: 2, any: 3 } as const

/** Streams of a recording; not numbered as those of the live pictures. Source: spec 4, IV.5. */
export const RecordedStream = { any: 0, main: 1, sub: 2 } as const

/** Ways to play of 0x9201. Source: spec 4, IV.5. */
export const PlayMode = { normal: 0, fastForward: 1, keyFrameRewind: 2, keyFrames: 3, singleFrame: 4 } as const

/** Commands of 0x9202. Source: spec 4, IV.5. */
export const PlaybackControl = {
  resume: 0,
  pause: 1,
  stop: 2,
  fastForward: 3,
  keyFrameRewind: 4,
  jump: 5,
  keyFrames: 6,
} as const

/** Speeds, by their number in 0x9201 and 0x9202; the first one is sent where there is no speed. Source: spec 4, IV.5. */
export const playSpeeds = [0, 1, 2, 4, 8, 16] as const
export type PlaySpeed = Exclude<(typeof playSpeeds)[number], 0>

/** A span of the terminal's disk; times in epoch ms, undefined for zeros and for what is no date. */
type Span = { start: number | undefined; end: number | undefined }

/** What is requested or there. */
type Kind = {
  /** Value of `RecordedContent`. */
  content: number
  /** Value of `RecordedStream`. */
  stream: number
  /** 0 any, 1 main, 2 backup. */
  storage: number
}

/** Bits of 0x0200 in the upper half, of its addition 0x14 in the lower; 16 hexadecimal digits. */
type Alarms = { alarms: string }

/** Parts of the disk that a request is about. */
export type RecordedSpan = Span & Kind & Alarms

/** `channel` 0 for all. */
export type QueryFiles = Span & Kind & Alarms & { id: typeof MessageId.queryFiles; channel: number }

/** Request to send what was recorded to a media server. */
export type PlayVideo = Destination &
  Span &
  Kind & {
    id: typeof MessageId.playVideo
    /** Value of `PlayMode`. */
    mode: number
    /** Index in `playSpeeds`. */
    speed: number
  }

export type ControlPlayback = {
  id: typeof MessageId.controlPlayback
  channel: number
  /** Value of `PlaybackControl`. */
  command: number
  /** Index in `playSpeeds`. */
  speed: number
  /** Where to jump to, epoch ms; undefined for zeros. */
  time: number | undefined
}

/** `size` in bytes. */
export type RecordedFile = Span & Kind & Alarms & { channel: number; size: number }

export type FileList = { id: typeof MessageId.fileList; replySerial: number; total: number; files: RecordedFile[] }

const fileLength = 28

/** Terminals write what they like where there is no time; one bad file must not cost the list. */
function timeOf(reader: BodyReader): number | undefined {
  const time = decodeTime(reader.bytes(6), 0)
  return Number.isNaN(time) ? undefined : time
}
const writeTime = (writer: BodyWriter, time: number | undefined) =>
  time === undefined ? writer.bytes(Buffer.alloc(6)) : writer.time(time)

export const spanOf = (reader: BodyReader): Span => ({ start: timeOf(reader), end: timeOf(reader) })
export const kindOf = (reader: BodyReader): Kind => ({ content: reader.u8(), stream: reader.u8(), storage: reader.u8() })
export const alarmsOf = (reader: BodyReader): Alarms => ({ alarms: reader.hex(8) })
export const writeSpan = (writer: BodyWriter, { start, end }: Span) => writeTime(writeTime(writer, start), end)
export const writeKind = (writer: BodyWriter, { content, stream, storage }: Kind) => writer.u8(content).u8(stream).u8(storage)

function decodeQueryFiles(body: Buffer): QueryFiles {
  const reader = new BodyReader(body)
  return {
    id: MessageId.queryFiles,
    channel: reader.u8(),
    ...spanOf(reader),
    ...alarmsOf(reader),
    ...kindOf(reader),
  }
}

const encodeQueryFiles = (message: QueryFiles) =>
  writeKind(writeSpan(new BodyWriter().u8(message.channel), message).hex(message.alarms, 8), message).done()

function decodePlayVideo(body: Buffer): PlayVideo {
  const reader = new BodyReader(body)
  return {
    id: MessageId.playVideo,
    ...destinationOf(reader),
    ...kindOf(reader),
    mode: reader.u8(),
    speed: reader.u8(),
    ...spanOf(reader),
  }
}

function encodePlayVideo(message: PlayVideo): Buffer {
  const writer = writeKind(writeDestination(new BodyWriter(), message), message)
  return writeSpan(writer.u8(message.mode).u8(message.speed), message).done()
}

function decodeControlPlayback(body: Buffer): ControlPlayback {
  const reader = new BodyReader(body)
  return {
    id: MessageId.controlPlayback,
    channel: reader.u8(),
    command: reader.u8(),
    speed: reader.u8(),
    // Some leave the time out where they jump nowhere.
    time: reader.remaining ? timeOf(reader) : undefined,
  }
}

const encodeControlPlayback = ({ channel, command, speed, time }: ControlPlayback) =>
  writeTime(new BodyWriter().u8(channel).u8(command).u8(speed), time).done()

/** Reads as many files as came, whatever their number is said to be. */
function decodeFileList(body: Buffer): FileList {
  const reader = new BodyReader(body)
  const head = { id: MessageId.fileList, replySerial: reader.u16(), total: reader.u32() }
  const files: RecordedFile[] = []
  while (reader.remaining >= fileLength)
    files.push({
      channel: reader.u8(),
      ...spanOf(reader),
      ...alarmsOf(reader),
      ...kindOf(reader),
      size: reader.u32(),
    })
  return { ...head, files }
}

function encodeFileList({ replySerial, total, files }: FileList): Buffer {
  const writer = new BodyWriter().u16(replySerial).u32(total)
  for (const file of files) writeKind(writeSpan(writer.u8(file.channel), file).hex(file.alarms, 8), file).u32(file.size)
  return writer.done()
}

export type PlaybackMessage = QueryFiles | FileList | PlayVideo | ControlPlayback

/** Decodes a message about recordings. Throws BadMessage. */
export function decodePlayback(id: PlaybackMessage['id'], body: Buffer): PlaybackMessage {
  if (id === MessageId.queryFiles) return decodeQueryFiles(body)
  if (id === MessageId.fileList) return decodeFileList(body)
  return id === MessageId.playVideo ? decodePlayVideo(body) : decodeControlPlayback(body)
}

/** Encodes a message about recordings. RangeError when a value does not fit its field. */
export function encodePlayback(message: PlaybackMessage): Buffer {
  if (message.id === MessageId.queryFiles) return encodeQueryFiles(message)
  if (message.id === MessageId.fileList) return encodeFileList(message)
  return message.id === MessageId.playVideo ? encodePlayVideo(message) : encodeControlPlayback(message)
}
