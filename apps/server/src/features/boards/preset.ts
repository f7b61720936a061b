import { type BoardTheme, PanelKind } from '@huanwei/contract/boards/codes'
import type { KeyOf } from '@huanwei/words/messages'
import type { Params } from './source.ts'
import type { SourceName } from './sources.ts'

type PanelTitle = KeyOf<'boards'> extends infer K ? (K extends `panel.${infer Name}` ? Name : never) : never

/** A panel of a preset; `at` is its place on the grid: column, row, columns, rows. A panel without a title has no frame. */
export type PresetPanel = {
  kind: PanelKind
  source: SourceName
  params?: Params
  title?: PanelTitle
  at: readonly [x: number, y: number, w: number, h: number]
}

/** Boards that are data: an address and its panels. */
export type Preset = {
  theme: BoardTheme
  /** True for a board of a past day, which who looks at it chooses. */
  isPast?: true
  /** True for a board of one facility, which its address names. */
  isOfFacility?: true
  /** True for a screen that stands upright. */
  isUpright?: true
  /** True for a report on paper: its panels follow each other on A4 pages. */
  isPaper?: true
  panels: readonly PresetPanel[]
}

/** Places of the grid. A wall of two screens gives them twice the width. */
export const uprightSize = { width: 1080, widest: 1080, height: 1920 } as const
export const designSize = { width: 1920, widest: 3840, height: 1080 } as const

/** True for a board with pictures of cameras. */
export const hasPictures = ({ panels }: Preset) => panels.some(({ kind }) => kind === PanelKind.video)
