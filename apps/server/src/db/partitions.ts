import { dayMs, shanghaiMs } from '@huanwei/contract/time'
import type pg from 'pg'

/** Tables with daily partitions: device reports by device time and the platform's records of connections, column `time`. */
export const dailyTables = ['position', 'reading', 'device_connection'] as const
export type DailyTable = (typeof dailyTables)[number]
/** Tables with monthly partitions of which old ones are kept, and of which they are not. */
const events = ['violation_event', 'msg_push'] as const
const logs = ['sys_log', 'sys_log_login'] as const

/** The day in Asia/Shanghai of `at` (epoch ms). */
const dayOf = (at: number) => new Date(at + shanghaiMs).toISOString().slice(0, 10)

/** Creates the partitions of `tables` for the days or months of `times` (epoch ms) that are missing. Applied by partitions.sql. */
async function ensure(client: pg.ClientBase, tables: readonly string[], times: Iterable<number>) {
  const days = [...new Set([...times].map(dayOf))]
  await client.query(
    'select ensure_partition(name, day) from unnest($1::text[]) as t (name), unnest($2::date[]) as d (day) order by name, day',
    [tables, days],
  )
}

/** Creates partitions from yesterday to three days ahead and from last month to next month. To be run daily. */
export async function ensurePartitions(client: pg.ClientBase, now: Date) {
  const around = (days: readonly number[]) => days.map((ahead) => now.getTime() + ahead * dayMs)
  await ensure(client, dailyTables, around([-1, 0, 1, 2, 3]))
  await ensure(client, [...events, ...logs], around([-31, 0, 31]))
}

/** Creates partitions of `table` for the days of `times` (epoch ms), for late reports. */
export const ensureDays = (client: pg.ClientBase, table: DailyTable, times: Iterable<number>) => ensure(client, [table], times)

/** Creates partitions for the months of `times` (epoch ms), for events older than the previous month. */
export const ensureMonths = (client: pg.ClientBase, times: Iterable<number>) => ensure(client, events, times)

/** Days of device reports that are dropped at once, at most: a clock that is wrong must not end a history before somebody sees it. */
const mostDropped = 7

/** Drops whole days of device reports and whole months of logs older than `keepDays`, some days at a time. */
export async function dropOldDays(client: pg.ClientBase, now: Date, keepDays: number) {
  const { rows } = await client.query<{ day: string | null }>(
    `select to_char(min(to_date(right(c.relname, 8), 'YYYYMMDD')) + $1::int, 'YYYY-MM-DD') as day
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'position'::regclass and c.relname ~ '^position_[0-9]{8}$'`,
    [mostDropped],
  )
  const [due, last] = [dayOf(now.getTime() - keepDays * dayMs), rows[0]?.day]
  const oldest = last && last < due ? last : due
  await client.query('delete from track_day where day < $1', [oldest])
  await client.query('select drop_partitions(name, $2::date) from unnest($1::text[]) as t (name)', [
    [...dailyTables, ...logs],
    oldest,
  ])
}
