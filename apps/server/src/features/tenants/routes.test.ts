import type { Tenant } from '@huanwei/contract/tenants/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addRows } from '../../tenant-rows.test-kit.ts'
import { addVehicle, newPassword, startTestServer } from '../../test-kit.ts'
import { openStore } from '../files/open-store.ts'
import { deleteRemoved } from './jobs.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let [operator, other]: Awaited<ReturnType<typeof server.login>>[] = []
beforeAll(async () => {
  server = await startTestServer()
  for (const n of [1, 2, 3]) await addVehicle(server.db, { plateNumber: `川A0000${n}`, terminalNo: `1390000000${n}` })
  operator = await server.login('admin')
  other = await server.login('admin', 2)
})
afterAll(() => server.close())

const form = { name: '丙公司', code: 'three', hosts: ['three.example'], type: 'sanitation' }
const account = { username: 'chief', password: newPassword }
const add = async (fields: object = {}) =>
  (await operator!.call('POST', '/admin/tenant', { ...form, ...account, ...fields })).data
const change = (tenant: Tenant, fields: object) => operator!.call('PUT', '/admin/tenant', { ...tenant, ...fields })
const listed = async (host: string) =>
  (await server.app.inject({ url: '/admin/tenant/list', headers: { host } })).json().data.map(({ code }: Tenant) => code)

test('a tenant is added, its administrator logs in, and its host names it to strangers and no other tenant', async () => {
  const tenant = await add()
  expect(tenant).toMatchObject({ ...form, status: '0', users: 1, terminals: 0, fileBytes: 0, isBeingRemoved: false })
  const chief = await server.login('chief', tenant.id, newPassword)
  expect((await chief.call('GET', '/admin/user/info')).data.permissions).not.toContain('platform_admin')
  const { data: own } = await operator!.call('GET', '/admin/tenant/1')
  const { rows } = await server.db.owner.query(`select
    (select count(*)::int from device where tenant_id = 1 and object_id is not null) as terminals,
    (select count(*)::int from sys_user where tenant_id = 1) as users`)
  expect(own).toMatchObject(rows[0])
  expect(await listed('three.example')).toEqual(['three'])
  expect(await listed('two.localhost')).toEqual(['two'])
  const page = await operator!.call('GET', '/admin/tenant/page?name=three.example&status=')
  expect(page.data.records.map(({ code }: Tenant) => code)).toEqual(['three'])
  const taken = await operator!.call('POST', '/admin/tenant', { ...form, ...account, code: 'x' })
  expect([taken.status, taken.data]).toEqual([409, { field: 'hosts' }])
  expect(await operator!.call('POST', '/admin/tenant', { ...form, ...account, hosts: [] })).toMatchObject({
    status: 409,
    data: { field: 'code' },
  })
  expect(
    (await operator!.call('POST', '/admin/tenant', { ...form, ...account, code: 'y', hosts: ['https://a.b/'] })).status,
  ).toBe(400)
})

test('only who runs the platform sees tenants', async () => {
  for (const [method, path] of [
    ['GET', '/admin/tenant/page'],
    ['GET', '/admin/tenant/2'],
    ['GET', '/admin/tenant/2/archiveUrl'],
    ['GET', '/admin/tenant/2/archive'],
  ] as const)
    expect(`${path} ${(await other!.call(method, path)).status}`).toBe(`${path} 403`)
})

test('a frozen tenant, one whose time is over and one that has not begun let nobody in, and end their sessions', async () => {
  const tenant = await add({ code: 'four', hosts: ['four.example'] })
  const chief = await server.login('chief', tenant.id, newPassword)
  const standing = async () => (await chief.call('GET', '/admin/user/info')).status
  expect(await standing()).toBe(200)
  const frozen = (await change(tenant, { status: '9' })).data
  await vi.waitFor(async () => expect(await standing()).toBe(401))
  expect(await listed('four.example')).toEqual([])
  const open = (await change(frozen, { status: '0' })).data
  const again = await server.login('chief', tenant.id, newPassword)
  expect((await again.call('GET', '/admin/user/info')).status).toBe(200)
  const ended = (await change(open, { endTime: '2020-01-01 00:00:00' })).data
  await expect(server.login('chief', tenant.id, newPassword)).rejects.toThrow()
  await change(ended, { startTime: '2099-01-01 00:00:00', endTime: null })
  await expect(server.login('chief', tenant.id, newPassword)).rejects.toThrow()
  expect((await change(tenant, { name: '丁' })).status).toBe(409)
})

test('the operator’s own tenant is neither frozen, limited in time nor deleted', async () => {
  const own = (await operator!.call('GET', '/admin/tenant/1')).data
  expect((await change(own, { status: '9' })).status).toBe(409)
  expect((await change(own, { endTime: '2099-01-01 00:00:00' })).status).toBe(409)
  expect((await operator!.call('DELETE', `/admin/tenant/1?name=${encodeURIComponent(own.name)}`)).status).toBe(409)
})

test('a limit of users holds for two who add the last one at once', async () => {
  const tenant = await add({ code: 'five', hosts: [], maxUsers: 2 })
  const chief = await server.login('chief', tenant.id, newPassword)
  const { deptId } = (await chief.call('GET', '/admin/user/getInfoUser/chief')).data
  const person = (n: number) => ({ username: `p${n}`, newpassword1: newPassword, phone: `1390000000${n}`, deptId, role: [] })
  const replies = await Promise.all([1, 2, 3].map((n) => chief.call('POST', '/admin/user', person(n))))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.msg).toContain('用户上限')
})

test('a removed tenant leaves no row in any table, and nobody else loses one', async () => {
  const tenant = await add({ code: 'six', name: '戊公司', hosts: ['six.example'] })
  await server.db.owner.query(`update sys_user set username = 'admin' where tenant_id = $1`, [tenant.id])
  await addRows(server.db, tenant.id, '戊')
  const address = (await operator!.call('GET', `/admin/tenant/${tenant.id}/archiveUrl`)).data.url
  const archive = await server.app.inject({ url: address })
  expect([archive.statusCode, archive.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  expect(archive.rawPayload.toString('latin1')).toContain('tables/vehicle.jsonl')
  expect((await server.app.inject({ url: address.replace(/signature=.*/, 'signature=forged') })).statusCode).toBe(401)

  const remove = (name: string) => operator!.call('DELETE', `/admin/tenant/${tenant.id}?name=${encodeURIComponent(name)}`)
  expect((await remove('戊公司')).status).toBe(409)
  await change(tenant, { status: '9' })
  expect((await remove('别的公司')).status).toBe(400)
  const before = await countRows()
  expect((await remove('戊公司')).status).toBe(200)
  expect((await change(tenant, {})).status).toBe(409)
  await deleteRemoved({ db: server.db, store: await openStore(server.config) })
  expect((await operator!.call('GET', `/admin/tenant/${tenant.id}`)).status).toBe(404)
  const after = await countRows()
  expect(Object.keys(after).filter((key) => key.endsWith(`/${tenant.id}`))).toEqual([])
  const others = (rows: Record<string, number>) =>
    Object.entries(rows).filter(([key]) => !key.endsWith(`/${tenant.id}`) && !/^(sys_log|list_change)\//.test(key))
  expect(others(after)).toEqual(others(before))
})

/** Number of rows by `<table>/<tenant>`. */
async function countRows() {
  const { rows: tables } = await server.db.owner.query(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const counted: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await server.db.owner.query(`select tenant_id as id, count(*)::int as n from ${name} group by 1 order by 1`)
    for (const { id, n } of rows) counted[`${name}/${id}`] = n
  }
  return counted
}
