/** Bits of a code of G.726: 16, 24, 32 or 40 kbit/s at 8000 samples a second. */
export const g726Bits = [2, 3, 4, 5] as const
export type G726Bits = (typeof g726Bits)[number]
/** Which bits of a byte hold the first code: the lowest (RFC 3551, 4.5.4) or the highest (ITU-T I.366.2, annex E). Terminals do either. */
export const g726Orders = ['lowFirst', 'highFirst'] as const
export type G726Order = (typeof g726Orders)[number]

/**
 * By the magnitude of a code: from which logarithm on it is chosen (the first one from anywhere), the logarithm that it stands for, and what it does to
 * the step size (W) and to the speed of adaptation (F). Source: ITU-T G.726, tables 5 to 15.
 */
type Tables = { from: number[]; level: number[]; step: number[]; speed: number[] }

const tables: Record<G726Bits, Tables> = {
  2: { from: [261], level: [116, 365], step: [-22, 439], speed: [0, 7] },
  3: { from: [8, 218, 331], level: [-2048, 135, 273, 373], step: [-4, 30, 137, 582], speed: [0, 1, 2, 7] },
  4: {
    from: [-124, 80, 178, 246, 300, 349, 400],
    level: [-2048, 4, 135, 213, 273, 323, 373, 425],
    step: [-12, 18, 41, 64, 112, 198, 355, 1122],
    speed: [0, 0, 0, 1, 1, 1, 3, 7],
  },
  5: {
    from: [-122, -16, 68, 139, 198, 250, 298, 339, 378, 413, 445, 475, 502, 528, 553],
    level: [-2048, -66, 28, 104, 169, 224, 274, 318, 358, 395, 429, 459, 488, 514, 539, 566],
    step: [14, 14, 24, 39, 40, 41, 58, 100, 141, 179, 219, 280, 358, 440, 529, 696],
    speed: [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6],
  },
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
const bitsIn = (value: number) => 32 - Math.clz32(value)

/** Numbers of the predictor: sign, exponent and mantissa of 1, 4 and 6 bits. */
const signBit = 0x400
const zero = 0x20
const floatOf = (isNegative: boolean, magnitude: number) => {
  const exponent = bitsIn(magnitude)
  return (isNegative ? signBit : 0) | (magnitude === 0 ? zero : (exponent << 6) + ((magnitude << 6) >> exponent))
}

/** Product of a coefficient and such a number (FMULT). */
function product(coefficient: number, float: number): number {
  const quarter = coefficient >> 2
  const magnitude = quarter > 0 ? quarter : -quarter & 0x1fff
  const exponent = bitsIn(magnitude) - 6
  const mantissa = magnitude === 0 ? 32 : exponent >= 0 ? magnitude >> exponent : magnitude << -exponent
  const shift = exponent + ((float >> 6) & 15) - 13
  const value = (mantissa * (float & 63) + 0x30) >> 4
  const size = shift >= 0 ? (value << shift) & 0x7fff : value >> -shift
  return quarter < 0 === (float & signBit) > 0 ? size : -size
}

const [leastStep, mostStep] = [544, 5120]

/** One direction of a sound in G.726, sample by sample; samples have 16 bits. Names of blocks in comments are those of the recommendation. Source: ITU-T G.726. */
export class G726 {
  readonly #bits: G726Bits
  readonly #tables: Tables
  /** Step sizes, of now and of a longer time (yu, yl). */
  #fastStep = leastStep
  #slowStep = leastStep * 64
  /** Averages of the speed, short and long, and what follows of them (dms, dml, ap). */
  #shortSpeed = 0
  #longSpeed = 0
  #speed = 0
  readonly #poles: [number, number] = [0, 0]
  readonly #zeros = [0, 0, 0, 0, 0, 0]
  readonly #differences = [zero, zero, zero, zero, zero, zero]
  readonly #samples: [number, number] = [zero, zero]
  /** Signs of the last two sums of difference and zeros. */
  readonly #signs: [boolean, boolean] = [false, false]
  #isTone = false

  constructor(bits: G726Bits) {
    this.#bits = bits
    this.#tables = tables[bits]
  }

  decode(code: number): number {
    const { estimate, ofZeros, step } = this.#expect()
    return clamp(this.#take(code, estimate, ofZeros, step) * 4, -32_768, 32_767)
  }

  encode(sample: number): number {
    const { estimate, ofZeros, step } = this.#expect()
    const code = this.#codeOf((sample >> 2) - estimate, step)
    this.#take(code, estimate, ofZeros, step)
    return code
  }

  /** What the samples before make one expect. */
  #expect() {
    const ofZeros = this.#zeros.reduce((sum, one, i) => sum + product(one, this.#differences[i] ?? zero), 0)
    const [first, second] = this.#poles
    const all = ofZeros + product(second, this.#samples[1]) + product(first, this.#samples[0])
    return { estimate: all >> 1, ofZeros: ofZeros >> 1, step: this.#stepNow() }
  }

  /** MIX. */
  #stepNow(): number {
    if (this.#speed >= 256) return this.#fastStep
    const slow = this.#slowStep >> 6
    const apart = (this.#fastStep - slow) * (this.#speed >> 2)
    return slow + ((apart < 0 ? apart + 63 : apart) >> 6)
  }

  /** LOG, SUBTB, QUAN. */
  #codeOf(difference: number, step: number): number {
    const magnitude = Math.abs(difference)
    const exponent = bitsIn(magnitude >> 1)
    const log = (exponent << 7) + (((magnitude << 7) >> exponent) & 127) - (step >> 2)
    const index = this.#tables.from.filter((from) => log >= from).length
    const highest = (1 << this.#bits) - 1
    if (difference < 0) return highest - index
    // All ones instead of the code that has no bit, but where there are only four.
    return index === 0 && this.#bits > 2 ? highest : index
  }

  /** Takes a code in; returns the sample, of 14 bits. */
  #take(code: number, estimate: number, ofZeros: number, step: number): number {
    const half = 1 << (this.#bits - 1)
    const isNegative = code >= half
    const index = isNegative ? 2 * half - 1 - code : code
    // ADDA, ANTILOG.
    const log = (this.#tables.level[index] ?? 0) + (step >> 2)
    const magnitude = log < 0 ? 0 : ((128 + (log & 127)) << 7) >> (14 - ((log >> 7) & 15))
    const sample = isNegative ? estimate - magnitude : estimate + magnitude
    const isTransition = this.#isTransition(magnitude)
    this.#adaptStep(step, (this.#tables.step[index] ?? 0) << 5)
    this.#adaptPredictor(isTransition, { isNegative, magnitude, sum: sample - estimate + ofZeros })
    this.#differences.pop()
    this.#differences.unshift(floatOf(isNegative, magnitude))
    this.#samples[1] = this.#samples[0]
    this.#samples[0] = floatOf(sample < 0, Math.abs(sample) & 0x7fff)
    this.#isTone = !isTransition && this.#poles[1] < -11_776
    this.#adaptSpeed(isTransition, step, (this.#tables.speed[index] ?? 0) << 9)
    return sample
  }

  /** TRANS: from a tone to something else. */
  #isTransition(magnitude: number): boolean {
    const whole = this.#slowStep >> 15
    const least = whole > 9 ? 31 << 10 : (32 + ((this.#slowStep >> 10) & 31)) << whole
    return this.#isTone && magnitude > (least + (least >> 1)) >> 1
  }

  /** FILTD, LIMB, FILTE. */
  #adaptStep(step: number, wanted: number) {
    this.#fastStep = clamp(step + ((wanted - step) >> 5), leastStep, mostStep)
    this.#slowStep += this.#fastStep + (-this.#slowStep >> 6)
  }

  /** UPA2, LIMC, UPA1, LIMD, UPB, TRIGB. */
  #adaptPredictor(
    isTransition: boolean,
    { isNegative, magnitude, sum }: { isNegative: boolean; magnitude: number; sum: number },
  ) {
    const sign = sum < 0
    const [before, earlier] = this.#signs
    this.#signs[1] = before
    this.#signs[0] = sign
    if (isTransition) {
      this.#poles.fill(0)
      this.#zeros.fill(0)
      return
    }
    const [first, second] = this.#poles
    let [nextFirst, nextSecond] = [first - (first >> 8), second - (second >> 7)]
    if (sum !== 0) {
      const ofFirst = sign === before ? -first : first
      nextSecond += ofFirst < -8191 ? -256 : ofFirst > 8191 ? 255 : ofFirst >> 5
      nextSecond = clamp(nextSecond + (sign === earlier ? 128 : -128), -12_288, 12_288)
      nextFirst += sign === before ? 192 : -192
    }
    const most = 15_360 - nextSecond
    this.#poles[1] = nextSecond
    this.#poles[0] = clamp(nextFirst, -most, most)
    for (const [i, one] of this.#zeros.entries()) {
      const isSame = isNegative === ((this.#differences[i] ?? 0) & signBit) > 0
      this.#zeros[i] = one - (one >> (this.#bits === 5 ? 9 : 8)) + (magnitude === 0 ? 0 : isSame ? 128 : -128)
    }
  }

  /** FILTA, FILTB, SUBTC, FILTC, TRIGA. */
  #adaptSpeed(isTransition: boolean, step: number, speed: number) {
    this.#shortSpeed += (speed - this.#shortSpeed) >> 5
    this.#longSpeed += ((speed << 2) - this.#longSpeed) >> 7
    const isFast = step < 1536 || this.#isTone || Math.abs((this.#shortSpeed << 2) - this.#longSpeed) >= this.#longSpeed >> 3
    if (isTransition) this.#speed = 256
    else this.#speed += ((isFast ? 512 : 0) - this.#speed) >> 4
  }
}

/** The codes in bytes. */
export function unpackG726(bytes: Uint8Array, bits: G726Bits, order: G726Order): number[] {
  const codes: number[] = []
  let [kept, count] = [0, 0]
  const mask = (1 << bits) - 1
  for (const byte of bytes) {
    kept = order === 'lowFirst' ? kept | (byte << count) : (kept << 8) | byte
    count += 8
    while (count >= bits) {
      count -= bits
      codes.push(order === 'lowFirst' ? kept & mask : (kept >> count) & mask)
      kept = order === 'lowFirst' ? kept >> bits : kept & ((1 << count) - 1)
    }
  }
  return codes
}

/** Bytes that hold the codes; what does not fill a byte is lost. */
export function packG726(codes: readonly number[], bits: G726Bits, order: G726Order): Uint8Array {
  const bytes: number[] = []
  let [kept, count] = [0, 0]
  for (const code of codes) {
    kept = order === 'lowFirst' ? kept | (code << count) : (kept << bits) | code
    count += bits
    if (count < 8) continue
    count -= 8
    bytes.push(order === 'lowFirst' ? kept & 255 : (kept >> count) & 255)
    kept = order === 'lowFirst' ? kept >> 8 : kept & ((1 << count) - 1)
  }
  return Uint8Array.from(bytes)
}
