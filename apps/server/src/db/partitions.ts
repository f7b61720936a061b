import type pg from 'pg'

const dayMs = 86_400_000
/** Asia/Shanghai is UTC+8 all year. */
const shanghaiMs = 8 * 3_600_000

/** Tables of what devices say in their own time, with a partition for each day of their column `time`. */
export const said = ['position', 'reading'] as const
/** These and what the platform notes of devices, alike. */
const daily = [...said, 'device_connection'] as const
export type Daily = (typeof daily)[number]

type Span = { suffix: string; from: string; to: string }

const dateText = (utcMs: number) => new Date(utcMs).toISOString().slice(0, 10)

/** The day in Asia/Shanghai that `at` (epoch ms) falls on. */
const daySpan = (at: number): Span => {
  const start = Math.floor((at + shanghaiMs) / dayMs) * dayMs
  return { suffix: dateText(start).replaceAll('-', ''), from: dateText(start), to: dateText(start + dayMs) }
}

const monthSpan = (at: number): Span => {
  const local = new Date(at + shanghaiMs)
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()]
  const from = dateText(Date.UTC(year, month, 1))
  return { suffix: from.slice(0, 7).replace('-', ''), from, to: dateText(Date.UTC(year, month + 1, 1)) }
}

/** Makes the partition of `table` for `span` unless it is there. Rows that wait in the default partition move over. */
async function ensurePartition(client: pg.ClientBase, table: string, column: string, { suffix, from, to }: Span) {
  const name = `${table}_${suffix}`
  const range = `${column} >= '${from} 00:00:00+08' and ${column} < '${to} 00:00:00+08'`
  const { rows } = await client.query('select to_regclass($1) is null as missing', [name])
  if (!rows[0].missing) return
  await client.query(`
    create table ${name} (like ${table} including defaults including constraints);
    alter table ${name} enable row level security, force row level security;
    with moved as (delete from ${table}_default where ${range} returning *) insert into ${name} select * from moved;
    alter table ${table} attach partition ${name} for values from ('${from} 00:00:00+08') to ('${to} 00:00:00+08')`)
}

/** Partitions for today and the coming three days, this and the next month. Run daily. */
export async function ensurePartitions(client: pg.ClientBase, now: Date) {
  for (const table of daily)
    for (const ahead of [-1, 0, 1, 2, 3]) await ensurePartition(client, table, 'time', daySpan(now.getTime() + ahead * dayMs))
  for (const table of ['violation_event', 'msg_push', 'sys_log', 'sys_log_login'])
    for (const ahead of [-31, 0, 31])
      await ensurePartition(client, table, 'create_time', monthSpan(now.getTime() + ahead * dayMs))
}

/** Partitions of `table` for the days of `times` (epoch ms), for stored reports that come late. */
export async function ensureDays(client: pg.ClientBase, table: Daily, times: Iterable<number>) {
  const spans = new Map([...times].map((at) => [daySpan(at).suffix, daySpan(at)]))
  for (const span of spans.values()) await ensurePartition(client, table, 'time', span)
}

/** Drops whole days of what devices said and whole months of logs older than `keepDays`. */
export async function dropOldDays(client: pg.ClientBase, now: Date, keepDays: number) {
  const oldest = now.getTime() - keepDays * dayMs
  for (const table of daily) await dropBefore(client, table, daySpan(oldest))
  await client.query('delete from track_day where day < $1', [daySpan(oldest).from])
  for (const table of ['sys_log', 'sys_log_login']) await dropBefore(client, table, monthSpan(oldest))
}

/** Drops the partitions of `table` that end before `span` begins. */
async function dropBefore(client: pg.ClientBase, table: string, { suffix }: Span) {
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_class where relname ~ ('^' || $1 || '_[0-9]{' || length($2) || '}$') and relname < $1 || '_' || $2`,
    [table, suffix],
  )
  for (const { relname } of rows) await client.query(`drop table ${relname}`)
}

/** Partitions for the months of `times` (epoch ms), for events that are older than the previous month. */
export async function ensureMonths(client: pg.ClientBase, times: Iterable<number>) {
  const spans = new Map([...times].map((at) => [monthSpan(at).suffix, monthSpan(at)]))
  for (const table of ['violation_event', 'msg_push'])
    for (const span of spans.values()) await ensurePartition(client, table, 'create_time', span)
}
