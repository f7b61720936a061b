import { expect, test } from 'vitest'
import { moved } from './collections.ts'

test('one moves among the others and not beyond them', () => {
  const ids = [1, 2, 3]
  expect([moved(ids, 1, 1), moved(ids, 3, -2), moved(ids, 2, -1), moved(ids, 2, 1)]).toEqual([
    [2, 1, 3],
    [3, 1, 2],
    [2, 1, 3],
    [1, 3, 2],
  ])
  expect([moved(ids, 1, -1), moved(ids, 3, 1), moved(ids, 9, 1)]).toEqual([undefined, undefined, undefined])
})
