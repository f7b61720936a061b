import { expect, test } from 'vitest'
import { homeMenusOf } from './rules.ts'

const pages = ['/system/dict/index', '/clean/report/index', '/monitor/live/index', '/system/log/index'].map((path, i) => ({
  id: i + 1,
  path,
}))
const idsOf = (some: typeof pages, chosen: number[] = []) => homeMenusOf(some, chosen).map(({ id }) => id)

test('the list is what was chosen, in that order, as far as it is still there', () => {
  expect(idsOf(pages, [4, 9, 1])).toEqual([4, 1])
})

test('who chose nothing, or nothing that is still there, has the usual pages, and without those the first ones', () => {
  expect(idsOf(pages)).toEqual([3, 2])
  expect(idsOf(pages, [9])).toEqual([3, 2])
  expect(idsOf([pages[0]!, pages[3]!])).toEqual([1, 4])
  expect(idsOf([])).toEqual([])
})
