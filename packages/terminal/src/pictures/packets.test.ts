import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameAssembly, packetsOf } from './frames.ts'
import { unitsOf } from './h264.ts'
import { Codec, encodePacket, hasIntervals, hasTime, longestBody, type Packet, PacketKind, Part } from './packet.ts'
import { PacketReader } from './packet-reader.ts'

const samples: [hex: string, bodyLength: number, expected: Partial<Packet>][] = [
  [
    '3031636481620000012345678999010100 00016CD3A9B9F20000000003B6',
    950,
    { codec: Codec.h264, sequence: 0, sim: '012345678999', channel: 1, part: Part.first, timestamp: 1_566_919_211_506 },
  ],
  [
    '303163648106012C0000000010030130000001969EA96B510320',
    800,
    { codec: Codec.g711a, sequence: 300, channel: 1, kind: PacketKind.sound, part: Part.whole, timestamp: 1_746_418_625_361 },
  ],
  ['3031636481E2000029569565961702400001', 1, { isMarked: true, kind: PacketKind.transparent, channel: 2 }],
]

const kinds = Object.values(PacketKind)
const packet = fc
  .record({
    codec: fc.constantFrom(...Object.values(Codec)),
    isMarked: fc.boolean(),
    sequence: fc.nat(0xffff),
    sim: fc.constantFrom('013900000001', '100233445566'),
    channel: fc.integer({ min: 1, max: 37 }),
    kind: fc.constantFrom(...kinds),
    part: fc.constantFrom(...Object.values(Part)),
    timestamp: fc.nat(),
    sinceKey: fc.nat(0xffff),
    sinceLast: fc.nat(0xffff),
    body: fc.uint8Array({ maxLength: longestBody }).map((bytes) => Buffer.from(bytes)),
  })
  .map((one) => ({
    ...one,
    ...(!hasTime(one.kind) && { timestamp: 0 }),
    ...(!hasIntervals(one.kind) && { sinceKey: 0, sinceLast: 0 }),
  }))

/** What a reader makes of `bytes` that come in pieces of these sizes, taken in turn. */
function readIn(pieces: number[], bytes: Buffer) {
  const reader = new PacketReader()
  const read: Packet[] = []
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = pieces[i % pieces.length] ?? 1
    read.push(...reader.push(bytes.subarray(at, at + size)))
    at += size
  }
  return read
}
const sizes = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 5 })
/** Ends the wait of a packet whose SIM number could have either length. */
const after = encodePacket({
  codec: Codec.h264,
  isMarked: true,
  sequence: 0,
  sim: '013900000001',
  channel: 1,
  kind: PacketKind.sound,
  part: Part.whole,
  timestamp: 1,
  sinceKey: 0,
  sinceLast: 0,
  body: Buffer.alloc(40),
})

test('the verified samples of the specification are read and written', () => {
  for (const [hex, bodyLength, expected] of samples) {
    const bytes = Buffer.concat([Buffer.from(hex.replaceAll(' ', ''), 'hex'), Buffer.alloc(bodyLength, 7)])
    const [read] = new PacketReader().push(Buffer.concat([bytes, after]))
    expect(read).toMatchObject(expected)
    expect(read && encodePacket(read)).toEqual(bytes)
  }
})

test('packets are found however the bytes are cut, with garbage between them', () => {
  const garbage = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x30)))
  fc.assert(
    fc.property(fc.array(fc.tuple(garbage, packet), { minLength: 1, maxLength: 6 }), sizes, (list, pieces) => {
      // One without garbage comes first, as the first says how long the numbers are.
      const bytes = [after, after, ...list.flatMap(([noise, one]) => [noise, encodePacket(one)]), after]
      expect(readIn(pieces, Buffer.concat(bytes)).slice(2, -1)).toEqual(list.map(([, one]) => one))
    }),
  )
})

test('numbers of 20 digits are read as such', () => {
  fc.assert(
    fc.property(fc.array(packet, { minLength: 1, maxLength: 5 }), sizes, (list, pieces) => {
      const long = list.map((one) => ({ ...one, sim: '00000000013912345678' }))
      expect(readIn(pieces, Buffer.concat(long.map(encodePacket))).slice(0, long.length - 1)).toEqual(long.slice(0, -1))
    }),
  )
})

test('any bytes at all do no harm, and are not kept', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 5000 })), (chunks) => {
      const reader = new PacketReader()
      for (const chunk of chunks) for (const one of reader.push(Buffer.from(chunk))) expect(one.body.length).toBeLessThan(2049)
    }),
  )
})

const frameHead = { codec: Codec.h264, sim: '013900000001', channel: 1, sinceKey: 0, sinceLast: 0 }
const frames = fc.array(fc.uint8Array({ minLength: 1, maxLength: 4000 }), { minLength: 1, maxLength: 8 })

/** Packets of these frames, numbered from shortly before the wrap. */
function packetsOfAll(datas: Uint8Array[]) {
  let sequence = 0xfffd
  return datas.flatMap((data, i) => {
    const kind = i === 0 ? PacketKind.intra : PacketKind.predicted
    const packets = packetsOf({ ...frameHead, kind, sequence, timestamp: i * 80, data: Buffer.from(data) })
    sequence = (sequence + packets.length) & 0xffff
    return packets.map((one) => ({ ...one, frame: i }))
  })
}

test('frames are put together from their packets', () => {
  fc.assert(
    fc.property(frames, (datas) => {
      const assembly = new FrameAssembly()
      const read = packetsOfAll(datas).flatMap((one) => assembly.add(one) ?? [])
      expect(read.map(({ data }) => data.toString('hex'))).toEqual(datas.map((data) => Buffer.from(data).toString('hex')))
      expect(read.some(({ isAfterLoss }) => isAfterLoss)).toBe(false)
    }),
  )
})

test('a lost packet costs its frame alone, and the next one says so', () => {
  fc.assert(
    fc.property(frames, fc.nat(), (datas, which) => {
      const assembly = new FrameAssembly()
      const packets = packetsOfAll(datas)
      const lost = packets[which % packets.length]
      const read = packets.filter((one) => one !== lost).flatMap((one) => assembly.add(one) ?? [])
      expect(read.map(({ timestamp }) => timestamp / 80)).toEqual([...datas.keys()].filter((i) => i !== lost?.frame))
      // Nothing came before the first one.
      if (lost !== packets[0])
        expect(read.filter(({ isAfterLoss }) => isAfterLoss).length).toBe(lost?.frame === datas.length - 1 ? 0 : 1)
    }),
  )
})

/** Packets with empty ones between them, before the packets at these places; a frame holds those that stand within it. */
function withEmpty(packets: readonly Packet[], places: readonly number[]): Packet[] {
  let sequence = packets[0]?.sequence ?? 0
  return packets.flatMap((packet, i) => {
    const isWithin = packet.part === Part.middle || packet.part === Part.last
    const empty = isWithin && places.includes(i) ? [{ ...packet, part: Part.middle, isMarked: false, body: Buffer.alloc(0) }] : []
    return [...empty, packet].map((one) => ({ ...one, sequence: sequence++ & 0xffff }))
  })
}

test('packets without a body change no frame and are no loss; a frame of them alone is none', () => {
  fc.assert(
    fc.property(frames, fc.array(fc.nat(40)), (datas, places) => {
      const assembly = new FrameAssembly()
      const read = withEmpty(packetsOfAll(datas), places).flatMap((one) => assembly.add(one) ?? [])
      expect(read.map(({ data }) => data.toString('hex'))).toEqual(datas.map((data) => Buffer.from(data).toString('hex')))
      expect(read.some(({ isAfterLoss }) => isAfterLoss)).toBe(false)
    }),
  )
  const assembly = new FrameAssembly()
  const empty = { ...frameHead, timestamp: 1, isMarked: true, body: Buffer.alloc(0) }
  const add = (sequence: number, kind: number, part: number) => assembly.add({ ...empty, sequence, kind, part })
  expect([add(0, PacketKind.intra, Part.whole), add(1, PacketKind.sound, Part.whole)]).toEqual([undefined, undefined])
  add(2, PacketKind.intra, Part.first)
  expect([add(3, PacketKind.intra, Part.middle), add(4, PacketKind.intra, Part.last)]).toEqual([undefined, undefined])
})

test('a frame that never ends is dropped, however small its pieces are, and the next one says so', () => {
  const assembly = new FrameAssembly()
  const head = { ...frameHead, kind: PacketKind.intra, timestamp: 1, isMarked: false }
  const add = (sequence: number, part: number, length: number) =>
    assembly.add({ ...head, sequence: sequence & 0xffff, part, body: Buffer.alloc(length, 1) })
  add(0, Part.first, 1)
  for (let i = 1; i < 20_000; i++) add(i, Part.middle, 1)
  expect(add(20_000, Part.last, 1)).toBeUndefined()
  expect(add(20_001, Part.whole, 9)).toMatchObject({ isAfterLoss: true, data: Buffer.alloc(9, 1) })
  add(20_002, Part.first, 1)
  for (let i = 3; i < 20_000; i++) add(20_000 + i, Part.middle, 0)
  expect(add(40_000, Part.last, 1)).toMatchObject({ isAfterLoss: false, data: Buffer.of(1, 1) })
})

test('units stand between start codes of either length', () => {
  const bytes = Buffer.from('00000001674200000001680500000165b800000000000141', 'hex')
  expect(unitsOf(bytes).map((unit) => unit.toString('hex'))).toEqual(['6742', '6805', '65b8', '41'])
  expect(unitsOf(Buffer.from('65b800', 'hex'))).toEqual([])
})
