import { createHash } from 'node:crypto'
import { type LoopFrame, loopOf } from '@huanwei/fleet/cameras/picture-loop'
import { unitsOf } from '@huanwei/terminal/pictures/h264'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import { syntaxOf } from '@huanwei/terminal/pictures/syntax'
import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from 'mediabunny'
import { PictureTags } from '../picture-tags.ts'
import { PictureRecorder } from './recorder.ts'

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** For tests: hash of what is shown of a frame of a camera: its slices, with their lengths before them. */
export function shownOf(data: Buffer, codec: number = Codec.h264): string {
  const syntax = syntaxOf(codec)
  if (!syntax) throw new Error(`no pictures are of codec ${codec}`)
  const slices = unitsOf(data).filter((unit) => syntax.isSlice(syntax.typeOf(unit)))
  const parts = slices.flatMap((unit) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(unit.length)
    return [length, unit]
  })
  return hashOf(Buffer.concat(parts))
}

/** For tests: hashes of the first pictures that a camera sends which repeats its loop. */
export const firstShown = (loop: readonly LoopFrame[], count: number): string[] =>
  Array.from({ length: count }, (_, i) => shownOf(loop[i % loop.length]!.data))

/** For tests: what an independent reader finds in a recording; `time` in ms. */
export async function readMovie(bytes: Buffer) {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(new Blob([new Uint8Array(bytes)])) })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('no pictures')
  const frames: { hash: string; time: number; isKey: boolean }[] = []
  for await (const packet of new EncodedPacketSink(track).packets())
    frames.push({ hash: hashOf(packet.data), time: Math.round(packet.timestamp * 1000), isKey: packet.type === 'key' })
  return { frames, width: track.displayWidth, height: track.displayHeight, codec: track.codec }
}

/** For tests: gives a recorder as many pictures of a loop, each 83 ms after the one before, or 30 s at `gapAt`. */
export function recordLoop(path: string, count: number, gapAt = -1) {
  let now = Date.parse('2026-03-02T08:00:00Z')
  const ends: string[] = []
  const recorder = new PictureRecorder({ path, ended: (reason) => ends.push(reason), now: () => now })
  const tags = new PictureTags()
  const loop = loopOf(1)
  for (let i = 0; i < count; i++) {
    const frame = loop[i % loop.length]!
    now += i === gapAt ? 30_000 : 83
    const kind = frame.isKey ? PacketKind.intra : PacketKind.predicted
    const tag = tags.take({ codec: Codec.h264, kind, timestamp: i * 83, data: frame.data, isAfterLoss: false })
    if (typeof tag !== 'object' || !tags.description) throw new Error('no picture')
    recorder.show(tag, tags.description)
  }
  return { recorder, sent: firstShown(loop, count), ends }
}
