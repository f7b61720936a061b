import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { box, contentOf, fullBox, words } from './boxes.ts'
import { entryNames, epoch1904, type Movie, type MovieSample, mediaHead, sampleFlags, trackId, wholeHead } from './movie.ts'

/** `data`: units with their lengths. */
export type RecordedPicture = { data: Buffer; duration: number; isKey: boolean }

const [baseIsFragment, withOffset, withSamples] = [0x02_0000, 0x1, 0x700]

/** A fragment of a growing file: `number` from 1, `time` in ms from its beginning. Source: ISO/IEC 14496-12, 8.8. */
export function fragmentOf(number: number, time: number, pictures: readonly RecordedPicture[]): Buffer {
  const samples = pictures.flatMap(({ data, duration, isKey }) => [duration, data.length, sampleFlags(isKey)])
  const build = (offset: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, words(number)),
      box(
        'traf',
        fullBox('tfhd', 0, baseIsFragment, words(trackId)),
        fullBox('tfdt', 1, 0, words(0, time)),
        fullBox('trun', 0, withOffset | withSamples, words(pictures.length, offset, ...samples)),
      ),
    )
  const bytes = pictures.reduce((sum, { data }) => sum + data.length, 0)
  const head = mediaHead(bytes)
  return Buffer.concat([build(build(0).length + head.length), head, ...pictures.map(({ data }) => data)])
}

/** A piece of a growing file: where its pictures begin, and how many bytes they have. */
type Piece = { at: number; bytes: number }
export type Grown = Movie & { pieces: Piece[]; samples: MovieSample[] }

/** Bytes of the head of a box. */
const headLength = 8
/** A fragment's description above is damage, bytes. */
const longestDescription = 4 * 1024 * 1024
const sampleLength = 12

/** Reads a growing file as far as it is whole; undefined when it holds no picture. */
export async function readGrown(path: string): Promise<Grown | undefined> {
  const file = await open(path)
  try {
    return await readPieces(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

async function readPieces(file: FileHandle, size: number): Promise<Grown | undefined> {
  const [pieces, samples]: [Piece[], MovieSample[]] = [[], []]
  let movie: Movie | undefined
  let announced: MovieSample[] = []
  for (let at = 0; at + headLength <= size; ) {
    const head = await bytesAt(file, at, headLength)
    const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4)]
    if (length < headLength || at + length > size) break
    if (type === 'mdat') {
      pieces.push({ at: at + headLength, bytes: length - headLength })
      samples.push(...announced)
      announced = []
    } else if (length <= longestDescription) {
      const whole = await bytesAt(file, at, length)
      if (type === 'moov') movie = movieIn(whole)
      if (type === 'moof') announced = samplesIn(whole)
    }
    at += length
  }
  return movie && samples.length ? { ...movie, pieces, samples } : undefined
}

async function bytesAt(file: FileHandle, at: number, length: number) {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer
}

function movieIn(bytes: Buffer): Movie | undefined {
  const general = contentOf(bytes, 'moov', 'mvhd')
  const entries = contentOf(bytes, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd')
  // After the version and the number of entries; the entry itself has 78 bytes before its boxes.
  const parts = entries?.subarray(headLength + headLength + 78)
  const [avc, hevc] = [entryNames.avc, entryNames.hevc].map(([, name]) => parts && contentOf(parts, name))
  const description = avc ?? hevc
  return general && description && { start: (general.readUInt32BE(4) - epoch1904) * 1000, description, isHevc: !avc }
}

function samplesIn(bytes: Buffer): MovieSample[] {
  const run = contentOf(bytes, 'moof', 'traf', 'trun')
  if (!run) return []
  return Array.from({ length: run.readUInt32BE(4) }, (_, i) => {
    const at = 12 + i * sampleLength
    return {
      duration: run.readUInt32BE(at),
      size: run.readUInt32BE(at + 4),
      isKey: run.readUInt32BE(at + 8) === sampleFlags(true),
    }
  })
}

/** Facts of a whole file: `sha256` of all its bytes in hex, `duration` in ms. They are known once it was read to its end. */
export type WholeFacts = { size: number; sha256: string; duration: number; frames: number }

/** The whole file that a growing one becomes, which any player can jump in. `facts` may be asked once `bytes` were read. */
export function wholeOf(path: string, { pieces, samples, ...movie }: Grown) {
  const hash = createHash('sha256')
  let size = 0
  async function* read() {
    const note = (bytes: Buffer) => {
      hash.update(bytes)
      size += bytes.length
      return bytes
    }
    yield note(wholeHead(movie, samples))
    const file = await open(path)
    try {
      for (const { at, bytes } of pieces) yield note(await bytesAt(file, at, bytes))
    } finally {
      await file.close()
    }
  }
  const duration = samples.reduce((sum, sample) => sum + sample.duration, 0)
  return { bytes: read(), facts: (): WholeFacts => ({ size, sha256: hash.digest('hex'), duration, frames: samples.length }) }
}
