/** Step sizes, and what a code without its sign does to the index of the next one. Source: IMA Digital Audio Doc-Pac 1992, Intel/DVI ADPCM. */
const steps = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143,
  157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411,
  1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10_442,
  11_487, 12_635, 13_899, 15_289, 16_818, 18_500, 20_350, 22_385, 24_623, 27_086, 29_794, 32_767,
]
const moves = [-1, -1, -1, -1, 2, 4, 6, 8]
const mostIndex = steps.length - 1
const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Bytes before the codes of a piece: the sample before it (16 bits), the index of the step, and a zero. */
const head = 4

/** The last sample, of 16 bits, and the index of the step. */
export type AdpcmState = { sample: number; index: number }

function decodeCode(state: AdpcmState, code: number): number {
  const step = steps[state.index] ?? 0
  const size = (step >> 3) + (code & 4 ? step : 0) + (code & 2 ? step >> 1 : 0) + (code & 1 ? step >> 2 : 0)
  state.sample = clamp(state.sample + (code & 8 ? -size : size), -32_768, 32_767)
  state.index = clamp(state.index + (moves[code & 7] ?? 0), 0, mostIndex)
  return state.sample
}

function encodeSample(state: AdpcmState, sample: number): number {
  const apart = sample - state.sample
  let [step, left] = [steps[state.index] ?? 0, Math.abs(apart)]
  let code = apart < 0 ? 8 : 0
  for (const bit of [4, 2, 1]) {
    if (left >= step) {
      code |= bit
      left -= step
    }
    step >>= 1
  }
  decodeCode(state, code)
  return code
}

/**
 * Samples of a piece of ADPCM, which says itself where it begins; the first code of a byte is in its high bits. Undefined where it begins as none does.
 * `isBigEndian`: as RFC 3551 has the first sample, while recorders have its low byte first. Source: RFC 3551, 4.5.1.
 */
export function decodeAdpcm(bytes: Uint8Array, isBigEndian = false): Int16Array | undefined {
  const [first = 0, second = 0, index = 0, none] = bytes
  if (none !== 0 || index > mostIndex) return undefined
  const [high, low] = isBigEndian ? [first, second] : [second, first]
  const state = { sample: ((high << 24) | (low << 16)) >> 16, index }
  const samples = new Int16Array((bytes.length - head) * 2)
  for (let i = 0; i < samples.length; i++) {
    const byte = bytes[head + (i >> 1)] ?? 0
    samples[i] = decodeCode(state, i & 1 ? byte & 15 : byte >> 4)
  }
  return samples
}

/** A piece of ADPCM as recorders send it; `state` goes on to the next one. Of an odd sample at the end nothing is said. */
export function encodeAdpcm(samples: Int16Array, state: AdpcmState): Uint8Array {
  const bytes = new Uint8Array(head + (samples.length >> 1))
  bytes.set([state.sample & 255, (state.sample >> 8) & 255, state.index, 0])
  for (let at = head; at < bytes.length; at++) {
    const [first = 0, second = 0] = samples.subarray((at - head) * 2)
    const high = encodeSample(state, first)
    bytes[at] = (high << 4) | encodeSample(state, second)
  }
  return bytes
}
