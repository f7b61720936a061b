import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Panel } from './endpoints.ts'
import { PanelChange } from './messages.ts'
import { pagesOf, panelChanges, paper, pointAddress, withChanges } from './rules.ts'

const panelOf = (kind: 'figures' | 'series' | 'rows' | 'none', count: number, place: number): Panel => {
  const data = {
    figures: {
      shape: 'figures' as const,
      figures: Array.from({ length: count }, (_, i) => ({
        key: String(i),
        label: '',
        value: i,
        of: null,
        before: null,
        unit: '',
        tone: 'plain' as const,
        href: null,
      })),
    },
    series: { shape: 'series' as const, labels: [], lines: [] },
    rows: {
      shape: 'rows' as const,
      heads: ['a'],
      rows: Array.from({ length: count }, (_, i) => ({ key: String(i), cells: [String(i)], tone: 'plain' as const })),
    },
    none: null,
  }[kind]
  return { id: String(place), kind: 'table', title: 'x', x: 0, y: 0, w: 24, h: 1, pace: 'slow', madeAt: 0, data }
}
const room = (page: number) => paper.height - 2 * paper.margin - paper.foot - (page === 0 ? paper.head : 0)

test('every panel stands on the pages once and in order, no page is too full, and none is empty', () => {
  const kind = fc.constantFrom('figures', 'series', 'rows', 'none')
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, fc.nat(150)), { minLength: 1, maxLength: 12 }), (drawn) => {
      const panels = drawn.map(([kind, count], place) =>
        panelOf(kind as 'rows', kind === 'figures' ? (count % 12) + 1 : count, place),
      )
      const pages = pagesOf(panels)
      const blocks = pages.flat()
      expect([...new Set(blocks.map(({ panel }) => panel.id))]).toEqual(panels.map(({ id }) => id))
      for (const panel of panels) {
        const parts = blocks.filter((block) => block.panel === panel)
        const rows = panel.data?.shape === 'rows' ? panel.data.rows.length : 0
        expect(parts.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i))).toEqual(
          Array.from({ length: rows }, (_, i) => i),
        )
        if (!rows) expect(parts.length).toBe(1)
      }
      pages.forEach((page, place) => {
        expect(page.length).toBeGreaterThan(0)
        const used = page.reduce((sum, { height }) => sum + height, 0) + (page.length - 1) * paper.gap
        expect(used).toBeLessThanOrEqual(room(place))
      })
    }),
  )
})

const pointsOf = (places: [key: number, place: number][]) => ({
  shape: 'points' as const,
  points: [...new Map(places)].map(([key, place]) => ({
    key: String(key),
    name: `point ${key}`,
    lng: place,
    lat: place,
    status: 1 as const,
  })),
})
const sorted = ({ data, ...panel }: Panel) => ({
  ...panel,
  data: data?.shape === 'points' ? data.points.toSorted((a, b) => a.key.localeCompare(b.key)) : data,
})

test('what changed makes the panels of before those of now; a panel that did not change is sent and drawn no more', () => {
  const places = fc.array(fc.tuple(fc.nat(12), fc.nat(2)), { maxLength: 20 })
  const contents = fc.oneof(
    places.map(pointsOf),
    fc.constantFrom('figures', 'rows', 'none').map((kind) => panelOf(kind as 'rows', 2, 0).data),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(contents, contents, fc.boolean()), { maxLength: 6 }), (all) => {
      const before = all.map(([data], place) => ({ ...panelOf('none', 0, place), data }))
      const now = before.map((panel, place) => (all[place]![2] ? { ...panel, madeAt: 9, data: all[place]![1] } : panel))
      const changes = panelChanges(before, now)
      const after = withChanges(before, changes)
      expect(after.map(sorted).map(({ data }) => data)).toEqual(now.map(sorted).map(({ data }) => data))
      now.forEach((panel, place) => {
        if (panel === before[place]) expect([after[place], changes.some(({ id }) => id === panel.id)]).toEqual([panel, false])
      })
    }),
  )
})

test('of a map whose points move the names stay and the cards are those of now', () => {
  const point = (key: string, lng: number) => ({ key, name: `point ${key}`, lng, lat: 30, status: 1 as const })
  const cardOf = (value: string) => [{ key: 'a', title: 'A', status: 1 as const, facts: [{ name: 'x', value }] }]
  const mapOf = (lng: number, value: string): Panel => ({
    ...panelOf('none', 0, 0),
    data: {
      shape: 'points',
      points: [point('a', lng)],
      names: [{ status: 1, label: 'well' }],
      cards: cardOf(value),
    },
  })
  const [before, now] = [[mapOf(104, '1')], [mapOf(105, '2')]]
  const changes = panelChanges(before, now)
  expect(changes).toMatchObject([{ moved: [{ key: 'a', lng: 105, lat: 30, status: 1 }], gone: [] }])
  expect(PanelChange.parse(changes[0])).toEqual(changes[0])
  expect(JSON.stringify(changes)).not.toContain('point a')
  expect(withChanges(before, changes)).toEqual(now)
})

test('a point leads to the address of its kind, with what follows the kind in its key', () => {
  const opens = [
    { keys: 'village-', address: '/villages?deptId=' },
    { keys: '', address: '/live?selected=' },
  ]
  expect([pointAddress(opens, 'village-7'), pointAddress(opens, '1-8')]).toEqual(['/villages?deptId=7', '/live?selected=1-8'])
  expect([pointAddress(undefined, '1-8'), pointAddress(opens.slice(0, 1), '1-8')]).toEqual([undefined, undefined])
})

test('areas whose states changed are sent without their shapes, and whole with another shape, name or area', () => {
  const ring: [number, number][] = [
    [104, 30],
    [104.1, 30],
    [104.1, 30.1],
  ]
  const areaOf = (id: number, status: 0 | 1, corners = ring) => ({
    id,
    name: `area ${id}`,
    shape: { kind: 'polygon' as const, ring: corners },
    status,
  })
  const mapOf = (...areas: ReturnType<typeof areaOf>[]): Panel => ({
    ...panelOf('none', 0, 0),
    data: { shape: 'areas', areas, names: [{ status: 1, label: 'working' }] },
  })
  const before = [mapOf(areaOf(1, 0), areaOf(2, 1))]
  const now = [mapOf(areaOf(1, 1), areaOf(2, 1))]
  const changes = panelChanges(before, now)
  expect(changes).toEqual([{ id: '0', madeAt: 0, states: [{ id: 1, status: 1 }] }])
  expect(PanelChange.parse(changes[0])).toEqual(changes[0])
  expect(withChanges(before, changes)).toEqual(now)
  for (const other of [
    mapOf(areaOf(1, 0), areaOf(2, 1, ring.toReversed())),
    mapOf(areaOf(1, 0)),
    mapOf(areaOf(2, 1), areaOf(1, 0)),
  ]) {
    expect(panelChanges(before, [other])).toEqual([{ id: '0', madeAt: 0, data: other.data }])
    expect(withChanges(before, panelChanges(before, [other]))).toEqual([other])
  }
})
