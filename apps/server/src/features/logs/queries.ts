import type { Parsed } from '@huanwei/contract/endpoint'
import type { listLoginLogs, listLogs } from '@huanwei/contract/logs/endpoints'
import { type AnyColumn, and, desc, eq, gte, inArray, lte, or, type SQL } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../lib/contains.ts'
import { type After, behind, offsetOf, totalOf } from '../../lib/keyset.ts'
import { inScope } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { users } from '../users/table.ts'
import { loginLogs, logs } from './table.ts'

export type NewLog = typeof logs.$inferInsert

export async function addLogs(tx: Tx, rows: NewLog[]) {
  await tx.insert(logs).values(rows)
}

/** Only of people in the viewer's departments; of everybody for who may see all. */
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

export async function listLogRows(tx: Tx, viewer: Viewer, filter: Parsed<typeof listLogs> & { after?: After | undefined }) {
  const where = and(
    eq(logs.tenantId, viewer.tenantId),
    byPeopleInScope(tx, viewer, logs.createBy),
    filter.type && eq(logs.type, filter.type),
    contains(logs.createBy, filter.createBy),
    or(...[logs.title, logs.requestUri, logs.params, logs.exception].map((column) => contains(column, filter.text))),
    filter.startTime ? gte(logs.createTime, filter.startTime) : undefined,
    filter.endTime ? lte(logs.createTime, filter.endTime) : undefined,
  )
  const records = await tx
    .select()
    .from(logs)
    .where(and(where, behind(filter, logs.createTime, logs.id)))
    .orderBy(desc(logs.createTime), desc(logs.id))
    .limit(filter.size)
    .offset(offsetOf(filter))
  return { records, total: await totalOf(filter, () => tx.$count(logs, where)) }
}

/** False when the viewer has no such row. */
export async function removeLogRow(tx: Tx, viewer: Viewer, id: number) {
  const { rowCount } = await tx
    .delete(logs)
    .where(and(eq(logs.tenantId, viewer.tenantId), eq(logs.id, id), byPeopleInScope(tx, viewer, logs.createBy)))
  return rowCount === 1
}

export async function listLoginRows(
  tx: Tx,
  viewer: Viewer,
  filter: Parsed<typeof listLoginLogs> & { after?: After | undefined },
) {
  const where = and(
    eq(loginLogs.tenantId, viewer.tenantId),
    byPeopleInScope(tx, viewer, loginLogs.username),
    contains(loginLogs.username, filter.username),
    filter.operation === undefined ? undefined : eq(loginLogs.operation, filter.operation),
    filter.status === undefined ? undefined : eq(loginLogs.status, filter.status),
    filter.startTime ? gte(loginLogs.createTime, filter.startTime) : undefined,
    filter.endTime ? lte(loginLogs.createTime, filter.endTime) : undefined,
  )
  const records = await tx
    .select()
    .from(loginLogs)
    .where(and(where, behind(filter, loginLogs.createTime, loginLogs.id)))
    .orderBy(desc(loginLogs.createTime), desc(loginLogs.id))
    .limit(filter.size)
    .offset(offsetOf(filter))
  return { records, total: await totalOf(filter, () => tx.$count(loginLogs, where)) }
}
