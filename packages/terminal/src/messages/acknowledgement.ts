import { copyEscaped } from '../wire/frame.ts'
import type { Header } from '../wire/header.ts'
import { MessageId, type ReplyResult } from './ids.ts'

/** Greatest length of an acknowledgement, bytes: two delimiters, and the 23 bytes of a 2019 one between them, all escaped. */
export const longestAcknowledgement = 48

const bodyLength = 5
const version2019Bit = 0x4000
const content = Buffer.alloc(23)
const view = new DataView(content.buffer, content.byteOffset)

/** Writes the frame of a 0x8001 that answers the message with `header`, as received; returns the offset after it. */
export function writeAcknowledgement(
  target: Buffer,
  offset: number,
  header: Header,
  serial: number,
  result: ReplyResult,
): number {
  const { version2019, protocolVersion, terminalNo } = header
  view.setUint16(0, MessageId.platformReply)
  view.setUint16(2, version2019 ? bodyLength | version2019Bit : bodyLength)
  let end = 4
  if (version2019) content[end++] = protocolVersion
  for (let i = 0; i < terminalNo.length; i += 2) content[end++] = (digitOf(terminalNo, i) << 4) | digitOf(terminalNo, i + 1)
  view.setUint16(end, serial)
  view.setUint16(end + 2, header.serial)
  view.setUint16(end + 4, header.messageId)
  content[end + 6] = result
  end += 7
  let xor = 0
  for (let i = 0; i < end; i++) xor ^= content[i] ?? 0
  content[end++] = xor
  target[offset] = 0x7e
  const closing = copyEscaped(content, 0, end, target, offset + 1)
  target[closing] = 0x7e
  return closing + 1
}

/** Value of a hexadecimal digit in small letters: some terminals send six raw bytes as their number. */
function digitOf(digits: string, i: number): number {
  const code = digits.charCodeAt(i)
  return code < 97 ? code - 48 : code - 87
}
