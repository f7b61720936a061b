/** Ids that the cases of lists need. */
export type Ids = {
  /** 一部, the scope of the user `handler`, and 二部. */
  first: number
  second: number
  /** A role that nobody of the organisation has. */
  role: number
  admin: number
  handler: number
  /** The user `viewer`, of 一部. */
  other: number
  facility: number
  /** The terminal of the user `viewer`. */
  device: number
  dictionary: number
  /** A finished report about 一部, without a row. */
  report: number
}

/** A list: rows of `from`, of which `handler` sees those of `inScope`, with its filters as the call and as SQL. `$me` is the id of the user who asks. */
export type ListCase = {
  /** What the call needs to be asked at all. */
  query?: string
  from: string
  /** Field of a record that tells it from the others, and its SQL. */
  key: [field: string, sql: string]
  order: string
  inScope: string
  /** The first one is the list without a filter, unless its call needs more than that. */
  filters: [query: string, sql: string][]
  /** Number of rows at the start; where a noun has a bound of its own, that. */
  rows?: number
  /** Adds rows numbered from `from` to `to`. */
  add: (from: number, to: number) => string
  /** Changes of some rows. `$n` is a number up to 50. */
  changes: string[]
}

/** Numbers `i` of new rows. */
export const numbered = (from: number, to: number) => `generate_series(${from}, ${to}) i`
/** A time of row `i` that mostly, but not always, grows with the number. */
export const time = `timestamptz '2026-01-05 08:00:00' + i * interval '2 minutes' + (i * 7919 % 900) * interval '1 minute'`
/** The department of row `i`. */
export const deptOf = ({ first, second }: Ids) => `case i % 3 when 0 then ${second} else ${first} end`

/** Some days of January 2026. */
export const january = (column: string): [query: string, sql: string] => [
  'startTime=2026-01-08 00:00:00&endTime=2026-01-12 23:59:59',
  `${column} between '2026-01-08' and '2026-01-12 23:59:59'`,
]
export const everything: [query: string, sql: string] = ['', 'true']

/** Moves some rows to another department, and others back. */
export const moves = ({ first, second }: Ids, table: string, id = 'id') => [
  `update ${table} set dept_id = ${second} where ${id} % 97 = $n`,
  `update ${table} set dept_id = ${first} where ${id} % 89 = $n`,
]
