import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFacility, addVehicle, startTestServer } from '../../test-kit.ts'

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
    enabled: false,
  })
  expect(await list(admin)).toEqual([rule])
  const changed = await admin.call('PUT', path, {
    ...rule,
    name: '限速',
    condition: { kind: 'offline', after: 300 },
    enabled: true,
  })
  expect(changed.data).toMatchObject({ id: rule.id, name: '限速', condition: { kind: 'offline', after: 300 }, enabled: true })
  expect(await list(admin, '?enabled=true')).toHaveLength(1)
  expect(await list(admin, '?enabled=false')).toEqual([])
  expect(await list(stranger)).toEqual([])
  expect((await stranger.call('PUT', path, { ...rule, objectIds: [] })).status).toBe(404)
  expect((await stranger.call('DELETE', `${path}/${rule.id}`)).status).toBe(404)
  expect((await admin.call('DELETE', `${path}/${rule.id}`)).data).toBe(true)
  expect((await admin.call('DELETE', `${path}/${rule.id}`)).status).toBe(404)
})

test('a new rule begins switched off, and a change that does not say so switches it neither on nor off', async () => {
  const { data: rule } = await add(admin, { objectIds: [mine.vehicleId] })
  expect(rule.enabled).toBe(false)
  const { enabled: _, updateTime: __, ...fields } = rule
  for (const enabled of [true, false]) {
    await admin.call('PUT', path, { ...fields, enabled })
    expect((await admin.call('PUT', path, { ...fields, name: '改名' })).data).toMatchObject({ name: '改名', enabled })
  }
  await admin.call('DELETE', `${path}/${rule.id}`)
})

test('only a change that affects the evaluation gives a new version of a rule', async () => {
  const { updateTime: _, ...rule } = (await add(admin, { objectIds: [mine.vehicleId] })).data
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
  expect(await list(admin)).toEqual([])
})

test('the rules that watch an object are those that name it, its department or one above, and those for all', async () => {
  const made = new Map<number, string>()
  for (const [name, fields] of [
    ['named', { objectIds: [mine.vehicleId] }],
    ['by department', { deptIds: [first] }],
    ['all', {}],
    ['elsewhere', { deptIds: [second] }],
  ] as const)
    made.set((await add(admin, fields)).data.id, name)
  const found = async (who: typeof admin, objectId: number) =>
    (await list(who, `?objectId=${objectId}`)).map(({ id }: { id: number }) => made.get(id)).sort()
  expect(await found(admin, mine.vehicleId)).toEqual(['all', 'by department', 'named'])
  expect(await found(admin, 999)).toEqual([])
  expect(await found(stranger, mine.vehicleId)).toEqual([])
  for (const id of made.keys()) await admin.call('DELETE', `${path}/${id}`)
})

test('a rule about routes takes only routes, which cannot become other shapes', async () => {
  const line = [104.06, 104.07].map((lng) => [lng, 30.65])
  const shape = { kind: 'route', line, width: 20 }
  const { data: route } = await admin.call('POST', '/admin/area', { name: '人民路', deptId: first, shape })
  const circle = await areaOf(first)
  const off = (areaIds: number[]) => ({ name: '偏航', condition: { kind: 'offRoute', areaIds } })
  const refused = { status: 400, msg: `围栏 围栏${first} 不是路线`, data: { field: 'areaIds' } }
  expect(await admin.call('POST', path, off([route.id, circle]))).toMatchObject(refused)
  expect(await admin.call('POST', `${path}/getTryout`, off([circle]))).toMatchObject(refused)
  const { data: rule } = await admin.call('POST', path, off([route.id]))
  expect(await admin.call('PUT', path, { ...rule, ...off([circle]) })).toMatchObject(refused)
  const { shape: round } = (await admin.call('GET', `/admin/area/${circle}`)).data
  expect(await admin.call('PUT', '/admin/area', { ...route, shape: round })).toMatchObject({
    status: 409,
    msg: '规则 偏航 需要它是路线',
    data: { field: 'shape' },
  })
  expect((await admin.call('PUT', '/admin/area', { ...route, shape: { ...shape, width: 30 } })).status).toBe(200)
  // A street may as well be where somebody should be.
  const { data: post } = await add(admin, { condition: { kind: 'outOfArea', areaIds: [route.id, circle] } })
  for (const { id } of [rule, post]) await admin.call('DELETE', `${path}/${id}`)
})

test('a viewer of one department sees their part of the rules that cover it, and changes only rules entirely in scope', async () => {
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

test('rules of people and of facilities are separate lists, with their own objects and conditions', async () => {
  const paths = { people: '/admin/sysusermonitoringrule', facilities: '/admin/sysfacilitymonitoringrule' }
  const { facilityId } = await addFacility(server.db)
  const early = { start: '05:00', end: '13:00', weekdays: [1] }
  const late = { name: '迟到', condition: { kind: 'late', areaIds: [await areaOf(first)], grace: 600 }, hours: [early] }
  const smell = { name: '氨气', condition: { kind: 'reading', metric: 'ammonia', above: 20 }, calendar: true }

  const person = await admin.call('POST', paths.people, { ...late, objectIds: [admin.userId] })
  expect(person.data).toMatchObject({ ...late, objectType: '0', objectIds: [admin.userId] })
  const facility = await admin.call('POST', paths.facilities, { ...smell, objectIds: [facilityId] })
  expect(facility.data).toMatchObject({ ...smell, objectType: '2' })
  expect((await admin.call('GET', `${paths.people}/list`)).data).toEqual([person.data])
  expect((await admin.call('GET', `${paths.facilities}/list`)).data).toEqual([facility.data])

  expect((await admin.call('POST', paths.people, { ...late, hours: [] })).status).toBe(400)
  expect((await admin.call('POST', paths.people, smell)).status).toBe(400)
  expect((await admin.call('POST', paths.facilities, { ...smell, objectIds: [999] })).status).toBe(404)
  expect((await admin.call('PUT', paths.facilities, person.data)).status).toBe(400)
  expect((await admin.call('PUT', paths.facilities, { ...smell, id: person.data.id })).status).toBe(404)
  expect((await admin.call('DELETE', `${paths.facilities}/${person.data.id}`)).status).toBe(404)
  expect((await admin.call('DELETE', `${paths.people}/${person.data.id}`)).data).toBe(true)
})

test('an area or shift in use names its rules: those in scope, and the number of others', async () => {
  const using = async (who: typeof admin, query: string) => {
    const { data, status } = await who.call('GET', `/admin/monitoringRule/getUsing?${query}`)
    return status === 200 ? { names: data.rules.map(({ name }: { name: string }) => name), others: data.others } : status
  }
  const areaId = await areaOf(first)
  const shift = { name: '晨班', start: '05:00', end: '13:00', weekdays: [1, 2] }
  const shiftId = (await admin.call('POST', '/admin/shift', shift)).data.id
  const condition = { kind: 'outOfArea', areaIds: [areaId] }
  const made = [
    await add(admin, { name: '一部驶离', condition, deptIds: [first], enabled: true, shiftIds: [shiftId] }),
    await add(admin, { name: '二部驶离', condition, deptIds: [second], enabled: true, calendar: true }),
    await add(admin, { name: '停用的', condition, deptIds: [first], calendar: true }),
  ]
  const people = '/admin/sysusermonitoringrule'
  const person = { name: '人员离岗', condition: { ...condition, kind: 'absent', after: 600 }, enabled: true }
  const ofPeople = (await admin.call('POST', people, person)).data.id

  expect(await using(admin, `areaId=${areaId}`)).toEqual({ names: ['人员离岗', '二部驶离', '一部驶离'], others: 0 })
  expect(await using(handler, `areaId=${areaId}`)).toEqual({ names: ['人员离岗', '一部驶离'], others: 1 })
  expect(await using(admin, `shiftId=${shiftId}`)).toEqual({ names: ['一部驶离'], others: 0 })
  expect(await using(admin, 'calendar=true')).toEqual({ names: ['二部驶离'], others: 0 })
  expect(await using(stranger, 'calendar=true')).toEqual({ names: [], others: 0 })
  expect(await using(stranger, `areaId=${areaId}`)).toBe(404)
  expect(await using(handler, `areaId=${await areaOf(second)}`)).toBe(404)

  for (const { data } of made) await admin.call('DELETE', `${path}/${data.id}`)
  await admin.call('DELETE', `${people}/${ofPeople}`)
})

test('recipients of a rule need the permission to handle, and without a service it sends no text messages', async () => {
  const idOf = async (username: string) =>
    (await server.db.owner.query('select user_id from sys_user where tenant_id = 1 and username = $1', [username])).rows[0]
      .user_id
  const [judge, looker] = [await idOf('handler'), await idOf('viewer')]
  expect(await add(admin, { recipientIds: [looker] })).toMatchObject({
    status: 400,
    msg: expect.stringContaining('没有处理违章的权限'),
  })
  expect(await add(admin, { recipientIds: [1_000_000] })).toMatchObject({ status: 404 })
  expect(await add(admin, { sms: true })).toMatchObject({ status: 400, msg: '没有配置短信服务，不能发送短信' })
  const { data: rule } = await add(admin, { recipientIds: [judge] })
  expect(rule).toMatchObject({ recipientIds: [judge], sms: false })
  expect((await admin.call('PUT', path, { ...rule, recipientIds: [judge, looker] })).status).toBe(400)
  expect((await admin.call('PUT', path, { ...rule, recipientIds: [] })).data.recipientIds).toEqual([])
  await admin.call('DELETE', `${path}/${rule.id}`)
})

test('recipients beyond the scope are not shown, and stay when the rule is changed', async () => {
  const { data: rule } = await add(admin, { objectIds: [mine.vehicleId], recipientIds: [admin.userId, handler.userId] })
  const [shown] = await list(handler)
  expect(shown).toMatchObject({ id: rule.id, recipientIds: [handler.userId] })
  const { data: changed } = await handler.call('PUT', path, { ...shown, recipientIds: [], name: '限速' })
  expect(changed).toMatchObject({ name: '限速', recipientIds: [] })
  expect((await list(admin)).find(({ id }: { id: number }) => id === rule.id).recipientIds).toEqual([admin.userId])
  await handler.call('PUT', path, { ...changed, recipientIds: [handler.userId, admin.userId] })
  expect((await list(admin)).find(({ id }: { id: number }) => id === rule.id).recipientIds).toEqual([
    handler.userId,
    admin.userId,
  ])
})

test('a rule by own areas names none; it is seen in scope, is among the uses of an area, and keeps no area from being removed', async () => {
  const own = { name: '驶离', condition: { kind: 'outOfArea', ownAreas: true } }
  const areaId = await areaOf(first)
  for (const condition of [{ ...own.condition, areaIds: [areaId] }, { kind: 'outOfArea' }, { kind: 'offRoute', ownAreas: true }])
    expect(await admin.call('POST', path, { ...own, condition })).toMatchObject({ status: 400 })
  const { data: rule } = await admin.call('POST', path, { ...own, enabled: true })
  expect(rule.condition).toEqual({ kind: 'outOfArea', areaIds: [], ownAreas: true })
  const ofOthers = (await admin.call('POST', path, { ...own, name: '二部', deptIds: [second], enabled: true })).data
  const ofVehicle = (await admin.call('POST', path, { ...own, name: '一车', objectIds: [mine.vehicleId], enabled: true })).data
  expect((await list(handler)).slice(0, 2).map(({ name }: { name: string }) => name)).toEqual(['一车', '驶离'])
  const using = async (id: number) =>
    (await admin.call('GET', `/admin/monitoringRule/getUsing?areaId=${id}`)).data.rules.map(({ name }: typeof rule) => name)
  expect(await using(areaId)).toEqual(['一车', '驶离'])
  expect(await using(await areaOf(second))).toEqual(['二部', '驶离'])
  const { rows } = await server.db.owner.query(`select dept_id from sys_dept where tenant_id = 1 and parent_id = 0`)
  expect(await using(await areaOf(rows[0].dept_id))).toEqual(['一车', '二部', '驶离'])
  expect((await admin.call('DELETE', `/admin/area/${areaId}`)).data).toBe(true)
  for (const { id } of [rule, ofOthers, ofVehicle]) await admin.call('DELETE', `${path}/${id}`)
})

test('objects without an area are counted by department, in the scope of the viewer', async () => {
  await server.db.owner.query('delete from area')
  await areaOf(second)
  await addVehicle(server.db, { department: '二部', plateNumber: '川A00099', terminalNo: '13900000099' })
  const without = async (who: typeof admin, more: object = {}) =>
    (await who.call('POST', '/admin/monitoringRule/getWithoutArea', { objectType: '1', ...more })).data
  expect(await without(admin)).toEqual({ objects: 2, without: 1, departments: ['一部'] })
  expect(await without(admin, { deptIds: [second] })).toEqual({ objects: 1, without: 0, departments: [] })
  expect(await without(handler)).toEqual({ objects: 1, without: 1, departments: ['一部'] })
  expect(await without(handler, { deptIds: [second] })).toEqual({ objects: 0, without: 0, departments: [] })
  expect(await without(stranger)).toEqual({ objects: 0, without: 0, departments: [] })
  await server.db.owner.query('delete from area')
})
