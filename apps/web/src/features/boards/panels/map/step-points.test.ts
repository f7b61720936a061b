import { Status } from '@huanwei/contract/live/codes'
import { expect, test } from 'vitest'
import { inStepOrder, stepAfter } from './step-points.ts'

test('what is urgent comes first, then what comes first by name', () => {
  const stop = (name: string, status: Status) => ({ key: `key ${name}`, name, status })
  const all = [
    stop('d', Status.offline),
    stop('c', Status.moving),
    stop('b', Status.moving),
    stop('e', Status.alert),
    stop('a', Status.warning),
  ]
  expect(inStepOrder(all).map(({ name }) => name)).toEqual(['e', 'a', 'b', 'c', 'd'])
})

test('arrows go round, the keys of a page and of the ends stay within, others lead nowhere', () => {
  const from = (place: number) =>
    ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map((key) =>
      stepAfter(key, place, 25),
    )
  expect(from(0)).toEqual([1, 1, 24, 24, 10, 0, 0, 24, undefined])
  expect(from(24)).toEqual([0, 0, 23, 23, 24, 14, 0, 24, undefined])
})
