import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, addViolation, rounds, startTestServer, tallyIsExact } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let handler: Awaited<ReturnType<typeof server.login>>
let viewer: Awaited<ReturnType<typeof server.login>>
let mine: Awaited<ReturnType<typeof addVehicle>>
let theirs: Awaited<ReturnType<typeof addVehicle>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  handler = await server.login('handler')
  viewer = await server.login('viewer')
  mine = await addVehicle(server.db)
  theirs = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
})
afterAll(() => server.close())

const add = (vehicle = mine) => addViolation(server.db, vehicle, [admin.userId, handler.userId])
const judge = (who: typeof admin, id: number, alarmType: number, notes = '') =>
  who.call('PUT', '/admin/violationEvent', { id, alarmType, notes })
const undo = (who: typeof admin, ...ids: number[]) => who.call('POST', '/admin/violationEvent/undoVerdict', { ids })
/** As if the verdict had been given so long ago, s. */
const age = (id: number, seconds: number) =>
  server.db.owner.query(
    'update violation_process set create_time = create_time - make_interval(secs => $2) where violation_id = $1 and user_id is not null',
    [id, seconds],
  )
const detail = async (who: typeof admin, id: number) =>
  (await who.call('GET', `/admin/violationEvent/getApplyForRecordVerify?violationEventId=${id}`)).data

test('a fresh verdict is undone by who gave it, and waits again for everybody; the step stays written', async () => {
  const id = await add()
  const isPending = async (who: typeof admin) =>
    (await who.call('GET', `/admin/msgPush/page?msgType=1&pushObjectId=${who.userId}&status=1`)).data.records.some(
      (one: { id: number }) => one.id === id,
    )
  await judge(handler, id, 1, '误触')
  expect(await isPending(admin)).toBe(false)
  expect((await undo(admin, id)).data).toMatchObject([{ id, alarmType: 1, refusal: '只能在 10 秒内撤回自己的处理结果' }])
  expect((await undo(handler, id)).data).toMatchObject([{ id, refusal: null }])
  expect(await isPending(admin)).toBe(true)
  expect(await detail(admin, id)).toMatchObject({
    alarmType: -1,
    handling: null,
    violationVerifyProcess: [
      { alarmType: -1 },
      { objectName: 'handler', alarmType: 1 },
      { objectName: 'handler', alarmType: -1 },
    ],
  })
  // What waits has no verdict to undo.
  expect((await undo(handler, id)).data).toMatchObject([{ refusal: expect.any(String) }])
  expect((await judge(admin, id, 0)).status).toBe(200)
  await tallyIsExact(server.db)
})

test('a verdict is not undone once its time is over, nor a revocation, nor by who may not judge or see it', async () => {
  const [old, fresh] = [await add(), await add(theirs)]
  await judge(handler, old, 0)
  await age(old, 16)
  expect((await undo(handler, old)).data).toMatchObject([{ refusal: expect.any(String) }])
  await judge(admin, fresh, 0)
  expect((await undo(handler, fresh)).data).toEqual([])
  expect((await undo(viewer, fresh)).status).toBe(403)
  await judge(admin, fresh, 4)
  expect((await undo(admin, fresh)).data).toMatchObject([{ refusal: expect.any(String) }])
})

test('of an undo and a revocation at once one wins, 50 times', async () => {
  await rounds(50, async () => {
    const id = await add()
    await judge(handler, id, 0)
    const [undone, revoked] = await Promise.all([undo(handler, id), judge(admin, id, 4)])
    expect([undone.data[0].refusal === null, revoked.status === 200].filter(Boolean)).toHaveLength(1)
  })
  await tallyIsExact(server.db)
})

test('the record of a violation counts how the object was judged in the 30 days before it, for who sees it', async () => {
  const vehicle = await addVehicle(server.db, { plateNumber: '川A00009', terminalNo: '13900000009' })
  const at = (createTime: string) => addViolation(server.db, vehicle, [handler.userId], createTime)
  const [before, real, now] = [await at('2026-01-02 08:00:00'), await at('2026-02-01 08:00:00'), await at('2026-02-02 08:00:00')]
  await judge(handler, real, 0)
  const record = (who: typeof admin, id: number) => who.call('GET', `/admin/violationEvent/record?violationEventId=${id}`)
  expect((await record(viewer, now)).data).toEqual([{ alarmType: 0, count: 1, ofRule: 1 }])
  expect((await record(viewer, real)).data).toEqual([{ alarmType: -1, count: 1, ofRule: 1 }])
  expect((await record(viewer, before)).data).toEqual([])
  expect((await record(viewer, await add(theirs))).status).toBe(404)
})
