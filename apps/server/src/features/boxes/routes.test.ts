import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeText } from '../../lib/time.ts'
import { addFacility, startTestServer } from '../../test-kit.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
let server: Awaited<ReturnType<typeof startTestServer>>
/** Sees everything; sees 一部 and may change boxes; sees 一部. */
let [admin, chief, viewer]: Person[] = []
const path = '/admin/box'
const minute = 60_000
const ago = (minutes: number) => timeText(Date.now() - minutes * minute)

beforeAll(async () => {
  server = await startTestServer()
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission like 'admin_box_%'`)
  ;[admin, chief, viewer] = await Promise.all(['admin', 'handler', 'viewer'].map((name) => server.login(name)))
})
afterAll(() => server.close())

let count = 0
async function newFacility(department = '一部') {
  const n = ++count
  const place = await addFacility(server.db, { department, name: `公厕${n}`, terminalNo: String(70_000_000 + n) })
  const { data } = await admin!.call('POST', `/admin/device/${place.deviceId}/key`)
  return { ...place, key: String(data.key) }
}
/** A box on a toilet with a sensor, and the sensor's key. */
async function newBox(department = '一部') {
  const place = await newFacility(department)
  const { data } = await admin!.call('POST', path, { code: `B${count}`, name: `盒子${count}`, facilityId: place.facilityId })
  return { ...place, box: data, boxId: Number(data.id) }
}
async function send(key: string, ...readings: { minutes: number; value: number; metric?: string; channel?: number }[]) {
  const payload = {
    readings: readings.map(({ minutes, ...rest }) => ({ metric: 'ammonia', channel: 0, ...rest, time: ago(minutes) })),
  }
  const reply = await server.app.inject({
    method: 'POST',
    url: '/open/device/readings',
    headers: { authorization: `Bearer ${key}` },
    payload,
  })
  expect(reply.statusCode).toBe(200)
}
const calibrate = (boxId: number, fields: object, who = admin!) =>
  who.call('POST', '/admin/boxCalibration', { boxId, metric: 'ammonia', ...fields })
const calibrations = async (boxId: number, who = admin!) => who.call('GET', `/admin/boxCalibration/${boxId}`)
const latest = async (facilityId: number) =>
  (await admin!.call('GET', `/admin/reading/latest?objectType=2&objectId=${facilityId}`)).data.map(
    ({ value, measured }: Record<string, number>) => [value, measured],
  )
async function history(facilityId: number, channel = 0) {
  const span = { startTime: ago(600), endTime: ago(-1), objectType: '2', objectId: String(facilityId), metric: 'ammonia' }
  const { data } = await admin!.call(
    'GET',
    `/admin/reading/history?${new URLSearchParams({ ...span, channel: String(channel) })}`,
  )
  return data.points.map(({ min, avg, max, measured }: Record<string, number>) => [min, avg, max, measured])
}
const live = (facilityId: number) => server.latest.facilities.of(1).get(facilityId)?.live.readings?.ammonia

test('a box is entered for a facility, says by its sensors whether it is online, and goes', async () => {
  const { facilityId, key } = await newFacility()
  const fields = { code: 'HZ-001', name: '春熙路公厕盒子', facilityId, model: 'GW-4', sim: '898600', firmware: '1.2', remark: '' }
  const { data: box } = await admin!.call('POST', path, fields)
  expect(box).toMatchObject({ ...fields, facilityName: '公厕1', deptName: '一部', readingTime: null })
  const now = async () => (await viewer!.call('GET', `${path}/${box.id}`)).data
  await expect.poll(async () => (await now()).status).toBe('offline')
  await send(key, { minutes: 1, value: 3 })
  await expect.poll(async () => (await now()).status).toBe('online')
  expect((await now()).readingTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await server.db.owner.query(`update device set object_type = null, object_id = null where object_id = $1`, [facilityId])
  await expect.poll(async () => (await now()).status).toBe('unconnected')

  const page = async (query: string, who = viewer!) => (await who.call('GET', `${path}/page?${query}`)).data
  for (const text of ['HZ-001', '春熙路', '公厕1'])
    expect(await page(`deptId=&text=${encodeURIComponent(text)}`)).toMatchObject({ total: 1, records: [{ id: box.id }] })
  expect(await page('text=nothing')).toMatchObject({ total: 0 })
  const { data: renamed } = await admin!.call('PUT', path, { ...box, name: '新盒子' })
  expect(renamed.name).toBe('新盒子')
  expect((await admin!.call('DELETE', `${path}/${box.id}`)).data).toBe(true)
  expect(await now()).toBeNull()
  // Its number and its place are free again.
  expect((await admin!.call('POST', path, fields)).status).toBe(200)
})

test('a number and a facility have one box, also when two people add it at once', async () => {
  const [one, other] = [await newFacility(), await newFacility()]
  const add = (code: string, facilityId: number) => admin!.call('POST', path, { code, name: 'x', facilityId })
  const places = await Promise.all([add('P1', one.facilityId), add('P2', one.facilityId)])
  expect(places.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(places.find(({ status }) => status === 409)).toMatchObject({ msg: '这个设施已有盒子', data: { field: 'facilityId' } })
  const code = places.find(({ status }) => status === 200)!.data.code
  expect(await add(code, other.facilityId)).toMatchObject({ status: 409, data: { field: 'code' } })
})

test('a person sees and changes the boxes of the own facilities alone', async () => {
  const [own, foreign] = [await newBox(), await newBox('二部')]
  const { data: calibration } = await calibrate(foreign.boxId, { factor: 2 })
  for (const who of [chief!, await server.login('admin', 2)]) {
    expect((await who.call('GET', `${path}/${foreign.boxId}`)).status).toBe(404)
    expect((await calibrations(foreign.boxId, who)).status).toBe(404)
    expect((await calibrate(foreign.boxId, { factor: 3 }, who)).status).toBe(404)
    expect((await who.call('DELETE', `/admin/boxCalibration/${calibration.id}?reason=x`)).status).toBe(404)
    expect((await who.call('DELETE', `${path}/${foreign.boxId}`)).status).toBe(404)
    expect((await who.call('POST', path, { code: 'x', name: 'x', facilityId: foreign.facilityId })).status).toBe(404)
  }
  expect((await chief!.call('PUT', path, { ...own.box, facilityId: foreign.facilityId })).status).toBe(404)
  expect((await chief!.call('PUT', path, own.box)).status).toBe(200)
  expect((await calibrate(own.boxId, { factor: 2 }, viewer!)).status).toBe(403)
})

test('a calibration changes what readings mean from its moment on, in the history, the latest and the live values; what was measured stays', async () => {
  const { boxId, facilityId, deviceId, key } = await newBox()
  await send(key, { minutes: 300, value: 10 }, { minutes: 200, value: 20 }, { minutes: 2, value: 30 })
  await send(key, { minutes: 2, value: 5, channel: 1 })
  await expect.poll(() => live(facilityId)?.value).toBe(30)
  const { data: added } = await calibrate(boxId, { factor: 2, offset: 1, startTime: ago(250), remark: '对比仪表' })
  expect(added).toMatchObject({
    boxId,
    metric: 'ammonia',
    channel: 0,
    factor: 2,
    offset: 1,
    createName: 'admin',
    revokeTime: null,
  })
  expect(await latest(facilityId)).toEqual([
    [61, 30],
    [5, 5],
  ])
  const [first, second, third] = [
    [10, 10, 10, 10],
    [41, 41, 41, 20],
    [61, 61, 61, 30],
  ]
  expect(await history(facilityId)).toEqual([first, second, third])
  expect(await history(facilityId, 1)).toEqual([[5, 5, 5, 5]])
  await expect.poll(() => live(facilityId)).toMatchObject({ value: 61, measured: 30 })
  // A new reading, and a late one from before its beginning.
  await send(key, { minutes: 1, value: 40 }, { minutes: 280, value: 7 })
  await expect.poll(() => live(facilityId)).toMatchObject({ value: 81, measured: 40 })
  expect(await history(facilityId)).toEqual([first, [7, 7, 7, 7], second, third, [81, 81, 81, 40]])

  // Of several the one that started last holds, within what the metric can be.
  await calibrate(boxId, { factor: 1000, startTime: ago(100) })
  await expect.poll(() => live(facilityId)?.value).toBe(1000)
  expect((await history(facilityId)).map(([least]: number[]) => least)).toEqual([10, 7, 41, 1000, 1000])
  const list = (await calibrations(boxId)).data
  for (const { id } of list)
    expect((await admin!.call('DELETE', `/admin/boxCalibration/${id}?reason=${encodeURIComponent('仪表有误')}`)).data).toBe(true)
  await expect.poll(() => live(facilityId)).toEqual({ value: 40, time: expect.any(Number) })
  expect((await latest(facilityId))[0]).toEqual([40, 40])
  expect((await history(facilityId)).map(([least]: number[]) => least)).toEqual([10, 7, 20, 30, 40])
  expect((await calibrations(boxId, viewer!)).data).toMatchObject(
    list.map(({ id }: { id: number }) => ({ id, revokeName: 'admin', revokeReason: '仪表有误', revokeTime: expect.any(String) })),
  )
  const { rows } = await server.db.owner.query(`select value from reading where device_id = $1 and channel = 0 order by time`, [
    deviceId,
  ])
  expect(rows.map(({ value }) => value)).toEqual([10, 7, 20, 30, 40])
})

test('of two who calibrate or take back at once one is told of the other', async () => {
  const { box, boxId } = await newBox()
  const { updateTime } = box
  const both = await Promise.all([
    calibrate(boxId, { factor: 2, updateTime }),
    calibrate(boxId, { factor: 3, updateTime }, chief!),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.data).toMatchObject({ outdated: { when: expect.any(String) } })
  const { id } = both.find(({ status }) => status === 200)!.data
  const back = await Promise.all([admin!, chief!].map((who) => who.call('DELETE', `/admin/boxCalibration/${id}?reason=x`)))
  expect(back.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(back.find(({ status }) => status === 409)!.msg).toMatch(/^(admin|handler) 已于 .* 撤销这个标定$/)
})

test('a box with a calibration in force neither goes nor moves; occupancy is not calibrated', async () => {
  const { box, boxId } = await newBox()
  const { facilityId } = await newFacility()
  const { data: added } = await calibrate(boxId, { offset: -1 })
  const refused = { status: 409, msg: '盒子有生效的标定，请先撤销' }
  expect(await admin!.call('DELETE', `${path}/${boxId}`)).toMatchObject(refused)
  const { updateTime: _, ...fields } = box
  expect(await admin!.call('PUT', path, { ...fields, facilityId })).toMatchObject({ ...refused, data: { field: 'facilityId' } })
  expect((await admin!.call('DELETE', `/admin/boxCalibration/${added.id}`)).status).toBe(400)
  await admin!.call('DELETE', `/admin/boxCalibration/${added.id}?reason=x`)
  expect((await admin!.call('PUT', path, { ...fields, facilityId })).data.facilityId).toBe(facilityId)
  for (const impossible of [{ metric: 'occupied' }, { factor: 0 }, { startTime: '2026-02-31 00:00:00' }])
    expect((await calibrate(boxId, impossible)).status).toBe(400)
})
