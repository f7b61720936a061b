import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import type { Version } from '../wire/header.ts'
import { MessageId } from './ids.ts'

/** Flags of a text to the driver; without `canFault` it is navigation information. Source: spec 4, IV.3. */
export const TextFlag = { urgent: 1, display: 4, speak: 8, advertisement: 16, canFault: 32 } as const

/** Kinds of a text, 2019. */
export const TextKind = { notice: 1, service: 2 } as const

export type TextMessage = {
  id: typeof MessageId.text
  /** Sum of `TextFlag`. */
  flags: number
  /** Value of `TextKind`, 2019 only; a notice by default. */
  kind?: number
  /** Text of at most 1024 bytes in GBK. */
  text: string
}

/** Data that the standard passes through unchanged, 0x0900 and 0x8900. */
export type TransparentData = {
  id: typeof MessageId.upstreamData | typeof MessageId.downstreamData
  kind: number
  data: Buffer
}

const longestText = 1024

export function decodeTextMessage(body: Buffer, is2019: boolean): TextMessage {
  const reader = new BodyReader(body)
  const flags = reader.u8()
  if (!is2019) return { id: MessageId.text, flags, text: reader.restText() }
  return { id: MessageId.text, flags, kind: reader.u8(), text: reader.restText() }
}

export function encodeTextMessage({ flags, kind = TextKind.notice, text }: TextMessage, version: Version): Buffer {
  const writer = new BodyWriter().u8(flags)
  if (version === '2019') writer.u8(kind)
  const headLength = version === '2019' ? 2 : 1
  const body = writer.restText(text).done()
  if (body.length > headLength + longestText) throw new RangeError(`a text of ${body.length - headLength} bytes`)
  return body
}

export function decodeTransparent<Id extends TransparentData['id']>(id: Id, body: Buffer) {
  const reader = new BodyReader(body)
  return { id, kind: reader.u8(), data: reader.rest() }
}

export const encodeTransparent = ({ kind, data }: TransparentData) => new BodyWriter().u8(kind).bytes(data).done()
