import { encodeALaw } from '@huanwei/terminal/pictures/g711'

/** Samples per second of G.711, and of one packet. */
export const soundRate = 8000
export const samplesPerPiece = 320
export const pieceMs = (samplesPerPiece / soundRate) * 1000

/** Pieces until it begins again. */
const pieces = 50
let made: Buffer[] | undefined

/** A piece of what is heard beside an engine, with the beep of a vehicle that reverses, in A-law; `n` counts pieces. */
export function soundPiece(n: number): Buffer {
  made ??= Array.from({ length: pieces }, (_, piece) =>
    Buffer.from(
      Array.from({ length: samplesPerPiece }, (_, i) => encodeALaw(sampleAt((piece * samplesPerPiece + i) / soundRate))),
    ),
  )
  return made[n % pieces]!
}

/** `second` since the beginning of the loop; 16 bits. */
function sampleAt(second: number): number {
  const wave = (hertz: number, size: number) => size * Math.sin(2 * Math.PI * hertz * second)
  const engine = wave(85, 2600) + wave(170, 1500) + wave(255, 900)
  const beep = second % 1 < 0.35 ? wave(1050, 6000) : 0
  return Math.round(engine + beep)
}
