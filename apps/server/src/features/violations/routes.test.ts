import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, addViolation, rounds, startTestServer, tallyIsExact } from '../../test-kit.ts'
import { violations } from './table.ts'

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
const detail = async (who: typeof admin, id: number) =>
  (await who.call('GET', `/admin/violationEvent/getApplyForRecordVerify?violationEventId=${id}`)).data
const pushesOf = (who: typeof admin, query: string) =>
  who.call('GET', `/admin/msgPush/page?msgType=1&pushObjectId=${who.userId}&${query}`)

test('a violation is found, judged with a reason, and revoked; every step is written', async () => {
  const id = await add()
  const listed = (await pushesOf(handler, 'status=1&objectType=1')).data.records.find((one: { id: number }) => one.id === id)
  expect(listed).toMatchObject({
    objectName: '川A00001',
    duration: 125,
    alarmType: -1,
    status: 1,
    readUnread: 0,
    createTime: '2026-01-05 08:00:00',
  })

  const judged = await judge(handler, id, 2, '临时调整')
  expect(judged).toMatchObject({ status: 200, code: 0, data: { alarmType: 2 } })
  expect((await judge(admin, id, 4)).data.alarmType).toBe(4)
  expect((await detail(admin, id)).violationVerifyProcess).toMatchObject([
    { objectName: '超速行驶', alarmType: -1 },
    { objectName: 'handler', alarmType: 2, remark: '临时调整' },
    { objectName: 'admin', alarmType: 4 },
  ])
  await tallyIsExact(server.db)
})

test('a transition that the rules forbid is 409 with a message', async () => {
  const id = await add()
  expect(await judge(handler, id, 4)).toMatchObject({ status: 409, code: 1, msg: '尚未处理, 不能撤销' })
  await judge(handler, id, 0)
  const second = await judge(admin, id, 1)
  expect(second.status).toBe(409)
  expect(second.msg).toMatch(/^handler 已于 .* 处理: 真实违章$/)
  await judge(handler, id, 4)
  expect((await judge(admin, id, 0)).msg).toMatch(/^handler 已于 .* 撤销$/)
  expect((await judge(handler, id, 7)).status).toBe(400)
})

test('exactly one of several simultaneous verdicts or revocations wins, 200 times; the others learn whose it was', async () => {
  await rounds(200, async () => {
    const id = await add()
    const replies = await Promise.all([judge(handler, id, 0), judge(admin, id, 1), judge(admin, id, 2), judge(handler, id, 2)])
    expect(replies.map((one) => one.status).sort()).toEqual([200, 409, 409, 409])
    const [, judged] = (await detail(admin, id)).violationVerifyProcess
    for (const { status, msg } of replies)
      if (status === 409) expect(msg).toMatch(new RegExp(`^${judged.objectName} 已于 .* 处理`))
    const revoked = await Promise.all([judge(admin, id, 4), judge(handler, id, 4)])
    expect(revoked.map((one) => one.status).sort()).toEqual([200, 409])
    const steps = (await detail(admin, id)).violationVerifyProcess
    expect(steps).toHaveLength(3)
    expect(revoked.find((one) => one.status === 409)?.msg).toMatch(new RegExp(`^${steps[2].objectName} 已于 .* 撤销$`))
  })
  await tallyIsExact(server.db)
})

test('judging takes it off every recipient’s pending list and the totals stay exact', async () => {
  const total = async (who: typeof admin, status: number) => (await pushesOf(who, `status=${status}`)).data.total
  const before = [await total(handler, 1), await total(admin, 1), await total(admin, 2)]
  const id = await add()
  expect([await total(handler, 1), await total(admin, 1)]).toEqual([before[0] + 1, before[1] + 1])
  await judge(handler, id, 0)
  expect([await total(handler, 1), await total(admin, 1), await total(admin, 2)]).toEqual([before[0], before[1], before[2] + 1])
})

test('filters narrow list and total alike, whole days or not', async () => {
  const id = await addViolation(server.db, mine, [admin.userId], '2026-02-03 10:00:00')
  for (const range of [
    'startTime=2026-02-03 00:00:00&endTime=2026-02-03 23:59:59',
    'startTime=2026-02-03 09:00:00&endTime=2026-02-03 11:00:00',
  ]) {
    const { data } = await pushesOf(admin, range)
    expect([data.total, data.records.map((one: { id: number }) => one.id)]).toEqual([1, [id]])
  }
  expect((await pushesOf(admin, `startTime=2026-02-03 00:00:00&objectId=${theirs.vehicleId}`)).data.total).toBe(0)
  expect((await pushesOf(admin, `startTime=2026-02-03 00:00:00&deptId=${mine.deptId}`)).data.total).toBe(1)
  expect((await pushesOf(admin, `deptId=${theirs.deptId}`)).data.total).toBe(0)
  expect((await pushesOf(admin, 'sort=evil&startTime=yesterday')).status).toBe(400)
})

test('both lists and their totals are narrowed by rule, level, verdict and handler', async () => {
  const day = '2026-02-05'
  const at = async (hour: string, changes: Partial<typeof violations.$inferInsert>) => {
    const id = await addViolation(server.db, mine, [admin.userId], `${day} ${hour}:00:00`)
    await server.db.system((tx) => tx.update(violations).set(changes).where(eq(violations.id, id)))
    return id
  }
  const speeding = await at('08', { ruleId: 701, severity: 'alarm' })
  const leaving = await at('09', { ruleId: 702, severity: 'warning' })
  const silent = await at('10', { ruleId: 703, severity: 'warning' })
  await judge(handler, speeding, 1, '设备故障')
  await judge(admin, leaving, 0)
  await judge(admin, silent, 2)
  await judge(handler, silent, 4)
  const found = async (query: string) => {
    const range = `startTime=${day} 00:00:00&endTime=${day} 23:59:59&${query}`
    const replies = [await pushesOf(admin, range), await admin.call('GET', `/admin/violationEvent/page?${range}`)]
    const ids = replies.map(({ data }) => data.records.map((one: { id: number }) => one.id))
    expect(replies.map(({ data }) => data.total)).toEqual(ids.map(({ length }) => length))
    expect(ids[1]).toEqual(ids[0])
    return ids[0]
  }
  expect(await found('')).toEqual([silent, leaving, speeding])
  expect(await found('ruleIds=701')).toEqual([speeding])
  expect(await found('ruleIds=701&ruleIds=703')).toEqual([silent, speeding])
  expect(await found('severity=warning')).toEqual([silent, leaving])
  expect(await found('verdicts=1&verdicts=2')).toEqual([speeding])
  expect(await found(`handlerId=${handler.userId}`)).toEqual([silent, speeding])
  expect(await found(`handlerId=${handler.userId}&verdicts=4`)).toEqual([silent])
  expect(await found('ruleIds=702&severity=alarm')).toEqual([])
  expect((await pushesOf(admin, 'severity=worst')).status).toBe(400)
  expect((await pushesOf(admin, 'ruleIds=x')).status).toBe(400)

  const { data } = await pushesOf(admin, `startTime=${day} 00:00:00&ruleIds=701`)
  expect(data.records[0]).toMatchObject({ remark: `${day} 08:00:00`, handling: { by: 'handler', remark: '设备故障' } })
  expect((await detail(admin, leaving)).handling).toMatchObject({ by: 'admin', remark: '' })
  const [pending] = (await pushesOf(admin, 'status=1')).data.records
  expect(pending?.handling ?? null).toBeNull()
})

test('the last second of a range is in it to its end, whichever list is asked', async () => {
  const id = await addViolation(server.db, mine, [admin.userId], '2026-02-04 23:59:59.4')
  const listed = async (endTime: string) => {
    const range = { startTime: '2026-02-04 00:00:00', endTime }
    const all = await admin.call('GET', `/admin/violationEvent/page?${new URLSearchParams(range)}`)
    const ofObjects = await admin.call('POST', '/admin/violationEvent/getViolationEventByObjectIdList', {
      objectType: '1',
      objectIds: [mine.vehicleId],
      ...range,
    })
    const pushed = await pushesOf(admin, `startTime=${range.startTime}&endTime=${endTime}`)
    return [all.data.records, ofObjects.data, pushed.data.records].map((records) => records.map((one: { id: number }) => one.id))
  }
  expect(await listed('2026-02-04 23:59:59')).toEqual([[id], [id], [id]])
  expect(await listed('2026-02-04 23:59:58')).toEqual([[], [], []])
})

test('all violations can be asked for by whether somebody handled them', async () => {
  const [open, revoked] = [await add(theirs), await add(theirs)]
  await judge(admin, revoked, 0)
  await judge(admin, revoked, 4)
  const listed = async (query: string) => {
    const { data } = await admin.call('GET', `/admin/violationEvent/page?objectId=${theirs.vehicleId}&${query}`)
    return [data.total, data.records.map((one: { id: number }) => one.id)]
  }
  expect(await listed('handled=false')).toEqual([1, [open]])
  expect(await listed('handled=true')).toEqual([1, [revoked]])
  expect(await listed('')).toEqual([2, [revoked, open]])
  await judge(admin, open, 0)
  expect(await listed('handled=false')).toEqual([0, []])
})

test('violations outside the scope are neither seen nor handled, and messages of others are not read', async () => {
  const id = await add(theirs)
  expect((await handler.call('GET', `/admin/violationEvent/getApplyForRecordVerify?violationEventId=${id}`)).status).toBe(404)
  expect((await judge(handler, id, 0)).status).toBe(404)
  expect((await handler.call('GET', `/admin/msgPush/page?msgType=1&pushObjectId=${admin.userId}`)).status).toBe(403)
  expect((await judge(viewer, await add(), 0)).status).toBe(403)
  const listed = (await handler.call('GET', '/admin/violationEvent/page?size=3000')).data.records
  expect(listed.every((one: { deptId: number }) => one.deptId === mine.deptId)).toBe(true)
})

test('reading a message lowers the unread figure once', async () => {
  const unread = async () => (await handler.call('GET', '/admin/msgPush/getMsgTypeLastData')).data[0].unreadCount
  const id = await add()
  const before = await unread()
  const { pushId } = await detail(handler, id)
  for (let i = 0; i < 2; i++)
    expect(await handler.call('PUT', '/admin/msgPush/updateRead', { id: pushId, readUnread: 1 })).toMatchObject({ data: true })
  expect(await unread()).toBe(before - 1)
  expect((await admin.call('PUT', '/admin/msgPush/updateRead', { id: pushId })).status).toBe(404)
  await tallyIsExact(server.db)
})

test('many at once: a preview changes nothing, each row has its outcome, all with one remark', async () => {
  const [first, second, judged, claimed, foreign] = [await add(), await add(), await add(), await add(), await add(theirs)]
  await judge(admin, judged, 1)
  await admin.call('PUT', '/admin/msgPush/claim', { msgType: '1', id: claimed, isClaimed: true })
  const many = (preview: boolean) =>
    handler.call('POST', '/admin/violationEvent/updateViolationEventByAlarmType', {
      ids: [first, second, judged, claimed, foreign],
      alarmType: 2,
      remark: '临时调度',
      preview,
    })
  const { data } = await many(true)
  expect(data.map((row: { id: number; refusal: string | null }) => [row.id, row.refusal])).toEqual([
    [first, null],
    [second, null],
    [judged, expect.stringMatching(/^admin 已于 .* 处理: 系统误报$/)],
    [claimed, expect.stringMatching(/^admin 正在处理，认领至 /)],
  ])
  expect((await detail(admin, first)).alarmType).toBe(-1)
  expect((await many(false)).data).toEqual(data)
  for (const id of [first, second])
    expect((await detail(admin, id)).violationVerifyProcess.at(-1)).toMatchObject({ objectName: 'handler', remark: '临时调度' })
  expect([(await detail(admin, claimed)).alarmType, (await detail(admin, foreign)).alarmType]).toEqual([-1, -1])
  expect((await many(false)).data.every((row: { refusal: string | null }) => row.refusal)).toBe(true)
  await tallyIsExact(server.db)
})

test('many at once by two people, in any order: each violation is judged once', async () => {
  for (let round = 0; round < 10; round++) {
    const ids = await Promise.all(Array.from({ length: 20 }, () => add()))
    const replies = await Promise.all(
      [handler, admin, admin].map((who, i) =>
        who.call('POST', '/admin/violationEvent/updateViolationEventByAlarmType', {
          ids: i % 2 ? ids.toReversed() : ids,
          alarmType: i,
        }),
      ),
    )
    const done = replies.flatMap(({ data }) => data.filter((row: { refusal: string | null }) => !row.refusal))
    expect(done.map((row) => row.id).sort()).toEqual(ids.toSorted())
  }
  await tallyIsExact(server.db)
})

test('the violations of some objects, within the scope', async () => {
  await add(theirs)
  const of = async (who: typeof admin, objectIds: number[], more = {}) =>
    (await who.call('POST', '/admin/violationEvent/getViolationEventByObjectIdList', { objectType: '1', objectIds, ...more }))
      .data
  const [all, own] = [await of(admin, [mine.vehicleId, theirs.vehicleId]), await of(handler, [mine.vehicleId, theirs.vehicleId])]
  expect(new Set(all.map((row: { objectId: number }) => row.objectId))).toEqual(new Set([mine.vehicleId, theirs.vehicleId]))
  expect(new Set(own.map((row: { objectId: number }) => row.objectId))).toEqual(new Set([mine.vehicleId]))
  expect(await of(admin, [])).toEqual([])
  expect(await of(admin, [theirs.vehicleId], { size: 1 })).toHaveLength(1)
})

const undo = (who: typeof admin, ...ids: number[]) => who.call('POST', '/admin/violationEvent/undoVerdict', { ids })
/** As if the verdict had been given so long ago, s. */
const age = (id: number, seconds: number) =>
  server.db.owner.query(
    'update violation_process set create_time = create_time - make_interval(secs => $2) where violation_id = $1 and user_id is not null',
    [id, seconds],
  )

test('a fresh verdict is undone by who gave it, and waits again for everybody; the step stays written', async () => {
  const id = await add()
  const isPending = async (who: typeof admin) =>
    (await pushesOf(who, 'status=1')).data.records.some((one: { id: number }) => one.id === id)
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
