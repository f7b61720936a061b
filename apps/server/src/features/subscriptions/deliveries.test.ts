import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addVehicle, addViolation, startTestServer } from '../../test-kit.ts'
import { startReceiver } from './receiver.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let receiver: Awaited<ReturnType<typeof startReceiver>>
let vehicle: Awaited<ReturnType<typeof addVehicle>>
let secret = ''
let subscriptionId = 0
const patience = { timeout: 20_000 }

beforeAll(async () => {
  server = await startTestServer({ OUTGOING_PRIVATE: '127.0.0.1' })
  admin = await server.login('admin')
  vehicle = await addVehicle(server.db)
  receiver = await startReceiver(() => secret)
  const fields = { name: '街道', url: receiver.url, events: ['violation', 'cleaning'] }
  const { data } = await admin.call('POST', '/admin/subscription', fields)
  ;({ secret, id: subscriptionId } = data)
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})
afterEach(() => {
  receiver.ways.answer = () => 204
})

const events = async () => (await admin.call('GET', `/admin/subscription/${subscriptionId}/events`)).data
const subscription = async () => (await admin.call('GET', '/admin/subscription/list')).data[0]
/** Lets the pauses behind failures pass. */
const passTime = () => server.db.owner.query(`update outgoing_event set next_time = now() where state = 'waiting'`)
const receivedOf = (id: number) => receiver.received.filter((one) => one.objectId === id)

async function addReport(content = '满溢') {
  const { rows } = await server.db.owner.query(`
    insert into wc_report_to_clean (tenant_id, code, dept_id, reporter_id, reporter, position, content, type)
    values (1, 'BJ' || random(), ${vehicle.deptId}, 1, '张三', '建设路', '${content}', '1') returning id`)
  return Number(rows[0].id)
}
const move = (id: number, status: number) =>
  server.db.owner.query('update wc_report_to_clean set status = $2 where id = $1', [id, status])

test('a violation and its verdict are posted in order, signed, with what the record was', async () => {
  const id = await addViolation(server.db, vehicle, [admin.userId])
  await admin.call('PUT', '/admin/violationEvent', { id, alarmType: 1, remark: '属实' })
  await expect
    .poll(() => receivedOf(id).map(({ type, sequence }) => [sequence, type]), patience)
    .toEqual([
      [1, 'violation.raised'],
      [2, 'violation.ended'],
      [3, 'violation.judged'],
    ])
  const [raised, , judged] = receivedOf(id)
  expect(raised).toMatchObject({
    objectType: 'violation',
    data: { violationEvent: '超速行驶', objectName: vehicle.plateNumber, alarmType: -1, createTime: '2026-01-05 08:00:00' },
  })
  expect(judged).toMatchObject({ data: { alarmType: 1 } })
  expect(receiver.posts.every(({ isSigned }) => isSigned)).toBe(true)
  expect((await subscription()).lastTime).not.toBeNull()
})

test('only what somebody subscribes to, of departments in sight, is posted; what is rolled back is not', async () => {
  const { rows } = await server.db.owner.query(`select dept_id as id from sys_dept where tenant_id = 1 and name = '二部'`)
  const other = {
    name: '二部的',
    url: receiver.url,
    events: ['cleaning', 'publicEvent', 'terminal', 'reading'],
    deptId: rows[0].id,
  }
  const { data } = await admin.call('POST', '/admin/subscription', other)
  const client = await server.db.owner.connect()
  await client.query('begin')
  await client.query(`insert into wc_report_to_clean (tenant_id, code, dept_id, reporter_id, reporter, position, content, type)
    values (1, 'BJ0', ${vehicle.deptId}, 1, '张三', '建设路', '回滚', '1')`)
  await client.query('rollback')
  client.release()
  const id = await addReport()
  await expect.poll(() => receivedOf(id).length, patience).toBe(1)
  expect((await admin.call('GET', `/admin/subscription/${data.id}/events`)).data).toEqual([])
  expect(receiver.received.some(({ data: record }) => Object(record).content === '回滚')).toBe(false)
  await admin.call('DELETE', `/admin/subscription/${data.id}`)
})

test('an event that is not received holds the later ones of its object up, and nobody else’s', async () => {
  const first = await addReport()
  await expect.poll(() => receivedOf(first).length, patience).toBe(1)
  receiver.ways.answer = ({ body }) => (body.objectId === first ? 500 : 204)
  await move(first, 1)
  await move(first, 2)
  const second = await addReport()
  await expect.poll(() => receivedOf(second).length, patience).toBe(1)
  await expect.poll(async () => (await subscription()).lastError, patience).toBe('HTTP 500')
  expect(receivedOf(first).length).toBe(1)
  receiver.ways.answer = () => 200
  await expect
    .poll(async () => {
      await passTime()
      return receivedOf(first).map(({ sequence }) => sequence)
    }, patience)
    .toEqual([1, 2, 3])
  expect((await subscription()).lastError).toBe('')
})

test('a redirect is not followed, and what was given up after a day is sent again by hand', async () => {
  receiver.ways.answer = () => 302
  const id = await addReport()
  const own = async () => (await events()).find(({ objectId }: { objectId: number }) => objectId === id)
  await expect.poll(async () => (await own())?.lastError, patience).toMatch(/redirect/)
  await server.db.owner.query(
    `update outgoing_event set since = now() - interval '25 hours', next_time = now() where object_id = $1`,
    [id],
  )
  await expect.poll(async () => (await own()).state, patience).toBe('failed')
  expect(await subscription()).toMatchObject({ failed: 1 })
  receiver.ways.answer = () => 201
  expect((await admin.call('PUT', '/admin/subscription/events/again', { id: subscriptionId })).data).toEqual({ count: 1 })
  await expect.poll(async () => (await own()).state, patience).toBe('delivered')
  expect(receivedOf(id).length).toBe(1)
})

test('a receiver that is silent takes no more than its own places', async () => {
  const fields = { name: '哑的', url: receiver.url.replace('/events', '/silent'), events: ['publicEvent', 'cleaning'] }
  const { data } = await admin.call('POST', '/admin/subscription', fields)
  receiver.ways.answer = ({ headers }) => (headers['client-id'] === data.clientId ? 'silence' : 204)
  const ids = await Promise.all(Array.from({ length: 30 }, () => addReport()))
  await expect.poll(() => ids.filter((id) => receivedOf(id).length === 1).length, patience).toBe(30)
  expect(receiver.posts.filter(({ headers }) => headers['client-id'] === data.clientId).length).toBeLessThanOrEqual(8)
  await admin.call('DELETE', `/admin/subscription/${data.id}`)
})

test('addresses without https and of private networks are refused unless the operator names them', async () => {
  const make = (url: string) => admin.call('POST', '/admin/subscription', { name: '内网', url, events: ['cleaning'] })
  expect((await make('http://example.com/')).msg).toMatch(/https/)
  expect((await make('ftp://example.com/')).status).toBe(400)
  const { data } = await make('https://10.1.2.3/')
  const id = await addReport()
  const own = async () =>
    (await admin.call('GET', `/admin/subscription/${data.id}/events`)).data.find(
      ({ objectId }: { objectId: number }) => objectId === id,
    )
  await expect.poll(async () => (await own())?.lastError, patience).toMatch(/no public address/)
  await admin.call('DELETE', `/admin/subscription/${data.id}`)
})

test('a secret is shown once, and whoever may not sees and changes nothing', async () => {
  const { rows } = await server.db.owner.query('select * from subscription')
  expect(JSON.stringify([await subscription(), rows])).not.toContain(secret)
  const viewer = await server.login('viewer')
  expect((await viewer.call('GET', '/admin/subscription/list')).status).toBe(403)
  expect((await viewer.call('GET', `/admin/subscription/${subscriptionId}/events`)).status).toBe(403)
  const renewed = await admin.call('PUT', '/admin/subscription/secret', { id: subscriptionId })
  secret = renewed.data.secret
  const id = await addReport()
  await expect.poll(() => receivedOf(id).length, patience).toBe(1)
  expect(receiver.posts.at(-1)?.isSigned).toBe(true)
})
