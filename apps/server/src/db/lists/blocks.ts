/** A block is the rows whose ids share all but their lowest bits. The trigger `list_mark` divides in the same way. */
export const blockBits = 11
export const blockSize = 2 ** blockBits
export const blockOf = (id: number) => Math.floor(id / blockSize)

/** Place of a row in a list: its time (µs since 1970; 0 in a list by id) and its id. `until`: when it leaves the list by itself, if it does. */
export type RowPlace = { time: number; id: number; until?: number }

/** Rows of one block that a list has: their number, their earliest and latest time, and when the first of them leaves the list by itself. */
export type Block = { block: number; count: number; first: number; last: number; until?: number }

/** A period as µs since 1970, without its end. */
export type TimeRange = { from: number; to: number }

/** Order of a list: newest first. */
export const newestFirst = (a: RowPlace, b: RowPlace) => b.time - a.time || b.id - a.id

/** No row of the block comes before this place, in a list that is newest first. */
const newest = ({ block, last }: Block): RowPlace => ({ time: last, id: (block + 1) * blockSize - 1 })
/** No row of the block comes after this place. */
const oldest = ({ block, first }: Block): RowPlace => ({ time: first, id: block * blockSize })

export const totalOf = (blocks: readonly Block[]) => blocks.reduce((sum, { count }) => sum + count, 0)

/** The blocks in the order of their newest places; those without rows are left out. */
export const inOrder = (blocks: Iterable<Block>) =>
  [...blocks].filter(({ count }) => count > 0).sort((a, b) => newestFirst(newest(a), newest(b)))

/** The blocks that lie in the span with all their rows, and those that do with some. */
export function splitBySpan(blocks: readonly Block[], { from, to }: TimeRange): { whole: Block[]; partly: Block[] } {
  const touched = blocks.filter(({ first, last }) => last >= from && first < to)
  const isWhole = ({ first, last }: Block) => first >= from && last < to
  return { whole: touched.filter(isWhole), partly: touched.filter((block) => !isWhole(block)) }
}

type Seek = {
  /** The rows that are wanted are at this place or come later. */
  start: RowPlace
  /** None of them comes after this place. */
  end: RowPlace
  /** Number of rows before `start` in the blocks that lie before it, besides those of `overlapping`. */
  before: number
  /** Blocks that begin before `start` and may have rows after it, which are to be counted. */
  overlapping: number[]
}

/** A place after which none of the first `amount` rows comes: so many are in the blocks that end first. */
function endOf(blocks: readonly Block[], amount: number): RowPlace {
  const byEnd = blocks.map((block) => ({ end: oldest(block), count: block.count })).sort((a, b) => newestFirst(a.end, b.end))
  let counted = 0
  for (const { end, count } of byEnd) {
    counted += count
    if (counted >= amount) return end
  }
  return byEnd.at(-1)!.end
}

/** Where `limit` rows after `offset` others begin and end in a list that is newest first; `offset` is less than the number of rows. */
export function planSeek(ordered: readonly Block[], offset: number, limit: number): Seek {
  let index = 0
  let before = 0
  for (; before + ordered[index]!.count <= offset; index++) before += ordered[index]!.count
  const start = newest(ordered[index]!)
  const overlapping = ordered.slice(0, index).filter((block) => newestFirst(oldest(block), start) >= 0)
  return { start, end: endOf(ordered, offset + limit), before, overlapping: overlapping.map(({ block }) => block) }
}
