import { aLawSample } from '@huanwei/contract/intercom/rules'

/** Heads of FLV audio tags with G.711, either law. Source: Adobe FLV specification 10.1, E.4.2. */
const [aLawHead, muLawHead] = [0x72, 0x82]

/** Source: ITU-T G.711. */
function muLawSample(byte: number): number {
  const bits = ~byte & 0xff
  const size = ((((bits & 15) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84
  return bits & 0x80 ? -size : size
}

const tableOf = (sampleOf: (byte: number) => number) => Float32Array.from({ length: 256 }, (_, byte) => sampleOf(byte) / 32_768)
const tables = { aLaw: tableOf(aLawSample), muLaw: tableOf(muLawSample) }
const samplesOf = (table: Float32Array, bytes: Uint8Array) => Float32Array.from(bytes, (byte) => table[byte] ?? 0)

/** Samples from -1 to 1 of G.711 A-law. Pure. */
export const decodeALaw = (bytes: Uint8Array) => samplesOf(tables.aLaw, bytes)

/** Samples from -1 to 1 of the body of an audio tag with this head; undefined for another codec. Pure. */
export function decodeG711(head: number, bytes: Uint8Array) {
  if (head === aLawHead) return decodeALaw(bytes)
  return head === muLawHead ? samplesOf(tables.muLaw, bytes) : undefined
}
