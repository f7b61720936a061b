import { Shape } from '@huanwei/contract/areas/endpoints'
import { metresBetween } from '@huanwei/contract/geometry'
import type { Position } from '../base/coordinates.ts'

export const tools = ['circle', 'rectangle', 'polygon', 'route'] as const
export type Tool = (typeof tools)[number]

/** A shape as it is drawn: a circle by its centre, a rectangle by two corners, the others by all their points; metres. */
export type Draft = { tool: Tool; points: Position[]; radius: number; width: number }

const usual = { radius: 200, width: 30 }

export const draftOf = (shape: Shape | undefined): Draft => {
  if (shape?.kind === 'circle') return { ...usual, tool: 'circle', points: [shape.centre], radius: shape.radius }
  if (shape?.kind === 'route') return { ...usual, tool: 'route', points: shape.line, width: shape.width }
  return { ...usual, tool: 'polygon', points: shape?.ring ?? [] }
}

/** The shape that is drawn; undefined while points are missing or a figure is out of bounds. */
export function shapeOf({ tool, points, radius, width }: Draft): Shape | undefined {
  const [first, second] = points
  const drawn = {
    circle: { kind: 'circle', centre: first, radius },
    rectangle: { kind: 'polygon', ring: first && second && corners(first, second) },
    polygon: { kind: 'polygon', ring: points },
    route: { kind: 'route', line: points, width },
  }[tool]
  return Shape.safeParse(drawn).data
}

const corners = ([west, south]: Position, [east, north]: Position): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]

/** Points that a tool takes; undefined for as many as one likes. */
const most: Partial<Record<Tool, number>> = { circle: 1, rectangle: 2 }

/** A click on the map: one more point, or another place for the last of as many as there may be. */
export const withPoint = (draft: Draft, point: Position): Draft => ({
  ...draft,
  points: [...draft.points.slice(0, (most[draft.tool] ?? Number.POSITIVE_INFINITY) - 1), place(point)],
})

/** Another tool takes over the points that it can use. */
export const withTool = (draft: Draft, tool: Tool): Draft => {
  const [first, second] = draft.points
  const points = draft.tool === 'rectangle' && first && second && tool !== 'circle' ? corners(first, second) : draft.points
  return { ...draft, tool, points: points.slice(0, most[tool]) }
}

/** `bend` lies between two points and becomes one when it is dragged; `edge` is where a circle's radius ends. */
export type Handle = { at: Position; kind: 'point' | 'bend' | 'edge'; index: number }

/** Handles of a shape on the map. */
export function handlesOf({ tool, points, radius }: Draft): Handle[] {
  const own = points.map((at, index): Handle => ({ at, kind: 'point', index }))
  const [first] = points
  if (tool === 'circle' && first) return [...own, { at: eastOf(first, radius), kind: 'edge', index: 0 }]
  if (tool === 'circle' || tool === 'rectangle') return own
  const bends = points.flatMap(([lng, lat], index): Handle[] => {
    const next = points[index + 1] ?? (tool === 'polygon' && points.length > 2 ? first : undefined)
    return next ? [{ at: [(lng + next[0]) / 2, (lat + next[1]) / 2], kind: 'bend', index }] : []
  })
  return [...bends, ...own]
}

/** The handle that was drawn with these properties, which may be those of a draft some points ago: the map draws later than it is told. */
export const handleDrawnAs = (handles: readonly Handle[], { kind, index }: Partial<Handle>) =>
  handles.find((one) => one.kind === kind && one.index === index)

/** The draft with a handle dragged to a place, and the handle that is held from then on. */
export function dragged(draft: Draft, { kind, index }: Handle, to: Position): { draft: Draft; handle: Handle } {
  const at = place(to)
  if (kind === 'edge') {
    const radius = Math.round(Math.max(1, metresBetween(...(draft.points[0] ?? at), ...at)))
    return { draft: { ...draft, radius }, handle: { at, kind, index } }
  }
  if (kind === 'bend')
    return {
      draft: { ...draft, points: draft.points.toSpliced(index + 1, 0, at) },
      handle: { at, kind: 'point', index: index + 1 },
    }
  return { draft: { ...draft, points: draft.points.with(index, at) }, handle: { at, kind, index } }
}

/** To 0.1 m, as a person can read and type it. */
const place = ([lng, lat]: Position): Position => [Number(lng.toFixed(6)), Number(lat.toFixed(6))]

/** The place so many metres east. */
function eastOf([lng, lat]: Position, metres: number): Position {
  return [lng + metres / metresBetween(0, lat, 1, lat), lat]
}

/** One point a line: longitude, latitude. */
export const textOf = (points: readonly Position[]) => points.map(([lng, lat]) => `${lng}, ${lat}`).join('\n')

/** The points that a text says; undefined where a line of it is none. */
export function pointsOf(text: string): Position[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim())
  const points = lines.map((line) => {
    const [, lng, lat] = /^\s*(-?\d+(?:\.\d+)?)[\s,，]+(-?\d+(?:\.\d+)?)\s*$/.exec(line) ?? []
    return place([Number(lng), Number(lat)])
  })
  return points.every(([lng, lat]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90) ? points : undefined
}
