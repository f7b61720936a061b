import type { FigureTone, Pace, PanelShape } from '@huanwei/contract/boards/codes'
import type { Figure, PanelData } from '@huanwei/contract/boards/endpoints'
import type { SourceParams } from '@huanwei/contract/designs/endpoints'
import type { Every } from '@huanwei/contract/reports/codes'
import type { Language } from '@huanwei/words/languages'
import type { KeyOf } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Latest } from '../../position/latest/latest.ts'

/** The day, week or month of a report, both ends included. */
export type BoardSpan = { period: Every; firstDay: string; lastDay: string }
/** A board's past day, `yyyy-MM-dd`, its facility, and its span, for a board that is about one. */
export type BoardSubject = { day?: string | undefined; facilityId?: number | undefined; span?: BoardSpan | undefined }

/** The reader of a board has a scope and no rights: who looks at a wall handles nothing. */
export type BoardAsked = { tx: Tx; viewer: Viewer; latest: Latest; language: Language; now: number } & BoardSubject

/** A typed function over what the server knows, and how often its result may change. */
export type Source<Shape extends PanelShape = PanelShape> = {
  pace: Pace
  /** Life of a result that costs more than others of its pace, or does not follow from the live state alone, ms. */
  lifeMs?: number
  read(asked: BoardAsked, params: SourceParams): Promise<PanelData & { shape: Shape }>
}

/** A figure with the fields that most leave out. */
export const asFigure = (
  key: string | number,
  label: string,
  value: number,
  more: { of?: number; before?: number; unit?: string; tone?: FigureTone; href?: string } = {},
): Figure => ({
  key: String(key),
  label,
  value,
  of: more.of ?? null,
  before: more.before ?? null,
  unit: more.unit ?? '',
  tone: more.tone ?? 'plain',
  href: more.href ?? null,
})

/** Life of what costs much or changes seldom, ms: a minute before it is called old. */
export const seldomMs = 240_000

/** Life of a ticker, ms: what is new is asked of the database. */
export const newestMs = 5000

/** Asks a list for its total: one row is enough. */
export const oneRow = { current: 1, size: 1 }

type Head = KeyOf<'boards'> extends infer K ? (K extends `head.${infer Name}` ? Name : never) : never

/** Entries of a ranking at most. */
const mostRanked = 100

/** The first entries of a ranking, and how many are left out where there are more. */
export function asRanking(language: Language, figures: readonly Figure[]): Figure[] {
  const left = figures.length - mostRanked
  if (left <= 0) return [...figures]
  const more = asFigure('more', say(language, 'boards:notShown'), left, { of: figures.length, tone: 'quiet' })
  return [...figures.slice(0, mostRanked), more]
}

/** The last row of a table that ends before its list does: how many more there are; none where there are none. */
export const moreRow = (language: Language, heads: readonly string[], count: number) =>
  count > 0
    ? [
        {
          key: 'more',
          cells: heads.map((_, place) => (place === 0 ? say(language, 'boards:more', { count }) : '')),
          tone: 'quiet' as const,
        },
      ]
    : []

/** Rows of a table at most. */
const mostRows = 500

type Rows = Extract<PanelData, { shape: 'rows' }>

/** A table with its first rows, and how many are left out where there are more. */
export const asTable = (language: Language, heads: string[], rows: Rows['rows'], most = mostRows): Rows => ({
  shape: 'rows',
  heads,
  rows: [...rows.slice(0, most), ...moreRow(language, heads, rows.length - most)],
})

/** Heads of a table. */
export const headsOf = (language: Language, names: readonly Head[]) => names.map((name) => say(language, `boards:head.${name}`))
