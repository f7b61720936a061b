import { randomInt } from 'node:crypto'
import pLimit from 'p-limit'

/** Size of the picture, pixels. Source: spec 4, S0 §7. */
const width = 100
const height = 40
/** The signs are drawn larger and bent on their way into the picture. */
const scale = 3

/**
 * A sum as a picture of pixels, bent, with lines and grain, and its result: the shapes of its signs cannot be read off as they can in a vector
 * drawing. The best guess is right in one of 28.
 */
export const drawCaptcha = () => fewAtOnce(draw)

/** Passwords are checked and files are read on the same four threads: a flood of pictures leaves them two. */
const fewAtOnce = pLimit(2)

async function draw(): Promise<{ answer: string; jpeg: Buffer }> {
  // The font and the library are loaded only for those who failed before.
  const [{ default: svgCaptcha }, { default: sharp }] = await Promise.all([import('svg-captcha'), import('sharp')])
  const { text: answer, data: drawing } = svgCaptcha.createMathExpr({
    mathMin: 2,
    mathMax: 29,
    mathOperator: '+',
    width: width * scale,
    height: height * scale,
    fontSize: 46 * scale,
    noise: 3,
  })
  // Lines as dark and nearly as wide as the strokes.
  const lined = Buffer.from(drawing.replaceAll('fill="none"', `fill="none" stroke-width="${scale}"`))
  const pixels = withGrain(bent(await sharp(lined).flatten({ background: '#f2f4f7' }).raw().toBuffer()))
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
  return { answer, jpeg }
}

/** The large drawing in the small picture, moved along two random waves. */
function bent(drawing: Uint8Array) {
  const wave = () => {
    const [size, length, start] = [1 + randomInt(100) / 80, 26 + randomInt(24), randomInt(628) / 100]
    return (at: number) => size * Math.sin((at / length) * 2 * Math.PI + start)
  }
  const [sideways, upwards] = [wave(), wave()]
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++)
        pixels[(y * width + x) * 3 + channel] = mean(drawing, x + sideways(y), y + upwards(x), channel)
  return pixels
}

/** Mean of the large drawing's pixels that lie in one of the small picture. */
function mean(drawing: Uint8Array, x: number, y: number, channel: number) {
  let sum = 0
  for (let down = 0; down < scale; down++)
    for (let right = 0; right < scale; right++) {
      const column = Math.min(width * scale - 1, Math.max(0, Math.round(x * scale) + right))
      const row = Math.min(height * scale - 1, Math.max(0, Math.round(y * scale) + down))
      sum += drawing[(row * width * scale + column) * 3 + channel] ?? 0
    }
  return sum / scale ** 2
}

/** Adds a little chance to every pixel. */
const withGrain = (pixels: Buffer) => pixels.map((value) => Math.min(255, Math.max(0, value + randomInt(-36, 37))))
