import { languages } from '@huanwei/words/languages'
import { z } from 'zod'
import { Board, BoardArea, BoardCard, BoardPoint, Panel, readBoard, readBoardByToken } from './endpoints.ts'

const { token, ...ofScreens } = readBoardByToken.input.shape

/** First text of a screen on `/live/board`: what it asks the calls for, with the token of a board or the access token of a session. */
export const BoardJoin = z.object({
  ...ofScreens,
  deptId: readBoard.input.shape.deptId,
  token: token.optional(),
  session: z.string().max(200).optional(),
  language: z.enum(languages.map(({ code }) => code)),
})
export type BoardJoin = z.infer<typeof BoardJoin>

/** Later texts of a screen: that it is there, with the age of its figures in seconds, or that it wants the whole board again. */
export const BoardSign = z.union([z.object({ dataAge: ofScreens.dataAge.unwrap() }), z.object({ wants: z.literal('whole') })])
export type BoardSign = z.infer<typeof BoardSign>

const { id, madeAt, data } = Panel.shape

/**
 * New contents of a panel; of a map the points that are new or elsewhere, with their names where those are new, the keys of those that are gone, and its
 * cards; of areas, unless more than states changed, the states that are others.
 */
export const PanelChange = z.union([
  z.object({ id, madeAt, data }),
  z.object({
    id,
    madeAt,
    moved: z.array(BoardPoint.partial({ name: true })),
    gone: z.array(z.string()),
    cards: z.array(BoardCard).optional(),
  }),
  z.object({ id, madeAt, states: z.array(BoardArea.pick({ id: true, status: true })) }),
])
export type PanelChange = z.infer<typeof PanelChange>

/** `epoch` changes when the server starts, `seq` with every change of the board; a beat says that the one with this number is of now. */
const head = { epoch: z.string(), seq: z.number().int() }

/** As in the answer of the call; left out where it is 0. */
const feed = { feedAge: z.number().optional() }

/** Server to screen on `/live/board`. The board of a snapshot is null where the screen named this version. */
export const BoardMessage = z.discriminatedUnion('type', [
  z.object({ ...head, type: z.literal('snapshot'), version: z.string(), build: z.string(), board: Board.nullable() }),
  z.object({ ...head, ...feed, type: z.literal('patch'), version: z.string(), panels: z.array(PanelChange) }),
  z.object({ ...head, ...feed, type: z.literal('beat') }),
])
export type BoardMessage = z.infer<typeof BoardMessage>
