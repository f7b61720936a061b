import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let handler: Awaited<ReturnType<typeof server.login>>
let stranger: Awaited<ReturnType<typeof server.login>>
let mine: Awaited<ReturnType<typeof addVehicle>>
let [first, second] = [0, 0]
const path = '/admin/vehicleMonitoringRule'
const speeding = { name: '超速', condition: { kind: 'speeding', limit: 60 } }

beforeAll(async () => {
  server = await startTestServer()
  // The handler of 一部 may keep rules here.
  await server.db.owner.query(
    `insert into sys_role_menu (tenant_id, role_id, menu_id)
     select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
     where r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' and m.permission like 'admin_vehiclemonitoringrule_%'`,
  )
  admin = await server.login('admin')
  handler = await server.login('handler')
  stranger = await server.login('admin', 2)
  mine = await addVehicle(server.db)
  const { rows } = await server.db.owner.query(
    `select dept_id from sys_dept where tenant_id = 1 and name in ('一部', '二部') order by name`,
  )
  ;[first, second] = rows.map(({ dept_id }) => dept_id)
})
afterAll(() => server.close())

const areaOf = async (deptId: number) => {
  const shape = { kind: 'circle', centre: [104.06, 30.65], radius: 500 }
  return (await admin.call('POST', '/admin/area', { name: `围栏${deptId}`, deptId, shape })).data.id
}
const add = (who: typeof admin, fields: object) => who.call('POST', path, { ...speeding, ...fields })
const list = async (who: typeof admin, query = '') => (await who.call('GET', `${path}/getList${query}`)).data
const changeTime = async (id: number) =>
  (await server.db.owner.query('select change_time::text from monitoring_rule where id = $1', [id])).rows[0].change_time

test('a rule is added, listed, changed and removed', async () => {
  const { data: rule } = await add(admin, { objectIds: [mine.vehicleId], voiceText: '慢', cooldown: 30 })
  expect(rule).toMatchObject({
    ...speeding,
    objectType: '1',
    severity: 'alarm',
    hours: [],
    minDuration: 0,
    cooldown: 30,
    enabled: true,
  })
  expect(await list(admin)).toEqual([rule])
  const changed = await admin.call('PUT', path, {
    ...rule,
    name: '限速',
    condition: { kind: 'offline', after: 300 },
    enabled: false,
  })
  expect(changed.data).toMatchObject({ id: rule.id, name: '限速', condition: { kind: 'offline', after: 300 }, enabled: false })
  expect(await list(admin, '?enabled=true')).toEqual([])
  expect(await list(admin, '?enabled=false')).toHaveLength(1)
  expect(await list(stranger)).toEqual([])
  expect((await stranger.call('PUT', path, { ...rule, objectIds: [] })).status).toBe(404)
  expect((await stranger.call('DELETE', `${path}/${rule.id}`)).status).toBe(404)
  expect((await admin.call('DELETE', `${path}/${rule.id}`)).data).toBe(true)
  expect((await admin.call('DELETE', `${path}/${rule.id}`)).status).toBe(404)
})

test('only what decides makes another rule of it', async () => {
  const { data: rule } = await add(admin, { objectIds: [mine.vehicleId] })
  const before = await changeTime(rule.id)
  await admin.call('PUT', path, { ...rule, name: '别名', voiceText: '您已超速', severity: 'warning' })
  expect(await changeTime(rule.id)).toBe(before)
  await admin.call('PUT', path, { ...rule, condition: { kind: 'speeding', limit: 61 } })
  expect(await changeTime(rule.id)).not.toBe(before)
  await admin.call('DELETE', `${path}/${rule.id}`)
})

test('vehicles, departments and areas must be the tenant’s and in scope', async () => {
  const other = await areaOf(second)
  const outOf = (areaIds: number[]) => ({ condition: { kind: 'outOfArea', areaIds }, objectIds: [mine.vehicleId] })
  for (const fields of [{ objectIds: [999] }, { deptIds: [999] }, outOf([999])])
    expect((await add(admin, fields)).status).toBe(404)
  for (const fields of [{ objectIds: [mine.vehicleId] }, { deptIds: [first] }, outOf([other])])
    expect((await add(stranger, fields)).status).toBe(404)
  for (const fields of [{ deptIds: [second] }, outOf([other])]) expect((await add(handler, fields)).status).toBe(404)
  expect((await add(handler, {})).status).toBe(403)
  expect((await add(admin, { objectType: '0' })).status).toBe(400)
  expect(await list(admin)).toEqual([])
})

test('who sees one department sees, of the rules that reach it, what is theirs, and changes only what is all theirs', async () => {
  const areas = [await areaOf(first), await areaOf(second)]
  const all = (await add(admin, { name: '全部' })).data
  const both = (await add(admin, { name: '两部', deptIds: [first, second] })).data
  const outOfBoth = (
    await add(admin, { name: '围栏', condition: { kind: 'outOfArea', areaIds: areas }, objectIds: [mine.vehicleId] })
  ).data
  await add(admin, { name: '别部', deptIds: [second] })
  await add(admin, { name: '别处', condition: { kind: 'outOfArea', areaIds: [areas[1]] } })
  const own = (await add(handler, { name: '本部', deptIds: [first] })).data
  expect(own).toMatchObject({ name: '本部' })

  expect((await list(handler)).map(({ name, deptIds, condition }: typeof own) => [name, deptIds, condition.areaIds])).toEqual([
    ['本部', [first], undefined],
    ['围栏', [], [areas[0]]],
    ['两部', [first], undefined],
    ['全部', [], undefined],
  ])
  for (const rule of [all, both, outOfBoth]) {
    expect((await handler.call('PUT', path, { ...rule, deptIds: [first] })).status).toBe(403)
    expect((await handler.call('DELETE', `${path}/${rule.id}`)).status).toBe(403)
  }
  expect((await handler.call('PUT', path, { ...own, deptIds: [] })).status).toBe(403)
  expect((await handler.call('PUT', path, { ...own, deptIds: [first, second] })).status).toBe(404)
  expect((await handler.call('PUT', path, { ...own, name: '本队' })).data).toMatchObject({ name: '本队' })
  expect((await handler.call('DELETE', `${path}/${own.id}`)).data).toBe(true)
})

test('a removed vehicle that a rule names does not keep the rule from being changed', async () => {
  const { data: rule } = await add(admin, { objectIds: [mine.vehicleId] })
  await server.db.owner.query('update monitoring_rule set dept_ids = array[777] where id = $1', [rule.id])
  expect((await admin.call('PUT', path, { ...rule, deptIds: [777], name: '新' })).data).toMatchObject({
    name: '新',
    deptIds: [777],
  })
})
