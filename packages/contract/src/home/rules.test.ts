import { expect, test } from 'vitest'
import { homeCards } from './codes.ts'
import { cardsInOrder, homeMenusOf, moveCard, placeCard } from './rules.ts'

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

test('cards have the usual order of the person until one is chosen, and those that it does not name follow', () => {
  const handles = { mayHandle: true, mayReport: true, isRural: false }
  expect(cardsInOrder([], handles)).toEqual(homeCards)
  expect(cardsInOrder([], { ...handles, mayHandle: false }).slice(0, 3)).toEqual(['setup', 'cases', 'queues'])
  expect(cardsInOrder([], { ...handles, isRural: true }).slice(0, 4)).toEqual(['setup', 'toilets', 'queues', 'wrong'])
  expect(cardsInOrder(['intro', 'fleet'], handles).slice(0, 3)).toEqual(['intro', 'fleet', 'setup'])
  expect(cardsInOrder(['intro', 'fleet'], handles).toSorted()).toEqual(homeCards.toSorted())
})

test('a card moves past the next one that is shown, and is dropped where another one is', () => {
  const order = ['setup', 'queues', 'wrong', 'fleet'] as const
  const shown = ['queues', 'fleet'] as const
  expect(moveCard(order, shown, 'fleet', -1)).toEqual(['setup', 'fleet', 'queues', 'wrong'])
  expect(moveCard(order, shown, 'queues', 1)).toEqual(['setup', 'wrong', 'fleet', 'queues'])
  expect(moveCard(order, shown, 'fleet', 1)).toEqual(order)
  expect(placeCard(order, 'fleet', 'setup')).toEqual(['fleet', 'setup', 'queues', 'wrong'])
  expect(placeCard(order, 'setup', 'fleet')).toEqual(['queues', 'wrong', 'fleet', 'setup'])
})
