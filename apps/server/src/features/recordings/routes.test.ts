import { mostRecordingSchedules } from '@huanwei/contract/recordings/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
/** Of 一部 and of 二部. */
let [own, foreign]: Awaited<ReturnType<typeof addVehicle>>[] = []
let dept: Record<string, number>
const path = '/admin/video/schedule'
const usual = { name: '白班', start: '08:00', end: '18:00', weekdays: [1, 2, 3, 4, 5] }

beforeAll(async () => {
  server = await startTestServer()
  own = await addVehicle(server.db)
  foreign = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  const { rows } = await server.db.owner.query('select name, dept_id as id from sys_dept where tenant_id = 1')
  dept = Object.fromEntries(rows.map(({ name, id }) => [name, id]))
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and (permission like 'admin_videoschedule%' or permission = 'video_view')`)
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof server.login>>
const list = async (who: Person) => (await who.call('GET', `${path}/list`)).data
const names = async (who: Person) => (await list(who)).map(({ name }: { name: string }) => name)

test('a schedule is about the vehicles of a department or one vehicle, is changed and removed', async () => {
  const admin = await server.login('admin')
  const added = await admin.call('POST', path, { ...usual, vehicleId: own!.vehicleId, channels: [3, 1, 3] })
  expect(added).toMatchObject({
    status: 200,
    data: { ...usual, vehicleId: own!.vehicleId, deptId: null, channels: [1, 3], stream: 'sub', target: '川A00001', running: 0 },
  })
  const { id, updateTime } = added.data
  const changed = await admin.call('PUT', path, { ...usual, id, updateTime, deptId: dept.一部, stream: 'main', isStopped: true })
  expect(changed.data).toMatchObject({ vehicleId: null, deptId: dept.一部, target: '一部', stream: 'main', isStopped: true })
  expect((await admin.call('PUT', path, { ...usual, id, updateTime, deptId: dept.一部 })).status).toBe(409)
  expect((await admin.call('DELETE', `${path}/${id}`)).data).toBe(true)
  expect(await list(admin)).toEqual([])
})

test('both or neither of the two, and what is no time or day, are refused', async () => {
  const admin = await server.login('admin')
  const refused = async (fields: object) => (await admin.call('POST', path, { ...usual, ...fields })).status
  const { vehicleId } = own!
  expect(await refused({})).toBe(400)
  expect(await refused({ vehicleId, deptId: dept.一部 })).toBe(400)
  for (const fields of [
    { start: '25:00' },
    { weekdays: [] },
    { weekdays: [8] },
    { channels: [0] },
    { stream: 'both' },
    { name: ' ' },
  ])
    expect(await refused({ vehicleId, ...fields })).toBe(400)
  expect(await refused({ vehicleId: 999_999 })).toBe(404)
  expect(await refused({ deptId: 999_999 })).toBe(404)
})

test('without the permission nothing is changed, and out of scope or of another organisation nothing is seen', async () => {
  const [admin, handler, viewer, other] = [
    await server.login('admin'),
    await server.login('handler'),
    await server.login('viewer'),
    await server.login('admin', 2),
  ]
  const inScope = await admin.call('POST', path, { ...usual, name: '一部的', vehicleId: own!.vehicleId })
  const beyond = await admin.call('POST', path, { ...usual, name: '二部的', vehicleId: foreign!.vehicleId })
  expect((await viewer.call('GET', `${path}/list`)).status).toBe(403)
  expect((await viewer.call('POST', path, { ...usual, vehicleId: own!.vehicleId })).status).toBe(403)
  expect(await names(handler)).toEqual(['一部的'])
  expect((await names(admin)).sort()).toEqual(['一部的', '二部的'])
  expect(await names(other)).toEqual([])
  const change = { ...usual, vehicleId: own!.vehicleId }
  for (const who of [handler, other]) {
    expect((await who.call('PUT', path, { ...change, id: beyond.data.id })).status).toBe(404)
    expect((await who.call('DELETE', `${path}/${beyond.data.id}`)).status).toBe(404)
  }
  expect((await handler.call('PUT', path, { ...usual, id: inScope.data.id, vehicleId: foreign!.vehicleId })).status).toBe(404)
  expect((await handler.call('POST', path, { ...usual, deptId: dept.二部 })).status).toBe(404)
  expect((await other.call('POST', path, { ...usual, vehicleId: own!.vehicleId })).status).toBe(404)
  // With its vehicle a schedule is gone.
  await server.db.owner.query('delete from vehicle where id = $1', [foreign!.vehicleId])
  expect(await names(admin)).toEqual(['一部的'])
})

test('who sees a part of a department makes no schedule for all of it', async () => {
  const admin = await server.login('admin')
  // A scope of named departments holds those alone.
  const scope = `update sys_role set ds_type = 1, ds_scope = array[$1::int] where tenant_id = 1 and role_code = 'ROLE_HANDLER'`
  await server.db.owner.query(scope, [dept.一部])
  const handler = await server.login('handler')
  const make = () => handler.call('POST', path, { ...usual, name: '整个部门', deptId: dept.一部 })
  const before = await make()
  expect(before.status).toBe(200)
  await admin.call('POST', '/admin/dept', { parentId: dept.一部, name: '下级' })
  expect((await make()).status).toBe(403)
  const change = { ...usual, id: before.data.id, deptId: dept.一部 }
  expect((await handler.call('PUT', path, change)).status).toBe(403)
  expect((await admin.call('PUT', path, change)).status).toBe(200)
  expect((await admin.call('DELETE', `${path}/${before.data.id}`)).data).toBe(true)
})

test('an organisation has so many schedules', async () => {
  const admin = await server.login('admin')
  const most = 'insert into recording_schedule (tenant_id, name, vehicle_id, channels, stream, start, "end", weekdays)'
  await server.db.owner.query(`${most} select 1, 'x', $1, '{}', 'sub', '08:00', '09:00', '{1}' from generate_series(1, $2)`, [
    own!.vehicleId,
    mostRecordingSchedules,
  ])
  expect((await admin.call('POST', path, { ...usual, vehicleId: own!.vehicleId })).status).toBe(409)
  await server.db.owner.query('delete from recording_schedule where name = $1', ['x'])
  expect((await admin.call('POST', path, { ...usual, vehicleId: own!.vehicleId })).status).toBe(200)
})
