/** Sign, exponent and mantissa of G.711 A-law; every second bit is inverted on the wire. */
const inverted = 0x55

/** A sample of 16 bits as a byte of A-law. Source: ITU-T G.711. */
export function encodeALaw(sample: number): number {
  const sign = sample >= 0 ? 0x80 : 0
  const size = Math.min(sample >= 0 ? sample : -sample - 1, 32_767) >> 4
  // Of 11 bits the highest one and the four below it are kept.
  const exponent = size < 16 ? 0 : Math.floor(Math.log2(size)) - 3
  const mantissa = exponent === 0 ? size : (size >> (exponent - 1)) & 0x0f
  return (sign | (exponent << 4) | mantissa) ^ inverted
}

/** A sample of 16 bits as a byte of µ-law. Source: ITU-T G.711. */
export function encodeMuLaw(sample: number): number {
  const size = Math.min(sample >= 0 ? sample : -sample, 32_635) + 0x84
  const exponent = Math.floor(Math.log2(size)) - 7
  return ~((sample >= 0 ? 0 : 0x80) | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff
}

/** Header that recorders with a widespread chip set before each piece of sound: 00 01, half the length, 00. */
const chipHeader = 4

/** The samples of a frame of sound, without the header that some recorders set before them. */
export function samplesOf(data: Buffer): Buffer {
  const isHeaded = data.length > chipHeader && data[0] === 0 && data[1] === 1 && data[3] === 0
  return isHeaded && (data[2] ?? 0) * 2 === data.length - chipHeader ? data.subarray(chipHeader) : data
}
