import { pageSoundHead, pageSounds } from '@huanwei/contract/video/codes'
import { Codec } from '@huanwei/terminal/pictures/packet'

/** File header: version 1, pictures only; then the size of no tag before it. */
export const flvHeader = Buffer.from('464c5601010000000900000000', 'hex')

const [soundTagType, pictureTagType] = [8, 9]
const keyFrame = 0x10
const interFrame = 0x20
const [avc, hevc] = [7, 12]
const tagHead = 11
/** Codec and kind of frame, kind of packet, composition time. */
const videoHead = 5

/** A tag with the size that follows it. `time` in ms. Source: Adobe FLV specification 10.1, E.4. */
function tagOf(type: number, time: number, parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const tag = Buffer.alloc(tagHead + length + 4)
  tag.writeUInt8(type, 0)
  tag.writeUIntBE(length, 1, 3)
  tag.writeUIntBE(time & 0xffffff, 4, 3)
  tag.writeUInt8((time >>> 24) & 0xff, 7)
  let at = tagHead
  for (const part of parts) at += part.copy(tag, at)
  tag.writeUInt32BE(tagHead + length, at)
  return tag
}

/** H.265 has the code that the family's players and servers have agreed on; the rest of the tag is as with H.264. */
function videoTag(codec: number, time: number, isKey: boolean, packetType: 0 | 1, parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(videoHead)
  head.writeUInt8((isKey ? keyFrame : interFrame) | (codec === Codec.h265 ? hevc : avc), 0)
  head.writeUInt8(packetType, 1)
  return tagOf(pictureTagType, time, [head, ...parts])
}

/** Codes of sound in FLV, by those of 1078: both laws of G.711 at 8 kHz, 16 bits, one channel. Source: Adobe FLV specification 10.1, E.4.2. */
const soundCodes: Partial<Record<number, number>> = { [Codec.g711a]: 0x72, [Codec.g711u]: 0x82 }
/** Other sound that pages decode, by its number of 1078: every AAC has heads that say which it is. */
const otherSounds: Partial<Record<number, number>> = {
  [Codec.g726]: pageSounds.g726,
  [Codec.dvi4At8]: pageSounds.dvi4At8,
  [Codec.dvi4At16]: pageSounds.dvi4At16,
  [Codec.aac]: pageSounds.aac,
  [Codec.aacHe]: pageSounds.aac,
  [Codec.aacLc]: pageSounds.aac,
  [Codec.adpcm]: pageSounds.adpcm,
}

/** The tag of a piece of sound; undefined for a codec that pages do not play. */
export function soundTag(time: number, codec: number, samples: Buffer): Buffer | undefined {
  const [code, other] = [soundCodes[codec], otherSounds[codec]]
  if (code !== undefined) return tagOf(soundTagType, time, [Buffer.of(code), samples])
  return other === undefined ? undefined : tagOf(soundTagType, time, [Buffer.of(pageSoundHead, other), samples])
}

/** The tag that describes the pictures after it, of the record for their decoder. */
export const descriptionTag = (codec: number, time: number, record: Buffer): Buffer => videoTag(codec, time, true, 0, [record])

/** True for the description of pictures in H.265. */
export const isHevcTag = (description: Buffer) => ((description[tagHead] ?? 0) & 15) === hevc

/** The tag of one picture. */
export function pictureTag(codec: number, time: number, isKey: boolean, units: readonly Buffer[]): Buffer {
  const parts = units.flatMap((unit) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(unit.length)
    return [length, unit]
  })
  return videoTag(codec, time, isKey, 1, parts)
}
