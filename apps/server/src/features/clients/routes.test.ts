import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { callOpen } from './open-client.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
})
afterAll(() => server.close())

const make = async (fields: object = {}) => admin.call('POST', '/admin/client', { name: '街道平台', ...fields })
const list = async () => (await admin.call('GET', '/admin/client/list')).data
const page = { method: 'GET', url: '/open/api/v1/vehicle/page' } as const

test('a secret is shown once: neither the list nor the database holds it, and a new one ends it', async () => {
  const { data } = await make({ addressRange: '127.0.0.0/8', expires: '2099-12-31' })
  const { rows } = await server.db.owner.query('select * from open_client')
  expect(JSON.stringify([await list(), rows])).not.toContain(data.secret)
  expect(await list()).toMatchObject([
    { id: data.id, clientId: data.clientId, expires: '2099-12-31', deptId: null, lastTime: null },
  ])
  expect((await callOpen(server, data, page)).status).toBe(200)
  await expect.poll(async () => (await list())[0].lastAddress).toBe('127.0.0.1')
  const renewed = await admin.call('PUT', '/admin/client/secret', { id: data.id })
  await expect.poll(async () => (await callOpen(server, data, page)).status).toBe(401)
  expect((await callOpen(server, { ...data, secret: renewed.data.secret }, page)).status).toBe(200)
  expect((await admin.call('DELETE', `/admin/client/${data.id}`)).data).toBe(true)
  await expect.poll(async () => (await callOpen(server, { ...data, secret: renewed.data.secret }, page)).status).toBe(401)
})

test('a client is given what its maker holds and sees, by who may', async () => {
  expect((await make({ permissions: ['platform_admin'] })).status).toBe(400)
  expect((await make({ addressRange: 'the office' })).status).toBe(400)
  expect((await make({ deptId: 999_999 })).status).toBe(404)
  expect((await make({ name: ' ' })).status).toBe(400)
  const viewer = await server.login('viewer')
  expect((await viewer.call('POST', '/admin/client', { name: '外部' })).status).toBe(403)
  expect((await viewer.call('GET', '/admin/client/list')).status).toBe(403)
})

test('a maker grants no permission of others, and what an owner loses the client loses', async () => {
  const { data } = await make({ permissions: ['admin_shift_add'] })
  const body = { start: '20:00', end: '23:00', weekdays: [1] }
  const add = async (name: string) =>
    callOpen(server, data, { method: 'POST', url: '/open/api/v1/shift', body: { ...body, name } })
  expect((await add('夜班')).status).toBe(200)
  const menu = `select menu_id from sys_menu where permission = 'admin_shift_add'`
  const { rows } = await server.db.owner.query(
    `delete from sys_role_menu where tenant_id = 1 and menu_id in (${menu}) returning *`,
  )
  await expect.poll(async () => (await add('早班')).status, { timeout: 2000 }).toBe(403)
  expect((await make({ permissions: ['admin_shift_add'] })).msg).toBe('不能授予自己没有的权限')
  const former = await admin.call('PUT', '/admin/client/secret', { id: data.id })
  expect(former.status).toBe(403)
  for (const row of rows)
    await server.db.owner.query('insert into sys_role_menu (tenant_id, role_id, menu_id) values ($1, $2, $3)', [
      row.tenant_id,
      row.role_id,
      row.menu_id,
    ])
  await expect.poll(async () => (await add('中班')).status, { timeout: 2000 }).toBe(200)
})

test('of two changes at once the second is told', async () => {
  const { data } = await make()
  const { updateTime } = (await list()).find((one: { id: number }) => one.id === data.id)
  const change = (name: string) => admin.call('PUT', '/admin/client', { id: data.id, name, updateTime })
  const statuses = (await Promise.all([change('甲'), change('乙')])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 409])
})
