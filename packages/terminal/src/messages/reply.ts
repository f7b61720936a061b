import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import { MessageId } from './ids.ts'

/** General reply. `result` as in `ReplyResult`. Source: spec 4, IV.3. */
export type Reply = {
  id: typeof MessageId.terminalReply | typeof MessageId.platformReply
  /** Serial and id of the answered message. */
  replySerial: number
  replyId: number
  result: number
}

export type TimeReply = {
  id: typeof MessageId.platformTime
  /** Epoch ms; the only time that is UTC on the wire. */
  time: number
}

/** Request to send pieces of a sub-packaged message again. */
export type ResendRequest = {
  id: typeof MessageId.terminalResend | typeof MessageId.platformResend
  /** Serial of the message's first piece. */
  firstSerial: number
  /** Indexes of the pieces, from 1; at most 255 before 2019. */
  indexes: number[]
}

export function decodeReply<Id extends Reply['id']>(id: Id, body: Buffer) {
  const reader = new BodyReader(body)
  return { id, replySerial: reader.u16(), replyId: reader.u16(), result: reader.u8() }
}

export const encodeReply = ({ replySerial, replyId, result }: Reply) =>
  new BodyWriter().u16(replySerial).u16(replyId).u8(result).done()

export const decodeTimeReply = (body: Buffer): TimeReply => ({
  id: MessageId.platformTime,
  time: new BodyReader(body).time(0),
})

export const encodeTimeReply = ({ time }: TimeReply) => new BodyWriter().time(time, 0).done()

/** The count has one byte, in 2019 two bytes; as senders confuse them, an even length means two. */
export function decodeResend<Id extends ResendRequest['id']>(id: Id, body: Buffer) {
  const reader = new BodyReader(body)
  const firstSerial = reader.u16()
  const count = body.length % 2 === 0 ? reader.u16() : reader.u8()
  return { id, firstSerial, indexes: Array.from({ length: count }, () => reader.u16()) }
}

export function encodeResend({ firstSerial, indexes }: ResendRequest, is2019: boolean): Buffer {
  const writer = new BodyWriter().u16(firstSerial)
  if (is2019) writer.u16(indexes.length)
  else writer.u8(indexes.length)
  for (const index of indexes) writer.u16(index)
  return writer.done()
}
