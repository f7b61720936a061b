import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { typeOf, UnitType, unitsOf } from '@huanwei/terminal/pictures/h264'

/** Frames per second of the loops; `tools/camera-loops.ts` draws and encodes them. */
export const framesPerSecond = 12

export type LoopFrame = { data: Buffer; isKey: boolean }

const startCode = Buffer.from([0, 0, 0, 1])
const names = ['main', 'sub'] as const
const read = new Map<number, LoopFrame[]>()

/** The frames that a camera sends again and again; `stream` as in `VideoStream`. Each begins with what a decoder needs before it. */
export function loopOf(stream: number): LoopFrame[] {
  const known = read.get(stream)
  if (known) return known
  const bytes = readFileSync(join(import.meta.dirname, 'loops', `${names[stream] ?? 'sub'}.h264`))
  const frames: LoopFrame[] = []
  let units: Buffer[] = []
  for (const unit of unitsOf(bytes)) {
    units.push(startCode, unit)
    const isKey = typeOf(unit) === UnitType.keySlice
    if (!isKey && typeOf(unit) !== UnitType.slice) continue
    frames.push({ data: Buffer.concat(units), isKey })
    units = []
  }
  read.set(stream, frames)
  return frames
}
