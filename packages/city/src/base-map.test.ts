import { expect, test } from 'vitest'
import { baseMap } from './base-map.ts'
import { streetNetwork } from './streets.ts'

const map = baseMap()
const ofKind = (kind: string) => map.features.filter(({ properties }) => properties.kind === kind)

test('the map is small enough to send to a browser, and plain JSON', () => {
  const text = JSON.stringify(map)
  expect(text.length).toBeLessThan(1_200_000)
  expect(text.length).toBeGreaterThan(200_000)
  expect(JSON.parse(text)).toEqual(map)
  expect(text).not.toMatch(/\d\.\d{6}/)
})

test('every layer is there', () => {
  expect(ofKind('district')).toHaveLength(6)
  expect(ofKind('water').map(({ properties }) => properties.name)).toEqual(
    expect.arrayContaining(['府河', '南河', '锦江', '沙河', '北湖']),
  )
  expect(ofKind('park').length).toBeGreaterThan(15)
  expect(ofKind('place').length).toBeGreaterThan(40)
  expect(new Set(ofKind('street').map(({ properties }) => properties.class))).toEqual(
    new Set(['ring', 'main', 'secondary', 'local']),
  )
})

test('polygons are closed rings', () => {
  for (const { geometry } of map.features)
    if (geometry.type === 'Polygon') for (const ring of geometry.coordinates) expect(ring.at(-1)).toEqual(ring[0])
})

test('the streets of the map are as long as those of the network', () => {
  let drawnMetres = 0
  for (const { geometry } of ofKind('street')) {
    const lines =
      geometry.type === 'LineString' ? [geometry.coordinates] : geometry.type === 'MultiLineString' ? geometry.coordinates : []
    for (const line of lines) {
      let previous = line[0]
      for (const [lng, lat] of line) {
        if (previous !== undefined) drawnMetres += Math.hypot((lng - previous[0]) * 95760, (lat - previous[1]) * 110860)
        previous = [lng, lat]
      }
    }
  }
  const networkMetres = streetNetwork().edges.reduce((sum, { length }) => sum + length, 0)
  expect(drawnMetres / networkMetres).toBeGreaterThan(0.99)
  expect(drawnMetres / networkMetres).toBeLessThan(1.01)
})
