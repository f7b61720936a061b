import type { FrameReader } from '@huanwei/terminal/frame'
import { MessageId } from '@huanwei/terminal/ids'

const delimiter = 0x7e
const mark = 0x7d
/** A general reply on the wire before 2019, where nothing of it is escaped: delimiters, header 12, body 5, checksum 1. */
const length = 20

/**
 * Takes the general replies at the start of `bytes` that lie there whole and unescaped, without making objects of them; gives back what
 * follows, for the reader. All of it when the reader is within a frame.
 */
export function takeReplies(
  bytes: Buffer,
  reader: Pick<FrameReader, 'isWithin'>,
  take: (serial: number, replyId: number, result: number) => void,
): Buffer {
  let at = 0
  while (!reader.isWithin && isReply(bytes, at)) {
    take(bytes.readUInt16BE(at + 13), bytes.readUInt16BE(at + 15), bytes[at + 17] ?? 0)
    at += length
  }
  return bytes.subarray(at)
}

function isReply(bytes: Buffer, at: number): boolean {
  if (at + length > bytes.length || bytes[at] !== delimiter || bytes[at + length - 1] !== delimiter) return false
  if (bytes.readUInt32BE(at + 1) !== ((MessageId.platformReply << 16) | 5) >>> 0) return false
  let xor = 0
  for (let i = at + 1; i < at + length - 1; i++) {
    const byte = bytes[i] ?? 0
    if (byte === delimiter || byte === mark) return false
    xor ^= byte
  }
  return xor === 0
}
