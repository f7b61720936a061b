/** No picture that a person takes has more pixels; one that says so is made to fill the memory. */
const mostPixels = 100_000_000
/** Pixels of the longer side: enough to read a sign in it. */
const longest = 2048
/** Of a picture that stands for another in a list: for a place half as wide, on a fine screen. */
const longestSmall = 320

/**
 * The picture at `source` (path or bytes), upright, no longer than `side` and without what the camera wrote into it: place, time, device.
 * The library is loaded with the first picture: it takes 10 MB.
 */
async function upright(source: string | Buffer, side: number, failOn: 'error' | 'none') {
  const { default: sharp } = await import('sharp')
  return sharp(source, { limitInputPixels: mostPixels, failOn })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

/** Draws a picture anew as JPEG, for people outside. Throws when it is none. */
export const redraw = async (source: string | Buffer) =>
  (await upright(source, longest, 'error')).flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer()

/** Draws a picture small, as WebP, also one that is damaged. Throws when it is none. */
export const shrink = async (source: string | Buffer) =>
  (await upright(source, longestSmall, 'none')).webp({ quality: 78 }).toBuffer()
