import { type BoardAbout, type PanelKind, type SourceName, sourceNames, traitsOf } from '@huanwei/contract/boards/codes'
import type { BoardDefinition, BoardPanel, BoardTexts, SourceParams } from '@huanwei/contract/designs/endpoints'
import { freePlace, type GridPlace, isOnGrid, kindsFor, mustBeAbout, shareCells } from '@huanwei/contract/designs/rules'

/** The board with other values of one panel. Pure. */
export const withPanel = (board: BoardDefinition, id: string, fields: Partial<BoardPanel>): BoardDefinition => ({
  ...board,
  panels: board.panels.map((panel) => (panel.id === id ? { ...panel, ...fields } : panel)),
})

export const withoutPanel = (board: BoardDefinition, id: string): BoardDefinition => ({
  ...board,
  panels: board.panels.filter((panel) => panel.id !== id),
})

/** The board with a panel at another place; undefined where it does not fit. Pure. */
export function placed(board: BoardDefinition, id: string, place: GridPlace): BoardDefinition | undefined {
  const isTaken = board.panels.some((other) => other.id !== id && shareCells(other, place))
  return isOnGrid(place) && !isTaken ? withPanel(board, id, place) : undefined
}

/** Changes of a place by the arrow keys; with Shift they change the size. */
const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The place that a key leads to; undefined for any other key. Pure. */
export function placeAfter(key: string, isResize: boolean, { x, y, w, h }: GridPlace): GridPlace | undefined {
  const step = steps[key]
  if (!step) return undefined
  return isResize ? { x, y, w: w + step[0], h: h + step[1] } : { x: x + step[0], y: y + step[1], w, h }
}

/** Sources that a board can have, by what it is about. */
export const sourcesFor = (about: BoardAbout): SourceName[] =>
  sourceNames.filter((name) => !mustBeAbout(name) || traitsOf(name).about === about)

/** Parameters that a source cannot do without. */
function startParams(source: SourceName): SourceParams {
  const [first] = traitsOf(source).names ?? []
  return first === undefined ? {} : { names: [first] }
}

/** A source in place of another: the kind stays where it can draw it. Pure. */
export function withSource(panel: BoardPanel, source: SourceName): Partial<BoardPanel> {
  const kinds = kindsFor(source)
  return { source, params: startParams(source), kind: kinds.includes(panel.kind) ? panel.kind : kinds[0]! }
}

const newId = (panels: readonly BoardPanel[], source: SourceName) => {
  let number = panels.length + 1
  while (panels.some(({ id }) => id === `${source}-${number}`)) number++
  return `${source}-${number}`
}

/** A board with one panel more, at the first place that has room, and the panel; undefined on a full grid. Pure. */
export function withNewPanel(
  board: BoardDefinition,
  source: SourceName,
  title: BoardTexts,
  kind: PanelKind = kindsFor(source)[0]!,
) {
  const place = freePlace(board.panels)
  if (!place) return undefined
  const panel: BoardPanel = {
    id: newId(board.panels, source),
    kind,
    source,
    params: startParams(source),
    title,
    ...place,
  }
  return { board: { ...board, panels: [...board.panels, panel] }, panel }
}
