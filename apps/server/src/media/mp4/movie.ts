import { Codec } from '@huanwei/terminal/pictures/packet'
import { sizeIn } from '../decoder-records.ts'
import { box, fullBox, halves, words } from './boxes.ts'

/** A picture within a file. `duration` in ms. */
export type MovieSample = { size: number; duration: number; isKey: boolean }

/** Begins at `start`, epoch ms; `description` is the record for the decoder, of H.264 (avcC) or of H.265 (hvcC). */
export type Movie = { start: number; description: Buffer; isHevc: boolean }

export const trackId = 1
/** Units of time in a second. */
const timescale = 1000
const matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** Seconds from 1904, where the times of MP4 begin, to 1970. */
export const epoch1904 = 2_082_844_800
const [noSync, undetermined] = [0x0101_0000, 0x55c4_0000]

/** Flags of a picture: whether others are needed to decode it. Source: ISO/IEC 14496-12, 8.8.3.1. */
export const sampleFlags = (isKey: boolean) => (isKey ? 0x0200_0000 : noSync)

/** The head of a file that grows by fragments. */
export const growingHead = (movie: Movie): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('iso5'), words(512), Buffer.from('iso5iso6avc1mp41')),
    movieBox(movie, 0, emptyTables(), box('mvex', fullBox('trex', 0, 0, words(trackId, 1, 0, 0, 0)))),
  ])

/** The head of a whole file: after it come the pictures, one after the other. */
export function wholeHead(movie: Movie, samples: readonly MovieSample[]): Buffer {
  const type = box('ftyp', Buffer.from('isom'), words(512), Buffer.from('isomiso2avc1mp41'))
  const duration = samples.reduce((sum, sample) => sum + sample.duration, 0)
  const bytes = samples.reduce((sum, sample) => sum + sample.size, 0)
  const build = (offset: number) => Buffer.concat([type, movieBox(movie, duration, tablesOf(samples, offset)), mediaHead(bytes)])
  return build(build(0).length)
}

/** The beginning of the box that holds pictures of so many bytes. */
export function mediaHead(bytes: number): Buffer {
  const head = box('mdat')
  head.writeUInt32BE(head.length + bytes)
  return head
}

function movieBox(
  { start, description, isHevc }: Movie,
  duration: number,
  tables: readonly Buffer[],
  ...more: readonly Buffer[]
): Buffer {
  const made = Math.floor(start / 1000) + epoch1904
  const { width, height } = sizeIn(isHevc ? Codec.h265 : Codec.h264, description)
  const general = fullBox(
    'mvhd',
    0,
    0,
    words(made, made, timescale, duration, 0x10000, 0x0100_0000, 0, 0),
    matrix,
    words(0, 0, 0, 0, 0, 0, 2),
  )
  const track = fullBox(
    'tkhd',
    0,
    3,
    words(made, made, trackId, 0, duration, 0, 0, 0, 0),
    matrix,
    words(width * 0x10000, height * 0x10000),
  )
  const media = fullBox('mdhd', 0, 0, words(made, made, timescale, duration, undetermined))
  const handler = fullBox('hdlr', 0, 0, words(0), Buffer.from('vide'), words(0, 0, 0), Buffer.alloc(1))
  const source = box('dinf', fullBox('dref', 0, 0, words(1), fullBox('url ', 0, 1)))
  const look = fullBox('vmhd', 0, 1, words(0, 0))
  const table = box('stbl', fullBox('stsd', 0, 0, words(1), pictureEntry({ description, isHevc }, width, height)), ...tables)
  return box('moov', general, box('trak', track, box('mdia', media, handler, box('minf', look, source, table))), ...more)
}

/** Names of the entry and of the record in it, of H.264 and of H.265. Source: ISO/IEC 14496-15, 5.4.2 and 8.4.1. */
export const entryNames = { avc: ['avc1', 'avcC'], hevc: ['hvc1', 'hvcC'] } as const

const pictureEntry = ({ description, isHevc }: Pick<Movie, 'description' | 'isHevc'>, width: number, height: number) =>
  box(
    entryNames[isHevc ? 'hevc' : 'avc'][0],
    halves(0, 0, 0, 1),
    words(0, 0, 0, 0),
    halves(width, height),
    words(0x48_0000, 0x48_0000, 0),
    halves(1),
    Buffer.alloc(32),
    halves(0x18, 0xffff),
    box(entryNames[isHevc ? 'hevc' : 'avc'][1], description),
  )

const emptyTables = () => [
  fullBox('stts', 0, 0, words(0)),
  fullBox('stsc', 0, 0, words(0)),
  fullBox('stsz', 0, 0, words(0, 0)),
  fullBox('stco', 0, 0, words(0)),
]

/** Says where each picture is: all in one piece from `offset` on. */
function tablesOf(samples: readonly MovieSample[], offset: number): Buffer[] {
  const runs: { count: number; duration: number }[] = []
  for (const { duration } of samples) {
    const last = runs.at(-1)
    if (last?.duration === duration) last.count++
    else runs.push({ count: 1, duration })
  }
  const keys = [...samples.entries()].flatMap(([i, { isKey }]) => (isKey ? [i + 1] : []))
  return [
    fullBox('stts', 0, 0, words(runs.length, ...runs.flatMap(({ count, duration }) => [count, duration]))),
    fullBox('stss', 0, 0, words(keys.length, ...keys)),
    fullBox('stsc', 0, 0, words(1, 1, samples.length, 1)),
    fullBox('stsz', 0, 0, words(0, samples.length, ...samples.map(({ size }) => size))),
    fullBox('stco', 0, 0, words(1, offset)),
  ]
}
