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

/** Returns a function that brings samples of `rate` a second, in pieces as they come, to the 8000 of a voice. */
export function createResampler(rate: number): (piece: Float32Array) => Float32Array {
  const divisor = greatestDivisor(rate, voiceRate)
  const [step, places] = [rate / divisor, voiceRate / divisor]
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
      const before = Math.floor(next / places)
      let sum = 0
      weights[next % places]?.forEach((weight, index) => {
        sum += weight * (samples[before - side + 1 + index] ?? 0)
      })
      made.push(sum)
    }
    const used = Math.max(0, Math.floor(next / places) - side + 1)
    kept = samples.slice(used)
    next -= used * places
    return Float32Array.from(made)
  }
}
