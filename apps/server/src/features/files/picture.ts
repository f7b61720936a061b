/** Decodes and encodes pictures. Runs in the process of `picture-drawer.ts`: a decoder's memory and crashes are not the server's. */
import { setPriority } from 'node:os'
import sharp from 'sharp'

// Drawing yields to everything that somebody waits for at a screen.
setPriority(10)
sharp.concurrency(1)
sharp.cache(false)

/** Pixels of a picture that is decoded in strips. */
const maxPixels = 100_000_000
/** Pixels of a picture that its format or encoding makes the decoder hold as a whole. */
const maxWholePixels = 25_000_000
/** Time to draw one picture, s. */
const timeoutSeconds = 8

/** Longer side in pixels: enough to read a sign. */
const longSide = 2048
/** Longer side in pixels for lists: twice their width, for a fine screen. */
const longSideSmall = 320

/**
 * The picture at `source` (path or bytes), upright, no longer than `side`, without the camera's metadata (place, time, device).
 * Throws when it has more pixels than decoding may cost.
 */
async function upright(source: string | Uint8Array, side: number, failOn: 'error' | 'none') {
  const options = { limitInputPixels: maxPixels, failOn }
  const { width, height, format, isProgressive } = await sharp(source, options).metadata()
  const isWhole = isProgressive || !['jpeg', 'png'].includes(format)
  if (isWhole && width * height > maxWholePixels) throw new Error('too many pixels for one decoded as a whole')
  return sharp(source, options)
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

/** Converts a picture to JPEG for people outside. Throws when the source is no picture. */
export const redraw = async (source: string | Uint8Array) =>
  (await upright(source, longSide, 'error')).flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer()

/** Converts a picture, even a damaged one, to a small WebP. Throws when the source is no picture. */
export const shrink = async (source: string | Uint8Array) =>
  (await upright(source, longSideSmall, 'none')).webp({ quality: 78 }).toBuffer()
