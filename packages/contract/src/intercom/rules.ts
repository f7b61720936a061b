/** Sample of a byte of A-law, 16 bits. Source: ITU-T G.711. */
export function aLawSample(byte: number): number {
  const bits = byte ^ 0x55
  const [exponent, mantissa] = [(bits >> 4) & 7, (bits & 15) << 4]
  const size = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1)
  return bits & 0x80 ? size : -size
}
