import { trimmedText } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'

/** Mark at the beginning of bytes of a file. Source: spec 4, IV.6. */
export const dataMagic = Buffer.from([0x30, 0x31, 0x63, 0x64])

/** Length of the name of a file before its bytes. Source: spec 4, IV.6. */
export const nameLength = 50

/** Length of all that stands before the bytes: mark, name, offset, length. */
export const dataHeadLength = dataMagic.length + nameLength + 8

/** Longest piece that a terminal should send, bytes. Source: T/JSATL 12, table 24. */
export const longestPiece = 64 * 1024

/** Encodes a part of a file. RangeError when the name is longer than 50 bytes. */
export const encodeAttachmentData = (name: string, offset: number, data: Buffer): Buffer =>
  new BodyWriter().bytes(dataMagic).text(name, nameLength).u32(offset).u32(data.length).bytes(data).done()

/** Reads the head at `start`, all of which is in `bytes`. */
export function decodeDataHead(bytes: Buffer, start: number) {
  const nameAt = start + dataMagic.length
  const offsetAt = nameAt + nameLength
  return {
    name: trimmedText(bytes.subarray(nameAt, offsetAt)),
    offset: bytes.readUInt32BE(offsetAt),
    length: bytes.readUInt32BE(offsetAt + 4),
  }
}
