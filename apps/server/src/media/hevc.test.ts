import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loopOf } from '@huanwei/fleet/cameras/picture-loop'
import type { Frame } from '@huanwei/terminal/pictures/frames'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from 'mediabunny'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setsIn } from './decoder-records.ts'
import { flvHeader, isHevcTag } from './flv.ts'
import { readGrown, wholeOf } from './mp4/growing.ts'
import { PictureTags } from './picture-tags.ts'
import { PictureRecorder } from './recording/recorder.ts'
import { FlvReader } from './remote/flv-reader.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hevc-'))
})
afterAll(() => rm(folder, { recursive: true }))

const startCode = Buffer.of(0, 0, 0, 1)
const bytes = (hex: string) => Buffer.from(hex, 'hex')
/** Parameter sets of pictures of 1280 × 720, and slices of a key frame and of another one. */
const video = bytes('40010c01ffff01600000030090000003000003005d999809')
const sequence = bytes('42010101600000030090000003000003005da00280802d165959a4932bc05a70800001f480003a9804')
const picture = bytes('4401c172b46240')
const [keySlice, otherSlice] = [bytes('2601af08'), bytes('0201d009')]

const frameOf = (isKey: boolean, timestamp: number, units: Buffer[]): Frame => ({
  codec: Codec.h265,
  kind: isKey ? PacketKind.intra : PacketKind.predicted,
  timestamp,
  data: Buffer.concat(units.flatMap((unit) => [startCode, unit])),
  isAfterLoss: false,
})
const key = (timestamp: number) => frameOf(true, timestamp, [video, sequence, picture, keySlice])
const other = (timestamp: number) => frameOf(false, timestamp, [otherSlice])
const avcKey = (timestamp: number): Frame => ({ ...key(timestamp), codec: Codec.h264, data: loopOf(1)[0]!.data })

function taken(tags: PictureTags, frame: Frame) {
  const tag = tags.take(frame)
  if (typeof tag !== 'object' || !tags.description) throw new Error('no picture')
  return { tag, description: tags.description }
}

test('pictures in H.265 go through with what their decoder needs, from the first key frame on', () => {
  const tags = new PictureTags()
  expect(tags.take(other(0))).toBeUndefined()
  // Without one of the three sets nothing can be shown.
  expect(tags.take(frameOf(true, 80, [sequence, picture, keySlice]))).toBeUndefined()
  const { tag, description } = taken(tags, key(160))
  expect([isHevcTag(description), tag.isKey, tag.bytes[11], tag.bytes[12]]).toEqual([true, true, 0x1c, 1])
  expect(setsIn(Codec.h265, description.subarray(16, -4))).toEqual([video, sequence, picture])
  expect(taken(tags, other(240)).tag.bytes[11]).toBe(0x2c)
  // No codec of the standard at all.
  expect(tags.take({ ...key(320), codec: 100 })).toBe('unplayable')
})

test('a camera that changes its codec is described anew', () => {
  const tags = new PictureTags()
  expect(isHevcTag(taken(tags, avcKey(0)).description)).toBe(false)
  expect(isHevcTag(taken(tags, key(80)).description)).toBe(true)
  expect(isHevcTag(taken(tags, avcKey(160)).description)).toBe(false)
})

test('after a change of the codec nothing goes out under the old description', () => {
  const tags = new PictureTags()
  taken(tags, avcKey(0))
  expect(tags.take(other(80))).toBeUndefined()
  taken(tags, key(160))
  taken(tags, other(240))
})

test.each([4097, 70_000])('a parameter set of %i bytes is no parameter set', (length) => {
  const set = (type: number) => Buffer.concat([Buffer.of(type), Buffer.alloc(length - 1, 1)])
  const [sequenceSet, pictureSet, slice] = [bytes('6742001e01'), bytes('680102'), bytes('65090909')]
  for (const sets of [
    [set(0x67), pictureSet],
    [sequenceSet, set(0x68)],
  ]) {
    const tags = new PictureTags()
    expect(tags.take({ ...frameOf(true, 0, [...sets, slice]), codec: Codec.h264 })).toBeUndefined()
    taken(tags, avcKey(80))
  }
})

test('what goes out as FLV is read back as it came', () => {
  const tags = new PictureTags()
  const frames = [key(0), other(80), key(160), other(240)]
  const sent = frames.map((frame) => taken(tags, frame))
  const stream = Buffer.concat([
    flvHeader,
    ...sent.flatMap(({ tag, description }) => (tag.isKey ? [description, tag.bytes] : [tag.bytes])),
  ])
  const read = [...new FlvReader().push(stream)]
  expect(read.map(({ codec, data }) => [codec, data.toString('hex')])).toEqual(
    frames.map(({ codec, data }) => [codec, data.toString('hex')]),
  )
})

test('it is recorded, and a file that another program reads says so; a change of the codec ends the recording', async () => {
  const path = join(folder, 'a.mp4')
  const ends: string[] = []
  const recorder = new PictureRecorder({ path, ended: (reason) => ends.push(reason) })
  const tags = new PictureTags()
  for (let i = 0; i < 20; i++) {
    const { tag, description } = taken(tags, i % 10 ? other(i * 80) : key(i * 80))
    recorder.show(tag, description)
  }
  const { tag, description } = taken(tags, avcKey(1600))
  recorder.show(tag, description)
  expect(ends).toEqual(['changed'])
  await recorder.stop()
  const grown = await readGrown(path)
  const parts: Buffer[] = []
  for await (const part of wholeOf(path, grown!).bytes) parts.push(part)
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(new Blob([new Uint8Array(Buffer.concat(parts))])) })
  const track = await input.getPrimaryVideoTrack()
  expect([track?.codec, track?.displayWidth, track?.displayHeight]).toEqual(['hevc', 1280, 720])
  const kinds: string[] = []
  for await (const packet of new EncodedPacketSink(track!).packets()) kinds.push(packet.type)
  expect(kinds).toEqual(Array.from({ length: 20 }, (_, i) => (i % 10 ? 'delta' : 'key')))
})
