import { dayMs } from '@huanwei/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeText } from '../../lib/time.ts'
import { addVehicle, addViolation, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
const now = Date.now()
const today = timeText(now).slice(0, 10)
const yesterday = timeText(now - dayMs).slice(0, 10)
/** Began a second after midnight: before now on any clock. */
const early = `${today} 00:00:01`

beforeAll(async () => {
  server = await startTestServer()
  const handler = await server.login('handler')
  const first = await addVehicle(server.db)
  const second = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  await addViolation(server.db, first, [handler.userId], early)
  const judged = await addViolation(server.db, first, [handler.userId], early)
  await handler.call('PUT', '/admin/violationEvent', { id: judged, alarmType: 0 })
  await addViolation(server.db, first, [handler.userId], `${yesterday} 00:00:00`)
  await addViolation(server.db, first, [], `${yesterday} 23:59:59`)
  await addViolation(server.db, second, [], early)
  const applicant = await server.login('nobody')
  const leave = { type: 6, firstDay: today, lastDay: today, reason: '回家探亲' }
  await applicant.call('POST', '/admin/applyForRecord', leave)
})
afterAll(() => server.close())

const overviewOf = async (username: string) => (await (await server.login(username)).call('GET', '/admin/home/overview')).data

test('a handler sees the own queue, oldest first, and today’s figures of the own departments', async () => {
  const { queues, today: counted, oldest } = await overviewOf('handler')
  expect(queues).toEqual([
    { msgType: '1', objectType: '1', pending: 2, isMine: true },
    { msgType: '1', objectType: '0', pending: 0, isMine: true },
    { msgType: '1', objectType: '2', pending: 0, isMine: true },
    { msgType: '3', pending: 0, isMine: false },
    { msgType: '4', pending: 1, isMine: true },
    { msgType: '5', pending: 0, isMine: true },
  ])
  expect(oldest.map((one: { createTime: string }) => one.createTime)).toEqual([`${yesterday} 00:00:00`, early])
  expect(counted).toMatchObject({ total: 2, handled: 1, kinds: [{ violationEvent: '超速行驶', total: 2 }] })
  expect(counted.hours).toEqual([2, ...Array.from({ length: 23 }, () => 0)])
  // Only one of yesterday's two events lies before this time of day, except in the last second of a day.
  expect(counted.yesterday).toBe(timeText(Date.now()).endsWith('23:59:59') ? 2 : 1)
})

test('without the permission to handle, the waiting events of the own departments are shown', async () => {
  const { queues, oldest } = await overviewOf('viewer')
  expect(queues).toEqual([
    { msgType: '1', objectType: '1', pending: 3, isMine: false },
    { msgType: '1', objectType: '0', pending: 0, isMine: false },
    { msgType: '1', objectType: '2', pending: 0, isMine: false },
    { msgType: '3', pending: 0, isMine: false },
    { msgType: '4', pending: 1, isMine: false },
  ])
  expect(oldest[0].createTime).toBe(`${yesterday} 00:00:00`)
})

test('the administrator sees all departments of the own organisation and nothing of another', async () => {
  expect((await overviewOf('admin')).today.total).toBe(3)
  const foreign = (await (await server.login('admin', 2)).call('GET', '/admin/home/overview')).data
  expect(foreign).toMatchObject({
    queues: Array.from({ length: 6 }, () => ({ pending: 0 })),
    staff: { total: 1, loggedIn: 1 },
    today: { total: 0 },
    oldest: [],
  })
})

test('staff are the accounts of the scope; a person without a valid log-in is not logged in', async () => {
  const { userId } = await server.login('viewer')
  const before = (await overviewOf('handler')).staff
  expect(before.total).toBe(3)
  await server.db.owner.query('delete from sys_token where user_id = $1', [userId])
  expect((await overviewOf('handler')).staff.loggedIn).toBe(before.loggedIn - 1)
})

test('the home-page menu list is what the person chose of their own menu, or the usual pages', async () => {
  const person = await server.login('handler')
  const listed = async () =>
    (await person.call('GET', '/admin/menu/home')).data.map(({ id, path, label }: Record<string, unknown>) => ({
      id,
      path,
      label,
    }))
  const usual = await listed()
  expect(usual.length).toBeLessThanOrEqual(8)
  expect(usual.slice(0, 2)).toMatchObject([
    { path: '/monitor/live/index', label: '实时监控' },
    { path: '/event/illegal/index', label: '车辆违章' },
  ])
  const settings = { themeName: 'default', theme: '#12b5c7', language: 'zh-CN', intercom: true, showTag: true, showTheme: true }
  const shown = { showColor: true, showFullScreen: true, showCollapse: true, showMenu: true, showLock: true }
  const choose = (homeMenus: number[]) =>
    person.call('PUT', '/admin/user/preferences', { ...settings, ...shown, homeMenus, changed: Date.now() })
  const foreign = (await server.db.owner.query(`select max(menu_id)::int as id from sys_menu where tenant_id <> 1`)).rows[0].id
  await choose([usual[2].id, foreign, usual[0].id])
  expect(await listed()).toEqual([usual[2], usual[0]])
  expect((await choose(Array.from({ length: 13 }, (_, i) => i + 1))).status).toBe(400)
  await choose([])
  expect(await listed()).toEqual(usual)
})
