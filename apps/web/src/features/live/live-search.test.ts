import { Status } from '@huanwei/contract/live/codes'
import { countStatuses } from '@huanwei/contract/live/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compass } from '../../lib/compass.ts'
import { hiddenIn, isChosen, LiveSearch } from './live-search.ts'

test('as many vehicles pass a figure as it counts', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...Object.values(Status))), (statuses) => {
      const counts = countStatuses(statuses.map((status) => (status === Status.offline ? null : { status })))
      for (const choice of ['online', 'stationary', 'moving', 'alert', 'offline'] as const)
        expect(statuses.filter((status) => isChosen(choice, status)).length).toBe(counts[choice])
    }),
  )
  expect(Object.values(Status).filter((status) => isChosen('alarm', status))).toEqual([Status.alert])
  expect(Object.values(Status).filter((status) => isChosen('warning', status))).toEqual([Status.warning])
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
  expect(LiveSearch.parse({ selected: '3-1', status: 'flying', type: '2', tab: 'x' })).toEqual({ tab: 'vehicle', type: '2' })
  const whole = { tab: 'person', selected: '0-7', status: 'alert', hidden: 'can,area' } as const
  expect(LiveSearch.parse(whole)).toEqual(whole)
  expect([...hiddenIn({ hidden: 'can,x,area' })]).toEqual(['can', 'area'])
  expect([...hiddenIn({})]).toEqual(['area'])
  expect([...hiddenIn({ hidden: 'none' })]).toEqual([])
})
