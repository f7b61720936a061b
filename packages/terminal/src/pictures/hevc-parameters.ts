import { BitReader, withoutEmulation } from './sequence-parameters.ts'

/** What a sequence parameter set of H.265 says: its size in pixels, its colours (1 for 4:2:0), bits of a sample above 8, and layers in time. */
export type HevcSequence = {
  /** Profile, tier, constraints and level, as they stand in it. */
  profile: Buffer
  layers: number
  isNested: boolean
  colours: number
  lumaBits: number
  colourBits: number
  width: number
  height: number
}

/** Bytes of the profile with its level. */
const profileLength = 12

/** Reads a sequence parameter set of H.265; undefined when it cannot be read. Source: ITU-T H.265, 7.3.2.2.1 and 7.3.3. */
export function hevcSequenceIn(unit: Buffer): HevcSequence | undefined {
  const bytes = withoutEmulation(unit.subarray(2))
  if (bytes.length <= profileLength) return undefined
  const bits = new BitReader(bytes)
  bits.read(4)
  const above = bits.read(3)
  const isNested = bits.read(1) === 1
  for (let i = 0; i < profileLength; i++) bits.read(8)
  skipLayers(bits, above)
  bits.unsigned()
  const colours = bits.unsigned()
  if (colours === 3) bits.read(1)
  const [across, down] = [bits.unsigned(), bits.unsigned()]
  const crop = bits.read(1) ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()] : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const [lumaBits, colourBits] = [bits.unsigned(), bits.unsigned()]
  const width = across - (left + right) * (colours === 1 || colours === 2 ? 2 : 1)
  const height = down - (top + bottom) * (colours === 1 ? 2 : 1)
  const isReadable = !bits.isOver && colours < 4 && lumaBits < 8 && colourBits < 8
  if (!isReadable || width <= 0 || height <= 0 || width >= 0x10000 || height >= 0x10000) return undefined
  const profile = bytes.subarray(1, 1 + profileLength)
  return { profile, layers: above + 1, isNested, colours, lumaBits, colourBits, width, height }
}

/** Reads over the profiles and levels of the layers above the first. */
function skipLayers(bits: BitReader, above: number) {
  const there = Array.from({ length: above }, () => [bits.read(1), bits.read(1)] as const)
  if (above > 0) bits.read(2 * (8 - above))
  for (const [hasProfile, hasLevel] of there) {
    if (hasProfile) for (let i = 0; i < profileLength - 1; i++) bits.read(8)
    if (hasLevel) bits.read(8)
  }
}
