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

/** Result of a source: the picture drawn anew, or the reason why there is none. */
export type Drawn = Uint8Array | 'tooManyPixels' | 'noPicture'

/** Longer side in pixels: enough to read a sign. */
const longSide = 2048
/** Longer side in pixels for lists: twice their width, for a fine screen. */
const longSideSmall = 320

/**
 * The picture at `source` (path or bytes), upright, no longer than `side`, without the camera's metadata (place, time, device).
 * Throws TooManyPixels when it has more than decoding may cost.
 */
async function upright(source: string | Uint8Array, side: number, failOn: 'error' | 'none') {
  const options = { limitInputPixels: maxPixels, failOn }
  const { width, height, format, isProgressive } = await sharp(source, { ...options, limitInputPixels: false }).metadata()
  const isWhole = isProgressive || !['jpeg', 'png'].includes(format)
  if (width * height > (isWhole ? maxWholePixels : maxPixels)) throw new TooManyPixels()
  return sharp(source, options)
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

class TooManyPixels extends Error {}

/** A picture that cannot be drawn is an answer of this process; what it throws is its own failure. */
const whyNot = (error: unknown) => (error instanceof TooManyPixels ? 'tooManyPixels' : 'noPicture')

/** Converts a picture to JPEG for people outside. */
export const redraw = (source: string | Uint8Array): Promise<Drawn> =>
  upright(source, longSide, 'error')
    .then((picture) => picture.flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer())
    .catch(whyNot)

/** Converts a picture, even a damaged one, to a small WebP. */
export const shrink = (source: string | Uint8Array): Promise<Drawn> =>
  upright(source, longSideSmall, 'none')
    .then((picture) => picture.webp({ quality: 78 }).toBuffer())
    .catch(whyNot)
