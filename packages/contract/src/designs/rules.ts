import type { Language } from '@huanwei/words/languages'
import {
  BoardAbout,
  boardGrid,
  kindsOfShape,
  type PanelKind,
  type ParamName,
  type SourceName,
  traitsOf,
} from '../boards/codes.ts'
import { word } from '../fields.ts'

/** Place of a panel on the grid: column, row, columns, rows. */
export type GridPlace = { x: number; y: number; w: number; h: number }

export const isOnGrid = ({ x, y, w, h }: GridPlace) =>
  x >= 0 && y >= 0 && w >= 1 && h >= 1 && x + w <= boardGrid.columns && y + h <= boardGrid.rows

/** True when two places have a cell in common. */
export const shareCells = (one: GridPlace, other: GridPlace) =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h

/** Kinds of panel that can draw a source, the usual one first. */
export const kindsFor = (source: SourceName): readonly PanelKind[] => kindsOfShape[traitsOf(source).shape]

/** Sizes of a new panel: the largest that there is room for. */
const newSizes = [
  { w: 8, h: 4 },
  { w: 6, h: 3 },
  { w: 4, h: 2 },
  { w: 2, h: 1 },
  { w: 1, h: 1 },
]

/** Place of a new panel among others, from the top left; undefined on a full grid. */
export function freePlace(taken: readonly GridPlace[]): GridPlace | undefined {
  for (const size of newSizes)
    for (let y = 0; y + size.h <= boardGrid.rows; y++)
      for (let x = 0; x + size.w <= boardGrid.columns; x++) {
        const place = { x, y, ...size }
        if (!taken.some((one) => shareCells(one, place))) return place
      }
  return undefined
}

type Texts = Readonly<Record<Language, string>>

/** The text in a language, or that of another language where it has none. */
export const textIn = (texts: Texts, language: Language) => texts[language] || texts['zh-CN'] || texts['zh-TW'] || texts['en-US']

/** A panel as far as rules look at it. */
export type PlacedPanel = GridPlace & {
  id: string
  kind: PanelKind
  source: SourceName
  params: Readonly<Partial<Record<ParamName, unknown>> & { names?: readonly string[] | undefined }>
}

/** True for a source that answers on boards about its subject only; of a day there is today. */
export const mustBeAbout = (source: SourceName) =>
  [BoardAbout.facility, BoardAbout.span].some((one) => one === traitsOf(source).about)

/** Problem of a panel among those before it on a board. */
export function panelProblem(panel: PlacedPanel, earlier: readonly PlacedPanel[], about: BoardAbout) {
  const { source, kind, params, id } = panel
  const traits = traitsOf(source)
  const taken: readonly string[] = traits.takes
  const figures: readonly string[] | undefined = traits.names
  if (!kindsFor(source).includes(kind)) return word('panelKind')
  if (Object.entries(params).some(([name, value]) => value !== undefined && !taken.includes(name))) return word('panelParams')
  if (figures && (!params.names || params.names.some((name) => !figures.includes(name)))) return word('panelNames')
  if (mustBeAbout(source) && traits.about !== about) return word('panelAbout')
  if (!isOnGrid(panel)) return word('panelOutside')
  if (earlier.some((other) => other.id === id)) return word('panelTwice')
  if (earlier.some((other) => shareCells(other, panel))) return word('panelsOverlap')
  return undefined
}
