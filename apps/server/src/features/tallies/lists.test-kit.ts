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

const hasWork = (kind: string, id: string, more = '') =>
  `exists (select from wc_report_to_clean w where w.cause_kind = '${kind}' and w.cause_id = ${id} ${more})`

/** The filters by what became of the work of a row, whose `id` is its cause; `also` is the condition of any filter. */
export const workFilters = (kind: string, id: string, also = 'true'): ListCase['filters'] => [
  ['work=none', `${also} and not ${hasWork(kind, id)}`],
  ['work=open', `${also} and ${hasWork(kind, id, 'and w.status < 2')}`],
  ['work=done', `${also} and ${hasWork(kind, id, 'and w.status >= 2')}`],
  [
    'work=takenBack',
    `${also} and not ${hasWork(kind, id)} and exists (select from event_removal g where g.cause_kind = '${kind}' and g.cause_id = ${id})`,
  ],
]

/** Dispatches work from some rows of `from`, of which some is done and some is taken back. */
export const workChanges = ({ first, handler }: Ids, kind: string, from: string) => [
  `insert into wc_report_to_clean (tenant_id, code, report_time, dept_id, reporter_id, reporter, position, content, type, cause_kind, cause_id)
    select 1, gen_random_uuid(), '2026-01-06', ${first}, ${handler}, 'x', 'x', 'x', '1', '${kind}', id from ${from} where id % 31 = $n on conflict do nothing`,
  `update wc_report_to_clean set status = 2 where cause_kind = '${kind}' and (cause_id + $n) % 3 = 0`,
  `with gone as (delete from wc_report_to_clean where cause_kind = '${kind}' and (cause_id + $n) % 3 = 1 returning *)
    insert into event_removal (tenant_id, list, id, dept_id, owner_ids, user_name, cause_kind, cause_id)
    select tenant_id, 'wc_report_to_clean', id, dept_id, '{}', 'x', cause_kind, cause_id from gone`,
]
