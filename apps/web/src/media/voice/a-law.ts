/** Byte of a sample from -1 to 1. Source: ITU-T G.711. */
function aLawByte(sample: number): number {
  const value = Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768)))
  const sign = value >= 0 ? 0x80 : 0
  const size = value >= 0 ? value : -value - 1
  const exponent = size < 256 ? 0 : Math.min(7, Math.floor(Math.log2(size)) - 7)
  const mantissa = exponent === 0 ? size >> 4 : (size >> (exponent + 3)) & 15
  return (sign | (exponent << 4) | mantissa) ^ 0x55
}

/** G.711 A-law of samples from -1 to 1, a byte each. Pure. */
export const encodeALaw = (samples: Float32Array) => Uint8Array.from(samples, aLawByte)
