/** Types of units of H.264. Source: ITU-T H.264, table 7-1. */
export const UnitType = { slice: 1, keySlice: 5, sequenceParameters: 7, pictureParameters: 8 } as const

/** The type of a unit, which is never empty. */
export const typeOf = (unit: Buffer) => (unit[0] ?? 0) & 31

const startCode = Buffer.from([0, 0, 1])

/** Units of a byte stream (Annex B), without start codes; each a view. */
export function unitsOf(bytes: Buffer): Buffer[] {
  const units: Buffer[] = []
  for (let at = bytes.indexOf(startCode); at >= 0; ) {
    const begin = at + startCode.length
    const next = bytes.indexOf(startCode, begin)
    let end = next < 0 ? bytes.length : next
    // Zeros before a start code belong to it; a unit never ends in one.
    while (end > begin && bytes[end - 1] === 0) end--
    if (end > begin) units.push(bytes.subarray(begin, end))
    at = next
  }
  return units
}
