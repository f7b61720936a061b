import { Status } from '@huanwei/contract/live/codes'
import { countStatuses } from '@huanwei/contract/live/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compass, isChosen, LiveSearch } from './live-search.ts'

test('as many vehicles pass a figure as it counts', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...Object.values(Status))), (statuses) => {
      const counts = countStatuses(statuses.map((status) => (status === Status.offline ? null : { status })))
      for (const choice of ['online', 'stationary', 'moving', 'alert', 'offline'] as const)
        expect(statuses.filter((status) => isChosen(choice, status)).length).toBe(counts[choice])
    }),
  )
})

test.each([
  [0, 'north'],
  [22, 'north'],
  [23, 'northEast'],
  [92, 'east'],
  [180, 'south'],
  [359, 'north'],
  [-90, 'west'],
  [720, 'north'],
])('%d degrees is %s', (degrees, word) => {
  expect(compass(degrees)).toBe(word)
})

test('a broken link opens the page without what is broken', () => {
  expect(LiveSearch.parse({ selected: 'x', status: 'flying', type: '2' })).toEqual({ type: '2' })
  expect(LiveSearch.parse({ selected: '7', status: 'alert' })).toEqual({ selected: 7, status: 'alert' })
})
