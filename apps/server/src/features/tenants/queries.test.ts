import { and, eq, inArray, sql } from 'drizzle-orm'
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

/** As the start of the next version does it. */
const startNext = () =>
  server.db.system(async (tx) => {
    await tx.update(tenants).set({ seedsVersion: 'older' })
    await updateTenants(tx)
  })

const namesOf = () =>
  server.db.system(async (tx) => (await tx.select().from(menus).where(eq(menus.tenantId, 1))).map(({ name }) => name).sort())

/** Items of one level in their order, with its numbers. */
const levelOf = (name: string) =>
  server.db.system(async (tx) => {
    const all = await tx.select().from(menus).where(eq(menus.tenantId, 1)).orderBy(menus.sort, menus.id)
    const parentId = all.find((one) => one.name === name)?.parentId
    return all.filter((one) => one.parentId === parentId && one.type !== '1').map((one) => ({ name: one.name, sort: one.sort }))
  })

test('an item new to the tenant gets a place of its own, behind the one that it follows in the product', async () => {
  const before = await levelOf('role')
  const at = before.findIndex(({ name }) => name === 'role')
  await server.db.system(async (tx) => {
    await tx.delete(menus).where(and(eq(menus.tenantId, 1), eq(menus.name, 'role')))
    // As an older version had it: one item less, and the places without a gap.
    await tx
      .update(menus)
      .set({ sort: sql`${menus.sort} - 1` })
      .where(
        and(
          eq(menus.tenantId, 1),
          inArray(
            menus.name,
            before.slice(at + 1).map(({ name }) => name),
          ),
        ),
      )
    const [tenant] = await tx.select().from(tenants).where(eq(tenants.id, 1))
    const seeded = tenant!.seeded.filter((key) => key !== 'role')
    await tx.update(tenants).set({ seeded }).where(eq(tenants.id, 1))
  })
  await startNext()
  expect(await levelOf('role')).toEqual(before)
})

test('a second start adds nothing, nor does the next version where it has nothing new', async () => {
  const before = await namesOf()
  await server.db.system(updateTenants)
  expect(await namesOf()).toEqual(before)
  await startNext()
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
  await startNext()
  const names = await namesOf()
  expect(names).not.toContain('illegal')
  expect(names).toContain('role')
  expect(names).toContain('sys_role_perm')
  const { call } = await server.login('admin')
  expect((await call('GET', '/admin/user/info')).data.permissions).toContain('sys_role_perm')
})

test('an organisation of an older version gets the items that the product reads, with its own ones as they were', async () => {
  const { owner } = server.db
  const items = async () =>
    (
      await owner.query(
        `select value, label, labels->>'en-US' as "inEnglish", sort from sys_dict_item where tenant_id = 1 and type = 'facility_type' order by sort, id`,
      )
    ).rows
  await owner.query(`delete from sys_dict_item where tenant_id = 1 and type = 'facility_type' and value = 'restaurant'`)
  await owner.query(
    `insert into sys_dict_item (tenant_id, dict_id, type, value, label, sort) select 1, id, type, '12', '粪污站', 12 from sys_dict where tenant_id = 1 and type = 'facility_type'`,
  )
  const before = await items()
  await startNext()
  await startNext()
  const added = { value: 'restaurant', label: '餐饮单位', inEnglish: 'Restaurant', sort: 13 }
  expect(await items()).toEqual([...before, added])
})

test('a start of the version that seeded an organisation looks at none of its pieces', async () => {
  const before = await namesOf()
  await server.db.system((tx) => tx.update(tenants).set({ seeded: [] }).where(eq(tenants.id, 1)))
  await server.db.system(updateTenants)
  expect(await namesOf()).toEqual(before)
})
