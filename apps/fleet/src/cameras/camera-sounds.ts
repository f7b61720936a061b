import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeAdpcm } from '@huanwei/contract/adpcm'
import { G726, type G726Bits, type G726Order, packG726 } from '@huanwei/contract/g726'
import { encodeMuLaw } from '@huanwei/terminal/pictures/g711'
import { Codec } from '@huanwei/terminal/pictures/packet'
import { pieceMs, pieces, sampleAt, samplesPerPiece, soundPiece, soundRate } from './sound.ts'

/** How a camera sends what its microphone hears: in pieces of so many ms, in a codec of 1078; `piece` counts them from 0. */
export type CameraSound = { codec: number; pieceMs: number; piece(n: number): Buffer }

/** As most terminals do. */
export const usualSound: CameraSound = { codec: Codec.g711a, pieceMs, piece: soundPiece }

const samplesOfPiece = (piece: number) =>
  Int16Array.from({ length: samplesPerPiece }, (_, i) => sampleAt((piece * samplesPerPiece + i) / soundRate))

/** The loop in another codec, piece after piece. */
function loopIn(codec: number, encode: (samples: Int16Array) => Uint8Array): CameraSound {
  const encoded = Array.from({ length: pieces }, (_, piece) => Buffer.from(encode(samplesOfPiece(piece))))
  return { codec, pieceMs, piece: (n) => encoded[n % pieces] ?? Buffer.alloc(0) }
}

export const muLawSound = () => loopIn(Codec.g711u, (samples) => Uint8Array.from(samples, encodeMuLaw))

/** G.726 with codes of so many bits, the first of them in the lowest or the highest bits of its byte. */
export function g726Sound(bits: G726Bits, order: G726Order): CameraSound {
  const encoder = new G726(bits)
  return loopIn(Codec.g726, (samples) =>
    packG726(
      Array.from(samples, (sample) => encoder.encode(sample)),
      bits,
      order,
    ),
  )
}

export function adpcmSound(): CameraSound {
  const state = { sample: 0, index: 0 }
  return loopIn(Codec.adpcm, (samples) => encodeAdpcm(samples, state))
}

/** Samples of a frame of AAC. */
const samplesPerFrame = 1024
/** Bytes of its head. */
const frameHead = 7

/** AAC, a frame a piece; `tools/camera-loops.ts` encodes it. */
export function aacSound(): CameraSound {
  const bytes = readFileSync(join(import.meta.dirname, 'loops', 'sound.aac'))
  const frames: Buffer[] = []
  for (let at = 0; at + frameHead <= bytes.length; ) {
    const length = (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff
    frames.push(bytes.subarray(at, at + length))
    at += length
  }
  return {
    codec: Codec.aac,
    pieceMs: (samplesPerFrame / soundRate) * 1000,
    piece: (n) => frames[n % frames.length] ?? Buffer.alloc(0),
  }
}

/** A sound as recorders with a widespread chip send it: each piece after 00 01, half its length, 00. */
export const ofChip = (sound: CameraSound): CameraSound => ({
  ...sound,
  piece(n) {
    const bytes = sound.piece(n)
    return Buffer.concat([Buffer.of(0, 1, bytes.length / 2, 0), bytes])
  },
})
