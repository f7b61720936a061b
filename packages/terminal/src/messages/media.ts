import { decodeTime } from '../wire/bcd.ts'
import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import { MessageId } from './ids.ts'
import type { Location } from './location.ts'
import { baseLength, decodeLocation, writeBase } from './location.ts'

/** Type of a medium. Source: spec 4, IV.3. */
export const MediaType = { picture: 0, audio: 1, video: 2 } as const
/** File format of a medium. Source: spec 4, IV.3. */
export const MediaFormat = { jpeg: 0, tif: 1, mp3: 2, wav: 3, wmv: 4 } as const

/** Description of a medium and the event that caused it. */
type MediaDescription = {
  mediaId: number
  /** Value of `MediaType`. */
  mediaType: number
  /** Value of `MediaFormat`. */
  format: number
  /** 0 requested by the platform, 1 timer, 2 robbery, 3 collision or rollover, 4 door opened, 5 door closed. */
  event: number
  channel: number
}

export type MediaEvent = MediaDescription & { id: typeof MessageId.mediaEvent }

export type Media = MediaDescription & {
  id: typeof MessageId.media
  /** Location of the recording, without additions; absent when the terminal had no time yet. */
  location?: Location
  data: Buffer
}

export type MediaReceived = {
  id: typeof MessageId.mediaReceived
  mediaId: number
  /** Indexes of the pieces to send again; empty when complete. */
  lost: number[]
}

export type TakePicture = {
  id: typeof MessageId.takePicture
  channel: number
  /** 0 stop, 0xffff record video, otherwise the number of pictures. */
  command: number
  /** Interval between pictures or length of the recording; 0: shortest interval or endless recording. */
  intervalSeconds: number
  /** 1 keep in the terminal, 0 upload. */
  save: number
  /** 1 320x240, 2 640x480, 3 800x600, 4 1024x768, 5 176x144, 6 CIF, 7 half D1, 8 D1. */
  resolution: number
  /** 1 best to 10 smallest. */
  quality: number
  brightness: number
  contrast: number
  saturation: number
  chroma: number
}

/** Answer to 0x8801. */
export type PictureTaken = { id: typeof MessageId.pictureTaken; replySerial: number; result: number; mediaIds: number[] }

const readDescription = (reader: BodyReader): MediaDescription => ({
  mediaId: reader.u32(),
  mediaType: reader.u8(),
  format: reader.u8(),
  event: reader.u8(),
  channel: reader.u8(),
})

const writeDescription = (writer: BodyWriter, { mediaId, mediaType, format, event, channel }: MediaDescription) =>
  writer.u32(mediaId).u8(mediaType).u8(format).u8(event).u8(channel)

export const decodeMediaEvent = (body: Buffer): MediaEvent => ({
  id: MessageId.mediaEvent,
  ...readDescription(new BodyReader(body)),
})

export const encodeMediaEvent = (message: MediaEvent) => writeDescription(new BodyWriter(), message).done()

/** `data` shares memory with `body`. */
export function decodeMedia(body: Buffer): Media {
  const reader = new BodyReader(body)
  const description = readDescription(reader)
  const base = reader.bytes(baseLength)
  const media: Media = { id: MessageId.media, ...description, data: reader.rest() }
  if (!Number.isNaN(decodeTime(base, 22))) media.location = decodeLocation(base)
  return media
}

export function encodeMedia(message: Media): Buffer {
  const writer = writeDescription(new BodyWriter(), message)
  if (message.location === undefined) writer.bytes(Buffer.alloc(baseLength))
  else writeBase(writer, message.location)
  return writer.bytes(message.data).done()
}

export function decodeMediaReceived(body: Buffer): MediaReceived {
  const reader = new BodyReader(body)
  const mediaId = reader.u32()
  const count = reader.remaining === 0 ? 0 : reader.u8()
  return { id: MessageId.mediaReceived, mediaId, lost: Array.from({ length: count }, () => reader.u16()) }
}

/** Throws RangeError with more than 255 lost pieces. */
export function encodeMediaReceived({ mediaId, lost }: MediaReceived): Buffer {
  const writer = new BodyWriter().u32(mediaId)
  if (lost.length === 0) return writer.done()
  writer.u8(lost.length)
  for (const index of lost) writer.u16(index)
  return writer.done()
}

export function decodeTakePicture(body: Buffer): TakePicture {
  const reader = new BodyReader(body)
  return {
    id: MessageId.takePicture,
    channel: reader.u8(),
    command: reader.u16(),
    intervalSeconds: reader.u16(),
    save: reader.u8(),
    resolution: reader.u8(),
    quality: reader.u8(),
    brightness: reader.u8(),
    contrast: reader.u8(),
    saturation: reader.u8(),
    chroma: reader.u8(),
  }
}

export const encodeTakePicture = (message: TakePicture) =>
  new BodyWriter()
    .u8(message.channel)
    .u16(message.command)
    .u16(message.intervalSeconds)
    .u8(message.save)
    .u8(message.resolution)
    .u8(message.quality)
    .u8(message.brightness)
    .u8(message.contrast)
    .u8(message.saturation)
    .u8(message.chroma)
    .done()

export function decodePictureTaken(body: Buffer): PictureTaken {
  const reader = new BodyReader(body)
  const answer = { id: MessageId.pictureTaken, replySerial: reader.u16(), result: reader.u8() }
  const count = reader.remaining === 0 ? 0 : reader.u16()
  return { ...answer, mediaIds: Array.from({ length: count }, () => reader.u32()) }
}

export function encodePictureTaken({ replySerial, result, mediaIds }: PictureTaken): Buffer {
  const writer = new BodyWriter().u16(replySerial).u8(result).u16(mediaIds.length)
  for (const mediaId of mediaIds) writer.u32(mediaId)
  return writer.done()
}
