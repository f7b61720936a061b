import { Status } from '@huanwei/contract/live/codes'
import { expect, test } from 'vitest'
import { alarmsOf, closeness, groupMarkers, type Marker } from './clusters.ts'

/** A marker so many pixels east and south of a place at a zoom. */
const marker = (id: number, zoom: number, right: number, down: number, status: Status = Status.moving): Marker => {
  const scale = 512 * 2 ** zoom
  return {
    objectType: '1',
    id,
    key: `1-${id}`,
    layer: 'vehicle',
    x: 0.8 + right / scale,
    y: 0.4 + down / scale,
    direction: 0,
    status,
  }
}
const members = (count: number, zoom: number, status?: Status) =>
  Array.from({ length: count }, (_, n) => marker(n + 1, zoom, n, n, status))

/** All steps at once. */
function grouped(markers: readonly Marker[], zoom: number) {
  const steps = groupMarkers(markers, zoom)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

test('what lies close together is one group with its mix and its alarms', () => {
  const { singles, clusters } = grouped(
    [...members(6, 11), marker(10, 11, 3, 0, Status.alert), marker(11, 11, 0, 3, Status.warning), marker(12, 11, 500, 0)],
    11,
  )
  expect(singles.map(({ id }) => id)).toEqual([12])
  expect(clusters).toHaveLength(1)
  const [group] = clusters
  expect(group?.size).toBe(8)
  expect(group && Object.fromEntries(group.mix)).toEqual({ [Status.moving]: 6, [Status.alert]: 1, [Status.warning]: 1 })
  expect(group && alarmsOf(group)).toBe(2)
})

test('what is of different kinds is never one group', () => {
  const cans = members(5, 11).map((one): Marker => ({ ...one, layer: 'can', key: `2-${one.id}` }))
  const { clusters } = grouped([...members(3, 11), ...cans], 11)
  expect(clusters.map(({ layer, size }) => [layer, size])).toEqual([
    ['vehicle', 3],
    ['can', 5],
  ])
})

test('every vehicle is shown exactly once, whatever the zoom', () => {
  let seed = 1
  const random = () => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  }
  const fleet = Array.from({ length: 2000 }, (_, id) => marker(id, 11, random() * 900, random() * 600))
  for (let zoom = 3; zoom < 19; zoom++) {
    const { singles, clusters } = grouped(fleet, zoom)
    expect(singles.length + clusters.reduce((sum, { size }) => sum + size, 0)).toBe(fleet.length)
    expect(new Set(singles).size).toBe(singles.length)
    for (const { size } of clusters) expect(size).toBeGreaterThanOrEqual(closeness(zoom).atLeast)
  }
})

test('close up nobody is grouped, not even on one spot', () => {
  expect(grouped([marker(1, 16, 0, 0), marker(2, 16, 0, 0), marker(3, 16, 0, 0)], 16.4).clusters).toEqual([])
})

test('groups stay while zooming within a level and stand in the middle of their members', () => {
  const fleet = members(9, 11)
  expect(grouped(fleet, 11.9)).toEqual(grouped(fleet, 11))
  const [group] = grouped(fleet, 11).clusters
  expect(group?.x).toBeCloseTo(marker(0, 11, 4, 4).x, 9)
  expect([group?.x0, group?.x1]).toEqual([fleet.at(0)?.x, fleet.at(-1)?.x])
})

test('alarms are drawn above the rest', () => {
  const order = [Status.alert, Status.offline, Status.moving, Status.warning, Status.stationary]
  const { singles } = grouped(
    order.map((status, id) => marker(id, 12, id * 300, 0, status)),
    12,
  )
  expect(singles.map(({ status }) => status)).toEqual([
    Status.offline,
    Status.stationary,
    Status.moving,
    Status.warning,
    Status.alert,
  ])
})
