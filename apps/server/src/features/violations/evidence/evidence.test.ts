import type { ViolationEvidence } from '@huanwei/contract/violations/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeText } from '../../../lib/time.ts'
import { addVehicle, addViolation, startTestServer } from '../../../test-kit.ts'
import { terminalPhotos } from '../../terminals/table.ts'
import { violations } from '../table.ts'

type Client = Awaited<ReturnType<typeof server.login>>
type Vehicle = Awaited<ReturnType<typeof addVehicle>>

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Client
let handler: Client
let viewer: Client
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  handler = await server.login('handler')
  viewer = await server.login('viewer')
})
afterAll(() => server.close())

let number = 10
const freshVehicle = (department = '一部') => {
  const two = String(++number)
  return addVehicle(server.db, { department, plateNumber: `川A000${two}`, terminalNo: `139000000${two}` })
}
const at = (vehicle: Vehicle, createTime: string) => addViolation(server.db, vehicle, [handler.userId], createTime)
const judge = (id: number, alarmType: number) => handler.call('PUT', '/admin/violationEvent', { id, alarmType, notes: '' })
const ask = (who: Client, id: number) => who.call('GET', `/admin/violationEvent/evidence?violationEventId=${id}`)
const evidence = async (who: Client, id: number): Promise<ViolationEvidence> => (await ask(who, id)).data

test('the record counts how the object was judged in the 30 days before, for who sees it', async () => {
  const vehicle = await freshVehicle()
  const [before, real, now] = [
    await at(vehicle, '2026-01-02 08:00:00'),
    await at(vehicle, '2026-02-01 08:00:00'),
    await at(vehicle, '2026-02-02 08:00:00'),
  ]
  await judge(real, 0)
  expect((await evidence(viewer, now)).record).toEqual([{ alarmType: 0, count: 1, ofRule: 1 }])
  expect((await evidence(viewer, real)).record).toEqual([{ alarmType: -1, count: 1, ofRule: 1 }])
  expect((await evidence(viewer, before)).record).toEqual([])
  const theirs = await at(await freshVehicle('二部'), '2026-02-02 08:00:00')
  expect((await ask(viewer, theirs)).status).toBe(404)
})

test('the driver is named with the phone, where there is one', async () => {
  const vehicle = await freshVehicle()
  const id = await at(vehicle, '2026-02-02 08:00:00')
  expect((await evidence(viewer, id)).contact).toBeNull()
  const { data: now } = await admin.call('GET', `/admin/vehicle/${vehicle.vehicleId}`)
  const changed = await admin.call('PUT', '/admin/vehicle', { ...now, driverName: '王师傅', driverPhone: '13812345678' })
  expect(changed.status).toBe(200)
  expect((await evidence(viewer, id)).contact).toEqual({ name: '王师傅', phone: '13812345678' })
})

test('the pictures of the terminal around the start belong to it, oldest first, those on another object do not', async () => {
  const vehicle = await freshVehicle()
  const id = await at(vehicle, '2026-02-02 08:00:00')
  const { deviceId, vehicleId: objectId } = vehicle
  const photo = { tenantId: 1, deviceId, objectType: '1' as const, objectId, event: 0, channel: 1, address: '' }
  const rows = [
    { ...photo, fileName: 'late.jpg', time: '2026-02-02 08:10:01', received: '2026-02-02 08:10:02' },
    { ...photo, fileName: 'second.jpg', time: '2026-02-02 08:00:20', received: '2026-02-02 09:00:00' },
    { ...photo, fileName: 'first.jpg', time: null, received: '2026-02-02 07:58:00' },
    { ...photo, fileName: 'other.jpg', objectId: objectId + 1000, time: '2026-02-02 08:00:00', received: '2026-02-02 08:00:00' },
  ]
  await server.db.system((tx) => tx.insert(terminalPhotos).values(rows))
  expect((await evidence(viewer, id)).photos).toEqual([
    { fileName: 'first.jpg', channel: 1, time: '2026-02-02 07:58:00' },
    { fileName: 'second.jpg', channel: 1, time: '2026-02-02 08:00:20' },
  ])
})

/** A violation of a rule that begins so many ms from now. */
async function soon(vehicle: Vehicle, ruleId: number, ms: number) {
  const id = await at(vehicle, timeText(Date.now() + ms))
  await server.db.system((tx) => tx.update(violations).set({ ruleId }).where(eq(violations.id, id)))
  return id
}

test('of a rule by own areas those of the nearest department that has any are shown', async () => {
  const [vehicle, theirs] = [await freshVehicle(), await freshVehicle('二部')]
  const shape = { kind: 'circle', centre: [104.07, 30.66], radius: 300 }
  const { data: rule } = await admin.call('POST', '/admin/vehicleMonitoringRule', {
    name: '离开作业区',
    condition: { kind: 'outOfArea', areaIds: [], ownAreas: true },
  })
  const [{ data: root }] = [await admin.call('GET', '/admin/dept/tree')]
  const addArea = (name: string, deptId: number) =>
    admin.call('POST', '/admin/area', { name, deptId, shape, remark: '', vehicleIds: [] })
  await addArea('全公司', root[0].id)
  await addArea('二部作业区', theirs.deptId)
  const namesOf = async (id: number) => (await evidence(admin, id)).areas.map(({ name }) => name)
  expect(await namesOf(await soon(theirs, rule.id, 1000))).toContain('二部作业区')
  expect(await namesOf(await soon(theirs, rule.id, 1000))).not.toContain('全公司')
  expect(await namesOf(await soon(vehicle, rule.id, 1000))).toEqual(['全公司'])
})

test('the rule and its area are shown as they were when the violation began', async () => {
  const vehicle = await freshVehicle()
  const circle = (radius: number) => ({ kind: 'circle', centre: [104.07, 30.66], radius })
  const entered = { name: '停车场', deptId: vehicle.deptId, shape: circle(300), remark: '', vehicleIds: [] }
  const { data: area } = await admin.call('POST', '/admin/area', entered)
  const { data: hidden } = await admin.call('POST', '/admin/area', {
    ...entered,
    name: '二部停车场',
    deptId: (await freshVehicle('二部')).deptId,
  })
  const condition = { kind: 'outOfArea', areaIds: [area.id, hidden.id] }
  const { data: rule } = await admin.call('POST', '/admin/vehicleMonitoringRule', { name: '离开停车场', condition })
  const [former, later] = [await soon(vehicle, rule.id, 1000), await soon(vehicle, rule.id, 3_600_000)]
  const was = {
    rule: { condition, hours: [], shiftIds: [], calendar: false, isChanged: false },
    areas: [{ id: area.id, name: '停车场', shape: circle(300) }],
  }
  expect(await evidence(viewer, former)).toMatchObject(was)
  await new Promise((done) => setTimeout(done, 1500))

  expect((await admin.call('PUT', '/admin/area', { ...area, shape: circle(50) })).status).toBe(200)
  const narrower = { kind: 'inArea', areaIds: [area.id] }
  const { data: changed } = await admin.call('PUT', '/admin/vehicleMonitoringRule', { ...rule, condition: narrower })
  expect(await evidence(viewer, former)).toMatchObject({ ...was, rule: { ...was.rule, isChanged: true } })
  expect(await evidence(viewer, later)).toMatchObject({
    rule: { condition: narrower, isChanged: false },
    areas: [{ id: area.id, shape: circle(50) }],
  })
  expect((await evidence(admin, former)).areas.map(({ name }) => name)).toEqual(['停车场', '二部停车场'])

  expect((await admin.call('DELETE', `/admin/vehicleMonitoringRule/${rule.id}`, { updateTime: changed.updateTime })).status).toBe(
    200,
  )
  expect(await evidence(viewer, former)).toMatchObject({ ...was, rule: { ...was.rule, isChanged: true } })
})

test('similar ones are those that wait, of the same rule on the same object', async () => {
  const [vehicle, other] = [await freshVehicle(), await freshVehicle()]
  const [id, second, third] = [
    await at(vehicle, '2026-02-02 08:00:00'),
    await at(vehicle, '2026-02-02 09:00:00'),
    await at(vehicle, '2026-02-03 09:00:00'),
  ]
  await at(vehicle, '2026-05-03 09:00:00')
  await at(other, '2026-02-02 08:00:00')
  expect((await evidence(viewer, id)).similar).toEqual([third, second])
  await judge(third, 1)
  expect((await evidence(viewer, id)).similar).toEqual([second])
})
