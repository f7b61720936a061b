import { voiceRate } from '@huanwei/contract/intercom/codes'

/** Voices end here: what lies above half the rate would come back as another tone. Hz. */
const highest = 3600
/** Samples of voice on each side of the one that is made. */
const reach = 16

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** Weights of the samples around each place that a made sample can have between two of them. */
function weightsFor(rate: number, places: number, side: number) {
  const bend = (2 * highest) / rate
  return Array.from({ length: places }, (_, place) => {
    const weights = Float32Array.from({ length: 2 * side }, (_, index) => {
      const distance = index - side + 1 - place / places
      const angle = Math.PI * distance * bend
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle
      return sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / side))
    })
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return weights.map((weight) => weight / sum)
  })
}

/** Returns a function that brings samples of a voice, in pieces as they come, from `rate` to `wanted` a second, one of which is the 8000 of the wire. */
export function createResampler(rate: number, wanted: number): (piece: Float32Array) => Float32Array {
  const divisor = greatestDivisor(rate, wanted)
  const [step, places] = [rate / divisor, wanted / divisor]
  const side = Math.ceil((reach * rate) / voiceRate)
  const weights = weightsFor(rate, places, side)
  /** Samples that are still needed, and the place of the next sample to make in them, in `places` of one. */
  let kept = new Float32Array(side - 1)
  let next = (side - 1) * places

  return (piece) => {
    const samples = new Float32Array(kept.length + piece.length)
    samples.set(kept)
    samples.set(piece, kept.length)
    const made: number[] = []
    for (; Math.floor(next / places) + side < samples.length; next += step) {
      const first = Math.floor(next / places) - side + 1
      const shares = weights[next % places] ?? []
      let sum = 0
      for (let index = 0; index < shares.length; index++) sum += (shares[index] ?? 0) * (samples[first + index] ?? 0)
      made.push(sum)
    }
    const used = Math.max(0, Math.floor(next / places) - side + 1)
    kept = samples.slice(used)
    next -= used * places
    return Float32Array.from(made)
  }
}
