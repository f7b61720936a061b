import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let viewer: Awaited<ReturnType<typeof server.login>>
let own: Awaited<ReturnType<typeof addVehicle>>
let other: Awaited<ReturnType<typeof addVehicle>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  viewer = await server.login('viewer')
  own = await addVehicle(server.db)
  other = await addVehicle(server.db, { department: '二部', plateNumber: '川B00002', terminalNo: '13900000002' })
})
afterAll(() => server.close())

const truck = { plateNumber: '川A88888', name: '洗扫03', vehicleType: '1' }

test('a vehicle is made, found by part of its plate, changed and removed', async () => {
  const { data: made } = await admin.call('POST', '/admin/vehicle', { ...truck, deptId: own.deptId })
  expect(made).toMatchObject({ plateNumber: '川A88888', deptName: '一部', vehicleTypeName: '洗扫车', terminalNo: null })
  const found = async () => (await admin.call('GET', `/admin/vehicle/page?plateNumber=${encodeURIComponent('888')}`)).data.total
  expect(await found()).toBe(1)
  const changed = await admin.call('PUT', '/admin/vehicle', { ...truck, id: made.id, deptId: other.deptId, driverName: '张三' })
  expect(changed.data).toMatchObject({ deptName: '二部', driverName: '张三' })
  expect((await admin.call('DELETE', `/admin/vehicle/${made.id}`)).data).toBe(true)
  expect(await found()).toBe(0)
  expect((await admin.call('GET', `/admin/vehicle/${made.id}`)).status).toBe(404)
  expect((await admin.call('POST', '/admin/vehicle', { ...truck, deptId: own.deptId })).code).toBe(0)
})

test('the same plate twice is refused, also at once', async () => {
  const make = () => admin.call('POST', '/admin/vehicle', { ...truck, plateNumber: '川A77777', deptId: own.deptId })
  const replies = await Promise.all([make(), make(), make()])
  expect(replies.map((one) => one.status).sort()).toEqual([200, 409, 409])
  expect(replies.find((one) => one.status === 409)).toMatchObject({ code: 1, msg: '车牌号已存在' })
})

test('one text finds a vehicle by its plate, its name or their pinyin initials', async () => {
  await admin.call('POST', '/admin/vehicle', { ...truck, plateNumber: '川C12345', name: '雾炮07', deptId: own.deptId })
  const plates = async (text: string) => {
    const { data } = await admin.call('GET', `/admin/vehicle/page?text=${encodeURIComponent(text)}`)
    return data.records.map(({ plateNumber }: { plateNumber: string }) => plateNumber)
  }
  for (const text of ['C123', '雾炮', 'WP07']) expect(await plates(text), text).toEqual(['川C12345'])
  expect(await plates('雾炮08')).toEqual([])
})

test('wildcards in the search mean themselves', async () => {
  expect((await admin.call('GET', '/admin/vehicle/page?plateNumber=%25')).data.total).toBe(0)
})

test('the scope limits list and detail', async () => {
  const { data } = await viewer.call('GET', '/admin/vehicle/page')
  expect(data.records.map((one: { deptName: string }) => one.deptName)).not.toContain('二部')
  expect((await viewer.call('GET', `/admin/vehicle/${other.vehicleId}`)).status).toBe(404)
  expect((await viewer.call('GET', `/admin/vehicle/page?deptId=${other.deptId}`)).data.total).toBe(0)
})

test('a missing field is named in the caller’s language', async () => {
  const reply = await admin.call('POST', '/admin/vehicle', { deptId: own.deptId })
  expect(reply.status).toBe(400)
  expect(reply.msg).toBe('参数错误: 车牌号: 必填项不能为空; 车辆类型: 必填项不能为空')
})

test('vehicles are found by whether their terminal is heard of, and say its id', async () => {
  await server.db.owner.query(`update device set last_seen = now() where id = $1`, [own.deviceId])
  const found = async (isOnline: boolean) =>
    (await admin.call('GET', `/admin/vehicle/page?online=${isOnline}&size=100`)).data.records
  expect(await found(true)).toMatchObject([{ id: own.vehicleId, deviceId: own.deviceId, online: true }])
  const silent = await found(false)
  expect(silent.map(({ id }: { id: number }) => id)).toContain(other.vehicleId)
  expect(silent.every(({ online }: { online: boolean }) => !online)).toBe(true)
})

test('several are moved and removed at once; those out of scope stay, without a name', async () => {
  const add = async (plateNumber: string) =>
    (await admin.call('POST', '/admin/vehicle', { ...truck, plateNumber, deptId: own.deptId })).data.id
  const ids = [await add('川D00001'), await add('川D00002')]
  const editor = await server.login('handler')
  const move = (who: typeof admin, deptId: number) => who.call('PUT', '/admin/vehicle/batch', { ids: [...ids, 999_999], deptId })
  expect((await move(editor, other.deptId)).status).toBe(403)
  expect((await move(admin, 999_999)).status).toBe(404)
  expect((await move(admin, other.deptId)).data).toEqual([
    { id: ids[0], name: '川D00001', refusal: null },
    { id: ids[1], name: '川D00002', refusal: null },
    { id: 999_999, name: '', refusal: expect.any(String) },
  ])
  expect((await admin.call('GET', `/admin/vehicle/${ids[0]}`)).data).toMatchObject({ deptName: '二部' })

  const none = await admin.call('POST', '/admin/vehicle/removeBatch', { ids: [] })
  expect(none).toMatchObject({ status: 400, msg: expect.stringContaining('请选择删除项') })
  const { data } = await admin.call('POST', '/admin/vehicle/removeBatch', { ids })
  expect(data.map(({ refusal }: { refusal: string | null }) => refusal)).toEqual([null, null])
  for (const id of ids) expect((await admin.call('GET', `/admin/vehicle/${id}`)).status).toBe(404)
})
