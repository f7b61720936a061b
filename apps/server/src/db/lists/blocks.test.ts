import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, blockOf, blockSize, inOrder, newestFirst, planSeek, type RowPlace, splitBySpan, totalOf } from './blocks.ts'

const places = fc.uniqueArray(fc.record({ id: fc.nat({ max: 6 * blockSize }), time: fc.nat({ max: 40 }) }), {
  selector: ({ id }) => id,
  minLength: 1,
  maxLength: 200,
})

function blocksOf(rows: readonly RowPlace[]): Block[] {
  const blocks = new Map<number, Block>()
  for (const { id, time } of rows) {
    const known = blocks.get(blockOf(id)) ?? { block: blockOf(id), count: 0, first: time, last: time }
    blocks.set(known.block, {
      block: known.block,
      count: known.count + 1,
      first: Math.min(known.first, time),
      last: Math.max(known.last, time),
    })
  }
  return inOrder(blocks.values())
}

test('a walk that begins where it is told finds the row after any number of others', () => {
  fc.assert(
    fc.property(places, fc.nat(), fc.integer({ min: 1, max: 60 }), (rows, seed, limit) => {
      const offset = seed % rows.length
      const ordered = rows.toSorted(newestFirst)
      const { start, end, before, overlapping } = planSeek(blocksOf(rows), offset, limit)
      const fromStart = ordered.filter((row) => newestFirst(row, start) >= 0)
      const counted = fromStart.filter(({ id }) => overlapping.includes(blockOf(id)))
      expect(fromStart[offset - before + counted.length]).toEqual(ordered[offset])
      const wanted = ordered.slice(offset, offset + limit)
      expect(wanted.filter((row) => newestFirst(row, end) > 0)).toEqual([])
    }),
  )
})

test('the blocks in a span and the rows of those across its ends are the rows in it', () => {
  fc.assert(
    fc.property(places, fc.nat({ max: 40 }), fc.nat({ max: 40 }), (rows, a, b) => {
      const span = { from: Math.min(a, b), to: Math.max(a, b) }
      const isIn = ({ time }: RowPlace) => time >= span.from && time < span.to
      const { whole, partly } = splitBySpan(blocksOf(rows), span)
      const across = partly.map(({ block }) => block)
      const counted = rows.filter((row) => across.includes(blockOf(row.id)) && isIn(row)).length
      expect(totalOf(whole) + counted).toBe(rows.filter(isIn).length)
    }),
  )
})
