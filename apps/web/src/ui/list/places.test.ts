import { expect, test } from 'vitest'
import { sharedPlace } from './places.ts'

test.each([
  [['成都市锦江区天府广场', '成都市武侯区一环路'], 3],
  [['成都市锦江区天府广场', '成都市锦江区春熙路', ''], 6],
  [['成都市春熙路北段', '成都市春熙路南段'], 3],
  [['成都市春熙路'], 0],
  [['成都市', '成都市春熙路'], 0],
  [['春熙路北口', '春熙路南口'], 0],
  [[], 0],
])('%j share %d characters', (addresses, shared) => {
  expect(sharedPlace(addresses)).toBe(shared)
})
