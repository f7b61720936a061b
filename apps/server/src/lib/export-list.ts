import type { Access, Endpoint } from '@huanwei/contract/endpoint'
import type { Language } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import type { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import type { Cursor, ListKey } from '../db/keyset.ts'
import { findCursor } from '../db/keyset.ts'
import type { Viewer } from '../http/viewer.ts'
import type { NameOfPlace } from './place-names.ts'

/** Kinds of cells: a text, a figure, a moment (`yyyy-MM-dd HH:mm:ss`). */
export type CellKind = 'text' | 'figure' | 'moment'
/** Null is an empty cell. */
export type Cell = string | number | null
/** `width` in characters; a figure is its own title. */
export type Column = { title: TextKey | number; kind: CellKind; width: number }

type Found<Row> = Promise<{ records: Row[]; total: number }>
/** Rows of a list call as its own route finds them; `after` instead of a page's number for those behind a row. */
type Find<In extends z.ZodType<object>, Row> = (
  tx: Tx,
  viewer: Viewer,
  filter: z.output<In> & { after?: Cursor | undefined },
  language: Language,
) => Found<Row>

type Cells<Row> = Column & { cell(row: Row, language: Language, nameOfPlace: NameOfPlace): Cell }

/** Creates columns of one kind, with a title, a cell and a width. */
const column =
  (kind: Column['kind'], usual: number) =>
  <Row>(title: Column['title'], cell: Cells<Row>['cell'], width = usual): Cells<Row> => ({ title, kind, width, cell })

export const text = column('text', 16)
export const figure = column('figure', 12)
export const moment = column('moment', 20)
/** A code in words. */
export const choice = <Row>(title: TextKey, keyOf: (row: Row) => TextKey | null) =>
  text<Row>(title, (row, language) => {
    const key = keyOf(row)
    return key && say(language, key)
  })

export const yesOrNo = (isSo: boolean) => (isSo ? 'list:yes' : 'list:no')

/** The id of a row, where the list is ordered by it. */
export const rowId = ({ id }: { id: number }) => id

/** A list that can be put into a sheet. */
export type ExportList = {
  call: Endpoint
  path: string
  access: Access
  title: TextKey
  columns: Column[]
  /** True when the list's call would accept this filter, without its page. */
  takes(filter: object): boolean
  /** The first rows, or those behind `after`; with the last one's place, undefined when there are none. */
  read(tx: Tx, viewer: Viewer, asked: Asked): Promise<{ rows: Cell[][]; total: number; last: Cursor | undefined }>
}
/** Finds the list that a call of `path` with this filter would show. */
export type ListOf = (path: string, filter: object) => ExportList | undefined

/** `current`: number of the page, from 1, where there is no row to come after. */
type Asked = {
  filter: object
  after: Cursor | undefined
  size: number
  current?: number
  language: Language
  nameOfPlace: NameOfPlace
}

/** Position of a row in the order of its list: looked up by its id, or computed from the row. */
type Order<Row> = { key: ListKey; idOf(row: Row): number } | { afterOf(row: Row): Cursor }

/** `access` where a sheet takes more than the call: one that everybody makes for another reason. */
type Sheet<In extends z.ZodType<object>, Row> = {
  find: Find<In, Row>
  columns: Cells<NoInfer<Row>>[]
  access?: Access
} & Order<NoInfer<Row>>

/** For a call without pages: one batch holds all rows. */
export const atOnce = <In extends z.ZodType<object>, Row extends object>(
  find: (...asked: Parameters<Find<In, Row>>) => Promise<Row[]>,
): { find: Find<In, Row>; afterOf(row: Row): Cursor } => ({
  async find(tx, viewer, filter, language) {
    const records = filter.after ? [] : await find(tx, viewer, filter, language)
    return { records, total: records.length }
  },
  afterOf: () => ({ time: '', id: 0 }),
})

export function exportList<In extends z.ZodType<object>, Out extends z.ZodType, Row>(
  call: Endpoint<In, Out>,
  title: TextKey,
  { find, columns, access = call.access, ...order }: Sheet<In, Row>,
): ExportList {
  const parsed = (filter: object) => call.input.safeParse({ ...filter, current: 1, size: 1 })
  return {
    call,
    path: call.path,
    access,
    title,
    columns,
    takes: (filter) => parsed(filter).success,
    async read(tx, viewer, { filter, after, size, current = 1, language, nameOfPlace }) {
      const { data } = parsed(filter)
      if (data === undefined) throw new Error(`${call.path} does not take its filter any more`)
      const { records, total } = await find(tx, viewer, { ...data, size, current, after }, language)
      const last = records.at(-1)
      return {
        rows: records.map((row) => columns.map(({ cell }) => cell(row, language, nameOfPlace))),
        total,
        last:
          last && ('afterOf' in order ? order.afterOf(last) : await findCursor(tx, order.key, viewer.tenantId, order.idOf(last))),
      }
    },
  }
}
