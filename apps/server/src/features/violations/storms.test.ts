import { stormSize } from '@huanwei/contract/violations/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { momentOf } from '../../lib/time.ts'
import { formStorms, lockStorms } from '../../position/judge/storms.ts'
import { inTransaction } from '../../position/store/transaction.ts'
import { addVehicle, addViolation, startTestServer, tallyIsExact } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let handler: Awaited<ReturnType<typeof server.login>>
let ruleId = 0
const start = '2026-01-05 08:01:00'
const most = stormSize + 2

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  handler = await server.login('handler')
  const { data } = await admin.call('POST', '/admin/vehicleMonitoringRule', {
    name: '离线',
    condition: { kind: 'offline', after: 60 },
    enabled: true,
  })
  ruleId = data.id
})
afterAll(() => server.close())

let count = 0
/** A violation of the rule on a vehicle of its own, pushed to both, as the recorder raises one. */
async function raise(seconds: number) {
  const n = ++count
  const vehicle = await addVehicle(server.db, { plateNumber: `川A${n}`, terminalNo: String(13_900_000_000 + n) })
  const time = `2026-01-05 08:01:${String(seconds).padStart(2, '0')}`
  const id = await addViolation(server.db, vehicle, [admin.userId, handler.userId], time)
  return inTransaction(server.db, async (client) => {
    await lockStorms(client, [1])
    await client.query('update violation_event set rule_id = $2 where id = $1', [id, ruleId])
    await formStorms(client, [{ tenantId: 1, ruleId, start: momentOf(start) }])
    return id
  })
}
const remove = (ids: number[]) =>
  inTransaction(server.db, async (client) => {
    await lockStorms(client, [1])
    await client.query('delete from violation_event where id = any($1)', [ids])
    await client.query('delete from msg_push where event_id = any($1)', [ids])
    await formStorms(client, [{ tenantId: 1, ruleId, start: momentOf(start) }])
  })

const list = async ({ call, userId }: typeof admin, status: number, more = '') =>
  (await call('GET', `/admin/msgPush/page?msgType=1&pushObjectId=${userId}&status=${status}${more}`)).data
const [pending, handled] = [1, 2]
const unread = async ({ call }: typeof admin) => {
  const [violations] = (await call('GET', '/admin/msgPush/getMsgTypeLastData')).data
  expect(violations.unreadOf).toEqual({ 0: 0, 1: violations.unreadCount, 2: 0 })
  return violations.unreadCount
}
const parts = async (id: number) => (await handler.call('GET', `/admin/violationEvent/page?stormOf=${id}&size=100`)).data
const judge = (ids: number[], withStorm = false) =>
  handler.call('POST', '/admin/violationEvent/updateViolationEventByAlarmType', {
    ids,
    withStorm,
    alarmType: 1,
    remark: '数据中断',
  })

test('a storm is one row that opens into its parts and stays until the last is handled; a remaining part stands alone', async () => {
  const ids: number[] = []
  for (let i = 1; i < stormSize; i++) ids.push(await raise(30 + i))
  expect((await list(admin, pending)).total).toBe(stormSize - 1)
  // The first of them by its time stands for all, whichever came first.
  for (const seconds of [20, 25, 59]) ids.push(await raise(seconds))
  const [earliest] = ids.slice(stormSize - 1)
  for (const who of [admin, handler]) {
    const { records, total } = await list(who, pending)
    expect(total).toBe(1)
    expect(records).toMatchObject([{ id: earliest, parts: most }])
    expect(await unread(who)).toBe(1)
    expect((await who.call('GET', '/admin/home/overview')).data.queues[0]).toMatchObject({ objectType: '1', pending: 1 })
  }
  await tallyIsExact(server.db)
  expect((await parts(ids[0]!)).total).toBe(most)
  // A filter by department or object finds every part.
  const { records } = await list(admin, pending, '&size=1')
  expect((await list(admin, pending, `&deptId=${records[0].deptId}`)).total).toBe(most)
  expect((await list(admin, pending, `&objectId=${(await parts(ids[3]!)).records[4].objectId}`)).total).toBe(1)

  await judge([earliest!])
  expect((await list(admin, pending)).records).toMatchObject([{ id: ids[stormSize], parts: most }])
  expect((await list(admin, handled)).total).toBe(0)
  const { data: judged } = await judge([ids[3]!], true)
  expect(judged).toHaveLength(most - 1)
  expect((await list(admin, pending)).total).toBe(0)
  expect((await list(admin, handled)).records).toMatchObject([{ parts: most }])
  // What somebody handled is news to nobody.
  expect([await unread(admin), await unread(handler)]).toEqual([0, 0])
  await tallyIsExact(server.db)

  await remove(ids.slice(0, 3))
  expect((await list(admin, handled)).total).toBe(most - 3)
  await tallyIsExact(server.db)
  await remove(ids)
})

test('however parts come while people judge others, everybody has one message, pending while any part is', async () => {
  const ids = await Promise.all(Array.from({ length: stormSize }, (_, i) => raise(i)))
  await Promise.all([
    ...ids.map((id) => judge([id])),
    ...ids.slice(0, 4).map((id) => admin.call('PUT', '/admin/violationEvent', { id, alarmType: 0 })),
    ...Array.from({ length: 4 }, (_, i) => raise(50 + i)),
  ])
  await tallyIsExact(server.db)
  for (const who of [admin, handler]) {
    expect((await list(who, pending)).records).toMatchObject([{ parts: stormSize + 4 }])
    expect((await list(who, handled)).total).toBe(0)
  }
  const waiting = (await parts(ids[0]!)).records.filter(({ alarmType }: { alarmType: number }) => alarmType === -1)
  expect(waiting).toHaveLength(4)
})
