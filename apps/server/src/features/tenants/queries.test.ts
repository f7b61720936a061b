import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { menus } from '../menus/table.ts'
import { updateTenants } from './queries.ts'
import { tenants } from './table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const namesOf = () =>
  server.db.system(async (tx) => (await tx.select().from(menus).where(eq(menus.tenantId, 1))).map(({ name }) => name).sort())

test('a second start adds nothing', async () => {
  const before = await namesOf()
  await server.db.system(updateTenants)
  expect(await namesOf()).toEqual(before)
})

test('items new to the tenant come with the next version, removed ones stay away, and the administrator may use them', async () => {
  await server.db.system(async (tx) => {
    await tx.delete(menus).where(and(eq(menus.tenantId, 1), eq(menus.name, 'illegal')))
    const [{ seeded }] = [(await tx.select().from(tenants).where(eq(tenants.id, 1)))[0]!]
    const older = seeded.filter((key) => !['system', 'role', 'sys_role_perm'].includes(key))
    await tx.update(tenants).set({ seeded: older }).where(eq(tenants.id, 1))
    await tx.delete(menus).where(and(eq(menus.tenantId, 1), eq(menus.permission, 'sys_role_perm')))
    await tx.delete(menus).where(and(eq(menus.tenantId, 1), eq(menus.name, 'role')))
  })
  await server.db.system(updateTenants)
  const names = await namesOf()
  expect(names).not.toContain('illegal')
  expect(names).toContain('role')
  expect(names).toContain('sys_role_perm')
  const { call } = await server.login('admin')
  expect((await call('GET', '/admin/user/info')).data.permissions).toContain('sys_role_perm')
})
