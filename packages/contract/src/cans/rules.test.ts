import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metresBetween } from '../geometry.ts'
import { collectionRoute, fillBandOf } from './rules.ts'

const at = (lng: number, lat: number) => ({ lng, lat })
const total = (route: { metres: number }[]) => route.reduce((sum, { metres }) => sum + metres, 0)

test('places along a road are taken from one end to the other, whatever their order was', () => {
  const road = [104.03, 104.01, 104.05, 104.02, 104.04].map((lng) => at(lng, 30.6))
  const order = collectionRoute(road).map(({ place }) => place.lng)
  expect([order.toSorted(), order.toSorted().reverse()]).toContainEqual(order)
})

test('the metres are those from the one before', () => {
  const [first, second] = collectionRoute([at(104, 30), at(104, 30.01)])
  expect(first?.metres).toBe(0)
  expect(second?.metres).toBeCloseTo(metresBetween(104, 30, 104, 30.01), 6)
})

test('none and one are no route', () => {
  expect(collectionRoute([])).toEqual([])
  expect(collectionRoute([at(104, 30)])).toHaveLength(1)
})

test('every place is taken once, and no turned part would make the route shorter', () => {
  const place = fc.record({
    lng: fc.double({ min: 104, max: 104.2, noNaN: true }),
    lat: fc.double({ min: 30.5, max: 30.7, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(place, { minLength: 2, maxLength: 12 }), (places) => {
      const route = collectionRoute(places)
      expect(new Set(route.map((one) => one.place)).size).toBe(places.length)
      const order = route.map((one) => one.place)
      const lengthOf = (list: typeof order) =>
        list.slice(1).reduce((sum, { lng, lat }, i) => sum + metresBetween(list[i]!.lng, list[i]!.lat, lng, lat), 0)
      for (let i = 0; i < order.length; i++)
        for (let j = i + 1; j < order.length; j++) {
          const turned = [...order.slice(0, i), ...order.slice(i, j + 1).reverse(), ...order.slice(j + 1)]
          expect(lengthOf(turned)).toBeGreaterThan(total(route) - 0.01)
        }
    }),
    { numRuns: 50 },
  )
})

test('from a depot the nearest end comes first, and the way to it counts', () => {
  const places = [3, 1, 2].map((n) => ({ n, lng: 106 + n / 1000, lat: 30 }))
  const depot = { lng: 106.0042, lat: 30 }
  const route = collectionRoute(places, depot)
  expect(route.map(({ place }) => place.n)).toEqual([3, 2, 1])
  expect(route[0]?.metres).toBeCloseTo(metresBetween(depot.lng, depot.lat, 106.003, 30), 3)
})

test('a can is in one band by its fill level; overfull from the limit of the organisation on, however low that is', () => {
  expect([0, 49, 50, 79, 80, 100].map((fill) => fillBandOf(fill, 80))).toEqual([
    'low',
    'low',
    'half',
    'half',
    'overfull',
    'overfull',
  ])
  expect([fillBandOf(30, 30), fillBandOf(undefined, 80)]).toEqual(['overfull', 'unknown'])
})
