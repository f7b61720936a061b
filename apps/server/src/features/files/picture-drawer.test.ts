import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Refused } from '../../http/refuse.ts'
import { diskStore } from './file-store.ts'
import { createVariants } from './file-variants.ts'
import { createPictureDrawer } from './picture-drawer.ts'

const root = mkdtempSync(join(tmpdir(), 'huanwei-pictures-'))
const logged: unknown[] = []
const note = (...line: unknown[]) => void logged.push(line)
const { draw, processes, close } = createPictureDrawer({ debug: note, info: note, warn: note, error: note })
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#5a5' } })
let photo: Buffer

beforeAll(async () => {
  photo = await blank(400, 300).jpeg().toBuffer()
})
afterAll(async () => {
  await close()
  rmSync(root, { recursive: true })
})

test('a picture is drawn in another process, which knows nothing of this one', async () => {
  const drawn = await draw('shrink', photo)
  expect(await sharp(typeof drawn === 'string' ? Buffer.of() : drawn).metadata()).toMatchObject({ format: 'webp', width: 320 })
})

test('few bytes that would fill the memory are no picture; those that are decoded in strips are', async () => {
  const [wide, high] = [6000, 5000]
  const drawn = async (picture: Sharp) => draw('redraw', await picture.toBuffer())
  expect(await drawn(blank(wide, high).png({ progressive: true }))).toBe('tooManyPixels')
  expect(await drawn(blank(wide, high).jpeg({ progressive: true }))).toBe('tooManyPixels')
  expect(await drawn(blank(wide, high).webp({ lossless: true, effort: 0 }))).toBe('tooManyPixels')
  expect(await drawn(blank(wide, high).png())).toBeInstanceOf(Buffer)
  expect(await draw('redraw', Buffer.from('no picture'))).toBe('noPicture')
  expect(logged).toEqual([])
})

test('a process that dies over a picture is no fault of the picture: the sender may try again', async () => {
  await draw('shrink', photo)
  const drawing = draw('redraw', await blank(6000, 5000).png().toBuffer())
  for (const id of processes()) process.kill(id, 'SIGKILL')
  await expect(drawing).rejects.toMatchObject({ status: 503, word: 'files:drawerFailed' })
  expect(logged.splice(0)).toHaveLength(1)
  expect(await draw('shrink', photo)).toBeInstanceOf(Buffer)

  // With nothing to do, its end is noted and no more.
  for (const id of processes()) process.kill(id, 'SIGKILL')
  await expect.poll(() => logged.length).toBe(1)
  expect(await draw('shrink', photo)).toBeInstanceOf(Buffer)
  logged.length = 0
})

test('a flood waits in line, and is refused where the line ends', async () => {
  const drawn = await Promise.allSettled(Array.from({ length: 40 }, () => draw('shrink', photo)))
  const refused = drawn.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(40)
  for (const error of refused) expect([error instanceof Refused, error.status]).toEqual([true, 503])
  expect(await draw('shrink', photo)).toBeDefined()
})

test('a variant that many ask for at once is drawn once, and a failure is tried again', async () => {
  const store = await diskStore(root)
  const fileName = `${'a'.repeat(32)}.jpg`
  const received = await store.receive(Readable.from([photo]))
  await received.keep(fileName)
  const drawing = vi.fn(draw).mockRejectedValueOnce(new Refused(503, 'files:busy'))
  const variantOf = createVariants(store, drawing)
  const picture = { fileName, type: 'jpg', fileSize: photo.length }
  await expect(variantOf(picture, 'small')).rejects.toThrow('files:busy')
  const variants = await Promise.all([1, 2, 3, 4].map(() => variantOf(picture, 'small')))
  expect(new Set(variants.map(({ stored }) => stored))).toEqual(new Set([`${'a'.repeat(32)}-small.webp`]))
  expect(drawing).toHaveBeenCalledTimes(2)
})
