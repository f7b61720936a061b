import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, addViolation, startTestServer } from '../../test-kit.ts'
import { updateTenants } from '../tenants/queries.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let headers: { authorization: string }
let violationId: number
let userId: number
beforeAll(async () => {
  server = await startTestServer()
  const { token, ...admin } = await server.login('admin')
  userId = admin.userId
  headers = { authorization: `Bearer ${token.access_token}` }
  violationId = await addViolation(server.db, await addVehicle(server.db), [userId])
})
afterAll(() => server.close())

async function ask(language: string, method: 'GET' | 'POST', url: string) {
  const payload = method === 'POST' ? { payload: {} } : {}
  const reply = await server.app.inject({ method, url, headers: { ...headers, cookie: `language=${language}` }, ...payload })
  return reply.json().data
}

const names = [
  ['zh-CN', '洗扫车', '记录'],
  ['zh-TW', '洗掃車', '記錄'],
  ['en-US', 'Washing sweeper', 'Recorded'],
] as const

test.each(names)('in %s a vehicle type is a %s wherever it is named', async (language, name, action) => {
  expect((await ask(language, 'GET', '/admin/dict/type/vehicle_type'))[0]).toMatchObject({ value: '1', label: name })
  const counts = () => ask(language, 'POST', '/admin/tree/getVehicleTypeCount')
  await expect.poll(async () => (await counts())[0]).toMatchObject({ label: name, countType: 1 })
  expect(await ask(language, 'POST', '/admin/vehicle/getVehicleDataList')).toMatchObject([{ vehicleTypeName: name }])
  expect((await ask(language, 'GET', '/admin/vehicle/page')).records).toMatchObject([{ vehicleTypeName: name }])
  const violation = { objectTypeName: name, executeAction: action }
  expect((await ask(language, 'GET', '/admin/violationEvent/page')).records).toMatchObject([violation])
  expect((await ask(language, 'GET', `/admin/msgPush/page?msgType=1&pushObjectId=${userId}`)).records).toMatchObject([violation])
  const detail = `/admin/violationEvent/getApplyForRecordVerify?violationEventId=${violationId}`
  expect(await ask(language, 'GET', detail)).toMatchObject(violation)
})

test.each([
  ['zh-CN', ['正常', '异常'], ['系统类', '业务类']],
  ['zh-TW', ['正常', '異常'], ['系統類', '業務類']],
  ['en-US', ['Normal', 'Error'], ['System', 'Business']],
])('in %s the types of logs are %s and those of dictionaries %s', async (language, logs, dictionaries) => {
  const items = async (type: string) =>
    (await ask(language, 'GET', `/admin/dict/type/${type}`)).map((item: { value: string; label: string }) => [
      item.value,
      item.label,
    ])
  expect(await items('log_type')).toEqual([
    ['0', logs[0]],
    ['9', logs[1]],
  ])
  expect(await items('dict_type')).toEqual([
    ['1', dictionaries[0]],
    ['0', dictionaries[1]],
  ])
})

test('an item without a label in a language keeps its own name', async () => {
  await server.db.system((tx) => tx.execute(sql`update sys_dict_item set labels = '{}', label = '消杀车' where value = '2'`))
  expect((await ask('en-US', 'GET', '/admin/dict/type/vehicle_type'))[1]).toMatchObject({ label: '消杀车' })
})

test('a tenant older than the languages gets the labels at the next start, and keeps its own', async () => {
  await server.db.system(async (tx) => {
    await tx.execute(sql`update sys_dict_item set labels = '{}' where value = '3'`)
    await tx.execute(sql`update sys_dict_item set labels = '{"en-US": "Dust eater"}' where value = '4'`)
    await tx.execute(sql`update sys_tenant set seeds_version = 'older'`)
    await updateTenants(tx)
  })
  const items = await ask('en-US', 'GET', '/admin/dict/type/vehicle_type')
  expect(items.slice(2, 4)).toMatchObject([{ label: 'Waste transporter' }, { label: 'Dust eater' }])
})
