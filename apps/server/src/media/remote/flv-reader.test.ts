import { loopOf } from '@huanwei/fleet/cameras/picture-loop'
import { flvHeader, flvTags } from '@huanwei/fleet/video-server/flv'
import { typeOf, unitsOf } from '@huanwei/terminal/pictures/h264'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FlvReader } from './flv-reader.ts'

const loop = loopOf(1).slice(0, 30)
const stream = Buffer.concat([flvHeader, ...loop.map((frame, i) => flvTags(frame, i * 80))])
/** Remarks of the encoder are not sent. */
const typesOf = (data: Buffer) =>
  unitsOf(data)
    .map(typeOf)
    .filter((type) => type !== 6)

test('however a stream is split, its frames are those that were sent', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 60 }), (sizes) => {
      const reader = new FlvReader()
      let at = 0
      const pieces = sizes.map((size) => {
        at += size
        return stream.subarray(at - size, at)
      })
      const frames = [...pieces, stream.subarray(at)].flatMap((piece) => [...reader.push(piece)])
      expect(frames.map(({ timestamp }) => timestamp)).toEqual(loop.map((_, i) => i * 80))
      expect(frames.map(({ data }) => typesOf(data))).toEqual(loop.map(({ data }) => typesOf(data)))
    }),
    { numRuns: 30 },
  )
})

test('AAC comes as frames with heads of their own, once its description is known', () => {
  const tag = (bytes: number[]) => {
    const head = Buffer.from([8, 0, 0, bytes.length, 0, 0, 40, 0, 0, 0, 0])
    return Buffer.concat([head, Buffer.from(bytes), Buffer.alloc(4)])
  }
  const [before, description, raw] = [tag([0xaf, 1, 9]), tag([0xaf, 0, 0x15, 0x88]), tag([0xaf, 1, 7, 8])]
  const frames = [...new FlvReader().push(Buffer.concat([flvHeader, before, description, raw]))]
  // AAC-LC, 8 kHz, one channel, nine bytes. Source: ISO/IEC 14496-3, 1.A.2.2.
  expect(frames).toMatchObject([{ codec: 19, timestamp: 40, data: Buffer.from('fff16c40013ffc0708', 'hex') }])
})

test('bytes that are no FLV are refused, before and after its beginning, and never read as frames', () => {
  expect(() => [...new FlvReader().push(Buffer.alloc(64, 7))]).toThrow()
  const frames: unknown[] = []
  expect(() => {
    for (const frame of new FlvReader().push(Buffer.concat([stream, Buffer.alloc(64, 7)]))) frames.push(frame)
  }).toThrow()
  expect(frames).toHaveLength(loop.length)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        for (const _ of new FlvReader().push(Buffer.concat([flvHeader, bytes])));
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }),
  )
})
