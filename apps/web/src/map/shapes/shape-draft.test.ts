import { expect, test } from 'vitest'
import {
  type Draft,
  draftOf,
  dragged,
  handleDrawnAs,
  handlesOf,
  pointsOf,
  shapeOf,
  textOf,
  withPoint,
  withTool,
} from './shape-draft.ts'

const empty = draftOf(undefined)
const at = (draft: Draft, ...points: [number, number][]) => points.reduce(withPoint, draft)

test('each tool makes its shape as soon as it has its points', () => {
  const circle = withTool(empty, 'circle')
  expect(shapeOf(circle)).toBeUndefined()
  expect(shapeOf(at(circle, [104, 30], [104.1, 30.1]))).toEqual({ kind: 'circle', centre: [104.1, 30.1], radius: 200 })
  const rectangle = at(withTool(empty, 'rectangle'), [104, 30])
  expect(shapeOf(rectangle)).toBeUndefined()
  const ring = [
    [104, 30],
    [104.2, 30],
    [104.2, 30.1],
    [104, 30.1],
  ]
  expect(shapeOf(at(rectangle, [104.1, 30.2], [104.2, 30.1]))).toEqual({ kind: 'polygon', ring })
  expect(withTool(at(rectangle, [104.2, 30.1]), 'polygon').points).toEqual(ring)
  const route = at(withTool(empty, 'route'), [104, 30], [104.1, 30])
  expect(draftOf(shapeOf(route))).toEqual(route)
  expect(shapeOf({ ...route, width: 0 })).toBeUndefined()
})

test('a point is dragged, a bend becomes a point, the edge of a circle sets its radius', () => {
  const triangle = at(empty, [104, 30], [104.1, 30], [104.1, 30.1])
  const bends = handlesOf(triangle).filter(({ kind }) => kind === 'bend')
  expect(bends).toHaveLength(3)
  const { draft, handle } = dragged(triangle, bends[2]!, [104, 30.1])
  expect(draft.points[3]).toEqual([104, 30.1])
  expect(dragged(draft, handle, [103.9, 30.1]).draft.points).toEqual([...triangle.points, [103.9, 30.1]])
  const circle = at(withTool(empty, 'circle'), [104, 30])
  const edge = handlesOf(circle).find(({ kind }) => kind === 'edge')
  expect(dragged(circle, edge!, edge!.at).draft.radius).toBe(200)
  expect(dragged(circle, edge!, [104, 30.01]).draft.radius).toBe(1112)
})

test('a corner that was drawn before others came is still that corner', () => {
  const first = at(empty, [104, 30])
  const triangle = at(first, [104.1, 30], [104.1, 30.1])
  const [drawn] = handlesOf(first)
  expect(handleDrawnAs(handlesOf(triangle), drawn!)).toEqual({ at: [104, 30], kind: 'point', index: 0 })
  expect(handleDrawnAs(handlesOf(first), handlesOf(triangle)[0]!)).toBeUndefined()
})

test('points are read as they are written; a line that is no place is none', () => {
  const points: [number, number][] = [
    [104.066, 30.5728],
    [104.07, 30.6],
  ]
  expect(pointsOf(textOf(points))).toEqual(points)
  expect(pointsOf('104.066，30.5728\n\n 104.07 30.6 ')).toEqual(points)
  expect(pointsOf('104.066')).toBeUndefined()
  expect(pointsOf('30.5, 104')).toBeUndefined()
})
