import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import { adminRoleCode } from '@huanwei/contract/roles/codes'
import type { getUserOptions, listUsers } from '@huanwei/contract/users/endpoints'
import { and, count, desc, eq, exists, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import { type Cursor, orderByTime } from '../../db/keyset.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departments } from '../departments/table.ts'
import { hasDocument } from '../documents/queries.ts'
import { loginLogs } from '../logs/table.ts'
import { roles } from '../roles/table.ts'
import { isHeardOf, online } from '../terminals/queries.ts'
import { terminals } from '../terminals/table.ts'
import { userRoles, users } from './table.ts'

/** Display name: the name, or the user name when it is empty. */
export const displayName = ({ name, username }: { name: AnyPgColumn; username: AnyPgColumn }) =>
  sql<string>`coalesce(nullif(${name}, ''), ${username})`
/** Display name of a user by id, to be stored. */
export const displayNameOf = (tenantId: number, userId: number) =>
  sql<string>`(select ${displayName(users)} from ${users} where ${users.tenantId} = ${tenantId} and ${users.id} = ${userId})`

/** The roles of the user that a query reads. */
export const roleList = sql<{ roleId: number; roleName: string }[]>`coalesce((
    select json_agg(json_build_object('roleId', r.role_id, 'roleName', r.role_name) order by r.role_id)
    from ${userRoles} ur join ${roles} r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id
    where ur.tenant_id = ${users}.tenant_id and ur.user_id = ${users}.user_id), '[]')`

/** Condition for the badge or phone of the user that a query reads. */
const isTheirs = and(
  eq(terminals.tenantId, users.tenantId),
  eq(terminals.objectType, ObjectType.person),
  eq(terminals.objectId, users.id),
)

const row = {
  userId: users.id,
  username: users.username,
  name: users.name,
  gender: users.gender,
  phone: users.phone,
  avatar: users.avatar,
  intercomAccount: users.intercomAccount,
  deptId: users.deptId,
  deptName: departments.name,
  tenantId: users.tenantId,
  lockFlag: users.lockFlag,
  createTime: users.createTime,
  updateTime: users.updateTime,
  updateBy: users.updateBy,
  roleList,
  terminalNo: terminals.terminalNo,
  deviceId: terminals.id,
  online,
}

const find = (tx: Tx, tenantId: number, only?: SQL) =>
  tx
    .select(row)
    .from(users)
    .innerJoin(departments, and(eq(departments.tenantId, users.tenantId), eq(departments.id, users.deptId)))
    .leftJoin(terminals, isTheirs)
    .where(and(eq(users.tenantId, tenantId), only))

/** A user of the viewer's scope by name; oneself always. */
export async function findUser(tx: Tx, viewer: Viewer, username: string) {
  const inSight = username === viewer.username ? undefined : inScope(viewer, users.deptId)
  const [user] = await find(tx, viewer.tenantId, and(eq(users.username, username), inSight))
  return user
}

/** A user of the viewer's scope by id; oneself always. */
export async function findUserById(tx: Tx, viewer: Viewer, id: number) {
  const inSight = id === viewer.userId ? undefined : inScope(viewer, users.deptId)
  const [user] = await find(tx, viewer.tenantId, and(eq(users.id, id), inSight))
  return user
}

const list = { table: users, id: users.id, time: users.createTime }

type Filter = Parsed<typeof listUsers> & { after?: Cursor | undefined }

/** One page of the users in scope, the latest first, with the total. `departments` narrows (null: the whole scope). */
export async function findUsers(tx: Tx, viewer: Viewer, filter: Filter, among: number[] | null) {
  const { text, roleId } = filter
  const holders = tx
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(and(eq(userRoles.tenantId, viewer.tenantId), eq(userRoles.roleId, roleId ?? 0)))
  const where = and(
    eq(users.tenantId, viewer.tenantId),
    inScope(viewer, users.deptId),
    amongDepartments(among, users.deptId),
    contains(users.username, filter.username),
    contains(users.phone, filter.phone),
    text ? or(...[users.username, users.name, users.phone, users.initials].map((column) => contains(column, text))) : undefined,
    roleId === undefined ? undefined : inArray(users.id, holders),
    filter.lockFlag && eq(users.lockFlag, filter.lockFlag),
    isHeardOf(viewer, ObjectType.person, users.id, filter.online),
    hasDocument(ObjectType.person, users, filter.documents),
  )
  const { total, only } = await findPage(tx, list, filter, {
    tenantId: viewer.tenantId,
    where,
    isSteady: filter.online === undefined && filter.documents === undefined,
  })
  const records = await find(tx, viewer.tenantId, only).orderBy(...orderByTime(list))
  return { records, total }
}

/** Limit of users offered at once. */
const mostOptions = 50

/** Users to choose from, of the scope and the viewer: those with `text` in a name or the initials, who can log in first; or the one with `userId`. */
export const findUserOptions = (
  tx: Tx,
  viewer: Viewer,
  { text, userId }: Parsed<typeof getUserOptions>,
  first: number[] | null | undefined | 0,
) =>
  tx
    .select({ userId: users.id, username: users.username, name: users.name, deptId: users.deptId, deptName: departments.name })
    .from(users)
    .innerJoin(departments, and(eq(departments.tenantId, users.tenantId), eq(departments.id, users.deptId)))
    .where(
      and(
        eq(users.tenantId, viewer.tenantId),
        viewer.departments ? or(inScope(viewer, users.deptId), eq(users.id, viewer.userId)) : undefined,
        userId === undefined ? undefined : eq(users.id, userId),
        text ? or(...[users.username, users.name, users.initials].map((column) => contains(column, text))) : undefined,
      ),
    )
    .orderBy(
      ...(first ? [sql`case when ${amongDepartments(first, users.deptId)} then 0 else 1 end`] : []),
      users.lockFlag,
      users.username,
      users.id,
    )
    .limit(mostOptions)

/** Users of the tenant whose names or phones are among these. */
export const findTaken = (tx: Tx, tenantId: number, { usernames, phones }: { usernames: string[]; phones: string[] }) =>
  tx
    .select({ userId: users.id, username: users.username, phone: users.phone, deptId: users.deptId })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), or(isNamed(usernames), inArray(users.phone, phones))))

/** A name in another case is the same one to who reads it, and to who counts failed log-ins. */
const isNamed = (usernames: string[]) =>
  inArray(
    sql`lower(${users.username})`,
    usernames.map((name) => name.toLowerCase()),
  )

/** True when another user than `userId` has the name. */
export const isNameTaken = async (tx: Tx, tenantId: number, username: string, userId = 0) =>
  (await tx.$count(users, and(eq(users.tenantId, tenantId), isNamed([username]), ne(users.id, userId)))) > 0

/** Holds the user as they stand until the transaction ends. */
export const lockUser = (tx: Tx, tenantId: number, id: number) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, id)))
    .for('update')

/** The stored password, Argon2id. */
export async function findPassword(tx: Tx, tenantId: number, userId: number) {
  const [user] = await tx
    .select({ password: users.password })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
  return user?.password
}

/** Number of users besides `userId` who can log in as the tenant's administrator. */
export async function countOtherAdministrators(tx: Tx, tenantId: number, userId: number) {
  const isAdministrator = tx
    .select({ one: sql`1` })
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.tenantId, userRoles.tenantId), eq(roles.id, userRoles.roleId)))
    .where(and(eq(userRoles.tenantId, tenantId), eq(userRoles.userId, users.id), eq(roles.roleCode, adminRoleCode)))
  const [others] = await tx
    .select({ n: count() })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), ne(users.id, userId), eq(users.lockFlag, '0'), exists(isAdministrator)))
  return others!.n
}

type Fields = Partial<NewUser>

/** Adds users, each with the roles at the same place of `roleIds`. Returns their ids. */
export async function insertUsers(tx: Tx, { tenantId, username }: Viewer, list: { fields: NewUser; roleIds: number[] }[]) {
  if (!list.length) return []
  const added = await tx
    .insert(users)
    .values(list.map(({ fields }) => ({ tenantId, ...fields, updateBy: username })))
    .returning({ id: users.id })
  const held = added.flatMap(({ id }, i) => (list[i]?.roleIds ?? []).map((roleId) => ({ tenantId, userId: id, roleId })))
  if (held.length) await tx.insert(userRoles).values(held)
  return added.map(({ id }) => id)
}
export type NewUser = Omit<typeof users.$inferInsert, 'tenantId' | 'id' | 'updateTime' | 'updateBy'>

export async function updateUser(tx: Tx, viewer: Viewer, id: number, fields: Fields) {
  await tx
    .update(users)
    .set({ ...fields, ...updatedBy(users, viewer) })
    .where(and(eq(users.tenantId, viewer.tenantId), eq(users.id, id)))
}

/** Makes `roleIds` all that the user has. */
export async function setRoles(tx: Tx, tenantId: number, userId: number, roleIds: number[]) {
  await tx.delete(userRoles).where(and(eq(userRoles.tenantId, tenantId), eq(userRoles.userId, userId)))
  if (roleIds.length) await tx.insert(userRoles).values(roleIds.map((roleId) => ({ tenantId, userId, roleId })))
}

export const deleteUser = (tx: Tx, tenantId: number, id: number) =>
  tx.delete(users).where(and(eq(users.tenantId, tenantId), eq(users.id, id)))

/** The latest tries to log in under this name, newest first. */
export const findLogins = (tx: Tx, tenantId: number, username: string, atMost: number) =>
  tx
    .select({
      id: loginLogs.id,
      createTime: loginLogs.createTime,
      status: loginLogs.status,
      remoteAddr: loginLogs.remoteAddr,
      userAgent: loginLogs.userAgent,
    })
    .from(loginLogs)
    .where(and(eq(loginLogs.tenantId, tenantId), eq(loginLogs.username, username), eq(loginLogs.operation, 0)))
    .orderBy(desc(loginLogs.createTime), desc(loginLogs.id))
    .limit(atMost)
