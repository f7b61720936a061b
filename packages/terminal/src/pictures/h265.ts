/** Types of units of H.265. Source: ITU-T H.265, table 7-1. */
export const HevcUnit = {
  firstKey: 16,
  lastKey: 23,
  lastSlice: 31,
  videoParameters: 32,
  sequenceParameters: 33,
  pictureParameters: 34,
} as const

/** The type of a unit, which is never empty. */
export const hevcTypeOf = (unit: Buffer) => ((unit[0] ?? 0) >> 1) & 63
