import { dayMs } from '@huanwei/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText } from '../../lib/time.ts'
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

test('coming days are marked and cleared; past days stay as they were', async () => {
  const day = '2099-10-01'
  await set('2099-10-08', 'work')
  await set(day, 'work')
  expect((await set(day, 'rest')).data).toMatchObject({ day, kind: 'rest', remark: '调休' })
  expect((await admin.call('GET', `${path}/list?year=2099`)).data).toMatchObject([{ day, kind: 'rest' }, { kind: 'work' }])
  expect((await admin.call('GET', `${path}/list?year=2098`)).data).toEqual([])
  expect((await admin.call('DELETE', `${path}/${day}`)).data).toBe(true)
  expect((await admin.call('DELETE', `${path}/${day}`)).status).toBe(404)

  const today = dayText(Date.now())
  expect((await set(dayText(Date.now() - dayMs), 'rest')).status).toBe(409)
  expect((await set(today, 'rest')).status).toBe(200)
  expect((await admin.call('DELETE', `${path}/${today}`)).status).toBe(409)
})

test('a day is not marked or cleared while rules or plans beyond the scope keep to the calendar', async () => {
  const permit = `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission ~ '^admin_(calendarday|vehiclemonitoringrule)_'`
  await server.db.owner.query(permit)
  const chief = await server.login('handler')
  const mark = () => chief.call('PUT', path, { day: '2099-05-01', kind: 'rest', remark: '' })
  expect((await mark()).status).toBe(200)
  const rule = { name: '超速', condition: { kind: 'speeding', limit: 60 }, calendar: true }
  const { data: others } = await admin.call('POST', '/admin/vehicleMonitoringRule', rule)
  for (const reply of [await mark(), await chief.call('DELETE', `${path}/2099-05-01`)])
    expect(reply).toMatchObject({
      status: 403,
      msg: '数据权限之外的监控规则或作业计划也使用工作日历，不能修改',
      data: 'access_denied',
    })
  await admin.call('DELETE', `/admin/vehicleMonitoringRule/${others.id}`)
  const plan = `insert into work_plan (tenant_id, dept_id, name, job_type, area_ids, facility_ids, vehicle_ids, shift_ids, times, calendar, goal, enabled)
    select 1, dept_id, '清扫', 'clean', '{}', '{}', '{}', '{}', 1, true, 80, true from sys_dept where tenant_id = 1 and parent_id = 0`
  await server.db.owner.query(plan)
  expect(await mark()).toMatchObject({ status: 403, data: 'access_denied' })
  await server.db.owner.query('update work_plan set calendar = false')
  expect((await chief.call('DELETE', `${path}/2099-05-01`)).status).toBe(200)
})
