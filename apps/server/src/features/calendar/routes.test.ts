import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, dayText } from '../../lib/time.ts'
import { startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
})
afterAll(() => server.close())

const path = '/admin/calendarDay'
const set = (day: string, kind: string) => admin.call('PUT', path, { day, kind, remark: '调休' })

test('coming days are marked and cleared; what has been stays as it was', async () => {
  const day = '2099-10-01'
  await set('2099-10-08', 'work')
  await set(day, 'work')
  expect((await set(day, 'rest')).data).toEqual({ day, kind: 'rest', remark: '调休' })
  expect((await admin.call('GET', `${path}/list?year=2099`)).data).toMatchObject([{ day, kind: 'rest' }, { kind: 'work' }])
  expect((await admin.call('GET', `${path}/list?year=2098`)).data).toEqual([])
  expect((await admin.call('DELETE', `${path}/${day}`)).data).toBe(true)
  expect((await admin.call('DELETE', `${path}/${day}`)).status).toBe(404)

  const today = dayText(Date.now())
  expect((await set(dayText(Date.now() - dayMs), 'rest')).status).toBe(409)
  expect((await set(today, 'rest')).status).toBe(200)
  expect((await admin.call('DELETE', `${path}/${today}`)).status).toBe(409)
})
