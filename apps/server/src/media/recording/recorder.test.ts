import { mkdtemp, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loopOf } from '@huanwei/fleet/cameras/picture-loop'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fragmentOf, readGrown, wholeOf } from '../mp4/growing.ts'
import { growingHead } from '../mp4/movie.ts'
import { PictureTags } from '../picture-tags.ts'
import { hashOf, readMovie, recordLoop } from './frames.test-kit.ts'

const folder = await mkdtemp(join(tmpdir(), 'recorder-'))
let files = 0
const freshPath = () => join(folder, `${++files}.mp4`)

async function wholeBytes(path: string) {
  const grown = await readGrown(path)
  if (!grown) throw new Error('no pictures')
  const { bytes, facts } = wholeOf(path, grown)
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return { bytes: Buffer.concat(parts), facts: facts() }
}

test('a recording holds every picture that was sent, once, in order and at its time, both growing and whole', async () => {
  const path = freshPath()
  const { recorder, sent } = recordLoop(path, 100)
  await recorder.stop()
  const { bytes, facts } = await wholeBytes(path)
  for (const file of [await readFile(path), bytes]) {
    const { frames, width, height, codec } = await readMovie(file)
    expect(frames.map(({ hash }) => hash)).toEqual(sent)
    expect(frames.map(({ time }) => time)).toEqual(sent.map((_, i) => i * 83))
    expect(frames.filter(({ isKey }) => isKey).length).toBeGreaterThan(5)
    expect({ width, height, codec }).toEqual({ width: 352, height: 288, codec: 'avc' })
  }
  expect(facts).toEqual({ size: bytes.length, sha256: hashOf(bytes), duration: 99 * 83 + 80, frames: 100 })
})

test('time without pictures counts', async () => {
  const path = freshPath()
  const { recorder } = recordLoop(path, 40, 20)
  await recorder.stop()
  const { frames } = await readMovie((await wholeBytes(path)).bytes)
  expect(frames[20]!.time - frames[19]!.time).toBe(30_000)
  expect(frames[39]!.time).toBe(38 * 83 + 30_000)
})

test('a recorder stops where the camera sends other pictures, and where it cannot write', async () => {
  const path = freshPath()
  const { recorder, ends } = recordLoop(path, 24)
  const tags = new PictureTags()
  const tag = tags.take({ codec: Codec.h264, kind: PacketKind.intra, timestamp: 0, data: loopOf(0)[0]!.data, isAfterLoss: false })
  if (typeof tag !== 'object' || !tags.description) throw new Error('no picture')
  recorder.show(tag, tags.description)
  expect(ends).toEqual(['changed'])
  await recorder.stop()
  expect((await wholeBytes(path)).facts.frames).toBe(24)

  const nowhere = recordLoop(join(folder, 'none', 'x.mp4'), 24)
  await expect.poll(() => nowhere.ends).toEqual(['unwritable'])
})

test('wherever a growing file is cut off, its whole pieces remain, and nothing else', async () => {
  const path = freshPath()
  const { recorder, sent } = recordLoop(path, 60)
  await recorder.stop()
  const { size } = await stat(path)
  const whole = await readFile(path)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: size }), async (cut) => {
      const part = freshPath()
      await writeFile(part, whole)
      await truncate(part, cut)
      const grown = await readGrown(part)
      if (!grown) {
        expect(cut).toBeLessThan(whole.length / 5)
        return
      }
      const { frames } = await readMovie((await wholeBytes(part)).bytes)
      expect(frames.map(({ hash }) => hash)).toEqual(sent.slice(0, frames.length))
      const bytes = grown.samples.reduce((sum, sample) => sum + sample.size, 0)
      expect(bytes).toBeLessThanOrEqual(cut)
    }),
    { numRuns: 60 },
  )
})

test('pictures of any size and duration are read back as they were written', async () => {
  const description = Buffer.from('0142001effe1000467420020010001680102'.slice(0, 36), 'hex')
  const picture = fc.record({
    data: fc.uint8Array({ minLength: 1, maxLength: 300 }),
    duration: fc.integer({ min: 1, max: 90_000 }),
    isKey: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(picture, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
      async (pieces) => {
        const path = freshPath()
        const made = pieces.map((piece, i) =>
          fragmentOf(
            i + 1,
            i,
            piece.map((one) => ({ ...one, data: Buffer.from(one.data) })),
          ),
        )
        await writeFile(path, Buffer.concat([growingHead({ start: 0, description, isHevc: false }), ...made]))
        const grown = await readGrown(path)
        const all = pieces.flat()
        expect(grown?.samples).toEqual(all.map(({ data, duration, isKey }) => ({ size: data.length, duration, isKey })))
        const { bytes } = await wholeBytes(path)
        expect(bytes.subarray(-all.reduce((sum, { data }) => sum + data.length, 0))).toEqual(
          Buffer.concat(all.map(({ data }) => data)),
        )
      },
    ),
    { numRuns: 40 },
  )
})
