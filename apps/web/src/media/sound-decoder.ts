import { decodeAdpcm } from '@huanwei/contract/adpcm'
import { pageSoundHead, pageSounds } from '@huanwei/contract/video/codes'
import { createAac } from './aac.ts'
import { decodeG711 } from './g711.ts'
import { createG726 } from './g726.ts'
import type { SoundPiece } from './sound-piece.ts'

const usualRate = 8000

/**
 * Returns a function that decodes the sound of one socket, tag by tag: the body of an audio tag of FLV, and its time in ms. Undefined for what cannot be
 * decoded, or not yet; rejects where the browser cannot. Source: Adobe FLV specification 10.1, E.4.2; `pageSounds`.
 */
export function createSoundDecoder() {
  const [g726, aac] = [createG726(), createAac()]

  function decodeOther(codec: number | undefined, bytes: Uint8Array, time: number) {
    if (codec === pageSounds.aac) return aac(bytes)
    if (codec === pageSounds.g726) return pieceOf(g726(bytes, time))
    if (codec === pageSounds.adpcm) return pieceOf(decodeAdpcm(bytes))
    if (codec === pageSounds.dvi4At8) return pieceOf(decodeAdpcm(bytes, true))
    if (codec === pageSounds.dvi4At16) return pieceOf(decodeAdpcm(bytes, true), 2 * usualRate)
    return undefined
  }

  return (body: Uint8Array, time: number): SoundPiece | Promise<SoundPiece> | undefined => {
    const [head = 0, codec] = body
    if (head === pageSoundHead) return decodeOther(codec, body.subarray(2), time)
    const samples = decodeG711(head, body.subarray(1))
    return samples && { samples, rate: usualRate }
  }
}

/** `samples`: of 16 bits. */
const pieceOf = (samples: Int16Array | undefined, rate = usualRate): SoundPiece | undefined =>
  samples && { samples: Float32Array.from(samples, (sample) => sample / 32_768), rate }
