import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unitsOf } from '@huanwei/terminal/pictures/h264'
import { Codec } from '@huanwei/terminal/pictures/packet'
import { syntaxOf } from '@huanwei/terminal/pictures/syntax'

/** Frames per second of the loops; `tools/camera-loops.ts` draws and encodes them. */
export const framesPerSecond = 12

/** `codec`: as in `Codec`. */
export type LoopFrame = { data: Buffer; isKey: boolean; codec: number }

const startCode = Buffer.from([0, 0, 0, 1])
const names = ['main', 'sub'] as const
/** What a loop shows: the street, nothing, or the street in H.265. */
const looks = {
  street: { ending: '.h264', codec: Codec.h264 },
  black: { ending: '-black.h264', codec: Codec.h264 },
  hevc: { ending: '.h265', codec: Codec.h265 },
}
export type Look = keyof typeof looks
const read = new Map<string, LoopFrame[]>()

/** The frames that a camera sends again and again; `stream` as in `VideoStream`. Each begins with what a decoder needs before it. */
export function loopOf(stream: number, look: Look = 'street'): LoopFrame[] {
  const { ending, codec } = looks[look]
  const name = `${names[stream] ?? 'sub'}${ending}`
  const known = read.get(name)
  if (known) return known
  const syntax = syntaxOf(codec)
  if (!syntax) throw new Error(`no loop is of codec ${codec}`)
  const frames: LoopFrame[] = []
  let units: Buffer[] = []
  for (const unit of unitsOf(readFileSync(join(import.meta.dirname, 'loops', name)))) {
    units.push(startCode, unit)
    const type = syntax.typeOf(unit)
    if (!syntax.isSlice(type)) continue
    frames.push({ data: Buffer.concat(units), isKey: syntax.isKey(type), codec })
    units = []
  }
  read.set(name, frames)
  return frames
}
