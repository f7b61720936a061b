import { expect, test } from 'vitest'
import { nextSort, tableWidth } from './list-columns.ts'
import { pageAfterResize, pageCount, pageNumbers } from './list-pages.ts'

test.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, 3, 4, 5, 6, null, 20]],
  [4, 20, [1, 2, 3, 4, 5, 6, null, 20]],
  [10, 20, [1, null, 8, 9, 10, 11, 12, null, 20]],
  [17, 20, [1, null, 15, 16, 17, 18, 19, 20]],
  [20, 20, [1, null, 15, 16, 17, 18, 19, 20]],
  [99, 20, [1, null, 15, 16, 17, 18, 19, 20]],
])('page %i of %i', (current, count, expected) => {
  expect(pageNumbers(current, count)).toEqual(expected)
})

test('an empty list has one page, a full last page no page after it', () => {
  expect([pageCount(0, 20), pageCount(20, 20), pageCount(21, 20)]).toEqual([1, 1, 2])
})

test('a larger size goes back to the first page when the current one would lie past the end', () => {
  expect(pageAfterResize(4, 50, 100)).toBe(1)
  expect(pageAfterResize(2, 50, 100)).toBe(2)
})

test('a head goes through ascending, descending, unsorted; another head starts anew', () => {
  const up = nextSort(undefined, 'time')
  const down = nextSort(up, 'time')
  expect([up, down, nextSort(down, 'time'), nextSort(down, 'name')]).toEqual([
    { by: 'time', order: 'asc' },
    { by: 'time', order: 'desc' },
    undefined,
    { by: 'name', order: 'asc' },
  ])
})

test('columns without a width count too', () => {
  expect(tableWidth([{ width: 60 }, {}])).toBe(200)
})
