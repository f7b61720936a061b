import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RawFrame } from './frame.ts'
import { encodeFrame, escapeContent, FrameReader, unescapeContent } from './frame.ts'
import type { HeaderToSend } from './header.ts'
import { headerTo, terminalKey } from './header.ts'

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array))
/** Bytes with many 7E and 7D, which are the critical ones. */
const nastyBytes = fc
  .array(fc.oneof(fc.constantFrom(0x7e, 0x7d, 1, 2), fc.nat(255)), { maxLength: 120 })
  .map((list) => Buffer.from(list))
const digits = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
const u16 = fc.nat(0xffff)

const header2013 = fc.record({
  messageId: u16,
  version2019: fc.constant(false),
  protocolVersion: fc.constant(0),
  terminalNo: digits(12),
  serial: u16,
  encryption: fc.nat(7),
})
const header2019 = fc.record({
  messageId: u16,
  version2019: fc.constant(true),
  protocolVersion: fc.nat(255),
  terminalNo: digits(20),
  serial: u16,
  encryption: fc.nat(7),
})
const pieces = fc.oneof(fc.constant({}), fc.record({ total: u16, index: u16 }))
const header = fc.tuple(fc.oneof(header2013, header2019), pieces).map(([base, piece]) => ({ ...base, ...piece }))
const body = fc.oneof(nastyBytes, bytes(1023))
const frame = fc.tuple(header, nastyBytes).map(([head, content]) => encodeFrame(head, content))

/** Feeds a stream that is cut at these offsets. */
function feed(reader: FrameReader, stream: Buffer, cuts: number[]): RawFrame[] {
  const offsets = [0, ...cuts.map((cut) => cut % (stream.length + 1)).sort((a, b) => a - b), stream.length]
  return offsets.slice(1).flatMap((end, i) => reader.push(Buffer.from(stream.subarray(offsets[i], end))))
}

const heartbeat: HeaderToSend = { messageId: 2, version2019: false, terminalNo: '13800138000', serial: 7 }
const good = encodeFrame(heartbeat, Buffer.alloc(0))

/** A frame with this content between its delimiters. */
const between = (content: Buffer) => Buffer.concat([Buffer.of(0x7e), content, Buffer.of(0x7e)])

function withXor(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.of(content.reduce((xor, byte) => xor ^ byte, 0))])
}

describe('escape', () => {
  test('the example of the standard', () => {
    expect(between(escapeContent(Buffer.from('307e087d55', 'hex'))).toString('hex')).toBe('7e307d02087d01557e')
  })

  test('can be reversed, and leaves no delimiter', () => {
    fc.assert(
      fc.property(nastyBytes, (content) => {
        const escaped = escapeContent(content)
        expect(escaped.includes(0x7e)).toBe(false)
        expect(unescapeContent(escaped)).toEqual({ content, intact: true })
      }),
    )
  })
})

describe('terminalKey', () => {
  test('is the same for both forms of a number, and never empty', () => {
    expect(terminalKey({ terminalNo: '013800138000' })).toBe('13800138000')
    expect(terminalKey({ terminalNo: '00000000013800138000' })).toBe('13800138000')
    expect(terminalKey({ terminalNo: '000000000000' })).toBe('0')
  })
})

describe('encodeFrame', () => {
  test('is read back, header and body', () => {
    fc.assert(
      fc.property(header, body, (head, content) => {
        expect(new FrameReader().push(encodeFrame(head, content))).toEqual([{ ok: true, header: head, body: content }])
      }),
    )
  })

  test('answers a 2019 terminal in its own form', () => {
    const [request] = new FrameReader().push(
      encodeFrame({ ...heartbeat, version2019: true, protocolVersion: 3, total: 2, index: 1 }, Buffer.alloc(0)),
    )
    if (request === undefined || !request.ok) throw new Error('not a frame')
    const [answer] = new FrameReader().push(encodeFrame(headerTo(request.header, 0x8001, 9), Buffer.alloc(5)))
    const expected = { messageId: 0x8001, version2019: true, protocolVersion: 3, serial: 9, encryption: 0 }
    expect(answer).toEqual({ ok: true, header: { ...expected, terminalNo: '00000000013800138000' }, body: Buffer.alloc(5) })
  })

  test.each([
    ['a body of 1024 bytes', heartbeat, Buffer.alloc(1024)],
    ['a number of 13 digits before 2019', { ...heartbeat, terminalNo: '1234567890123' }, Buffer.alloc(0)],
    ['a number of other signs', { ...heartbeat, terminalNo: '12gh' }, Buffer.alloc(0)],
    ['a serial above 65535', { ...heartbeat, serial: 65536 }, Buffer.alloc(0)],
  ])('refuses %s', (_, head, content) => {
    expect(() => encodeFrame(head, content)).toThrow(RangeError)
  })
})

describe('FrameReader', () => {
  const stream = fc
    .array(fc.oneof(frame, nastyBytes, fc.constant(Buffer.of(0x7e, 0x7e))), { maxLength: 8 })
    .map((list) => Buffer.concat(list))
  const cuts = fc.array(fc.nat(4000), { maxLength: 20 })

  test('gives the same frames however the stream is split', () => {
    fc.assert(
      fc.property(stream, cuts, fc.constantFrom(40, 64 * 1024), (content, cutOffsets, maxBytes) => {
        const whole = new FrameReader({ maxBytes }).push(content)
        expect(feed(new FrameReader({ maxBytes }), content, cutOffsets)).toEqual(whole)
        const reader = new FrameReader({ maxBytes })
        expect([...content].flatMap((byte) => reader.push(Uint8Array.of(byte)))).toEqual(whole)
      }),
    )
  })

  test('finds a valid frame after any garbage, and holds no more than its limit', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(nastyBytes, bytes(600)), { maxLength: 20 }), frame, (garbage, valid) => {
        const reader = new FrameReader({ maxBytes: 300 })
        for (const chunk of garbage) {
          reader.push(chunk)
          expect(reader.heldBytes).toBeLessThanOrEqual(300)
        }
        const last = reader.push(valid).at(-1)
        expect(last?.ok).toBe(valid.length <= 302)
      }),
    )
  })

  test('a frame outlives the chunks that follow', () => {
    const reader = new FrameReader()
    const firstFrame = encodeFrame({ ...heartbeat, messageId: 0x900 }, Buffer.from('first body'))
    const secondFrame = encodeFrame({ ...heartbeat, messageId: 0x900 }, Buffer.from('other text'))
    reader.push(firstFrame.subarray(0, 9))
    const [first] = reader.push(Buffer.concat([firstFrame.subarray(9), secondFrame.subarray(0, 9)]))
    reader.push(secondFrame.subarray(9))
    expect(first).toMatchObject({ ok: true, body: Buffer.from('first body') })
  })

  test('reads frames that share a delimiter, and drops what comes before the first', () => {
    const shared = Buffer.concat([Buffer.from('GET / HTTP/1.1'), good, good.subarray(1), Buffer.of(0x7e, 0x7e), good])
    expect(new FrameReader().push(shared).map(({ ok }) => ok)).toEqual([true, true, true])
  })

  test('reports why a frame is bad, with its header if it has one, and continues', () => {
    const content = good.subarray(1, -1)
    const wrongSum = Buffer.from(content)
    wrongSum[wrongSum.length - 1] = (wrongSum.at(-1) ?? 0) ^ 1
    const wrongLength = withXor(Buffer.from('000200030138001380000007', 'hex'))
    const cutOff = withXor(Buffer.from('000200000138001380', 'hex'))
    const endless = Buffer.alloc(5000, 0x30)
    const parts = [wrongSum, Buffer.from('307d03', 'hex'), Buffer.concat([content, Buffer.of(0x7d)]), wrongLength, cutOff]
    const frames = new FrameReader({ maxBytes: 4096 }).push(Buffer.concat([...parts, endless, content].map(between)))
    const header = { messageId: 2, terminalNo: '013800138000', serial: 7 }
    expect(frames).toHaveLength(7)
    expect(frames).toMatchObject([
      { ok: false, reason: 'checksum', header },
      { ok: false, reason: 'escape' },
      { ok: false, reason: 'escape', header },
      { ok: false, reason: 'length', header },
      { ok: false, reason: 'header' },
      { ok: false, reason: 'too-long' },
      { ok: true, header },
    ])
  })

  test('reports an endless frame once, before it ends', () => {
    const reader = new FrameReader({ maxBytes: 1000 })
    const chunk = Buffer.alloc(700, 0x41)
    const reports = [Buffer.of(0x7e), chunk, chunk, chunk, chunk].map((part) => reader.push(part))
    expect(reports).toEqual([[], [], [{ ok: false, reason: 'too-long' }], [], []])
    expect(reader.heldBytes).toBeLessThanOrEqual(1000)
    expect(reader.push(good).map(({ ok }) => ok)).toEqual([true])
  })
})
