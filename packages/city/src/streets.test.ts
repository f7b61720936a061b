import { expect, test } from 'vitest'
import { buildNetwork } from './network.ts'
import { seeded, whole } from './random.ts'
import { nearestNode, neighbours, shortestPath, streetNear, streetNetwork } from './streets.ts'

const network = streetNetwork()

test('the streets are one connected graph of the promised size', () => {
  const lists = neighbours(network)
  const seen = new Set([0])
  const stack = [0]
  for (let node = stack.pop(); node !== undefined; node = stack.pop())
    for (const next of lists[node] ?? []) {
      if (seen.has(next.node)) continue
      seen.add(next.node)
      stack.push(next.node)
    }
  expect(seen.size).toBe(network.nodes.length)
  expect(network.nodes.length).toBeGreaterThan(2500)
  expect(network.nodes.length).toBeLessThan(5000)
})

test('every edge has a name, a length and two different ends, and no two edges have the same ends', () => {
  const pairs = new Set<string>()
  for (const { from, to, name, length, limit } of network.edges) {
    expect(name).not.toBe('')
    expect(length).toBeGreaterThan(5)
    expect(limit).toBeGreaterThanOrEqual(30)
    expect(from).not.toBe(to)
    pairs.add(`${Math.min(from, to)},${Math.max(from, to)}`)
  }
  expect(pairs.size).toBe(network.edges.length)
})

test('a second build gives the same city', () => {
  expect(buildNetwork()).toEqual(buildNetwork())
})

test('the well-known streets are there', () => {
  const names = new Set(network.edges.map(({ name }) => name))
  for (const name of '一环路 二环路 三环路 人民南路 人民北路 人民中路 蜀都大道 天府大道 东大街 红星路 建设路 成华大道 解放路 府青路 羊西线 永丰路 科华路 武侯大道 光华大道 草堂路 锦里路'.split(
    ' ',
  ))
    expect(names, name).toContain(name)
})

test('any two nodes have a connected route that is no shorter than the straight line', () => {
  const random = seeded(7)
  for (let n = 0; n < 50; n++) {
    const [from, to] = [whole(random, 0, network.nodes.length - 1), whole(random, 0, network.nodes.length - 1)]
    const route = shortestPath(network, from, to)
    const back = shortestPath(network, to, from)
    if (route === undefined || back === undefined) throw new Error(`no way from ${from} to ${to}`)
    expect(route.nodes[0]).toBe(from)
    expect(route.nodes.at(-1)).toBe(to)
    expect(route.edges.length).toBe(route.nodes.length - 1)
    let sum = 0
    for (const [index, number] of route.edges.entries()) {
      const edge = network.edges[number]
      const ends = [route.nodes[index], route.nodes[index + 1]].toSorted()
      expect([edge?.from, edge?.to].toSorted()).toEqual(ends)
      sum += edge?.length ?? 0
    }
    expect(route.length).toBeCloseTo(sum, 3)
    expect(route.length).toBeCloseTo(back.length, 3)
    const [a, b] = [network.nodes[from], network.nodes[to]]
    const straight = Math.hypot(((a?.lng ?? 0) - (b?.lng ?? 0)) * 95760, ((a?.lat ?? 0) - (b?.lat ?? 0)) * 110860)
    expect(route.length).toBeGreaterThanOrEqual(straight * 0.998)
  }
})

test('the route is the shortest: it equals the result of relaxing every edge', () => {
  const start = nearestNode(network, 104.0657, 30.6571)
  const best = new Float64Array(network.nodes.length).fill(Number.POSITIVE_INFINITY)
  best[start] = 0
  for (let changed = true; changed; ) {
    changed = false
    for (const { from, to, length } of network.edges) {
      const [a, b] = [best[from] ?? 0, best[to] ?? 0]
      if (a + length < b) best[to] = a + length
      if (b + length < a) best[from] = b + length
      changed ||= a + length < b || b + length < a
    }
  }
  for (let node = 0; node < network.nodes.length; node += 97)
    expect(shortestPath(network, start, node)?.length).toBeCloseTo(best[node] ?? 0, 3)
})

test('an unknown node is refused, the route from a node to itself has no edges', () => {
  expect(() => shortestPath(network, 0, 999_999)).toThrow(RangeError)
  expect(shortestPath(network, 5, 5)).toEqual({ nodes: [5], edges: [], length: 0 })
})

test.each([
  [104.105, 30.672, '成都市成华区建设路附近'],
  [104.081, 30.657, '成都市锦江区春熙路附近'],
  [104.0665, 30.56, '成都市高新区天府大道附近'],
  [105.5, 31.5, '成都市附近'],
])('position text at %f, %f is %s', (lng, lat, text) => {
  expect(streetNear(lng, lat)).toBe(text)
})

test('the grid lookup finds the street of the node asked for', () => {
  for (let node = 0; node < network.nodes.length; node += 53) {
    const { lng, lat } = network.nodes[node] ?? { lng: 0, lat: 0 }
    expect(nearestNode(network, lng, lat)).toBe(node)
    const names = (neighbours(network)[node] ?? []).map(({ edge }) => network.edges[edge]?.name ?? '?')
    expect(names.some((name) => streetNear(lng, lat).includes(name))).toBe(true)
  }
})
