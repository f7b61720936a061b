import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { addDuty, addWearer, yesterday } from '../attendance/attendance.test-kit.ts'
import { workOutNewDays, workOutTouchedDays } from '../attendance/work-out.ts'

type Person = Awaited<ReturnType<typeof server.login>>

const path = '/admin/abnormalAttendanceAdjustment'
let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Person
let handler: Person
let viewer: Person
let wearers: { userId: number }[]
const query = async (text: string, values: unknown[] = []) => (await server.db.owner.query(text, values)).rows

beforeAll(async () => {
  server = await startTestServer()
  await query(`insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission = 'attendance_handle'`)
  admin = await server.login('admin')
  handler = await server.login('handler')
  viewer = await server.login('viewer')
  await addDuty(query)
  wearers = await Promise.all(['甲', '乙', '丙', '丁'].map((name) => addWearer(query, name)))
  await workOutNewDays({ db: server.db, now: Date.now(), progress: new Map() }, 1)
})
afterAll(() => server.close())

const ask = (who: Person, objectId: number, more: object = {}) =>
  who.call('POST', path, { objectId, day: yesterday, fromState: 'absent', toState: 'normal', reason: '工牌没电', ...more })
const decide = (who: Person, ...decisions: object[]) => who.call('PUT', `${path}/batchModify`, decisions)
const stateOf = async (userId: number) =>
  (await query('select state, worked_state from attendance_day where user_id = $1 and day = $2', [userId, yesterday]))[0]

test('an adjustment is asked for once, from the state that the day has, for somebody in scope', async () => {
  const [one] = wearers
  expect(await ask(viewer, one!.userId)).toMatchObject({ status: 403, msg: '您只能申请调整自己的考勤' })
  expect(await ask(viewer, viewer.userId)).toMatchObject({ status: 404 })
  expect(await ask(handler, one!.userId, { fromState: 'late' })).toMatchObject({
    status: 409,
    msg: '当天状态已变为缺勤，请刷新后重试',
  })
  expect((await ask(handler, one!.userId, { toState: 'absent' })).status).toBe(400)
  const replies = await Promise.all([ask(handler, one!.userId), ask(admin, one!.userId)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const { data } = await viewer.call('GET', `${path}/getAbnormalAttendanceAdjustmentByObjectId?objectId=${one!.userId}`)
  expect(data).toMatchObject([
    { objectName: '甲', fromState: 'absent', toState: 'normal', status: 1, steps: [{ reason: '工牌没电' }] },
  ])
  const stranger = await server.login('admin', 2)
  expect((await stranger.call('GET', `${path}/page`)).data.total).toBe(0)
  expect((await decide(stranger, { id: data[0].id, status: 2 })).status).toBe(404)
  expect((await decide(viewer, { id: data[0].id, status: 2 })).status).toBe(403)
})

test('those who may decide are reminded, whoever asked does not decide, and of two at once one wins', async () => {
  const [, , third] = wearers
  const { data } = await ask(handler, third!.userId)
  expect(
    await query(
      `select u.username from msg_push p join sys_user u on u.user_id = p.push_object_id where msg_type = '2' and kind = 9 and event_id = $1 and p.status = 1`,
      [data.id],
    ),
  ).toEqual([{ username: 'admin' }])
  expect((await decide(handler, { id: data.id, status: 2 })).data).toMatchObject([{ refusal: '不能审批自己的或自己提交的申请' }])
  expect((await decide(admin, { id: data.id, status: 3 })).data).toMatchObject([{ refusal: '驳回时请填写意见' }])
  const second = await server.login('admin')
  const [a, b] = await Promise.all([
    decide(admin, { id: data.id, status: 2 }),
    decide(second, { id: data.id, status: 3, opinion: '无记录' }),
  ])
  const refusals = [a.data[0].refusal, b.data[0].refusal]
  expect(refusals.filter((one) => one === null)).toHaveLength(1)
  expect(refusals.find((one) => one !== null)).toMatch(/^admin 已于 .* 处理：已(通过|驳回)$/)
  const won = a.data[0].refusal === null ? 'normal' : 'absent'
  expect(await stateOf(third!.userId)).toEqual({ state: won, worked_state: 'absent' })
  expect(await query(`select status from msg_push where msg_type = '2' and kind = 9 and event_id = $1`, [data.id])).toEqual([
    { status: 2 },
  ])
})

test('many are decided at once, each with its own outcome; what is seen later does not change an adjusted day', async () => {
  const [, second, , fourth] = wearers
  const ids = await Promise.all([second!, fourth!].map(async ({ userId }) => (await ask(handler, userId)).data.id))
  const { data } = await decide(
    admin,
    { id: ids[0], status: 2, opinion: '属实' },
    { id: ids[1], status: '3', opinion: '请先报修工牌' },
  )
  expect(data).toMatchObject([{ refusal: null }, { refusal: null }])
  expect([await stateOf(second!.userId), await stateOf(fourth!.userId)]).toMatchObject([{ state: 'normal' }, { state: 'absent' }])
  const waiting = (await admin.call('GET', `${path}/page?status=1`)).data
  expect(waiting.records.map(({ objectName }: { objectName: string }) => objectName)).toEqual(['甲'])
  await query(`insert into attendance_touch (tenant_id, user_id, day) values (1, $1, $2)`, [second!.userId, yesterday])
  await workOutTouchedDays({ db: server.db, now: Date.now() })
  expect(await stateOf(second!.userId)).toEqual({ state: 'normal', worked_state: 'absent' })
  // A decided day can be asked for again.
  expect((await ask(handler, fourth!.userId)).status).toBe(200)
})
