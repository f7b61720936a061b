import type { Parsed } from '@huanwei/contract/endpoint'
import { LogType } from '@huanwei/contract/logs/codes'
import type { listLoginLogs, listLogs } from '@huanwei/contract/logs/endpoints'
import type { Language } from '@huanwei/words/languages'
import { sayKnown, textsOf } from '@huanwei/words/say'
import { type AnyColumn, and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import { type Cursor, orderByTime } from '../../db/keyset.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { users } from '../users/table.ts'
import { loginLogs, logs } from './table.ts'

export type NewLog = typeof logs.$inferInsert

export async function addLogs(tx: Tx, rows: NewLog[]) {
  await tx.insert(logs).values(rows)
}

/** Rows about errors of a person's browser that came within the last minute. */
export const countRecentErrors = (tx: Tx, { tenantId, username }: Viewer) =>
  tx.$count(
    logs,
    and(
      eq(logs.tenantId, tenantId),
      eq(logs.type, LogType.error),
      eq(logs.createBy, username),
      sql`${logs.createTime} > now() - interval '1 minute'`,
    ),
  )

/** Condition that a column names a user in the viewer's scope; undefined when the scope is unlimited. */
export const byPeopleInScope = (tx: Tx, viewer: Viewer, column: AnyColumn): SQL | undefined => {
  const scope = inScope(viewer, users.deptId)
  return (
    scope &&
    inArray(
      column,
      tx
        .select({ name: users.username })
        .from(users)
        .where(and(eq(users.tenantId, viewer.tenantId), scope)),
    )
  )
}

/** The title of a row: the text of the call that it names. A browser's error keeps its own. */
const titleIn = (language: Language, title: string) => sayKnown(language, `operations:${title}`) ?? title

/** Names of the calls whose title in `language` contains `text`. */
function callsLike(text: string, language: Language) {
  const wanted = text.toLowerCase()
  return Object.entries(textsOf(language, 'operations')).flatMap(([name, title]) =>
    title.toLowerCase().includes(wanted) ? name : [],
  )
}

/** What the list of what people did is asked for besides its filter: a limited scope follows who is in which department. */
export const askedByScope = ({ tenantId, departments }: Viewer) => ({ tenantId, follows: departments ? 'person' : undefined })

const logList = { table: logs, id: logs.id, time: logs.createTime }

export async function listLogRows(
  tx: Tx,
  viewer: Viewer,
  filter: Parsed<typeof listLogs> & { after?: Cursor | undefined },
  language: Language,
) {
  const where = and(
    eq(logs.tenantId, viewer.tenantId),
    byPeopleInScope(tx, viewer, logs.createBy),
    filter.type && eq(logs.type, filter.type),
    contains(logs.createBy, filter.createBy),
    or(
      ...[logs.title, logs.requestUri, logs.params, logs.exception].map((column) => contains(column, filter.text)),
      filter.text ? inArray(logs.title, callsLike(filter.text, language)) : undefined,
    ),
  )
  const { total, only } = await findPage(tx, logList, filter, { ...askedByScope(viewer), where, period: filter })
  const records = await tx
    .select()
    .from(logs)
    .where(and(eq(logs.tenantId, viewer.tenantId), only))
    .orderBy(...orderByTime(logList))
  return { records: records.map((row) => ({ ...row, title: titleIn(language, row.title) })), total }
}

/** Removes a row in scope and returns it; undefined when there is none. */
export async function removeLogRow(tx: Tx, viewer: Viewer, id: number) {
  const [removed] = await tx
    .delete(logs)
    .where(and(eq(logs.tenantId, viewer.tenantId), eq(logs.id, id), byPeopleInScope(tx, viewer, logs.createBy)))
    .returning()
  return removed
}

const loginList = { table: loginLogs, id: loginLogs.id, time: loginLogs.createTime }

export async function listLoginRows(
  tx: Tx,
  viewer: Viewer,
  filter: Parsed<typeof listLoginLogs> & { after?: Cursor | undefined },
) {
  const where = and(
    eq(loginLogs.tenantId, viewer.tenantId),
    byPeopleInScope(tx, viewer, loginLogs.username),
    contains(loginLogs.username, filter.username),
    filter.operation === undefined ? undefined : eq(loginLogs.operation, filter.operation),
    filter.status === undefined ? undefined : eq(loginLogs.status, filter.status),
  )
  const { total, only } = await findPage(tx, loginList, filter, { ...askedByScope(viewer), where, period: filter })
  const records = await tx
    .select()
    .from(loginLogs)
    .where(and(eq(loginLogs.tenantId, viewer.tenantId), only))
    .orderBy(...orderByTime(loginList))
  return { records, total }
}
