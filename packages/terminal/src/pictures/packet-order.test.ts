import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameAssembly, packetsOf } from './frames.ts'
import { Codec, encodePacket, type Packet, PacketKind } from './packet.ts'
import { PacketOrder } from './packet-order.ts'
import { packetsIn } from './packet-reader.ts'

const [pictures, sounds] = [120, 80]

/** A stream of frames of up to three packets with sound between them, each kind from its own sequence on or all counted together. */
function streamOf(first: number, soundFirst: number | undefined): Packet[] {
  const packets: Packet[] = []
  let [sequence, ofSound] = [first, soundFirst ?? 0]
  for (let i = 0; i < pictures; i++) {
    const head = { codec: Codec.h264, sim: '013900000001', channel: 1, timestamp: i * 80, sinceKey: 0, sinceLast: 80 }
    const kind = i % 10 ? PacketKind.predicted : PacketKind.intra
    const picture = packetsOf({ ...head, kind, sequence, data: Buffer.alloc(500 + (i % 3) * 900, i) })
    packets.push(...picture)
    sequence = (sequence + picture.length) & 0xffff
    if (i >= sounds) continue
    const own = soundFirst === undefined ? sequence : ofSound
    packets.push(
      ...packetsOf({
        ...head,
        codec: Codec.g711a,
        kind: PacketKind.sound,
        sinceLast: 0,
        sequence: own,
        data: Buffer.alloc(320, i),
      }),
    )
    if (soundFirst === undefined) sequence = (sequence + 1) & 0xffff
    else ofSound = (ofSound + 1) & 0xffff
  }
  return packets
}

/** Times of the pictures that a viewer gets of packets that come a millisecond apart, and whether any followed a loss. */
function shown(packets: readonly Packet[]) {
  const [order, assembly] = [new PacketOrder(), new FrameAssembly()]
  const frames = packets.flatMap((packet, i) => order.add(packet, i)).flatMap((packet) => assembly.add(packet) ?? [])
  const seen = frames.filter(({ kind }) => kind !== PacketKind.sound)
  return { times: seen.map(({ timestamp }) => timestamp / 80), hasLoss: seen.some(({ isAfterLoss }) => isAfterLoss) }
}
const all = Array.from({ length: pictures }, (_, i) => i)

/** Each packet comes up to `most` places late, some twice. */
const scattered = (packets: readonly Packet[], lateness: number[], twice: number[]) =>
  packets
    .flatMap((packet, i) => {
      const at = i + (lateness[i % lateness.length] ?? 0)
      return twice.includes(i)
        ? [
            { packet, at },
            { packet, at: at + 3 },
          ]
        : [{ packet, at }]
    })
    .sort((a, b) => a.at - b.at)
    .map(({ packet }) => packet)

test.each([
  ['together', undefined],
  ['apart, from the same number', 65_500],
  ['apart, from far away', 20_000],
])('pictures are whole however datagrams are scattered and doubled, counted %s', (_, soundFirst) => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(6), { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat(300), { maxLength: 20 }),
      (lateness, twice) => {
        const packets = streamOf(65_500, soundFirst)
        // The order is known from the first packets on that came in theirs.
        const known = soundFirst === 20_000 ? 150 : 4
        const mixed = [...packets.slice(0, known), ...scattered(packets.slice(known), lateness, twice)]
        expect(shown(mixed)).toEqual({ times: all, hasLoss: false })
      },
    ),
    { numRuns: 60 },
  )
})

test('a lost datagram costs its frame alone and holds the others for a moment', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 200 }), (which) => {
      const packets = streamOf(0, undefined)
      const lost = packets[which]!
      const { times } = shown(packets.filter((one) => one !== lost))
      const missing = lost.kind === PacketKind.sound ? [] : [lost.timestamp / 80]
      expect(times).toEqual(all.filter((i) => !missing.includes(i)))
    }),
  )
})

test('a count that begins anew is followed, and nothing of what went before is held', () => {
  const [before, after] = [streamOf(30_000, undefined).slice(0, 20), streamOf(0, undefined).slice(0, 20)]
  const order = new PacketOrder()
  const passed = [...before, ...after].flatMap((packet, i) => order.add(packet, i))
  expect(passed).toEqual([...before, ...after])
})

test('a datagram holds whole packets of one kind of number, or nothing', () => {
  const [first, second] = streamOf(0, undefined)
  const bytes = Buffer.concat([encodePacket(first!), encodePacket(second!)])
  expect(packetsIn(bytes)).toEqual([first, second])
  const long = { ...first!, sim: '00000000013912345678' }
  expect(packetsIn(encodePacket(long))).toEqual([long])
  for (const bad of [bytes.subarray(1), bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.of(0)]), Buffer.alloc(0)])
    expect(packetsIn(bad)).toEqual([])
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), (any) => {
      expect(packetsIn(Buffer.from(any)).length).toBeLessThan(200)
    }),
  )
})
