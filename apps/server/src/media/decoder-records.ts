import { HevcUnit, hevcTypeOf } from '@huanwei/terminal/pictures/h265'
import { hevcSequenceIn } from '@huanwei/terminal/pictures/hevc-parameters'
import { Codec } from '@huanwei/terminal/pictures/packet'
import { pictureSize } from '@huanwei/terminal/pictures/sequence-parameters'

/** Shortest sequence parameter set of H.264, bytes. */
const shortestSequence = 4
/** Where the first sequence parameter set of H.264, and the number of arrays of H.265, stand in a record. */
const [firstSet, arraysAt] = [8, 22]

/** A unit after its length in two bytes. */
function sized(unit: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(unit.length)
  return Buffer.concat([length, unit])
}

/**
 * The record that describes pictures to a decoder, of the parameter sets in the order of `Syntax`; undefined where one is missing or cannot be read. Source:
 * ISO/IEC 14496-15, 5.3.3 and 8.3.3.
 */
export function recordOf(codec: number, sets: readonly (Buffer | undefined)[]): Buffer | undefined {
  const known = sets.filter((set) => set !== undefined)
  if (known.length < sets.length) return undefined
  return codec === Codec.h265 ? hevcRecord(known) : avcRecord(known)
}

function avcRecord([sequence, picture]: readonly Buffer[]): Buffer | undefined {
  if (!sequence || !picture || sequence.length < shortestSequence) return undefined
  // Lengths of units have four bytes; one set of each kind.
  return Buffer.concat([
    Buffer.of(1),
    sequence.subarray(1, 4),
    Buffer.of(0xff, 0xe1),
    sized(sequence),
    Buffer.of(1),
    sized(picture),
  ])
}

function hevcRecord(sets: readonly Buffer[]): Buffer | undefined {
  const sequence = sets.find((set) => hevcTypeOf(set) === HevcUnit.sequenceParameters)
  const facts = sequence && hevcSequenceIn(sequence)
  if (!facts) return undefined
  const { profile, layers, isNested, colours, lumaBits, colourBits } = facts
  const head = Buffer.concat([
    Buffer.of(1),
    profile,
    Buffer.of(0xf0, 0, 0xfc, 0xfc | colours, 0xf8 | lumaBits, 0xf8 | colourBits, 0, 0, (layers << 3) | (isNested ? 4 : 0) | 3),
    Buffer.of(sets.length),
  ])
  return Buffer.concat([head, ...sets.flatMap((set) => [Buffer.of(0x80 | hevcTypeOf(set), 0, 1), sized(set)])])
}

/** The parameter sets of a record. Throws where one is cut. */
export function setsIn(codec: number, record: Buffer): Buffer[] {
  const sets: Buffer[] = []
  let at = codec === Codec.h265 ? arraysAt + 1 : firstSet - 3
  function take(count: number) {
    for (let i = 0; i < count; i++) {
      const end = at + 2 + record.readUInt16BE(at)
      if (end > record.length) throw new Error('a parameter set is cut')
      sets.push(record.subarray(at + 2, end))
      at = end
    }
  }
  if (codec === Codec.h265) {
    for (let left = record.readUInt8(arraysAt); left > 0; left--) {
      const count = record.readUInt16BE(at + 1)
      at += 3
      take(count)
    }
  } else for (const mask of [31, 255]) take(record.readUInt8(at++) & mask)
  return sets
}

/** Size of the pictures that a record describes, pixels; 0 where it does not say. */
export function sizeIn(codec: number, record: Buffer): { width: number; height: number } {
  const none = { width: 0, height: 0 }
  if (codec !== Codec.h265) {
    const length = record.length >= firstSet ? record.readUInt16BE(firstSet - 2) : 0
    return pictureSize(record.subarray(firstSet, firstSet + length)) ?? none
  }
  const sequence = setsIn(codec, record).find((set) => hevcTypeOf(set) === HevcUnit.sequenceParameters)
  return (sequence && hevcSequenceIn(sequence)) ?? none
}
