import { mostDaysBack } from '@huanwei/contract/boards/codes'
import { daysLater } from '@huanwei/contract/reports/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText } from '../../../lib/time.ts'
import { addVehicle, addViolation, startTestServer } from '../../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
const path = '/work_plan/pdf/index'
const day = '2026-03-04'

beforeAll(async () => {
  server = await startTestServer()
  const first = await addVehicle(server.db)
  const second = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  await addViolation(server.db, first, [], `${day} 08:00:00`)
  await addViolation(server.db, first, [], '2026-03-08 23:59:59')
  await addViolation(server.db, second, [], `${day} 09:00:00`)
})
afterAll(() => server.close())

type Asked = { period?: string; day?: string; deptId?: number; path?: string }
const query = (asked: Asked) =>
  new URLSearchParams(Object.entries({ path, ...asked }).map(([name, value]) => [name, String(value)]))
const read = async (username: string, asked: Asked) =>
  (await server.login(username)).call('GET', `/admin/board/read?${query(asked)}`)
async function violations(username: string, asked: Asked) {
  const { board } = (await read(username, asked)).data
  const { data } = board.panels.find(({ id }: { id: string }) => id.endsWith('spanViolations'))
  return Number(data.rows.at(-1).cells[1])
}
async function pdf(username: string, asked: Asked = {}) {
  const { token } = await server.login(username)
  const headers = { authorization: `Bearer ${token.access_token}` }
  return server.app.inject({ url: `/admin/board/pdf?${query({ day, ...asked })}`, headers })
}

test('a report is about the whole day, week or month of a day, within the departments of who reads it', async () => {
  expect((await read('admin', { period: 'week', day })).data.board).toMatchObject({
    about: expect.stringMatching(/./),
    span: { period: 'week', firstDay: '2026-03-02', lastDay: '2026-03-08' },
  })
  expect(await violations('admin', { day })).toBe(2)
  expect(await violations('admin', { period: 'week', day })).toBe(3)
  expect(await violations('viewer', { period: 'month', day })).toBe(2)
  expect((await read('viewer', { day })).data.board.about).toBe('一部')
})

test('without a day it is about yesterday, and about no day to come', async () => {
  const today = dayText(Date.now())
  expect((await read('admin', {})).data.board.span).toMatchObject({ period: 'day', firstDay: daysLater(today, -1) })
  expect((await read('admin', { day: daysLater(today, 3) })).data.board.span.firstDay).toBe(today)
  // Longer ago than other boards of a past day go.
  const past = daysLater(today, -2 * mostDaysBack)
  expect((await read('admin', { day: past })).data.board.span.firstDay).toBe(past)
})

test('it comes as PDF, some at a time', async () => {
  const reply = await pdf('admin', { period: 'month' })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(reply.rawPayload.toString('latin1')).toContain('NotoSansHans')
  expect((await pdf('admin', { path: '/work_plan/board/index' })).statusCode).toBe(404)
  const more = await Promise.all(Array.from({ length: 16 }, () => pdf('handler')))
  expect(new Set(more.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
})

test('with its token it comes under the title of its address; without one there is none', async () => {
  const admin = await server.login('admin')
  const { token } = (await admin.call('POST', '/admin/board/token', { path, place: '' })).data
  const ask = (asked: object) =>
    server.app.inject({ method: 'POST', url: '/open/board/getPdf', payload: { path, day, token, ...asked } })
  const reply = await ask({ title: 'Work of the week' })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(reply.rawPayload.toString('latin1')).toContain('Work of the week 2026-03-04')
  const refused = await Promise.all([ask({ token: 'wrong' }), ask({ path: '/work_plan/board/index' })])
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403])
})

test('who asks for more than their own takes none of what others may have', async () => {
  const logIns = await Promise.all([server.login('nobody'), server.login('viewer')])
  const [many, one] = logIns.map(({ token }) => () => {
    const headers = { authorization: `Bearer ${token.access_token}` }
    return server.app.inject({ url: `/admin/board/pdf?${query({ day })}`, headers })
  })
  const replies = await Promise.all([...Array.from({ length: 60 }, () => many!()), one!()])
  expect(replies.at(-1)?.statusCode).toBe(200)
  expect(replies.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(50)
})
