import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import { MessageId } from './ids.ts'
import { alarmsOf, kindOf, type RecordedSpan, spanOf, writeKind, writeSpan } from './playback.ts'

/** Networks on which a terminal may upload, bits of 0x9206. Source: spec 4, IV.5. */
export const UploadNetwork = { wifi: 1, lan: 2, mobile: 4 } as const

/** Commands of 0x9207. Source: spec 4, IV.5. */
export const UploadControl = { pause: 0, resume: 1, cancel: 2 } as const

/** Request to send what was recorded to an FTP server. */
export type UploadFiles = RecordedSpan & {
  id: typeof MessageId.uploadFiles
  host: string
  port: number
  user: string
  password: string
  /** Folder on that server. */
  path: string
  channel: number
  /** Bits of `UploadNetwork`. */
  networks: number
}

/** The end of an upload: `replySerial` is that of the request; 0 for one that succeeded. */
export type UploadEnded = { id: typeof MessageId.uploadEnded; replySerial: number; result: number }

export type ControlUpload = {
  id: typeof MessageId.controlUpload
  /** Serial of the request. */
  replySerial: number
  /** Value of `UploadControl`. */
  command: number
}

function decodeUploadFiles(body: Buffer): UploadFiles {
  const reader = new BodyReader(body)
  return {
    id: MessageId.uploadFiles,
    host: reader.countedText(),
    port: reader.u16(),
    user: reader.countedText(),
    password: reader.countedText(),
    path: reader.countedText(),
    channel: reader.u8(),
    ...spanOf(reader),
    ...alarmsOf(reader),
    ...kindOf(reader),
    networks: reader.u8(),
  }
}

function encodeUploadFiles(message: UploadFiles): Buffer {
  const writer = new BodyWriter().countedText(message.host).u16(message.port).countedText(message.user)
  writer.countedText(message.password).countedText(message.path).u8(message.channel)
  return writeKind(writeSpan(writer, message).hex(message.alarms, 8), message).u8(message.networks).done()
}

function decodeUploadEnded(body: Buffer): UploadEnded {
  const reader = new BodyReader(body)
  return { id: MessageId.uploadEnded, replySerial: reader.u16(), result: reader.u8() }
}

const encodeUploadEnded = ({ replySerial, result }: UploadEnded) => new BodyWriter().u16(replySerial).u8(result).done()

function decodeControlUpload(body: Buffer): ControlUpload {
  const reader = new BodyReader(body)
  return { id: MessageId.controlUpload, replySerial: reader.u16(), command: reader.u8() }
}

const encodeControlUpload = ({ replySerial, command }: ControlUpload) => new BodyWriter().u16(replySerial).u8(command).done()

type UploadMessage = UploadFiles | UploadEnded | ControlUpload

/** Decodes a message about uploads. BadMessage when it is too short. */
export function decodeUpload(id: UploadMessage['id'], body: Buffer): UploadMessage {
  if (id === MessageId.uploadFiles) return decodeUploadFiles(body)
  return id === MessageId.uploadEnded ? decodeUploadEnded(body) : decodeControlUpload(body)
}

/** Encodes a message about uploads. RangeError when a value does not fit its field. */
export function encodeUpload(message: UploadMessage): Buffer {
  if (message.id === MessageId.uploadFiles) return encodeUploadFiles(message)
  return message.id === MessageId.uploadEnded ? encodeUploadEnded(message) : encodeControlUpload(message)
}
