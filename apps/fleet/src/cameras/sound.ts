import { encodeALaw } from '@huanwei/terminal/pictures/g711'

/** Samples per second of G.711, and of one packet. */
export const soundRate = 8000
export const samplesPerPiece = 320
export const pieceMs = (samplesPerPiece / soundRate) * 1000

/** Pieces until it begins again. */
export const pieces = 50
let made: Buffer[] | undefined

/** A piece of what is heard beside an engine, with the beep of a vehicle that reverses, in A-law; `n` counts pieces. */
export function soundPiece(n: number): Buffer {
  made ??= Array.from({ length: pieces }, (_, piece) => pieceOf(piece, sampleAt))
  return made[n % pieces]!
}

/** A piece of what is heard while somebody speaks there: words of a low voice, much louder than the engine. */
export const voicePiece = (n: number): Buffer =>
  pieceOf(n, (second) => {
    const wave = (hertz: number) => Math.sin(2 * Math.PI * hertz * second)
    const syllable = second % 1 < 0.85 ? 0.5 + 0.5 * Math.abs(Math.sin(4 * Math.PI * second)) : 0
    return sampleAt(second) + Math.round(syllable * (9000 * wave(140) + 6000 * wave(520) + 4000 * wave(1180)))
  })

const pieceOf = (piece: number, at: (second: number) => number) =>
  Buffer.from(Array.from({ length: samplesPerPiece }, (_, i) => encodeALaw(at((piece * samplesPerPiece + i) / soundRate))))

/** `second` since the beginning of the loop; 16 bits. */
export function sampleAt(second: number): number {
  const wave = (hertz: number, size: number) => size * Math.sin(2 * Math.PI * hertz * second)
  const engine = wave(85, 2600) + wave(170, 1500) + wave(255, 900)
  const beep = second % 1 < 0.35 ? wave(1050, 6000) : 0
  return Math.round(engine + beep)
}
