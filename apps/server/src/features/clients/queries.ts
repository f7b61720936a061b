import { type addClient, mostClients } from '@huanwei/contract/clients/endpoints'
import { clockToleranceMs } from '@huanwei/contract/clients/rules'
import type { Parsed } from '@huanwei/contract/endpoint'
import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { departmentsBelow, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Sealing } from '../../lib/sealing.ts'
import { departments } from '../departments/table.ts'
import { isOpen, tenants } from '../tenants/table.ts'
import { users } from '../users/table.ts'
import { clients, openCalls } from './table.ts'

type ClientFields = Omit<Parsed<typeof addClient>, 'deptId' | 'expires'> & { deptId: number | null; expires: string | null }

/** Owner of a sealed secret: in another client's row it would not open. */
const ownerOf = (clientId: string) => `secret of client ${clientId}`

const { secret: _, tenantId: __, ownerId: ___, ...columns } = getTableColumns(clients)
const ownerName = sql<string>`coalesce(nullif(${users.name}, ''), ${users.username}, '')`
const deptName = sql<string>`coalesce(${departments.name}, '')`

/** The clients in scope, newest first, without their secrets. Those of the whole organisation are seen by who sees all of it. */
export const findClients = (tx: Tx, viewer: Viewer, id?: number) =>
  tx
    .select({ ...columns, ownerName, deptName, updateBy: clients.updateBy })
    .from(clients)
    .leftJoin(users, and(eq(users.tenantId, clients.tenantId), eq(users.id, clients.ownerId)))
    .leftJoin(departments, and(eq(departments.tenantId, clients.tenantId), eq(departments.id, clients.deptId)))
    .where(
      and(
        eq(clients.tenantId, viewer.tenantId),
        inScope(viewer, clients.deptId),
        id === undefined ? undefined : eq(clients.id, id),
      ),
    )
    .orderBy(desc(clients.id))
    .limit(mostClients)

const one = ({ tenantId }: Pick<Viewer, 'tenantId'>, id: number) => and(eq(clients.tenantId, tenantId), eq(clients.id, id))

export const countClients = (tx: Tx, { tenantId }: Viewer) => tx.$count(clients, eq(clients.tenantId, tenantId))

type Secret = { clientId: string; secret: string }

export async function insertClient(tx: Tx, viewer: Viewer, fields: ClientFields, { clientId, secret }: Secret, sealing: Sealing) {
  const { tenantId, userId: ownerId, username: updateBy } = viewer
  const [added] = await tx
    .insert(clients)
    .values({ tenantId, ownerId, updateBy, ...fields, clientId, secret: sealing.seal(secret, ownerOf(clientId)) })
    .returning({ id: clients.id })
  return added!.id
}

export const updateClient = (tx: Tx, viewer: Viewer, id: number, fields: ClientFields) =>
  tx
    .update(clients)
    .set({ ...fields, ownerId: viewer.userId, ...updatedBy(clients, viewer) })
    .where(one(viewer, id))

/** Returns the time of the change. */
export async function updateClientSecret(tx: Tx, viewer: Viewer, id: number, { clientId, secret }: Secret, sealing: Sealing) {
  const [changed] = await tx
    .update(clients)
    .set({ secret: sealing.seal(secret, ownerOf(clientId)), ...updatedBy(clients, viewer) })
    .where(one(viewer, id))
    .returning({ updateTime: clients.updateTime })
  return changed!.updateTime
}

export const deleteClient = (tx: Tx, viewer: Viewer, id: number) => tx.delete(clients).where(one(viewer, id))

/** The clients of these names with their secrets unsealed, of organisations whose people can log in. */
export async function findByNames(tx: Tx, clientIds: readonly string[], sealing: Sealing) {
  const rows = await tx
    .select(getTableColumns(clients))
    .from(clients)
    .innerJoin(tenants, and(eq(tenants.id, clients.tenantId), isOpen))
    .where(inArray(clients.clientId, [...clientIds]))
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      secret: sealing.open(row.secret, ownerOf(row.clientId)),
      /** Departments that the client is limited to; null for none. */
      departments: row.deptId === null ? null : await departmentsBelow(tx, row.tenantId, [row.deptId]),
    })),
  )
}
export type ClientRow = Awaited<ReturnType<typeof findByNames>>[number]

/** Marks a signature or nonce of a client as used; false when it was before. */
export async function takeOnce(tx: Tx, { tenantId, id }: ClientRow, once: string) {
  const { rowCount } = await tx.insert(openCalls).values({ tenantId, clientId: id, once }).onConflictDoNothing()
  return rowCount === 1
}

/** Forgets calls that would be too late by now. */
export const removeOldCalls = (tx: Tx) =>
  tx.delete(openCalls).where(lt(openCalls.time, sql`now() - make_interval(secs => ${(3 * clockToleranceMs) / 1000})`))

export const noteUse = (tx: Tx, { tenantId, id }: ClientRow, address: string) =>
  tx.update(clients).set({ lastTime: sql`now()`, lastAddress: address }).where(one({ tenantId }, id))
