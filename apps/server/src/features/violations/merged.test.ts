import { afterAll, beforeAll, expect, test } from 'vitest'
import { momentOf } from '../../lib/time.ts'
import { lockAlarms, mergeAlarms } from '../../position/judge/merge-alarms.ts'
import { lockStorms } from '../../position/judge/storms.ts'
import { inTransaction } from '../../position/store/transaction.ts'
import { addVehicle, addViolation, rounds, startTestServer, tallyIsExact } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let handler: Awaited<ReturnType<typeof server.login>>
let viewer: Awaited<ReturnType<typeof server.login>>
let day = 0
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  handler = await server.login('handler')
  viewer = await server.login('viewer')
})
afterAll(() => server.close())

let count = 0
/** Merges what can be in the days of the tests, as the recorder does. */
const merge = (vehicleId: number, time: string) =>
  inTransaction(server.db, async (client) => {
    const span = { tenantId: 1, objectType: '1' as const, objectId: vehicleId, start: momentOf(time), end: null }
    await lockStorms(client, [1])
    await lockAlarms(client, [span])
    await mergeAlarms(client, [span])
  })

/** A speeding of a vehicle of its own, and the alarm of its terminal ten seconds later, both pushed to both. */
async function raise(time = `2026-01-${String(1 + (++day % 28)).padStart(2, '0')} 08:00:00`) {
  const n = ++count
  const vehicle = await addVehicle(server.db, { plateNumber: `川A${n}`, terminalNo: String(13_900_000_000 + n) })
  const recipients = [admin.userId, handler.userId]
  const whole = await addViolation(server.db, vehicle, recipients, time)
  const alarm = await addViolation(server.db, vehicle, recipients, time.replace(':00:00', ':00:10'))
  await server.db.owner.query(`update violation_event set cause = 'speeding' where id = $1`, [whole])
  await server.db.owner.query(
    `update violation_event set cause = 'speeding', by_terminal = true, violation_event = '终端超速报警', rule_id = 2 where id = $1`,
    [alarm],
  )
  return { ...vehicle, whole, alarm, time }
}
async function raiseMerged() {
  const raised = await raise()
  await merge(raised.vehicleId, raised.time)
  return raised
}

const queue = async ({ call, userId }: typeof admin, more = '') =>
  (await call('GET', `/admin/msgPush/page?msgType=1&pushObjectId=${userId}&size=100${more}`)).data
const judge = (who: typeof admin, id: number, alarmType = 0) => who.call('PUT', '/admin/violationEvent', { id, alarmType })
const judgeMany = (who: typeof admin, ids: number[], more = {}) =>
  who.call('POST', '/admin/violationEvent/updateViolationEventByAlarmType', { ids, alarmType: 0, remark: '', ...more })
const detail = async (id: number) =>
  (await admin.call('GET', `/admin/violationEvent/getApplyForRecordVerify?violationEventId=${id}`)).data
const verdicts = async (...ids: number[]) => Promise.all(ids.map(async (id) => (await detail(id)).alarmType))
const figures = async (who: typeof admin) => {
  const { data: summaries } = await who.call('GET', '/admin/msgPush/getMsgTypeLastData')
  const { data: home } = await who.call('GET', '/admin/home/overview')
  return {
    unread: summaries.find(({ msgType }: { msgType: string }) => msgType === '1').unreadOf['1'],
    pending: home.queues.find(({ objectType }: { objectType: string }) => objectType === '1').pending,
    listed: (await queue(who, '&status=1')).total,
  }
}

test('a violation and the alarm of the terminal are one event in every list, count and export, which says both', async () => {
  const before = await figures(handler)
  const { whole, alarm, vehicleId, deptId, time } = await raise()
  const more = (n: number) => ({ unread: before.unread + n, pending: before.pending + n, listed: before.listed + n })
  expect(await figures(handler)).toEqual(more(2))
  await merge(vehicleId, time)
  expect(await figures(handler)).toEqual(more(1))
  await tallyIsExact(server.db)

  const alarms = [{ id: alarm, violationEvent: '终端超速报警', severity: 'alarm', duration: 125 }]
  for (const filter of ['', '&status=1', `&deptId=${deptId}`, `&objectId=${vehicleId}`, `&startTime=${time}`]) {
    const { records } = await queue(admin, filter)
    expect(records.find(({ id }: { id: number }) => id === whole)).toMatchObject({ alarms })
    expect(records.find(({ id }: { id: number }) => id === alarm)).toBeUndefined()
  }
  expect((await queue(admin, `&objectId=${vehicleId}`)).total).toBe(1)
  for (const who of [admin, viewer]) {
    const { data: page } = await who.call('GET', `/admin/violationEvent/page?objectId=${vehicleId}`)
    expect(page).toMatchObject({ total: 1, records: [{ id: whole, alarms }] })
    const { data: map } = await who.call('POST', '/admin/violationEvent/getViolationEventByObjectIdList', {
      objectType: '1',
      objectIds: [vehicleId],
    })
    expect(map).toMatchObject([{ id: whole }])
  }
  expect(await detail(whole)).toMatchObject({ mergedInto: null, alarms })
  expect(await detail(alarm)).toMatchObject({ mergedInto: whole, alarms: [] })
})

test('what a video server tells nearly two days after the violation that it is merged into is listed with it, too', async () => {
  const { whole, alarm, time, ...vehicle } = await raise('2026-02-10 08:00:00')
  // A speeding of two days, and an alarm of the terminal that lasts as long as what the server tells.
  const last = (id: number, createTime: string, endTime: string) =>
    server.db.owner.query('update violation_event set create_time = $2, end_time = $3 where id = $1', [id, createTime, endTime])
  await last(whole, time, '2026-02-12 08:00:00')
  await server.db.owner.query('update msg_push set create_time = $2 where event_id = $1', [alarm, '2026-02-11 07:00:00'])
  await last(alarm, '2026-02-11 07:00:00', '2026-02-12 08:00:00')
  const told = await addViolation(server.db, vehicle, [], '2026-02-12 06:00:00')
  await server.db.owner.query(
    `update violation_event set device_id = $2, rule_id = 2, cause = 'speeding', by_terminal = true where id = $1`,
    [told, -vehicle.vehicleId],
  )
  await merge(vehicle.vehicleId, '2026-02-12 06:00:00')
  expect(await detail(told)).toMatchObject({ mergedInto: whole })
  const alarms = [{ id: alarm }, { id: told }]
  expect(await detail(whole)).toMatchObject({ alarms })
  const { data: page } = await admin.call('GET', `/admin/violationEvent/page?objectId=${vehicle.vehicleId}`)
  expect(page).toMatchObject({ total: 1, records: [{ id: whole, alarms }] })
})

test('what is judged is the event: the alarm with the violation, and the violation through its alarm', async () => {
  const [one, other] = [await raiseMerged(), await raiseMerged()]
  expect((await judge(handler, one.whole, 1)).data.alarmType).toBe(1)
  expect(await verdicts(one.whole, one.alarm)).toEqual([1, 1])
  expect((await detail(one.alarm)).violationVerifyProcess).toMatchObject([
    { alarmType: -1 },
    { objectName: 'handler', alarmType: 1 },
  ])
  expect((await judge(admin, other.alarm)).data).toMatchObject({ id: other.alarm, alarmType: 0 })
  expect(await verdicts(other.whole, other.alarm)).toEqual([0, 0])
  expect((await judge(handler, other.whole, 1)).status).toBe(409)
  await judge(handler, other.whole, 4)
  expect(await verdicts(other.whole, other.alarm)).toEqual([4, 4])
  // Together for good: neither a late report nor another alarm parts or joins what is handled.
  await merge(one.vehicleId, one.time)
  expect((await detail(one.alarm)).mergedInto).toBe(one.whole)
  await tallyIsExact(server.db)
})

test('of several the outcome names each event once; a claim on the alarm holds for the whole', async () => {
  const [one, other] = [await raiseMerged(), await raiseMerged()]
  await admin.call('PUT', '/admin/msgPush/claim', { msgType: '1', id: other.alarm, isClaimed: true })
  const ids = [one.whole, other.whole]
  for (const preview of [true, false]) {
    const { data } = await judgeMany(handler, ids, { preview })
    expect(data).toMatchObject([
      { id: one.whole, refusal: null },
      { id: other.whole, refusal: expect.stringContaining('admin') },
    ])
  }
  expect(await verdicts(one.whole, one.alarm, other.whole, other.alarm)).toEqual([0, 0, -1, -1])
  expect((await judgeMany(admin, ids)).data).toMatchObject([{ refusal: expect.any(String) }, { refusal: null }])
  expect(await verdicts(other.whole, other.alarm)).toEqual([0, 0])
  await tallyIsExact(server.db)
})

test('an alarm that was handled before stays by itself, and so does one that comes after the verdict', async () => {
  const [early, late] = [await raise(), await raise()]
  await judge(handler, early.alarm, 1)
  await judge(handler, late.whole, 1)
  for (const { vehicleId, time } of [early, late]) await merge(vehicleId, time)
  expect(await verdicts(early.whole, early.alarm, late.whole, late.alarm)).toEqual([-1, 1, 1, -1])
  for (const { alarm } of [early, late]) expect((await detail(alarm)).mergedInto).toBeNull()
  await tallyIsExact(server.db)
})

test('while both are merged, read and judged by two people at once, both get the verdict of one of them or of each', async () => {
  await rounds(40, async () => {
    const { whole, alarm, vehicleId, time } = await raise()
    const reading = (await queue(handler, `&objectId=${vehicleId}`)).records.map(({ pushId }: { pushId: number }) =>
      handler.call('PUT', '/admin/msgPush/updateRead', { id: pushId }),
    )
    const [, ...replies] = await Promise.all([
      merge(vehicleId, time),
      judge(handler, whole, 0),
      judge(admin, alarm, 1),
      ...reading,
    ])
    const accepted = replies.slice(0, 2).filter(({ status }) => status === 200).length
    const isMerged = (await detail(alarm)).mergedInto === whole
    expect(accepted).toBe(isMerged ? 1 : 2)
    const [ofWhole, ofAlarm] = await verdicts(whole, alarm)
    expect(ofWhole === ofAlarm).toBe(isMerged)
    expect(replies.slice(2).every(({ status }) => status === 200)).toBe(true)
  })
  await tallyIsExact(server.db)
})
