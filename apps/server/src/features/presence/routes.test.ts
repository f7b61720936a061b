import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, addViolation, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let handler: Awaited<ReturnType<typeof server.login>>
let viewer: Awaited<ReturnType<typeof server.login>>
let vehicle: Awaited<ReturnType<typeof addVehicle>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  handler = await server.login('handler')
  viewer = await server.login('viewer')
  vehicle = await addVehicle(server.db)
})
afterAll(() => server.close())

const add = () => addViolation(server.db, vehicle, [admin.userId, handler.userId])
const look = (who: typeof admin, id: number, isHere = true) =>
  who.call('PUT', '/admin/msgPush/look', { msgType: '1', id, isHere })
const claim = (who: typeof admin, id: number, isClaimed = true) =>
  who.call('PUT', '/admin/msgPush/claim', { msgType: '1', id, isClaimed })
const judge = (who: typeof admin, id: number) => who.call('PUT', '/admin/violationEvent', { id, alarmType: 0 })
const namesOf = ({ data }: { data: { viewers: { username: string }[] } }) => data.viewers.map(({ username }) => username)

test('a person who looks is shown to the others until they leave or fall silent', async () => {
  const id = await add()
  await look(handler, id)
  expect(namesOf(await look(admin, id))).toEqual(['admin', 'handler'])
  expect(namesOf(await look(viewer, id))).toEqual(['admin', 'handler', 'viewer'])
  expect(namesOf(await look(handler, id, false))).toEqual(['admin', 'viewer'])
  await server.db.owner.query("update event_viewer set seen = now() - interval '31 seconds' where user_name = 'viewer'")
  expect(namesOf(await look(admin, id))).toEqual(['admin'])
  const { rowCount } = await server.db.owner.query('select from event_viewer')
  expect(rowCount).toBe(1)
})

test('a claim keeps others from acting until it is given free, is acted on, or runs out', async () => {
  const id = await add()
  expect((await claim(handler, id)).data.claim).toMatchObject({ userId: handler.userId, username: 'handler' })
  expect((await look(admin, id)).data.claim.username).toBe('handler')
  for (const refused of [await claim(admin, id), await judge(admin, id)]) {
    expect(refused.status).toBe(409)
    expect(refused.msg).toMatch(/^handler 正在处理，认领至 \d{4}-/)
  }
  // Only the holder can release a claim.
  expect((await claim(admin, id, false)).data.claim.username).toBe('handler')
  expect((await claim(handler, id, false)).data.claim).toBeNull()
  expect((await claim(admin, id)).status).toBe(200)
  await server.db.owner.query("update event_claim set until = now() - interval '1 second'")
  expect((await look(handler, id)).data.claim).toBeNull()
  expect((await claim(handler, id)).data.claim.username).toBe('handler')
  expect((await judge(handler, id)).status).toBe(200)
  expect((await look(admin, id)).data.claim).toBeNull()
})

test('exactly one of many simultaneous claims succeeds, 30 times', async () => {
  for (let round = 0; round < 30; round++) {
    const id = await add()
    const replies = await Promise.all([handler, admin, handler, admin].map((who) => claim(who, id)))
    const winners = new Set(replies.filter(({ status }) => status === 200).map(({ data }) => data.claim.username))
    expect(winners.size).toBe(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2)
  }
})

test('an event outside the scope is not found; without the permission to handle nothing can be claimed', async () => {
  const other = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  const id = await addViolation(server.db, other, [admin.userId])
  expect((await look(handler, id)).status).toBe(404)
  expect((await claim(handler, id)).status).toBe(404)
  expect((await claim(viewer, await add())).status).toBe(403)
  expect((await look(admin, 9_999_999)).status).toBe(404)
})
