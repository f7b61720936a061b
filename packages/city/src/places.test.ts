import { expect, test } from 'vitest'
import { districtAt, districts } from './districts.ts'
import { facilities, garbageCans, personName, phones, plates } from './places.ts'
import { seeded } from './random.ts'

test('facilities and cans are many enough, differently named, in their district, and the same every time', () => {
  for (const places of [facilities(), garbageCans()]) {
    expect(new Set(places.map(({ name }) => name)).size).toBe(places.length)
    for (const { lng, lat, district } of places) expect(districtAt(lng, lat)?.name).toBe(district)
  }
  expect(facilities().length).toBeGreaterThanOrEqual(220)
  expect(garbageCans().length).toBeGreaterThanOrEqual(520)
  expect(facilities()).toEqual(facilities())
  expect(garbageCans()).toEqual(garbageCans())
})

test('every district has its share of the common facilities', () => {
  const pairs = new Set(facilities().map(({ type, district }) => `${district}${type}`))
  for (const { name } of districts)
    for (const type of ['公共厕所', '中转站', '停车场', '加水点', '加油站']) expect(pairs).toContain(`${name}${type}`)
})

test('3 000 plates differ and are written as plates are', () => {
  const sample = plates(seeded(1), 3000)
  expect(new Set(sample).size).toBe(3000)
  for (const plate of sample) expect(plate).toMatch(/^川A([A-HJ-NP-Z0-9]{5}|[DF]\d{5})$/)
  const newEnergy = sample.filter((plate) => plate.length === 8)
  expect(newEnergy.length).toBeGreaterThan(400)
  expect(newEnergy.length).toBeLessThan(800)
  expect(plates(seeded(1), 3000)).toEqual(sample)
})

test('person names and phone numbers look like ones', () => {
  const random = seeded(2)
  for (let n = 0; n < 500; n++) expect(personName(random)).toMatch(/^\p{Script=Han}{2,3}$/u)
  const numbers = phones(random, 2000)
  expect(new Set(numbers).size).toBe(2000)
  for (const number of numbers) expect(number).toMatch(/^1[3-9]\d{9}$/)
})
