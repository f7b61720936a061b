/** Profiles whose parameter sets name the colours. Source: ITU-T H.264, 7.3.2.1.1. */
const profilesWithColours = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
const separateColours = 3

/** Width and height in pixels that a sequence parameter set of H.264 gives; undefined when it cannot be read. Source: ITU-T H.264, 7.3.2.1.1. */
export function pictureSize(unit: Buffer): { width: number; height: number } | undefined {
  const bits = new BitReader(withoutEmulation(unit.subarray(1)))
  const profile = bits.read(8)
  bits.read(16)
  bits.unsigned()
  const colours = profilesWithColours.has(profile) ? readColours(bits) : 1
  bits.unsigned()
  const orderType = bits.unsigned()
  if (orderType === 0) bits.unsigned()
  else if (orderType === 1) {
    bits.read(1)
    bits.unsigned()
    bits.unsigned()
    for (let left = Math.min(bits.unsigned(), 255); left > 0; left--) bits.unsigned()
  }
  bits.unsigned()
  bits.read(1)
  const [across, down] = [bits.unsigned() + 1, bits.unsigned() + 1]
  const fields = bits.read(1) ? 1 : 2
  if (fields === 2) bits.read(1)
  bits.read(1)
  const crop = bits.read(1) ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()] : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const width = across * 16 - (left + right) * (colours === 1 || colours === 2 ? 2 : 1)
  const height = down * 16 * fields - (top + bottom) * (colours === 1 ? 2 : 1) * fields
  const isReadable = !bits.isOver && width > 0 && height > 0 && width < 0x10000 && height < 0x10000
  return isReadable ? { width, height } : undefined
}

/** Reads over the colours; returns their format, 1 for 4:2:0. */
function readColours(bits: BitReader): number {
  const format = bits.unsigned()
  if (format === separateColours) bits.read(1)
  bits.unsigned()
  bits.unsigned()
  bits.read(1)
  const tables = bits.read(1) ? (format === separateColours ? 12 : 8) : 0
  for (let i = 0; i < tables; i++) {
    const isThere = bits.read(1) === 1
    if (isThere) skipScaling(bits, i < 6 ? 16 : 64)
  }
  return format
}

function skipScaling(bits: BitReader, size: number) {
  let next = 8
  for (let i = 0, last = 8; i < size && next !== 0; i++) {
    next = (last + bits.signed() + 256) & 0xff
    last = next || last
  }
}

/** Without the bytes that keep start codes out of a unit. */
export function withoutEmulation(bytes: Buffer): Buffer {
  const kept: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) zeros = 0
    else {
      kept.push(byte)
      zeros = byte === 0 ? zeros + 1 : 0
    }
  }
  return Buffer.from(kept)
}

/** Reads bits, and zeros behind the end. */
export class BitReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isOver(): boolean {
    return this.#at > this.#bytes.length * 8
  }

  read(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++, this.#at++)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1)
    return value
  }

  /** Exp-Golomb. */
  unsigned(): number {
    let zeros = 0
    while (zeros < 31 && !this.isOver && !this.read(1)) zeros++
    return 2 ** zeros - 1 + this.read(zeros)
  }

  signed(): number {
    const code = this.unsigned()
    return code % 2 ? (code + 1) / 2 : -code / 2
  }
}
