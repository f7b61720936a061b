import { BodyReader } from './body-reader.ts'
import { BodyWriter } from './body-writer.ts'
import type { Version } from './header.ts'
import { MessageId } from './ids.ts'

/** Flags of a text to the driver; without `canFault` it is about navigation. Source: spec 4, IV.3. */
export const TextFlag = { urgent: 1, display: 4, speak: 8, advertisement: 16, canFault: 32 } as const

/** Kinds of a text, 2019. */
export const TextKind = { notice: 1, service: 2 } as const

export type Text = {
  id: typeof MessageId.text
  /** Sum of `TextFlag`. */
  flags: number
  /** As in `TextKind`; 2019 only, where it is a notice when left out. */
  kind?: number
  /** At most 1024 bytes of GBK. */
  text: string
}

/** Data the standard does not look into, 0x0900 and 0x8900. */
export type TransparentData = {
  id: typeof MessageId.upstreamData | typeof MessageId.downstreamData
  kind: number
  data: Buffer
}

const longestText = 1024

export function decodeTextMessage(body: Buffer, is2019: boolean): Text {
  const reader = new BodyReader(body)
  const flags = reader.u8()
  if (!is2019) return { id: MessageId.text, flags, text: reader.restText() }
  return { id: MessageId.text, flags, kind: reader.u8(), text: reader.restText() }
}

export function encodeTextMessage({ flags, kind = TextKind.notice, text }: Text, version: Version): Buffer {
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
