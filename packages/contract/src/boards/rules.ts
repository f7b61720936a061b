import type { BoardPoint, Panel, PanelData } from './endpoints.ts'
import type { PanelChange } from './messages.ts'

/** The address of a list for a board that is narrowed to a department. Pure. */
export const addressWithin = (href: string, deptId: number | undefined) =>
  deptId === undefined || /[?&]deptId=/.test(href) ? href : `${href}${href.includes('?') ? '&' : '?'}deptId=${deptId}`

/** Address of the point of a map with this key; undefined for one that has none. Pure. */
export function pointAddress(opens: Extract<PanelData, { shape: 'points' }>['opens'], key: string): string | undefined {
  const found = opens?.find(({ keys }) => key.startsWith(keys))
  return found && found.address + key.slice(found.keys.length)
}

const isSamePoint = (one: BoardPoint | undefined, { name, lng, lat, status }: BoardPoint) =>
  one?.name === name && one.lng === lng && one.lat === lat && one.status === status

/** Changes that make the panels of a board those of a later moment. Contents that are the same object are unchanged. Pure. */
export function panelChanges(before: readonly Panel[], now: readonly Panel[]): PanelChange[] {
  const earlier = new Map(before.map(({ id, data }) => [id, data]))
  return now.flatMap(({ id, madeAt, data }): PanelChange[] => {
    const was = earlier.get(id)
    if (was === data) return []
    const states = was?.shape === 'areas' && data?.shape === 'areas' ? otherStates(was, data) : undefined
    if (states) return [{ id, madeAt, states }]
    if (was?.shape !== 'points' || data?.shape !== 'points') return [{ id, madeAt, data }]
    if (aroundPoints(was) !== aroundPoints(data)) return [{ id, madeAt, data }]
    const known = new Map(was.points.map((point) => [point.key, point]))
    const moved = data.points.flatMap((point) => {
      const before = known.get(point.key)
      const { name, ...news } = point
      return isSamePoint(before, point) ? [] : [before?.name === name ? news : point]
    })
    const present = new Set(data.points.map(({ key }) => key))
    const gone = was.points.flatMap(({ key }) => (present.has(key) ? [] : key))
    return [{ id, madeAt, moved, gone, ...(data.cards && { cards: data.cards }) }]
  })
}

/** What a map has beside its points and cards. */
const aroundPoints = ({ names, opens }: Extract<PanelData, { shape: 'points' }>) => JSON.stringify([names, opens])

type Areas = Extract<PanelData, { shape: 'areas' }>

const withoutStates = ({ areas, names }: Areas) => JSON.stringify([names, areas.map(({ status: _, ...area }) => area)])

/** The areas whose state is another one; undefined where more than states changed. Shapes have thousands of corners. */
function otherStates(before: Areas, now: Areas) {
  if (withoutStates(before) !== withoutStates(now)) return undefined
  return now.areas.flatMap(({ id, status }, place) => (before.areas[place]?.status === status ? [] : [{ id, status }]))
}

/** Panels after changes; a panel without one stays the same object. Pure. */
export function withChanges(panels: readonly Panel[], changes: readonly PanelChange[]): Panel[] {
  const byId = new Map(changes.map((change) => [change.id, change]))
  return panels.map((panel) => {
    const change = byId.get(panel.id)
    if (!change) return panel
    return { ...panel, madeAt: change.madeAt, data: dataAfter(panel.data, change) }
  })
}

function dataAfter(data: PanelData | null, change: PanelChange): PanelData | null {
  if ('data' in change) return change.data
  return 'states' in change ? withStates(data, change) : withMoved(data, change)
}

function withStates(data: PanelData | null, { states }: Extract<PanelChange, { states: unknown }>): PanelData | null {
  if (data?.shape !== 'areas') return data
  const statusOf = new Map(states.map(({ id, status }) => [id, status]))
  return { ...data, areas: data.areas.map((area) => ({ ...area, status: statusOf.get(area.id) ?? area.status })) }
}

function withMoved(data: PanelData | null, { moved, gone, cards }: Extract<PanelChange, { gone: unknown }>): PanelData | null {
  if (data?.shape !== 'points') return data
  const points = new Map(data.points.map((point) => [point.key, point]))
  for (const key of gone) points.delete(key)
  for (const point of moved) points.set(point.key, { ...point, name: point.name ?? points.get(point.key)?.name ?? '' })
  return { ...data, points: [...points.values()], ...(cards && { cards }) }
}

/** Sizes of a report on A4 pages, px at 96 dpi: 0.75 pt. */
export const paper = {
  width: 794,
  height: 1123,
  margin: 48,
  /** Above the first page's panels: title, days and organisation. */
  head: 96,
  /** The number of the page. */
  foot: 28,
  gap: 20,
  title: 32,
  figure: 76,
  figuresInRow: 4,
  curve: 190,
  /** Heads of a table, which may take two lines, and one of its rows. */
  heads: 40,
  row: 24,
  /** A text in place of figures. */
  note: 40,
} as const

/** Rows that stay together at the foot of a page. */
const fewestRows = 3

/** What a page shows of a panel, px; of a table the rows from `from` up to `to`, of which earlier ones stand on the page before. */
export type PaperBlock = { panel: Panel; height: number; from: number; to: number }

const whole = (panel: Panel, height: number): PaperBlock => ({ panel, height, from: 0, to: 0 })
const titleOf = ({ title }: Pick<Panel, 'title'>) => (title ? paper.title : 0)
type Rows = Extract<PanelData, { shape: 'rows' }>

/** Puts the panels of a report onto pages: tables go on on the next one, anything else stands on one. Pure. */
export function pagesOf(panels: readonly Panel[]): PaperBlock[][] {
  const pages: PaperBlock[][] = [[]]
  let room = paper.height - 2 * paper.margin - paper.foot - paper.head
  function put(block: PaperBlock) {
    const page = pages.at(-1)!
    page.push(block)
    room -= block.height + paper.gap
  }
  function turn() {
    pages.push([])
    room = paper.height - 2 * paper.margin - paper.foot
  }
  function putWhole(block: PaperBlock) {
    if (block.height > room && pages.at(-1)!.length > 0) turn()
    put(block)
  }
  function putRows(panel: Panel, { rows }: Rows) {
    const above = titleOf(panel) + paper.heads
    for (let from = 0; from < rows.length; ) {
      const fits = Math.floor((room - above) / paper.row)
      const left = rows.length - from
      if (fits < Math.min(left, fewestRows)) {
        turn()
        continue
      }
      // A single row does not stand alone on the next page.
      const most = left > fits ? Math.min(fits, Math.max(fewestRows, left - fewestRows)) : left
      const to = from + most
      put({ panel, from, to, height: above + (to - from) * paper.row })
      from = to
    }
  }
  for (const panel of panels) {
    const { data } = panel
    if (data?.shape === 'rows' && data.rows.length) putRows(panel, data)
    else if (data?.shape === 'figures')
      putWhole(whole(panel, titleOf(panel) + Math.ceil(data.figures.length / paper.figuresInRow) * paper.figure))
    else if (data?.shape === 'series') putWhole(whole(panel, titleOf(panel) + paper.curve))
    else putWhole(whole(panel, titleOf(panel) + paper.note))
  }
  return pages
}
