import { ExportStatus } from '@huanwei/contract/exports/codes'
import type { Platform } from '@huanwei/contract/platform/endpoints'
import { DeliveryState } from '@huanwei/contract/subscriptions/codes'
import { eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { exportJobs } from '../exports/table.ts'
import { reports } from '../reports/table.ts'
import { smsMessages } from '../sms/table.ts'
import { outgoingEvents } from '../subscriptions/table.ts'

const mostTables = 10

/** The state of the database itself. `waiting` is the process's business. */
export async function findDatabase(tx: Tx): Promise<Omit<Platform['database'], 'waiting'>> {
  const { rows } = await tx.execute<Omit<Platform['database'], 'tables' | 'waiting'>>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as "mostConnections"`)
  return { ...rows[0]!, tables: await findTables(tx) }
}

/** The largest tables; days and months of one that is divided by time count as one. */
async function findTables(tx: Tx) {
  const { rows } = await tx.execute<Platform['database']['tables'][number]>(sql`
    select coalesce(i.inhparent, c.oid)::regclass::text as name, sum(pg_total_relation_size(c.oid))::float8 as bytes,
      sum(greatest(c.reltuples, 0))::float8 as rows
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by 1 order by 2 desc, 1 limit ${mostTables}`)
  return rows
}

/** What waits to be done for all organisations. */
export async function findBacklog(tx: Tx): Promise<Platform['backlog']> {
  const isUnfinished = (status: PgColumn) => inArray(status, [ExportStatus.waiting, ExportStatus.running])
  return {
    events: await tx.$count(outgoingEvents, eq(outgoingEvents.state, DeliveryState.waiting)),
    failedEvents: await tx.$count(outgoingEvents, eq(outgoingEvents.state, DeliveryState.failed)),
    exports: await tx.$count(exportJobs, isUnfinished(exportJobs.status)),
    reports: await tx.$count(reports, isUnfinished(reports.status)),
    texts: await tx.$count(smsMessages, sql`sent_time is null and failures < 5`),
  }
}
