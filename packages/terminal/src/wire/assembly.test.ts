import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MessageId } from '../messages/ids.ts'
import { decodeMessage, encodeMessage } from '../messages/message.ts'
import type { Assembled } from './assembly.ts'
import { Assembly } from './assembly.ts'
import { FrameReader } from './frame.ts'
import type { Header } from './header.ts'
import { encodeFrames, SentPieces } from './splitting.ts'

const sender = { messageId: MessageId.media, version2019: true, terminalNo: '13800138000', serial: 65534 }
const t0 = Date.UTC(2026, 10, 21)

type Piece = { header: Header; body: Buffer }

function piecesOf(body: Buffer, serial = sender.serial, messageId: number = sender.messageId): Piece[] {
  const frames = new FrameReader().push(Buffer.concat(encodeFrames({ ...sender, messageId, serial }, body)))
  return frames.map((frame) => {
    if (!frame.ok) throw new Error(frame.reason)
    return { header: frame.header, body: frame.body }
  })
}

/** A body whose bytes differ from piece to piece. */
const bodyOf = (length: number) => Buffer.from(Array.from({ length }, (_, i) => (i * 7 + (i >> 8)) & 0xff))

function addAll(assembly: Assembly, pieces: Piece[], now = t0): Assembled[] {
  return pieces.flatMap(({ header, body }) => assembly.add(header, body, now) ?? [])
}

const without = (pieces: Piece[], indexes: number[]) => pieces.filter(({ header }) => !indexes.includes(header.index ?? 0))

describe('encodeFrames', () => {
  test('splits above 1000 bytes, with consecutive serials that wrap', () => {
    expect(encodeFrames(sender, bodyOf(1000))).toHaveLength(1)
    const headers = piecesOf(bodyOf(2001)).map(({ header, body }) => [header.serial, header.index, header.total, body.length])
    expect(headers).toEqual([
      [65534, 1, 3, 1000],
      [65535, 2, 3, 1000],
      [0, 3, 3, 1],
    ])
  })
})

describe('Assembly of one message', () => {
  test('returns a frame that is no piece', () => {
    const [single] = piecesOf(bodyOf(10))
    if (single === undefined) throw new Error('no frame')
    expect(new Assembly().add(single.header, single.body, t0)).toEqual(single)
  })

  test('assembles pieces in any order, and once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1001, max: 9000 }), fc.nat(0xffff), fc.infiniteStream(fc.nat()), (length, serial, order) => {
        const body = bodyOf(length)
        const pieces = piecesOf(body, serial)
        const shuffled = pieces
          .map((piece) => ({ piece, rank: order.next().value ?? 0 }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ piece }) => piece)
        const assembly = new Assembly()
        const header = { ...sender, serial, terminalNo: '00000000013800138000', protocolVersion: 1, encryption: 0 }
        expect(addAll(assembly, [...shuffled, ...shuffled])).toEqual([{ header, body }])
        expect(assembly.heldBytes).toBe(0)
      }),
    )
  })

  test('requests exactly the missing pieces, and completes when they arrive', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.infiniteStream(fc.boolean()), (total, lost) => {
        const pieces = piecesOf(bodyOf(total * 1000 - 1))
        const missing = pieces.map(({ header }) => header.index ?? 0).filter(() => lost.next().value)
        fc.pre(missing.length > 0 && missing.length < total)
        const assembly = new Assembly()
        addAll(assembly, without(pieces, missing))
        const { ask, dropped } = assembly.due(t0 + 5000)
        expect(ask).toMatchObject([{ firstSerial: 65534, indexes: missing, header: { messageId: MessageId.media } }])
        expect(dropped).toEqual([])
        const resent = pieces.filter(({ header }) => missing.includes(header.index ?? 0))
        expect(addAll(assembly, resent, t0 + 6000).map(({ body }) => body)).toEqual([bodyOf(total * 1000 - 1)])
        expect(assembly.due(t0 + 60_000)).toEqual({ ask: [], dropped: [] })
      }),
    )
  })

  test('requests pieces at once when the last piece has arrived, otherwise after 5 s without a piece, and again after 5 s', () => {
    const pieces = piecesOf(bodyOf(4000))
    const assembly = new Assembly()
    addAll(assembly, without(pieces, [2, 4]))
    expect(assembly.due(t0 + 4999).ask).toEqual([])
    expect(assembly.due(t0 + 5000).ask).toMatchObject([{ indexes: [2, 4] }])
    expect(assembly.due(t0 + 5001).ask).toEqual([])
    expect(assembly.due(t0 + 10_000).ask).toMatchObject([{ indexes: [2, 4] }])
    const withLastPiece = new Assembly()
    addAll(withLastPiece, without(pieces, [2]))
    expect(withLastPiece.due(t0).ask).toMatchObject([{ indexes: [2] }])
    expect(withLastPiece.due(t0 + 1).ask).toEqual([])
  })

  test('drops a set 30 s after its last piece', () => {
    const assembly = new Assembly()
    addAll(assembly, without(piecesOf(bodyOf(3000)), [2]))
    expect(assembly.due(t0 + 29_999).dropped).toEqual([])
    expect(assembly.due(t0 + 30_000)).toMatchObject({ ask: [], dropped: [{ firstSerial: 65534, received: 2, total: 3 }] })
    expect(assembly.heldBytes).toBe(0)
    expect(addAll(assembly, piecesOf(bodyOf(3000)).slice(1, 2), t0 + 30_001)).toEqual([])
  })
})

describe('Assembly of several messages', () => {
  test('keeps sets of two messages and of two terminals apart', () => {
    const assembly = new Assembly()
    const media = piecesOf(bodyOf(1500))
    const data = piecesOf(bodyOf(1700), sender.serial, MessageId.upstreamData)
    const otherTerminal = piecesOf(bodyOf(1900)).map(({ header, body }) => ({
      header: { ...header, terminalNo: '13900139000' },
      body,
    }))
    const mixed = [0, 1].flatMap((i) => [media, data, otherTerminal].flatMap((pieces) => pieces[i] ?? []))
    expect(addAll(assembly, mixed).map(({ body }) => body.length)).toEqual([1500, 1700, 1900])
  })

  test('accepts a new message with the serials of a finished one', () => {
    const assembly = new Assembly()
    const first = bodyOf(2500)
    const second = Buffer.from(first.map((byte) => byte ^ 0x55))
    expect(addAll(assembly, [...piecesOf(first), ...piecesOf(second)]).map(({ body }) => body)).toEqual([first, second])
  })

  test('accepts it also when it shares pieces with the finished one, once they are sent again', () => {
    const assembly = new Assembly()
    const first = bodyOf(2500)
    const second = Buffer.from(first)
    second.fill(0x55, 1000)
    const pieces = piecesOf(second)
    expect(addAll(assembly, [...piecesOf(first), ...pieces]).map(({ body }) => body)).toEqual([first])
    expect(assembly.due(t0).ask).toMatchObject([{ indexes: [1] }])
    expect(addAll(assembly, pieces.slice(0, 1)).map(({ body }) => body)).toEqual([second])
  })

  test('does not mix a timed-out set with a new one, even before it is dropped', () => {
    const assembly = new Assembly()
    addAll(assembly, piecesOf(bodyOf(2000)).slice(0, 1))
    const later = piecesOf(Buffer.alloc(2000, 1))
    expect(addAll(assembly, later.slice(1), t0 + 30_000)).toEqual([])
    expect(addAll(assembly, later.slice(0, 1), t0 + 30_000).map(({ body }) => body)).toEqual([Buffer.alloc(2000, 1)])
    expect(assembly.due(t0 + 30_000).dropped).toMatchObject([{ received: 1, total: 2 }])
  })

  test('never holds more than its limits', () => {
    const assembly = new Assembly({ maxSets: 3, maxBytes: 5000 })
    for (let serial = 0; serial < 500; serial += 10) {
      addAll(assembly, piecesOf(bodyOf(3000), serial).slice(0, 2))
      expect(assembly.heldBytes).toBeLessThanOrEqual(5000)
    }
    expect(addAll(assembly, piecesOf(bodyOf(9000)))).toEqual([])
    expect(assembly.heldBytes).toBeLessThanOrEqual(5000)
    expect(assembly.due(t0).dropped.length).toBeGreaterThan(0)
  })

  test.each([
    [0, 3],
    [4, 3],
    [1, 0],
  ])('refuses piece %i of %i', (index, total) => {
    const header = { ...sender, protocolVersion: 1, encryption: 0, total, index }
    expect(() => new Assembly().add(header, Buffer.alloc(1), t0)).toThrow('sub-package')
  })
})

describe('SentPieces', () => {
  const frames = encodeFrames(sender, bodyOf(3500))

  test('finds the pieces that 0x8003 or 0x0005 requests, as far as it has them', () => {
    const sent = new SentPieces()
    sent.keep(sender.serial, frames, t0)
    const message = { id: MessageId.platformResend, firstSerial: sender.serial, indexes: [2, 4, 9] }
    const header = { messageId: message.id, version2019: true, encryption: 0 }
    const request = decodeMessage(header, encodeMessage(message, '2019'))
    if (request.id !== MessageId.platformResend) throw new Error('not a request')
    expect(sent.find(request, t0 + 1000)).toEqual([frames[1], frames[3]])
    expect(sent.find({ firstSerial: 7, indexes: [1] }, t0)).toEqual([])
    expect(sent.find(request, t0 + 30_000)).toEqual([])
  })

  test('never holds more than its limit', () => {
    const sent = new SentPieces({ maxBytes: 10_000 })
    for (let serial = 0; serial < 40; serial += 4) {
      sent.keep(serial, frames, t0)
      expect(sent.heldBytes).toBeLessThanOrEqual(10_000)
    }
    expect(sent.find({ firstSerial: 36, indexes: [1] }, t0)).toHaveLength(1)
    expect(sent.find({ firstSerial: 0, indexes: [1] }, t0)).toEqual([])
  })
})
