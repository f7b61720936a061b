import type { Access, Endpoint } from '@huanwei/contract/endpoint'
import type { Language } from '@huanwei/contract/words'
import type { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import type { After, Key } from './keyset.ts'
import { placeOf } from './keyset.ts'
import type { Viewer } from './serve.ts'
import type { Cell, Column } from './sheet.ts'
import type { Words } from './words.ts'
import { inLanguage } from './words.ts'

type Found<Row> = Promise<{ records: Row[]; total: number }>
/** Rows of a list call as its own route finds them; `after` instead of a page's number for those behind a row. */
type Find<In extends z.ZodType<object>, Row> = (
  tx: Tx,
  viewer: Viewer,
  filter: z.output<In> & { after?: After | undefined },
  language: Language,
) => Found<Row>

type Cells<Row> = Column & { cell(row: Row, language: Language): Cell }

/** What can be said of a column: its title in the three languages, what it shows, how wide it is. */
const column =
  (kind: Column['kind'], usual: number) =>
  <Row>(title: Words, cell: Cells<Row>['cell'], width = usual): Cells<Row> => ({ title, kind, width, cell })

export const text = column('text', 16)
export const figure = column('figure', 12)
export const moment = column('moment', 20)
/** A code in words. */
export const choice = <Row>(title: Words, words: Readonly<Record<string, Words>>, code: (row: Row) => string | number | null) =>
  text<Row>(title, (row, language) => {
    const value = code(row)
    const found = value === null ? undefined : words[value]
    return found ? inLanguage(language, found) : value
  })

/** A list that can be put into a sheet. */
export type ExportList = {
  path: string
  access: Access
  title: Words
  columns: Column[]
  /** Whether the call would take this filter, without its page. */
  takes(filter: object): boolean
  /** The first rows, or those behind `after`; with the last one's place, undefined when there are none. */
  read(tx: Tx, viewer: Viewer, asked: Asked): Promise<{ rows: Cell[][]; total: number; last: After | undefined }>
}
type Asked = { filter: object; after: After | undefined; size: number; language: Language }

/** Where a row stands in the order of its list: looked up by its number, or said by the row itself. */
type Order<Row> = { key: Key; idOf(row: Row): number } | { afterOf(row: Row): After }

/** `access` where a sheet takes more than the call: one that everybody makes for another reason. */
type Sheet<In extends z.ZodType<object>, Row> = {
  find: Find<In, Row>
  columns: Cells<NoInfer<Row>>[]
  access?: Access
} & Order<NoInfer<Row>>

/** Of a call that answers all at once: one stretch takes everything. */
export const atOnce = <In extends z.ZodType<object>, Row extends object>(
  find: (...asked: Parameters<Find<In, Row>>) => Promise<Row[]>,
): { find: Find<In, Row>; afterOf(row: Row): After } => ({
  async find(tx, viewer, filter, language) {
    const records = filter.after ? [] : await find(tx, viewer, filter, language)
    return { records, total: records.length }
  },
  afterOf: () => ({ time: '', id: 0 }),
})

export function exportList<In extends z.ZodType<object>, Out extends z.ZodType, Row>(
  call: Endpoint<In, Out>,
  title: Words,
  { find, columns, access = call.access, ...order }: Sheet<In, Row>,
): ExportList {
  const parsed = (filter: object) => call.input.safeParse({ ...filter, current: 1, size: 1 })
  return {
    path: call.path,
    access,
    title,
    columns,
    takes: (filter) => parsed(filter).success,
    async read(tx, viewer, { filter, after, size, language }) {
      const { data } = parsed(filter)
      if (data === undefined) throw new Error(`${call.path} does not take its filter any more`)
      const { records, total } = await find(tx, viewer, { ...data, size, after }, language)
      const last = records.at(-1)
      return {
        rows: records.map((row) => columns.map(({ cell }) => cell(row, language))),
        total,
        last:
          last && ('afterOf' in order ? order.afterOf(last) : await placeOf(tx, order.key, viewer.tenantId, order.idOf(last))),
      }
    },
  }
}
