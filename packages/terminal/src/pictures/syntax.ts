import { typeOf, UnitType } from './h264.ts'
import { HevcUnit, hevcTypeOf } from './h265.ts'
import { Codec } from './packet.ts'

/** What the units of a codec of pictures are, by their types. */
export type Syntax = {
  typeOf(unit: Buffer): number
  isSlice(type: number): boolean
  /** A slice of a picture that refers to none before it. */
  isKey(type: number): boolean
  /** Types of the parameter sets that a decoder needs, in their order. */
  parameterSets: readonly number[]
}

const avc: Syntax = {
  typeOf,
  isSlice: (type) => type === UnitType.slice || type === UnitType.keySlice,
  isKey: (type) => type === UnitType.keySlice,
  parameterSets: [UnitType.sequenceParameters, UnitType.pictureParameters],
}

const hevc: Syntax = {
  typeOf: hevcTypeOf,
  isSlice: (type) => type <= HevcUnit.lastSlice,
  isKey: (type) => type >= HevcUnit.firstKey && type <= HevcUnit.lastKey,
  parameterSets: [HevcUnit.videoParameters, HevcUnit.sequenceParameters, HevcUnit.pictureParameters],
}

/** Undefined for a codec that is not relayed. */
export const syntaxOf = (codec: number): Syntax | undefined =>
  codec === Codec.h264 ? avc : codec === Codec.h265 ? hevc : undefined
