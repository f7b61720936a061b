import { z } from 'zod'
import { Shape } from '../areas/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { day, done, id, nothing, orNone } from '../fields.ts'
import { getFileUrls } from '../files/endpoints.ts'
import { Status } from '../live/codes.ts'
import { Every } from '../reports/codes.ts'
import { getBaseMap } from '../sites/endpoints.ts'
import { makeTicket } from '../video/endpoints.ts'
import { BoardTheme, boardGrid, FigureTone, Pace, PanelKind } from './codes.ts'

/** A number with its name. `of`: the whole that it is a part of; `before`: the same a day ago; `href`: the list behind it. */
export const Figure = z.object({
  key: z.string(),
  label: z.string(),
  value: z.number(),
  of: z.number().nullable(),
  before: z.number().nullable(),
  unit: z.string(),
  tone: z.enum(FigureTone),
  href: z.string().nullable(),
})
export type Figure = z.infer<typeof Figure>

/** An object on a map; degrees WGS-84. `name`: what a person who steps through the points is told. */
export const BoardPoint = z.object({
  key: z.string(),
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  status: z.enum(Status),
})
export type BoardPoint = z.infer<typeof BoardPoint>

/** An area on a map. */
export const BoardArea = z.object({ id: z.number(), name: z.string(), shape: Shape, status: z.enum(Status) })
export type BoardArea = z.infer<typeof BoardArea>

/** What states mean on a map, where it is not what they mean for objects. */
const stateNames = z.array(z.object({ status: z.enum(Status), label: z.string() }))

/** Facts of one of the points, by its key, which a map shows for a while. */
export const BoardCard = z.object({
  key: z.string(),
  title: z.string(),
  status: z.enum(Status),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type BoardCard = z.infer<typeof BoardCard>

/** Contents of a panel. A line of `series` has a value for each of the `labels`, null where none is known; a row of `rows` a cell for each of the `heads`, and `href` as a figure has it. */
export const PanelData = z.discriminatedUnion('shape', [
  z.object({ shape: z.literal('figures'), figures: z.array(Figure) }),
  z.object({
    shape: z.literal('series'),
    labels: z.array(z.string()),
    lines: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
    /** Addresses of the lists behind the labels. */
    hrefs: z.array(z.string()).optional(),
  }),
  z.object({
    shape: z.literal('rows'),
    heads: z.array(z.string()),
    rows: z.array(
      z.object({ key: z.string(), cells: z.array(z.string()), tone: z.enum(FigureTone), href: z.string().optional() }),
    ),
  }),
  /** A page of this product, whose address is drawn as a QR code. */
  z.object({ shape: z.literal('page'), path: z.string(), text: z.string() }),
  /** `cards` take turns on the map. */
  z.object({
    shape: z.literal('points'),
    points: z.array(BoardPoint),
    names: stateNames.optional(),
    cards: z.array(BoardCard).optional(),
    /** Addresses of points: of those whose key begins with `keys`, with what follows it at the end. */
    opens: z.array(z.object({ keys: z.string(), address: z.string() })).optional(),
  }),
  z.object({ shape: z.literal('areas'), areas: z.array(BoardArea), names: stateNames }),
  /** Days in their order, each with its figure. The first is a Monday. */
  z.object({
    shape: z.literal('days'),
    days: z.array(z.object({ day: z.string(), value: z.number(), href: z.string().optional() })),
  }),
  z.object({ shape: z.literal('text'), text: z.string() }),
  /** The time, which the screen knows. */
  z.object({ shape: z.literal('clock') }),
  /** Photos by the names of their files, which each reader asks the addresses of. */
  z.object({
    shape: z.literal('photos'),
    photos: z.array(z.object({ key: z.string(), fileName: z.string(), text: z.string() })),
  }),
  /** Cameras whose pictures are shown now. */
  z.object({
    shape: z.literal('cameras'),
    cameras: z.array(z.object({ vehicleId: z.number(), channel: z.number(), label: z.string() })),
  }),
])
export type PanelData = z.infer<typeof PanelData>

const column = z.number().int().min(0).max(boardGrid.columns)
const row = z.number().int().min(0).max(boardGrid.rows)

/** A panel at its place on the grid. `data` is null where its source failed; `madeAt` is epoch ms. */
export const Panel = z.object({
  id: z.string(),
  kind: z.enum(PanelKind),
  title: z.string(),
  x: column,
  y: row,
  w: column,
  h: row,
  pace: z.enum(Pace),
  madeAt: z.number(),
  data: PanelData.nullable(),
})
export type Panel = z.infer<typeof Panel>

/** A board with its figures. `width` and `height` are px of the design; it is as wide as the screen up to `widest`. */
export const Board = z.object({
  title: z.string(),
  /** Department that it is about, or the organisation of a report; '' for the organisation of a screen. */
  about: z.string(),
  /** Department whose lists are of the same scope, without what is one's own elsewhere; null for all, and where there is none. */
  listDept: z.number().nullable(),
  width: z.number(),
  widest: z.number(),
  height: z.number(),
  theme: z.enum(BoardTheme),
  panels: z.array(Panel),
  /** Day that a board of a past day shows, `yyyy-MM-dd`; null for a board of now. */
  day: z.string().nullable(),
  /** Days of a report on paper, both ends included; null for a board on a screen. */
  span: z.object({ period: z.enum(Every), firstDay: z.string(), lastDay: z.string() }).nullable(),
  /** Null for a board without a map. */
  ground: getBaseMap.output.omit({ view: true }).nullable(),
})
export type Board = z.infer<typeof Board>

/**
 * `version` names these contents: who sends it again as `known` gets them only when they changed. `build` is the server's. `feedAge`: seconds for which
 * nothing that terminals report has reached it, 0 while it does.
 */
const BoardReply = z.object({ version: z.string(), build: z.string(), feedAge: z.number(), board: Board.nullable() })

/** `path`: the board's address. `deptId` narrows it to a department with all below it. `day`: for a board of a past day or a report, by default yesterday. `period`: of a report. `facilityId`: for a board of one facility. */
const asked = {
  path: z.string().max(100),
  deptId: orNone(id),
  known: z.string().max(100).optional(),
  day: orNone(day),
  period: orNone(z.enum(Every)),
  facilityId: orNone(id),
}

/** A board for somebody who is logged in, within their data scope. */
export const readBoard = endpoint({
  method: 'GET',
  path: '/admin/board/read',
  access: 'session',
  input: z.object(asked),
  output: BoardReply,
})

/** `title`: in place of the report's own. */
const paperAsked = { path: asked.path, day: asked.day, period: asked.period, title: z.string().trim().max(100).optional() }

/** A report on paper as PDF. */
export const getBoardPdf = endpoint({
  method: 'GET',
  path: '/admin/board/pdf',
  access: 'session',
  bare: true,
  input: z.object({ ...paperAsked, deptId: asked.deptId }),
  output: z.unknown(),
})

/** One screen that shows a board with a token; `place` is where somebody said that it stands. */
const BoardScreen = z.object({
  screen: z.string(),
  address: z.string(),
  heartbeatTime: z.string(),
  build: z.string(),
  /** Age of the figures it shows, seconds. */
  dataAge: z.number(),
})

/** A token that opens one board for one organisation and, with `deptId`, one department with all below it. */
export const BoardToken = z.object({
  id: z.number(),
  path: z.string(),
  /** Name of the board in the caller's language. */
  title: z.string(),
  deptId: z.number().nullable(),
  deptName: z.string(),
  place: z.string(),
  /** Addresses and networks that it is limited to, separated by commas; empty for any. */
  addressRange: z.string(),
  createTime: z.string(),
  createBy: z.string(),
  screens: z.array(BoardScreen),
})
export type BoardToken = z.infer<typeof BoardToken>

/** Tokens of an organisation at most. */
export const mostBoardTokens = 500

/** The valid tokens in the caller's scope, newest first, with the screens that use them. */
export const listBoardTokens = endpoint({
  method: 'GET',
  path: '/admin/board/token/list',
  access: { permission: 'admin_board_token' },
  input: nothing,
  output: z.array(BoardToken),
})

/** Makes a token. It is told this once: a hash of it is stored. */
export const addBoardToken = endpoint({
  method: 'POST',
  path: '/admin/board/token',
  access: { permission: 'admin_board_token' },
  input: z.object({
    path: z.string().max(100),
    deptId: orNone(id),
    place: z.string().trim().max(100).default(''),
    addressRange: z.string().trim().max(300).default(''),
  }),
  output: z.object({ id: z.number(), token: z.string() }),
})

/** Ends a token: a screen that shows its board goes dark within 2 s. */
export const revokeBoardToken = endpoint({
  method: 'PUT',
  path: '/admin/board/token/revoke',
  access: { permission: 'admin_board_token' },
  input: z.object({ id }),
  output: done,
})

/** A board for a screen without a log-in. Whatever is wrong with the token, the refusal is the same. `screen` tells one screen from another. */
export const readBoardByToken = endpoint({
  method: 'POST',
  path: '/open/board/get',
  access: 'public',
  input: z.object({
    path: asked.path,
    known: asked.known,
    day: asked.day,
    period: asked.period,
    facilityId: asked.facilityId,
    token: z.string().max(100),
    screen: z.string().regex(/^[\w-]{1,40}$/),
    build: z.string().max(60).default(''),
    dataAge: z.number().min(0).max(1e9).default(0),
  }),
  output: BoardReply,
})

/** A report on paper as PDF, with its token. */
export const getBoardPdfByToken = endpoint({
  method: 'POST',
  path: '/open/board/getPdf',
  access: 'public',
  bare: true,
  input: z.object({ ...paperAsked, token: z.string().max(100) }),
  output: z.unknown(),
})

/** A ticket, as `makeTicket` gives, for a picture on a board that is shown with a token, of a vehicle in the token's scope. */
export const showBoardPicture = endpoint({
  method: 'POST',
  path: '/open/board/getPicture',
  access: 'public',
  input: z.object({ path: asked.path, token: z.string().max(100), vehicleId: id, channel: makeTicket.input.shape.channel }),
  output: makeTicket.output,
})

/** Addresses of the photos on a board that is shown with a token, as strangers may see them. They end with the token. */
export const getBoardPhotos = endpoint({
  method: 'POST',
  path: '/open/board/getPhotos',
  access: 'public',
  input: z.object({ path: asked.path, token: z.string().max(100), day: asked.day, facilityId: asked.facilityId }),
  output: getFileUrls.output,
})
