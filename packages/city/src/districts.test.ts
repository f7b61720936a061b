import { expect, test } from 'vitest'
import { districtAt, districts } from './districts.ts'
import { inside, superellipse, toLngLat } from './geometry.ts'
import { landmarks } from './landmarks.ts'

test.each([
  ['春熙路', 104.081, 30.657, '锦江区', '510104'],
  ['建设路', 104.105, 30.672, '成华区', '510108'],
  ['宽窄巷子', 104.053, 30.666, '青羊区', '510105'],
  ['火车北站', 104.073, 30.698, '金牛区', '510106'],
  ['武侯祠', 104.046, 30.644, '武侯区', '510107'],
  ['火车东站', 104.141, 30.631, '成华区', '510108'],
  ['环球中心', 104.064, 30.57, '高新区', '510109'],
])('%s lies in its district', (_, lng, lat, name, code) => {
  expect(districtAt(lng, lat)).toMatchObject({ name, code })
})

test('far away there is no district', () => {
  expect(districtAt(103.6, 30.9)).toBeUndefined()
})

test('the districts tile the city: every place within the outer ring road lies in exactly one', () => {
  const limit = superellipse({ east: 12.3, north: 12, west: 12.6, south: 12.4 }, 0, 120)
  let places = 0
  for (let x = -12.613; x < 12.6; x += 0.217)
    for (let y = -12.471; y < 12.4; y += 0.193) {
      if (!inside(limit, [x, y])) continue
      const point = toLngLat([x, y])
      const owners = districts.filter(({ ring }) => inside(ring, point)).map(({ name }) => name)
      expect(owners, `${point}`).toHaveLength(1)
      places++
    }
  expect(places).toBeGreaterThan(10_000)
})

test('every label lies in its own district, every landmark in some', () => {
  for (const { name, label } of districts) expect(districtAt(...label)?.name).toBe(name)
  for (const { name, lng, lat } of landmarks) expect(districtAt(lng, lat), name).toBeDefined()
})
