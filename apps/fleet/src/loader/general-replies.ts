import { MessageId } from '@huanwei/terminal/messages/ids'
import type { FrameReader } from '@huanwei/terminal/wire/frame'

const delimiter = 0x7e
const escapeMark = 0x7d
/** Bytes of a general reply before 2019 without escapes: delimiters, header 12, body 5, checksum 1. */
const replyLength = 20

/**
 * Reads the general replies at the start of `bytes` that are complete and unescaped, without an object for each. Returns the bytes after them
 * for the reader; all of them while the reader is inside a frame.
 */
export function readGeneralReplies(
  bytes: Buffer,
  reader: Pick<FrameReader, 'isWithin'>,
  onReply: (serial: number, replyId: number, result: number) => void,
): Buffer {
  let offset = 0
  while (!reader.isWithin && isReply(bytes, offset)) {
    onReply(bytes.readUInt16BE(offset + 13), bytes.readUInt16BE(offset + 15), bytes[offset + 17] ?? 0)
    offset += replyLength
  }
  return bytes.subarray(offset)
}

function isReply(bytes: Buffer, offset: number): boolean {
  const last = offset + replyLength - 1
  if (last >= bytes.length || bytes[offset] !== delimiter || bytes[last] !== delimiter) return false
  if (bytes.readUInt32BE(offset + 1) !== ((MessageId.platformReply << 16) | 5) >>> 0) return false
  let xor = 0
  for (let i = offset + 1; i < last; i++) {
    const byte = bytes[i] ?? 0
    if (byte === delimiter || byte === escapeMark) return false
    xor ^= byte
  }
  return xor === 0
}
