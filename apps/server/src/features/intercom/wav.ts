import { voiceRate } from '@huanwei/contract/intercom/codes'
import { aLawSample } from '@huanwei/contract/intercom/rules'

const samples = Int16Array.from({ length: 256 }, (_, byte) => aLawSample(byte))

const headBytes = 44
const bytesPerSample = 2

/** G.711 A-law as a WAV file of 16 bits, which every player knows. Source: RIFF WAVE. */
export function wavOf(voice: Buffer): Buffer {
  const size = voice.length * bytesPerSample
  const file = Buffer.alloc(headBytes + size)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(headBytes - 8 + size, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(voiceRate, 24)
  file.writeUInt32LE(voiceRate * bytesPerSample, 28)
  file.writeUInt16LE(bytesPerSample, 32)
  file.writeUInt16LE(8 * bytesPerSample, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(size, 40)
  for (const [index, byte] of voice.entries()) file.writeInt16LE(samples[byte] ?? 0, headBytes + index * bytesPerSample)
  return file
}
