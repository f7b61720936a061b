import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import { MessageId } from './ids.ts'

/** Streams of a camera: the large pictures, and the small ones. Source: spec 4, IV.5. */
export const VideoStream = { main: 0, sub: 1 } as const

/** Contents that can be requested. Source: spec 4, IV.5. */
export const VideoContent = { soundAndPicture: 0, picture: 1, talk: 2, broadcast: 4 } as const

/** Commands of 0x9102. Source: spec 4, IV.5. */
export const VideoControl = { close: 0, switchStream: 1, pause: 2, resume: 3, closeTalk: 4 } as const

/** Contents that `VideoControl.close` ends. Source: spec 4, IV.5. */
export const VideoClosing = { all: 0, sound: 1 } as const

/** The media server that pictures are sent to, and the channel whose pictures they are. */
export type Destination = {
  /** Address of the media server. */
  host: string
  tcpPort: number
  /** 0 when the server takes none. */
  udpPort: number
  /** From 1. */
  channel: number
}

export const destinationOf = (reader: BodyReader): Destination => ({
  host: reader.countedText(),
  tcpPort: reader.u16(),
  udpPort: reader.u16(),
  channel: reader.u8(),
})

export const writeDestination = (writer: BodyWriter, { host, tcpPort, udpPort, channel }: Destination) =>
  writer.countedText(host).u16(tcpPort).u16(udpPort).u8(channel)

/** Request to send what a camera sees to a media server. */
export type OpenVideo = Destination & {
  id: typeof MessageId.openVideo
  /** Value of `VideoContent`. */
  content: number
  /** Value of `VideoStream`. */
  stream: number
}

export type ControlVideo = {
  id: typeof MessageId.controlVideo
  channel: number
  /** Value of `VideoControl`. */
  command: number
  /** Value of `VideoClosing`, or 2 for the picture alone. */
  closing: number
  /** Value of `VideoStream`. */
  stream: number
}

function decodeOpenVideo(body: Buffer): OpenVideo {
  const reader = new BodyReader(body)
  return {
    id: MessageId.openVideo,
    ...destinationOf(reader),
    content: reader.u8(),
    stream: reader.u8(),
  }
}

const encodeOpenVideo = ({ content, stream, ...destination }: OpenVideo) =>
  writeDestination(new BodyWriter(), destination).u8(content).u8(stream).done()

function decodeControlVideo(body: Buffer): ControlVideo {
  const reader = new BodyReader(body)
  return {
    id: MessageId.controlVideo,
    channel: reader.u8(),
    command: reader.u8(),
    closing: reader.u8(),
    stream: reader.u8(),
  }
}

const encodeControlVideo = ({ channel, command, closing, stream }: ControlVideo) =>
  new BodyWriter().u8(channel).u8(command).u8(closing).u8(stream).done()

/** Passengers who got on and off between two moments, device time in epoch ms, 0x1005. Source: spec 4, IV.5. */
export type Passengers = { id: typeof MessageId.passengers; start: number; end: number; on: number; off: number }

function decodePassengers(body: Buffer): Passengers {
  const reader = new BodyReader(body)
  return { id: MessageId.passengers, start: reader.time(), end: reader.time(), on: reader.u16(), off: reader.u16() }
}

const encodePassengers = ({ start, end, on, off }: Passengers): Buffer =>
  new BodyWriter().time(start).time(end).u16(on).u16(off).done()

/** Cameras and sound of a terminal, 0x1003. Source: spec 4, IV.5. */
export type VideoAttributes = {
  id: typeof MessageId.videoAttributes
  /** Codecs as in packets of pictures, see `Codec`. */
  soundCodec: number
  soundChannels: number
  /** 0 to 3: 8, 22.05, 44.1 and 48 kHz. */
  sampleRate: number
  /** 0 to 2: 8, 16 and 32 bits. */
  sampleBits: number
  /** Bytes of a frame of sound. */
  frameLength: number
  playsSound: boolean
  pictureCodec: number
  mostSoundChannels: number
  mostPictureChannels: number
}

function decodeVideoAttributes(body: Buffer): VideoAttributes {
  const reader = new BodyReader(body)
  return {
    id: MessageId.videoAttributes,
    soundCodec: reader.u8(),
    soundChannels: reader.u8(),
    sampleRate: reader.u8(),
    sampleBits: reader.u8(),
    frameLength: reader.u16(),
    playsSound: reader.u8() !== 0,
    pictureCodec: reader.u8(),
    mostSoundChannels: reader.u8(),
    mostPictureChannels: reader.u8(),
  }
}

const encodeVideoAttributes = (message: VideoAttributes): Buffer =>
  new BodyWriter()
    .u8(message.soundCodec)
    .u8(message.soundChannels)
    .u8(message.sampleRate)
    .u8(message.sampleBits)
    .u16(message.frameLength)
    .u8(Number(message.playsSound))
    .u8(message.pictureCodec)
    .u8(message.mostSoundChannels)
    .u8(message.mostPictureChannels)
    .done()

export type VideoMessage = OpenVideo | ControlVideo | VideoAttributes | Passengers

/** Decodes a message about live pictures. Throws BadMessage. */
export function decodeVideo(id: VideoMessage['id'], body: Buffer): VideoMessage {
  if (id === MessageId.openVideo) return decodeOpenVideo(body)
  if (id === MessageId.controlVideo) return decodeControlVideo(body)
  return id === MessageId.videoAttributes ? decodeVideoAttributes(body) : decodePassengers(body)
}

/** Encodes a message about live pictures. RangeError when a value does not fit its field. */
export function encodeVideo(message: VideoMessage): Buffer {
  if (message.id === MessageId.openVideo) return encodeOpenVideo(message)
  if (message.id === MessageId.controlVideo) return encodeControlVideo(message)
  return message.id === MessageId.videoAttributes ? encodeVideoAttributes(message) : encodePassengers(message)
}
