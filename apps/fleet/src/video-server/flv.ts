import { typeOf, UnitType, unitsOf } from '@huanwei/terminal/pictures/h264'
import type { LoopFrame } from '../cameras/picture-loop.ts'

/** File header: version 1, pictures only; then the size of no tag before it. Source: Adobe FLV specification 10.1, E.2. */
export const flvHeader = Buffer.from('464c5601010000000900000000', 'hex')

const pictureTag = 9
const [keyFrame, interFrame, avc] = [0x10, 0x20, 7]
const headLength = 11

function tagOf(time: number, head: number[], body: Buffer): Buffer {
  const length = head.length + body.length
  const tag = Buffer.alloc(headLength)
  tag.writeUInt8(pictureTag, 0)
  tag.writeUIntBE(length, 1, 3)
  tag.writeUIntBE(time & 0xffffff, 4, 3)
  tag.writeUInt8((time >>> 24) & 0xff, 7)
  const end = Buffer.alloc(4)
  end.writeUInt32BE(headLength + length)
  return Buffer.concat([tag, Buffer.from(head), body, end])
}

const sized = (bytes: Buffer, width: 2 | 4) => {
  const size = Buffer.alloc(width)
  size.writeUIntBE(bytes.length, 0, width)
  return Buffer.concat([size, bytes])
}

/** The tags of a frame: with a key frame the parameter sets before it. `time` in ms. */
export function flvTags({ data, isKey }: LoopFrame, time: number): Buffer {
  const units = unitsOf(data)
  const slices = units.filter((unit) => typeOf(unit) === UnitType.slice || typeOf(unit) === UnitType.keySlice)
  const picture = tagOf(
    time,
    [(isKey ? keyFrame : interFrame) | avc, 1, 0, 0, 0],
    Buffer.concat(slices.map((unit) => sized(unit, 4))),
  )
  const sequence = units.find((unit) => typeOf(unit) === UnitType.sequenceParameters)
  const parameters = units.find((unit) => typeOf(unit) === UnitType.pictureParameters)
  if (!isKey || !sequence || !parameters) return picture
  const record = Buffer.concat([
    Buffer.of(1, ...sequence.subarray(1, 4), 0xff, 0xe1),
    sized(sequence, 2),
    Buffer.of(1),
    sized(parameters, 2),
  ])
  return Buffer.concat([tagOf(time, [keyFrame | avc, 0, 0, 0, 0], record), picture])
}
