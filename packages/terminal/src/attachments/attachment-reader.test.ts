import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MessageId } from '../messages/ids.ts'
import { encodeMessage } from '../messages/message.ts'
import { encodeFrame } from '../wire/frame.ts'
import { encodeAttachmentData } from './attachment-data.ts'
import { type AttachmentPiece, AttachmentReader } from './attachment-reader.ts'

type Sent = { frame: number } | { name: string; offset: number; data: Buffer } | { garbage: Buffer }

const frameOf = (serial: number) =>
  encodeFrame(
    { messageId: MessageId.attachmentEnds, version2019: false, terminalNo: '13900000001', serial },
    encodeMessage({ id: MessageId.attachmentEnds, name: 'a.jpg', type: 0, size: 0x7e7d }, '2013'),
  )
const bytesOf = (one: Sent) =>
  'frame' in one ? frameOf(one.frame) : 'garbage' in one ? one.garbage : encodeAttachmentData(one.name, one.offset, one.data)

/** Says what came, parts of one file that follow each other as one. */
function read(pieces: readonly AttachmentPiece[]) {
  const all: Sent[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (piece.kind === 'frame') all.push({ frame: piece.frame.header.serial })
    else if (last && 'data' in last && last.name === piece.name && last.offset + last.data.length === piece.offset)
      all[all.length - 1] = { ...last, data: Buffer.concat([last.data, piece.data]) }
    else all.push({ name: piece.name, offset: piece.offset, data: piece.data })
  }
  return all
}

const anyBytes = (maxLength: number, minLength = 0) =>
  fc
    .array(fc.oneof(fc.nat(255), fc.constantFrom(0x7e, 0x7d, 0x30, 0x31, 0x63, 0x64)), { minLength, maxLength })
    .map((all) => Buffer.from(all))
const frame = fc.record({ frame: fc.nat(0xffff) })
// Each from an offset of its own, so that two never look like one.
const data = fc.record({ name: fc.constantFrom('a.jpg', '00_65_6502_0_b.mp4'), offset: fc.nat(1e9), data: anyBytes(300, 1) })
const cuts = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 30 })

function pushCut(reader: AttachmentReader, bytes: Buffer, lengths: readonly number[]) {
  const pieces: AttachmentPiece[] = []
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length] ?? 1
    pieces.push(...reader.push(bytes.subarray(at, at + length)))
    at += length
  }
  return pieces
}

test('what a terminal sends is read however it is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(frame, data), { maxLength: 12 }), cuts, (sent, lengths) => {
      const reader = new AttachmentReader()
      const pieces = pushCut(reader, Buffer.concat(sent.map(bytesOf)), lengths)
      expect(read(pieces)).toEqual(read(sent.flatMap((one) => new AttachmentReader().push(bytesOf(one)))))
      expect(reader.skippedBytes).toBe(0)
    }),
  )
})

test('garbage is skipped the same way however it is cut, and holds little memory', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(frame, data, fc.record({ garbage: anyBytes(200) })), { maxLength: 8 }),
      cuts,
      (sent, lengths) => {
        const bytes = Buffer.concat(sent.map(bytesOf))
        const [whole, cut] = [new AttachmentReader(), new AttachmentReader()]
        expect(read(pushCut(cut, bytes, lengths))).toEqual(read(whole.push(bytes)))
        expect(cut.skippedBytes).toBe(whole.skippedBytes)
      },
    ),
  )
})

test('a message after garbage is found', () => {
  const reader = new AttachmentReader()
  const garbage = Buffer.from('0011223330316300', 'hex')
  expect(read(reader.push(Buffer.concat([garbage, frameOf(7)])))).toEqual([{ frame: 7 }])
  expect(reader.skippedBytes).toBe(garbage.length)
})

test('an announced length of 4 GB is not kept in memory', () => {
  const reader = new AttachmentReader()
  const head = encodeAttachmentData('a.mp4', 0, Buffer.alloc(0))
  head.writeUInt32BE(0xffff_ffff, head.length - 4)
  expect(reader.push(head)).toEqual([])
  for (const offset of [0, 100, 200])
    expect(reader.push(Buffer.alloc(100, 1))).toEqual([{ kind: 'data', name: 'a.mp4', offset, data: Buffer.alloc(100, 1) }])
})
