import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawCaptcha } from './captcha-picture.ts'

test('however many pictures are asked for, few are drawn at a time', async () => {
  let most = 0
  const look = () => {
    const { queue, process } = sharp.counters()
    most = Math.max(most, queue + process)
  }
  let isDone = false
  const all = Promise.all(Array.from({ length: 20 }, () => drawCaptcha())).finally(() => {
    isDone = true
  })
  while (!isDone) {
    look()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(new Set((await all).map(({ jpeg }) => jpeg.toString('base64'))).size).toBe(20)
  expect(most).toBeGreaterThan(0)
  // For a moment the library counts one that has ended and the next that begins.
  expect(most).toBeLessThanOrEqual(4)
})
