import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import { MessageId } from './ids.ts'

/** Kind of a file of an alarm. Source: T/JSATL 12, table 23. */
export const AttachmentType = { picture: 0, sound: 1, video: 2, text: 3, other: 4 } as const

/** Result of 0x9212. Source: spec 4, IV.6. */
export const AttachmentResult = { complete: 0, incomplete: 1 } as const

/** Length of the platform's number of an alarm, bytes of ASCII. Source: spec 4, IV.6. */
export const alarmNumberLength = 32

const terminalIdLength = 7
const markLength = 16
const reservedLength = 16

/** Request to send the files of an alarm to a server. */
export type RequestAttachments = {
  id: typeof MessageId.requestAttachments
  host: string
  tcpPort: number
  /** 0 when the server takes none. */
  udpPort: number
  /** Mark of the alarm, as in the additions of a location: 16 bytes, hexadecimal. */
  mark: string
  /** The platform's number of the alarm; it comes back with the files. */
  alarmNumber: string
}

/** The files that a terminal is about to send. */
export type AttachmentList = {
  id: typeof MessageId.attachmentList
  terminalId: string
  mark: string
  alarmNumber: string
  /** 0 as asked for, 1 what was missing of it. */
  kind: number
  files: { name: string /** Bytes. */; size: number }[]
}

/** The beginning or the end of one file. */
export type AttachmentFile = {
  id: (typeof MessageId)['attachmentBegins' | 'attachmentEnds']
  name: string
  /** Value of `AttachmentType`. */
  type: number
  /** Bytes. */
  size: number
}

/** Answer to the end of a file: it is complete, or these parts of it are missing. */
export type AttachmentReceived = {
  id: typeof MessageId.attachmentReceived
  name: string
  /** Value of `AttachmentType`. */
  type: number
  /** Value of `AttachmentResult`. */
  result: number
  /** Bytes; 255 at most. */
  missing: { offset: number; length: number }[]
}

export function decodeRequestAttachments(body: Buffer): RequestAttachments {
  const reader = new BodyReader(body)
  return {
    id: MessageId.requestAttachments,
    host: reader.countedText(),
    tcpPort: reader.u16(),
    udpPort: reader.u16(),
    mark: reader.hex(markLength),
    alarmNumber: reader.text(alarmNumberLength),
  }
}

export const encodeRequestAttachments = ({ host, tcpPort, udpPort, mark, alarmNumber }: RequestAttachments) =>
  new BodyWriter()
    .countedText(host)
    .u16(tcpPort)
    .u16(udpPort)
    .hex(mark, markLength)
    .text(alarmNumber, alarmNumberLength)
    .text('', reservedLength)
    .done()

export function decodeAttachmentList(body: Buffer): AttachmentList {
  const reader = new BodyReader(body)
  return {
    id: MessageId.attachmentList,
    terminalId: reader.text(terminalIdLength),
    mark: reader.hex(markLength),
    alarmNumber: reader.text(alarmNumberLength),
    kind: reader.u8(),
    files: Array.from({ length: reader.u8() }, () => ({ name: reader.countedText(), size: reader.u32() })),
  }
}

export function encodeAttachmentList({ terminalId, mark, alarmNumber, kind, files }: AttachmentList): Buffer {
  const writer = new BodyWriter().text(terminalId, terminalIdLength).hex(mark, markLength)
  writer.text(alarmNumber, alarmNumberLength).u8(kind).u8(files.length)
  for (const { name, size } of files) writer.countedText(name).u32(size)
  return writer.done()
}

export function decodeAttachmentFile(id: AttachmentFile['id'], body: Buffer): AttachmentFile {
  const reader = new BodyReader(body)
  return { id, name: reader.countedText(), type: reader.u8(), size: reader.u32() }
}

export const encodeAttachmentFile = ({ name, type, size }: AttachmentFile) =>
  new BodyWriter().countedText(name).u8(type).u32(size).done()

export function decodeAttachmentReceived(body: Buffer): AttachmentReceived {
  const reader = new BodyReader(body)
  return {
    id: MessageId.attachmentReceived,
    name: reader.countedText(),
    type: reader.u8(),
    result: reader.u8(),
    missing: Array.from({ length: reader.u8() }, () => ({ offset: reader.u32(), length: reader.u32() })),
  }
}

export function encodeAttachmentReceived({ name, type, result, missing }: AttachmentReceived): Buffer {
  const writer = new BodyWriter().countedText(name).u8(type).u8(result).u8(missing.length)
  for (const { offset, length } of missing) writer.u32(offset).u32(length)
  return writer.done()
}
