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
