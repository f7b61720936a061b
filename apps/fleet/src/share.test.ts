import { expect, test } from 'vitest'
import { evenShare } from './share.ts'

test('a share is taken evenly', () => {
  const list = Array.from({ length: 10 }, (_, i) => i)
  expect(evenShare(list, 1)).toEqual(list)
  expect(evenShare(list, 0)).toEqual([])
  expect(evenShare(list, 0.3)).toHaveLength(3)
})
