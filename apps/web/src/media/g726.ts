import { G726, type G726Bits, type G726Order, g726Bits, g726Orders, unpackG726 } from '@huanwei/contract/g726'

/** Samples of a millisecond. */
const samplesPerMs = 8
/** Pieces further apart say nothing about their length. ms. */
const longestStep = 1000
/** So many steps at least, and at most, are taken together: terminals stamp some pieces late. */
const [fewestSteps, mostSteps] = [3, 9]
/** A step so many times as long as most is a piece that was lost. */
const lostFrom = 1.7
/** Share of the past in how rough a sound is. */
const memory = 0.8

/** One way to read the bytes. `roughness`: how much of the sound is change from change. */
type Reading = { order: G726Order; decoder: G726; bent: number; loud: number }

/**
 * Returns a function that decodes pieces of G.726 with their times in ms. Terminals say neither how many bits a code has nor which end of a byte it begins at: the
 * first follows from the time from piece to piece, the second from what sounds less like noise. Undefined before the first is known.
 */
export function createG726() {
  let last: { time: number; bytes: number } | undefined
  const steps: { ms: number; bytes: number }[] = []
  let readings: Reading[] = []
  let bitsNow: G726Bits | undefined

  function bitsOf(length: number, time: number): G726Bits | undefined {
    const step = last && time - last.time
    if (last && step && step > 0 && step < longestStep) {
      steps.push({ ms: step, bytes: last.bytes })
      if (steps.length > mostSteps) steps.shift()
    }
    last = { time, bytes: length }
    if (steps.length < fewestSteps) return undefined
    const middle = steps.map(({ ms }) => ms).toSorted((one, other) => one - other)[steps.length >> 1] ?? 0
    const usual = steps.filter(({ ms }) => ms <= middle * lostFrom)
    const [ms, bytes] = usual.reduce(([time, size], one) => [time + one.ms, size + one.bytes], [0, 0])
    const bitsOfSample = (bytes * 8) / (ms * samplesPerMs)
    return g726Bits.toSorted((one, other) => Math.abs(one - bitsOfSample) - Math.abs(other - bitsOfSample))[0]
  }

  return (bytes: Uint8Array, time: number): Int16Array | undefined => {
    const bits = bitsOf(bytes.length, time)
    if (bits === undefined) return undefined
    if (bits !== bitsNow) readings = g726Orders.map((order) => ({ order, decoder: new G726(bits), bent: 0, loud: 0 }))
    bitsNow = bits
    const heard = readings.map((reading) => ({ reading, samples: read(reading, bytes, bits) }))
    return heard.toSorted((a, b) => roughness(a.reading) - roughness(b.reading))[0]?.samples
  }
}

const roughness = ({ bent, loud }: Reading) => bent / (loud || 1)

function read(reading: Reading, bytes: Uint8Array, bits: G726Bits): Int16Array {
  const samples = Int16Array.from(unpackG726(bytes, bits, reading.order), (code) => reading.decoder.decode(code))
  let [bent, loud] = [0, 0]
  for (let i = 2; i < samples.length; i++) {
    const [before = 0, middle = 0, after = 0] = [samples[i - 2], samples[i - 1], samples[i]]
    bent += Math.abs(after - 2 * middle + before)
    loud += Math.abs(middle)
  }
  reading.bent = reading.bent * memory + bent
  reading.loud = reading.loud * memory + loud
  return samples
}
