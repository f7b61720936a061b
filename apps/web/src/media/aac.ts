import type { SoundPiece } from './sound-piece.ts'

/** Samples a second by their number in the head of a frame. Source: ISO/IEC 14496-3, table 1.18. */
const rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000]
/** Bytes of the head of a frame (ADTS). */
const headLength = 7

/** Frames of AAC with their heads, and their rate; none where they are cut or are no such frames. Source: ISO/IEC 14496-3, 1.A.2.2. */
function framesIn(bytes: Uint8Array) {
  const frames: Uint8Array[] = []
  let rate: number | undefined
  for (let at = 0; at + headLength <= bytes.length; ) {
    const [sync = 0, kind = 0, coding = 0, size = 0, middle = 0, low = 0] = bytes.subarray(at)
    const length = ((size & 3) << 11) | (middle << 3) | (low >> 5)
    if (sync !== 0xff || (kind & 0xf6) !== 0xf0 || length < headLength || at + length > bytes.length) break
    rate = rates[(coding >> 2) & 15]
    frames.push(bytes.subarray(at, at + length))
    at += length
  }
  return { frames, rate }
}

function joined(frames: readonly Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(frames.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const frame of frames) {
    whole.set(frame, at)
    at += frame.length
  }
  return whole.buffer
}

/**
 * Returns a function that decodes pieces of AAC by the browser, each with the frame before it, as a frame sounds right only after another one. Rejects for
 * what the browser does not play, and for frames without heads.
 */
export function createAac() {
  let before: Uint8Array | undefined
  let context: OfflineAudioContext | undefined
  return async (bytes: Uint8Array): Promise<SoundPiece> => {
    const { frames, rate } = framesIn(bytes)
    if (rate === undefined) throw new Error('no frames of AAC')
    const all = before ? [before, ...frames] : frames
    before = frames.at(-1)
    // One of the sound's own rate changes nothing of it.
    if (context?.sampleRate !== rate) context = new OfflineAudioContext(1, 1, rate)
    const decoded = await context.decodeAudioData(joined(all))
    const own = Math.round((decoded.length * frames.length) / all.length)
    return { samples: decoded.getChannelData(0).slice(decoded.length - own), rate: decoded.sampleRate }
  }
}
