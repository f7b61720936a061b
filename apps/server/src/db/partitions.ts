import { dayMs, shanghaiMs } from '@huanwei/contract/time'
import type pg from 'pg'

/** Tables of device reports, with a partition for each day of device time, column `time`. */
export const deviceTables = ['position', 'reading'] as const
/** Tables with daily partitions: device reports and the platform's records of connections. */
const daily = [...deviceTables, 'device_connection'] as const
export type DailyTable = (typeof daily)[number]

type Span = { suffix: string; from: string; to: string }

const dateText = (utcMs: number) => new Date(utcMs).toISOString().slice(0, 10)

/** The day in Asia/Shanghai of `at` (epoch ms). */
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

/** Creates the partition of `table` for `span` unless it exists, and moves its rows there from the default partition. */
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

/** Creates partitions from yesterday to three days ahead and from last month to next month. To be run daily. */
export async function ensurePartitions(client: pg.ClientBase, now: Date) {
  for (const table of daily)
    for (const ahead of [-1, 0, 1, 2, 3]) await ensurePartition(client, table, 'time', daySpan(now.getTime() + ahead * dayMs))
  for (const table of ['violation_event', 'msg_push', 'sys_log', 'sys_log_login'])
    for (const ahead of [-31, 0, 31])
      await ensurePartition(client, table, 'create_time', monthSpan(now.getTime() + ahead * dayMs))
}

/** Creates partitions of `table` for the days of `times` (epoch ms), for late reports. */
export async function ensureDays(client: pg.ClientBase, table: DailyTable, times: Iterable<number>) {
  const spans = new Map([...times].map((at) => [daySpan(at).suffix, daySpan(at)]))
  for (const span of spans.values()) await ensurePartition(client, table, 'time', span)
}

/** Drops whole days of device reports and whole months of logs older than `keepDays`. */
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

/** Creates partitions for the months of `times` (epoch ms), for events older than the previous month. */
export async function ensureMonths(client: pg.ClientBase, times: Iterable<number>) {
  const spans = new Map([...times].map((at) => [monthSpan(at).suffix, monthSpan(at)]))
  for (const table of ['violation_event', 'msg_push'])
    for (const span of spans.values()) await ensurePartition(client, table, 'create_time', span)
}
