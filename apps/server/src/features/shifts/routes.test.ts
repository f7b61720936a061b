import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
})
afterAll(() => server.close())

const path = '/admin/shift'
const early = { name: '早班', start: '05:00', end: '13:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }
const changeTime = async (id: number) =>
  (await server.db.owner.query('select change_time::text from shift where id = $1', [id])).rows[0].change_time

test('a shift keeps its name to itself, and goes when no rule uses it', async () => {
  const { data: shift } = await admin.call('POST', path, early)
  const { data: late } = await admin.call('POST', path, { ...early, name: '晚班', start: '13:00', end: '21:00' })
  expect((await admin.call('GET', `${path}/list`)).data).toEqual([shift, late])
  expect(shift).toMatchObject(early)
  expect((await admin.call('POST', path, early)).status).toBe(409)
  expect((await admin.call('PUT', path, { ...late, name: '早班' })).status).toBe(409)

  const before = await changeTime(shift.id)
  const { updateTime: _, ...hours } = shift
  expect((await admin.call('PUT', path, { ...shift, name: '清晨班' })).data).toMatchObject({ name: '清晨班' })
  expect(await changeTime(shift.id)).toBe(before)
  await admin.call('PUT', path, { ...hours, weekdays: [1] })
  expect(await changeTime(shift.id)).not.toBe(before)

  const rule = { name: '超速', condition: { kind: 'speeding', limit: 60 } }
  const added = await admin.call('POST', '/admin/vehicleMonitoringRule', { ...rule, shiftIds: [shift.id] })
  expect(added.data).toMatchObject({ shiftIds: [shift.id] })
  expect((await admin.call('POST', '/admin/vehicleMonitoringRule', { ...rule, shiftIds: [999] })).status).toBe(404)
  expect(await admin.call('DELETE', `${path}/${shift.id}`)).toMatchObject({ status: 409 })
  await admin.call('DELETE', `/admin/vehicleMonitoringRule/${added.data.id}`)
  expect((await admin.call('DELETE', `${path}/${shift.id}`)).data).toBe(true)
  expect((await admin.call('DELETE', `${path}/${shift.id}`)).status).toBe(404)
})

test('a shift that rules or plans beyond the scope keep to is neither changed nor removed', async () => {
  const permit = `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission ~ '^admin_(shift|vehiclemonitoringrule)_'`
  await server.db.owner.query(permit)
  const chief = await server.login('handler')
  const { updateTime: _, ...shift } = (await admin.call('POST', path, { ...early, name: '共用班' })).data
  const change = () => chief.call('PUT', path, { ...shift, start: '00:00', end: '00:10' })
  expect((await change()).status).toBe(200)
  const { data: departments } = await chief.call('GET', '/admin/dept/list')
  const rule = { name: '超速', condition: { kind: 'speeding', limit: 60 }, shiftIds: [shift.id] }
  const own = await chief.call('POST', '/admin/vehicleMonitoringRule', { ...rule, deptIds: [departments[0].deptId] })
  expect([own.status, (await change()).status]).toEqual([200, 200])
  expect((await chief.call('DELETE', `${path}/${shift.id}`)).status).toBe(409)
  const { data: others } = await admin.call('POST', '/admin/vehicleMonitoringRule', rule)
  const isBeyond = async (who: typeof admin) =>
    (await who.call('GET', `/admin/monitoringRule/getUsing?shiftId=${shift.id}`)).data.isBeyond
  expect([await isBeyond(chief), await isBeyond(admin)]).toEqual([true, false])
  for (const reply of [await change(), await chief.call('DELETE', `${path}/${shift.id}`)])
    expect(reply).toMatchObject({
      status: 403,
      msg: '数据权限之外的监控规则或作业计划也使用该班次，不能修改或删除',
      data: 'access_denied',
    })
  expect((await admin.call('GET', `${path}/list`)).data).toContainEqual({
    ...shift,
    start: '00:00',
    end: '00:10',
    updateTime: expect.any(String),
  })
  await admin.call('DELETE', `/admin/vehicleMonitoringRule/${others.id}`)
  expect([(await change()).status, await isBeyond(chief)]).toEqual([200, false])
  const plan = `insert into work_plan (tenant_id, dept_id, name, job_type, area_ids, facility_ids, vehicle_ids, shift_ids, times, calendar, goal, enabled)
    select 1, dept_id, '清扫', 'clean', '{}', '{}', '{}', '{${shift.id}}', 1, false, 80, true from sys_dept where tenant_id = 1 and parent_id = 0`
  await server.db.owner.query(plan)
  expect(await isBeyond(chief)).toBe(true)
  for (const reply of [await change(), await chief.call('DELETE', `${path}/${shift.id}`)])
    expect(reply).toMatchObject({ status: 403, data: 'access_denied' })
  await server.db.owner.query('update work_plan set removed_time = now()')
  expect((await change()).status).toBe(200)
})
