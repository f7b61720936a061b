import { metresBetween } from '@huanwei/contract/geometry'
import { expect, test } from 'vitest'
import { boxAround } from './box.ts'

test.each([0, 30.66, 60])('a square around a place at %d degrees north has the asked side, east as north', (lat) => {
  const { west, south, east, north } = boxAround({ lng: 104, lat }, 300)
  expect(metresBetween(west, lat, east, lat)).toBeCloseTo(300, 0)
  expect(metresBetween(104, south, 104, north)).toBeCloseTo(300, 0)
})
