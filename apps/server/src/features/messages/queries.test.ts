import type { Permission } from '@huanwei/contract/permissions'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { departments } from '../departments/table.ts'
import { roles } from '../roles/table.ts'
import { users } from '../users/table.ts'
import { movePushes, pushTo, recipientsOf } from './sending/queries.ts'
import { pushes } from './table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let ids: Record<string, number>
let dept: Record<string, number>
beforeAll(async () => {
  server = await startTestServer()
  await server.db.system(async (tx) => {
    const people = await tx.select().from(users).where(eq(users.tenantId, 1))
    ids = Object.fromEntries(people.map(({ username, id }) => [username, id]))
    const places = await tx.select().from(departments).where(eq(departments.tenantId, 1))
    dept = Object.fromEntries(places.map(({ name, id }) => [name, id]))
  })
})
afterAll(() => server.close())

const recipients = (permission: Permission, department: string) =>
  server.db.system((tx) => recipientsOf(tx, 1, permission, dept[department]!))

test.each<[Permission, string, string[]]>([
  // `handler` has the scope "own and below" in 一部.
  ['violation_handle', '一部', ['admin', 'handler']],
  ['violation_handle', '二部', ['admin']],
  ['violation_handle', '甲公司', ['admin']],
  ['sys_user_add', '一部', ['admin']],
])('%s in %s: %j', async (permission, department, expected) => {
  expect(await recipients(permission, department)).toEqual(expected.map((name) => ids[name]).sort())
})

test('a permission without holders in the tenant has no recipients', async () => {
  expect(await server.db.system((tx) => recipientsOf(tx, 2, 'platform_admin', 1))).toEqual([])
})

test('chosen departments and the own one only count for themselves', async () => {
  const scope = (dsType: 1 | 3, dsScope: number[]) =>
    server.db.system((tx) =>
      tx
        .update(roles)
        .set({ dsType, dsScope })
        .where(and(eq(roles.tenantId, 1), eq(roles.roleCode, 'ROLE_HANDLER'))),
    )
  await scope(1, [dept.二部!])
  expect(await recipients('violation_handle', '二部')).toContain(ids.handler)
  expect(await recipients('violation_handle', '一部')).not.toContain(ids.handler)
  await scope(3, [])
  expect(await recipients('violation_handle', '一部')).toContain(ids.handler)
  expect(await recipients('violation_handle', '甲公司')).not.toContain(ids.handler)
})

test('an event is pushed to each recipient once, comes back unread, and leaves every list at once', async () => {
  const event = {
    tenantId: 1,
    msgType: '3' as const,
    eventId: 7,
    createTime: '2026-01-05 08:00:00',
    objectType: '0' as const,
    objectId: ids.viewer!,
    deptId: dept.一部!,
  }
  const rows = () =>
    server.db.system((tx) =>
      tx
        .select({ userId: pushes.pushObjectId, status: pushes.status, readUnread: pushes.readUnread })
        .from(pushes)
        .where(eq(pushes.eventId, 7))
        .orderBy(pushes.pushObjectId),
    )
  const both = [ids.admin!, ids.viewer!].sort()
  await server.db.system((tx) => pushTo(tx, event, [ids.admin!]))
  await server.db.system((tx) => movePushes(tx, event, 2))
  expect(await rows()).toEqual([{ userId: ids.admin, status: 2, readUnread: 1 }])
  await server.db.system(async (tx) => {
    await tx.update(pushes).set({ readUnread: 1 }).where(eq(pushes.eventId, 7))
    await pushTo(tx, event, [...both, ids.viewer!])
  })
  expect(await rows()).toEqual(both.map((userId) => ({ userId, status: 1, readUnread: 0 })))
})
