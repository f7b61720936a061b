import { z } from 'zod'
import {
  BoardAbout,
  BoardTheme,
  boardGrid,
  EventRank,
  listFigureNames,
  liveFigureNames,
  mostPanels,
  PanelKind,
  sourceNames,
} from '../boards/codes.ts'
import { Board } from '../boards/endpoints.ts'
import { CleaningType } from '../cleaning/codes.ts'
import { endpoint, type Output } from '../endpoint.ts'
import { done, id, nothing, orNone, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { ObjectType } from '../objects.ts'
import { panelProblem } from './rules.ts'

/** Letters of a panel of text at most. */
export const mostTextLength = 500

const textsOf = (most: number) => {
  const text = z.string().trim().max(most).default('')
  return z.strictObject({ 'zh-CN': text, 'zh-TW': text, 'en-US': text })
}
/** A text in each language. Where one is blank, `textIn` says which is shown. */
export const BoardTexts = textsOf(60)
export type BoardTexts = z.infer<typeof BoardTexts>

const isWithoutDoubles = (some: readonly unknown[]) => new Set(some).size === some.length

/** Parameters of a source; each source names those that it reads (`boardSources`). Without one it answers for all. */
const SourceParams = z.strictObject({
  objectType: z.enum(ObjectType).optional(),
  objectTypes: z.array(z.enum(ObjectType)).min(1).max(3).refine(isWithoutDoubles).optional(),
  /** Value of the dictionary `vehicle_function`. */
  vehicleFunction: z
    .string()
    .regex(/^[\w.-]{1,20}$/)
    .optional(),
  /** Value of the dictionary `facility_type`. */
  facilityType: z
    .string()
    .regex(/^[\w.-]{1,20}$/)
    .optional(),
  cleaningType: z.enum(CleaningType).optional(),
  names: z
    .array(z.enum([...liveFigureNames, ...listFigureNames]))
    .min(1)
    .max(8)
    .refine(isWithoutDoubles)
    .optional(),
  rank: z.enum(EventRank).optional(),
  /** What a panel of text says. */
  texts: textsOf(mostTextLength).optional(),
})
export type SourceParams = z.infer<typeof SourceParams>

const cell = (most: number, least: number) => z.number().int().min(least).max(most)

/** A panel: a kind, a source with its parameters, a title, and its place on the grid. `id` tells it from the others of its board. */
export const BoardPanel = z.strictObject({
  id: z.string().regex(/^[\w-]{1,40}$/),
  kind: z.enum(PanelKind),
  source: z.enum(sourceNames),
  params: SourceParams.default({}),
  title: BoardTexts,
  x: cell(boardGrid.columns - 1, 0),
  y: cell(boardGrid.rows - 1, 0),
  w: cell(boardGrid.columns, 1),
  h: cell(boardGrid.rows, 1),
})
export type BoardPanel = z.infer<typeof BoardPanel>

/** A board as data. A problem of a panel has the panel in its path. Source: spec 3, section 14. */
export const BoardDefinition = z
  .strictObject({
    title: BoardTexts.refine((texts) => Object.values(texts).some(Boolean), word('enterBoardTitle')),
    theme: z.enum(BoardTheme),
    /** True for a screen that stands upright, 1080 × 1920 px; others lie, 1920 × 1080 px. */
    isUpright: z.boolean().default(false),
    /** What it is about: this moment, a past day, a facility that its address names, or the days of a report on paper. */
    about: z.enum(BoardAbout).default(BoardAbout.now),
    panels: z.array(BoardPanel).max(mostPanels),
  })
  .superRefine(({ about, panels }, { addIssue }) => {
    for (const [place, panel] of panels.entries()) {
      const message = panelProblem(panel, panels.slice(0, place), about)
      if (message) addIssue({ code: 'custom', path: ['panels', place], params: { isNamed: true }, message })
    }
  })
export type BoardDefinition = z.infer<typeof BoardDefinition>

const forEditors = { permission: 'admin_board_edit' } as const

/** A board that an organisation made itself: a draft that people work on, and the version of it that screens show. */
export const OwnBoard = z.object({
  id: z.number(),
  title: BoardTexts,
  theme: z.enum(BoardTheme),
  panelCount: z.number(),
  /** Number of the version that screens show; null while none is published. */
  published: z.number().nullable(),
  publishedTime: z.string().nullable(),
  publishedBy: z.string(),
  /** True when the draft is not what screens show. */
  isChanged: z.boolean(),
  /** Display name of who made it. */
  createBy: z.string(),
  createTime: z.string(),
  /** Display name of who changed it last. */
  updateBy: z.string(),
  ...lastChange,
})
export type OwnBoard = z.infer<typeof OwnBoard>

const OpenBoard = OwnBoard.extend({ definition: BoardDefinition })

/** The own boards of an organisation, the one changed last first. */
export const listOwnBoards = endpoint({
  method: 'GET',
  path: '/admin/board/own/list',
  access: forEditors,
  input: nothing,
  output: z.array(OwnBoard),
})

/** The own boards that are published: what else than presets a token can open, for those who make tokens and menus. */
export const listPublishedBoards = endpoint({
  method: 'GET',
  path: '/admin/board/own/published',
  access: 'session',
  input: nothing,
  output: z.array(z.object({ path: z.string(), title: z.string(), about: z.enum(BoardAbout) })),
})

export const getOwnBoard = endpoint({
  method: 'GET',
  path: '/admin/board/own/:id',
  access: forEditors,
  input: z.object({ id }),
  output: OpenBoard,
})

/** Reports on paper are presets only. */
const Drawn = BoardDefinition.refine(({ about }) => about !== BoardAbout.span, word('notOnPaper'))

const titled = { title: 'boardTitle', theme: 'themeName' }

/** Adds a board: a copy of the preset or own board at `path`, or `definition`, such as that of a file. */
export const addOwnBoard = endpoint({
  method: 'POST',
  path: '/admin/board/own',
  access: forEditors,
  input: z.object({ path: z.string().max(100).optional(), definition: Drawn.optional() }),
  fieldWords: titled,
  output: OpenBoard,
})

/** Replaces the draft. Screens go on showing the published version. */
export const changeOwnBoard = endpoint({
  method: 'PUT',
  path: '/admin/board/own',
  access: forEditors,
  input: z.object({ id, definition: Drawn, ...madeFrom }),
  fieldWords: titled,
  output: OpenBoard,
})

/** Makes a version of the draft, which screens show from their next question on. */
export const publishOwnBoard = endpoint({
  method: 'PUT',
  path: '/admin/board/own/publish',
  access: forEditors,
  input: z.object({ id, ...madeFrom }),
  output: OpenBoard,
})

/** Takes a board off all screens; its draft and its versions stay. */
export const takeBackOwnBoard = endpoint({ ...publishOwnBoard, path: '/admin/board/own/takeBack' })

/** Makes an earlier version the draft. */
export const restoreOwnBoard = endpoint({
  ...publishOwnBoard,
  path: '/admin/board/own/restore',
  input: z.object({ id, version: id, ...madeFrom }),
})

/** Removes a board with its versions and ends its tokens. */
export const removeOwnBoard = endpoint({
  method: 'DELETE',
  path: '/admin/board/own/:id',
  access: forEditors,
  input: z.object({ id, ...madeFrom }),
  output: done,
})

/** Versions of a board, newest first: who published what and when. */
export const listBoardVersions = endpoint({
  method: 'GET',
  path: '/admin/board/own/version/list',
  access: forEditors,
  input: z.object({ id }),
  output: z.array(z.object({ version: z.number(), panelCount: z.number(), createTime: z.string(), createBy: z.string() })),
})
export type BoardVersion = Output<typeof listBoardVersions>[number]

/** What a version showed. */
export const getBoardVersion = endpoint({
  method: 'GET',
  path: '/admin/board/own/version',
  access: forEditors,
  input: z.object({ id, version: id }),
  output: BoardDefinition,
})

/** A definition with figures of the caller's scope, as its board would show them. */
export const previewBoard = endpoint({
  method: 'POST',
  path: '/admin/board/getPreview',
  reads: true,
  access: forEditors,
  input: z.object({ definition: Drawn, facilityId: orNone(id) }),
  fieldWords: titled,
  output: Board,
})
