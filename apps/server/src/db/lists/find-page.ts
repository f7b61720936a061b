import { dayMs } from '@huanwei/contract/time'
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { momentOf } from '../../lib/time.ts'
import type { Tx } from '../connect.ts'
import { afterCursor, fewRows, offsetOf, orderByTime, type PageRequest, planPage } from '../keyset.ts'
import { during, type Period } from '../period.ts'
import { type Block, inOrder, planSeek, type RowPlace, splitBySpan, type TimeRange, totalOf } from './blocks.ts'
import { totalKept } from './kept.ts'
import {
  countBlocks,
  fromWhereOfAll,
  type KeptFilter,
  type KeptList,
  type List,
  placeOf,
  readKept,
  whereOf,
} from './read-kept.ts'

export type Asked = KeptFilter & {
  /** Of the list's time. */
  period?: Period | undefined
  /** Oldest first. */
  isAscending?: boolean | undefined
  /** False when time or rows elsewhere decide what the list has: it is counted each time. */
  isSteady?: boolean | undefined
}

export type DuringPage = (time: SQLWrapper, more?: number) => SQL

/** `only`: condition for the rows of the page, in no order. `total` is 0 after a cursor. */
type Page = { total: number; only: SQL }

/** How the rows of a page are selected from the list's table, with the joins of its filter. */
type Selection = { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number }

/** Blocks that lie in a period with some of their rows, or across the beginning of a page, up to which they are counted: as many as some 10 ms allow. */
const mostCounted = 64

/**
 * Finds the rows of one page of a list, newest first unless asked otherwise, and how many the list has in all, without counting them again: what is
 * known of the list with this filter is corrected by what has changed. `where` names the tenant and the scope.
 */
export async function findPage(tx: Tx, list: List, wanted: PageRequest, asked: Asked): Promise<Page> {
  const { total, rows } = await planPageOf(tx, list, wanted, asked)
  return { total, only: isAmong(list, asked, rows) }
}

/**
 * The same for a list without joins, also as the selection of its `rows`, and with the time of the page, for which the rows are read first where it is not
 * known: PostgreSQL plans with all partitions of a table, and of those joined with it, where it does not know the times, which takes it several times as
 * long as the page. `during` is such a condition on another column of times, so many seconds more on either side.
 */
export async function readPage(tx: Tx, list: List & { time: PgColumn }, wanted: PageRequest, asked: Asked) {
  const { total, rows, span } = await planPageOf(tx, list, wanted, asked)
  const known = span && span.to - span.from <= shortSpan ? { rows, span } : await readPlaces(tx, list, asked, rows)
  const during = duringSpan(known.span)
  return { total, rows: known.rows, only: and(isAmong(list, asked, known.rows), during(list.time)), during }
}

/** Reads which rows a page has. */
async function readPlaces(tx: Tx, list: List & { time: PgColumn }, asked: Asked, rows: Selection) {
  const { rows: places } = await tx.execute<RowPlace>(selectRows(list, asked, rows, placeOf(list)))
  const span = spanOfRows(places)
  const where = and(hasId(list, places), duringSpan(span)(list.time))
  return { rows: { where, orderBy: [], limit: places.length, offset: 0 }, span }
}

/** Some month in µs: with a longer span PostgreSQL plans with more partitions than reading the rows first is worth. */
const shortSpan = 31 * dayMs * 1000

const spanOfRows = (rows: readonly RowPlace[]): TimeRange => {
  const times = rows.map(({ time }) => time)
  return { from: Math.min(...times), to: Math.max(...times) }
}

/** With a second more on either side, as the times are rounded. */
const duringSpan =
  ({ from, to }: TimeRange): DuringPage =>
  (time, more = 0) =>
    sql`${time} between to_timestamp(${from / 1_000_000 - more - 1}::float8) and to_timestamp(${to / 1_000_000 + more + 1}::float8)`

const isAmong = (list: List, asked: Asked, rows: Selection) =>
  sql`${list.id} in (${selectRows(list, asked, rows, sql`${list.id}`)})`

const selectRows = (list: List, asked: Asked, { where, orderBy, limit, offset }: Selection, columns: SQL) =>
  sql`select ${columns} from ${list.table} ${asked.join} where ${where}
    ${orderBy.length ? sql`order by ${sql.join(orderBy, sql`, `)}` : undefined} limit ${limit} offset ${offset}`

/** `span`: time of the rows as far as it is known without reading them, both ends included. */
type Planned = { total: number; rows: Selection; span?: TimeRange | undefined }

async function planPageOf(tx: Tx, list: List, wanted: PageRequest, asked: Asked): Promise<Planned> {
  if (wanted.after) return { total: 0, rows: rowsAfter(list, wanted, asked) }
  const kept = asked.isSteady === false ? undefined : await readKept(tx, list, asked)
  if (!kept) return countedPage(tx, list, wanted, asked)
  const period = spanOf(asked.period)
  if ('rows' in kept) {
    const rows = period ? kept.rows.filter(({ time }) => time >= period.from && time < period.to) : kept.rows
    const ofPage = slicePage(rows, wanted, asked.isAscending)
    return { total: rows.length, rows: rowsOf(list, asked, ofPage), span: spanOfRows(ofPage) }
  }
  const blocks = period ? await blocksIn(tx, list, asked, kept.blocks, period) : kept.blocks
  if (!blocks) return countedPage(tx, list, wanted, asked)
  return { total: totalOf(blocks), ...(await seekPage(tx, list, wanted, asked, blocks)) }
}

/** True when it costs less to know the blocks of a list than to walk to the page from the nearer end. */
const isFar = (wanted: PageRequest, total: number) => Math.min(offsetOf(wanted), total - offsetOf(wanted)) > nearby
const nearby = 5000

/** Condition for the rows of a page of a list whose total is known from elsewhere. */
export const findRows = async (tx: Tx, list: List, wanted: PageRequest, asked: Asked, total: number) =>
  wanted.after || (asked.isSteady !== false && isFar(wanted, total))
    ? (await findPage(tx, list, wanted, asked)).only
    : isAmong(list, asked, nearRows(list, wanted, asked, total))

async function countedPage(tx: Tx, list: List, wanted: PageRequest, asked: Asked) {
  const total = await countAll(tx, list, asked)
  return { total, rows: nearRows(list, wanted, asked, total) }
}

async function countAll(tx: Tx, list: KeptList, asked: Asked) {
  const { rows } = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total ${fromWhereOfAll(list, asked, inPeriod(asked, list))}`,
  )
  return rows[0]!.total
}

/** Rows of a page by walking to it from the nearer end of the list; few rows are all sorted. */
function nearRows(list: List, wanted: PageRequest, asked: Asked, total: number) {
  const { orderBy, limit, offset } = planPage(wanted, list, { total, isAscending: asked.isAscending, isFew: total <= fewRows })
  return among(list, asked, { orderBy, limit, offset })
}

/** Rows after the cursor of a page. */
const rowsAfter = (list: List, wanted: PageRequest, asked: Asked) =>
  among(
    list,
    asked,
    { orderBy: orderByTime(list, asked.isAscending), limit: wanted.size, offset: 0 },
    afterCursor(wanted, list, asked.isAscending),
  )

const inPeriod = ({ period }: Asked, { time }: KeptList) => period && time && during(time, period)

const among = (list: List, asked: Asked, inOrder: Omit<Selection, 'where'>, further?: SQL): Selection => ({
  ...inOrder,
  where: whereOf(list, asked, and(inPeriod(asked, list), further)),
})

const spanOf = (period: Period | undefined): TimeRange | undefined =>
  period?.startTime || period?.endTime
    ? {
        from: period.startTime ? momentOf(period.startTime) * 1000 : Number.NEGATIVE_INFINITY,
        to: period.endTime ? (momentOf(period.endTime) + 1000) * 1000 : Number.POSITIVE_INFINITY,
      }
    : undefined

/** Offset and number of the rows of a page in the order that is newest first. */
function rangeOf(wanted: PageRequest, total: number, isAscending = false): Rows {
  const offset = Math.min(offsetOf(wanted), total)
  const limit = Math.min(wanted.size, total - offset)
  return { offset: isAscending ? total - offset - limit : offset, limit }
}

function slicePage(rows: readonly RowPlace[], wanted: PageRequest, isAscending?: boolean) {
  const { offset, limit } = rangeOf(wanted, rows.length, isAscending)
  return rows.slice(offset, offset + limit)
}

/** Rows with these ids. They may have changed since they were found, so that the filter is applied again. */
const rowsOf = (list: List, asked: Asked, places: readonly RowPlace[]) =>
  among(list, asked, { orderBy: [], limit: places.length, offset: 0 }, hasId(list, places))

const hasId = ({ id }: List, places: readonly RowPlace[]) =>
  places.length ? sql`${id} = any(${sql.param(places.map((place) => place.id))}::int8[])` : sql`false`

/** The blocks with what they have in the span; undefined when too many lie across its ends. */
async function blocksIn(tx: Tx, list: List, asked: Asked, kept: readonly Block[], span: TimeRange) {
  const { whole, partly } = splitBySpan(kept, span)
  if (partly.length > mostCounted) return undefined
  const numbers = partly.map(({ block }) => block)
  const counted = await countBlocks(tx, list, asked, numbers, inPeriod(asked, list))
  return inOrder([...whole, ...counted])
}

/** Walks to the page from the beginning of the block in which it begins. */
async function seekPage(tx: Tx, list: List, wanted: PageRequest, asked: Asked, blocks: readonly Block[]) {
  const total = totalOf(blocks)
  const rows = rangeOf(wanted, total, asked.isAscending)
  if (!rows.limit) return { rows: rowsOf(list, asked, []) }
  const { range, span, offset } = await seekRange(tx, list, asked, blocks, rows)
  if (!range) return { rows: nearRows(list, wanted, asked, total) }
  return { rows: among(list, asked, { orderBy: orderByTime(list), limit: rows.limit, offset }, range), span }
}

type Rows = { offset: number; limit: number }

/** A range of places that has these rows after `offset` others; none when too many blocks would have to be counted. */
async function seekRange(tx: Tx, list: KeptList, asked: Asked, blocks: readonly Block[], { offset, limit }: Rows) {
  const { start, end, before, overlapping } = planSeek(blocks, offset, limit)
  if (overlapping.length > mostCounted) return { offset }
  const here = fromPlace(list, start)
  const after = totalOf(await countBlocks(tx, list, asked, overlapping, and(inPeriod(asked, list), here)))
  return { range: and(here, toPlace(list, end)), span: { from: end.time, to: start.time }, offset: offset - before + after }
}

/**
 * Finds where the rows of a page are in a list whose rows have no ids, newest first, and how many the list has in all: they follow `offset` others
 * of the range.
 */
export async function findRange(tx: Tx, list: KeptList, wanted: PageRequest, asked: KeptFilter) {
  const kept = await readKept(tx, list, asked)
  const total = kept ? totalKept(kept) : await countAll(tx, list, asked)
  const rows = rangeOf(wanted, total)
  if (!kept || !rows.limit) return { total, ...rows, range: undefined }
  if ('blocks' in kept) return { total, ...rows, ...(await seekRange(tx, list, asked, kept.blocks, rows)) }
  const [first, last] = [kept.rows[rows.offset]!, kept.rows[rows.offset + rows.limit - 1]!]
  return { total, ...rows, offset: 0, range: and(fromPlace(list, first), toPlace(list, last)) }
}

/** Rows that are not before a place in a list that is newest first. */
const fromPlace = ({ id, time }: KeptList, place: RowPlace) => {
  const moment = sql`to_timestamp(${place.time / 1_000_000}::float8)`
  // The second condition lets PostgreSQL leave partitions out.
  return time ? sql`(${time}, ${id}) <= (${moment}, ${place.id}::int8) and ${time} <= ${moment}` : sql`${id} <= ${place.id}::int8`
}

/** Rows that are not after a place: without it the rows of a page that are far between are looked for among all. */
const toPlace = ({ id, time }: KeptList, place: RowPlace) => {
  const moment = sql`to_timestamp(${place.time / 1_000_000}::float8)`
  return time ? sql`(${time}, ${id}) >= (${moment}, ${place.id}::int8) and ${time} >= ${moment}` : sql`${id} >= ${place.id}::int8`
}
