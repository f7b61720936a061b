import { BoardAbout, type BoardTheme, callsPanelId, PanelKind, type SourceName } from '@huanwei/contract/boards/codes'
import type { BoardDefinition, BoardTexts, SourceParams } from '@huanwei/contract/designs/endpoints'
import type { Language } from '@huanwei/words/languages'
import type { KeyOf } from '@huanwei/words/messages'
import { say, sayKnown } from '@huanwei/words/say'

type PanelTitle = KeyOf<'boards'> extends infer K ? (K extends `panel.${infer Name}` ? Name : never) : never

/** A panel of a preset; `at` is its place on the grid: column, row, columns, rows. A panel without a title has no frame. */
export type PresetPanel = {
  kind: PanelKind
  source: SourceName
  params?: SourceParams
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

const inAll = (textIn: (language: Language) => string): BoardTexts => ({
  'zh-CN': textIn('zh-CN'),
  'zh-TW': textIn('zh-TW'),
  'en-US': textIn('en-US'),
})

/** The name of the board at an address, in each language. */
const nameOf = (path: string) => inAll((language) => sayKnown(language, `pages:board.${path}`) ?? path)

const aboutOf = ({ isPast, isOfFacility, isPaper }: Preset) =>
  isPaper ? BoardAbout.span : isOfFacility ? BoardAbout.facility : isPast ? BoardAbout.day : BoardAbout.now

/** True for a board with pictures of cameras. */
export const hasPictures = ({ panels }: BoardDefinition) => panels.some(({ kind }) => kind === PanelKind.video)

/** True for a report on paper. */
export const isOnPaper = ({ about }: BoardDefinition) => about === BoardAbout.span

/** A board of now with the calls for help, as screens show it. */
export function withCalls(definition: BoardDefinition): BoardDefinition {
  if (definition.about !== BoardAbout.now) return definition
  const what = { id: callsPanelId, kind: PanelKind.ticker, source: 'sosCalls' as const, params: {}, title: inAll(() => '') }
  return { ...definition, panels: [...definition.panels, { ...what, x: 0, y: 0, w: 1, h: 1 }] }
}

/** The preset at an address as a definition, like the boards that people make. */
export const definitionOf = (path: string, preset: Preset): BoardDefinition => ({
  title: nameOf(path),
  theme: preset.theme,
  isUpright: preset.isUpright === true,
  about: aboutOf(preset),
  panels: preset.panels.map(({ kind, source, params = {}, title, at: [x, y, w, h] }, place) => ({
    id: `${place}-${source}`,
    kind,
    source,
    params,
    title: inAll((language) => (title ? say(language, `boards:panel.${title}`) : '')),
    x,
    y,
    w,
    h,
  })),
})
