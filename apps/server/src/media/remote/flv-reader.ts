import type { Frame } from '@huanwei/terminal/pictures/frames'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import { setsIn } from '../decoder-records.ts'

/** Bytes of the header with the size that follows it, of a tag's head, and of the size after a tag. Source: Adobe FLV specification 10.1, E.2 to E.4. */
const [fileHead, tagHead, tagEnd] = [13, 11, 4]
/** Longest tag, bytes. */
const longestTag = 2 * 1024 * 1024
const [soundTag, pictureTag] = [8, 9]
/** Codecs of pictures. */
const codecs: Partial<Record<number, number>> = { 7: Codec.h264, 12: Codec.h265 }
const startCode = Buffer.of(0, 0, 0, 1)
/** Sound formats of both laws of G.711, and of AAC. */
const laws: Partial<Record<number, number>> = { 7: Codec.g711a, 8: Codec.g711u }
const aac = 10
/** Longest frame of AAC, bytes. */
const longestSound = 0x1fff

/** Bytes that do not begin as FLV does. */
export class NoFlv extends Error {}

/** Reads the frames of an FLV stream as a camera of JT/T 1078 would send them. `push` throws at bytes that are no FLV, after the frames before them. */
export class FlvReader {
  #rest: Buffer = Buffer.alloc(0)
  #isBegun = false
  /** Parameter sets, as a byte stream. */
  #parameters: Buffer = Buffer.alloc(0)
  /** Head of each frame of AAC, without its length; undefined before the description. */
  #soundHead: Buffer | undefined;

  *push(chunk: Buffer): Generator<Frame, void> {
    this.#rest = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk
    if (!this.#isBegun) {
      if (this.#rest.length < fileHead) return
      if (this.#rest.toString('latin1', 0, 3) !== 'FLV') throw new NoFlv('no FLV')
      this.#isBegun = true
      this.#rest = this.#rest.subarray(fileHead)
    }
    while (this.#rest.length >= tagHead) {
      const length = this.#rest.readUIntBE(1, 3)
      const type = this.#rest.readUInt8(0)
      if (length > longestTag || ![soundTag, pictureTag, 18].includes(type)) throw new Error('no tag of FLV')
      const whole = tagHead + length + tagEnd
      if (this.#rest.length < whole) break
      const time = this.#rest.readUIntBE(4, 3) + this.#rest.readUInt8(7) * 2 ** 24
      const body = this.#rest.subarray(tagHead, tagHead + length)
      this.#rest = this.#rest.subarray(whole)
      const frame = this.#frameOf(type, time, body)
      if (frame) yield frame
    }
  }

  /** The frame of AAC in a tag, with a head of its own; undefined for a description, and before it. */
  #aacIn(body: Buffer): Buffer | undefined {
    if (body[1] === 0) this.#soundHead = headOf(body.subarray(2))
    const length = (this.#soundHead?.length ?? 0) + body.length - 2
    if (body[1] !== 1 || !this.#soundHead || length > longestSound) return undefined
    const frame = Buffer.concat([this.#soundHead, body.subarray(2)])
    frame.writeUInt8((frame[3] ?? 0) | (length >> 11), 3)
    frame.writeUInt16BE(((length & 0x7ff) << 5) | 0x1f, 4)
    return frame
  }

  #frameOf(type: number, timestamp: number, body: Buffer): Frame | undefined {
    const [first] = body
    if (first === undefined) return undefined
    if (type === soundTag) {
      const codec = first >> 4 === aac ? Codec.aac : laws[first >> 4]
      const data = codec === Codec.aac ? this.#aacIn(body) : Buffer.from(body.subarray(1))
      return codec === undefined || !data ? undefined : { codec, kind: PacketKind.sound, timestamp, data, isAfterLoss: false }
    }
    if (type !== pictureTag) return undefined
    const codec = codecs[first & 0xf]
    const isKey = first >> 4 === 1
    const kind = isKey ? PacketKind.intra : PacketKind.predicted
    if (codec === undefined || body.length < 5) throw new Error(`pictures of codec ${first & 0xf}`)
    if (body[1] === 0) this.#parameters = Buffer.concat(setsIn(codec, body.subarray(5)).flatMap((set) => [startCode, set]))
    if (body[1] !== 1) return undefined
    const units = unitsWithLength(body.subarray(5)).flatMap((unit) => [startCode, unit])
    return {
      codec,
      kind,
      timestamp,
      data: Buffer.concat(isKey ? [this.#parameters, ...units] : units),
      isAfterLoss: false,
    }
  }
}

/** Head of a frame of AAC (ADTS) that this description (`AudioSpecificConfig`) goes with; undefined where it has none. Source: ISO/IEC 14496-3, 1.6.2.1 and 1.A.2.2. */
function headOf(description: Buffer): Buffer | undefined {
  if (description.length < 2) return undefined
  const bits = description.readUInt16BE(0)
  const [kind, rate, channels] = [bits >> 11, (bits >> 7) & 15, (bits >> 3) & 15]
  if (kind < 1 || kind > 4 || rate > 12 || channels > 7) return undefined
  return Buffer.of(0xff, 0xf1, ((kind - 1) << 6) | (rate << 2) | (channels >> 2), (channels & 3) << 6, 0, 0x1f, 0xfc)
}

/** Units that each stand after their length in four bytes. */
function unitsWithLength(bytes: Buffer): Buffer[] {
  const units: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw new Error('a unit is cut')
    if (end > at + 4) units.push(bytes.subarray(at + 4, end))
    at = end
  }
  return units
}
