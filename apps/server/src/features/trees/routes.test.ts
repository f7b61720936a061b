import { countStatuses } from '@huanwei/contract/live/rules'
import { TreeNode } from '@huanwei/contract/trees/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let viewer: Awaited<ReturnType<typeof server.login>>
let moving: Awaited<ReturnType<typeof addVehicle>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  viewer = await server.login('viewer')
  moving = await addVehicle(server.db)
  await addVehicle(server.db, { plateNumber: '川A00003', terminalNo: '13900000003' })
  await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  await vi.waitUntil(() => server.latest.vehicles.of(1).size === 3, 5000)
  server.latest.apply([{ deviceId: moving.deviceId, connected: true, seenAt: Date.now(), fix: { ...fix, time: Date.now() } }])
})
afterAll(() => server.close())

const fix = {
  lng: 104.06,
  lat: 30.65,
  speed: 30,
  direction: 90,
  altitude: 500,
  status: 3,
  alarm: 0,
  mileage: 12,
  satellites: 9,
  signal: 20,
}
const post = async (who: typeof admin, path: string, filter = {}) => (await who.call('POST', path, filter)).data

test('the tree nests departments and vehicles, counts online/total upwards, and fits the contract', async () => {
  const tree = TreeNode.array().parse(await post(admin, '/admin/tree/getTreeByDeptVehicle'))
  expect(tree.map(({ name, count }) => [name, count])).toEqual([['甲公司', '1/3']])
  const [first, second] = tree[0]!.children!
  expect([first!.count, second!.count]).toEqual(['1/2', '0/1'])
  const leaf = first!.children!.find((one) => one.plateNumber === '川A00001')
  expect(leaf).toMatchObject({
    isParent: false,
    parentId: first!.id,
    locationData: { deviceId: '13900000001', status: 1, statusAcc: '1' },
  })
})

test('flat list and leaves hold the same objects', async () => {
  const flat = TreeNode.array().parse(await post(admin, '/admin/tree/getDeptTreeVehicleList'))
  const leaves = await post(admin, '/admin/tree/getDeptVehicleList')
  expect(flat.filter((one) => one.isParent).map((one) => one.name)).toEqual(['甲公司', '一部', '二部'])
  expect(flat.filter((one) => !one.isParent)).toEqual(leaves)
})

test('departments come, change their name and go in the tree too', async () => {
  const names = async () =>
    TreeNode.array()
      .parse(await post(admin, '/admin/tree/getDeptTreeVehicleList'))
      .flatMap((one) => (one.isParent ? one.name : []))
  const { data } = await admin.call('POST', '/admin/dept', { parentId: moving.deptId, name: '三班 "东"' })
  await expect.poll(names).toEqual(['甲公司', '一部', '二部', '三班 "东"'])
  const [top] = TreeNode.array().parse(await post(admin, '/admin/tree/getTreeByDeptVehicle'))
  expect(top!.children![0]!.children!.map((one) => [one.isParent, one.name])).toEqual([
    [true, '三班 "东"'],
    [false, '川A00001'],
    [false, '川A00003'],
  ])
  await admin.call('PUT', '/admin/dept', { ...data, name: '四班' })
  await expect.poll(names).toContain('四班')
  await admin.call('DELETE', `/admin/dept/${data.deptId}`)
  await expect.poll(names).toEqual(['甲公司', '一部', '二部'])
})

test('a tree ends where the viewer’s scope or the tenant does', async () => {
  const tree = async (who: typeof admin, filter = {}) =>
    TreeNode.array()
      .parse(await post(who, '/admin/tree/getDeptTreeVehicleList', filter))
      .map((one) => one.name)
  const [, , second] = TreeNode.array().parse(await post(admin, '/admin/tree/getDeptTreeVehicleList'))
  expect(await tree(viewer)).toEqual(['一部', '川A00001', '川A00003'])
  expect(await tree(admin, { deptId: second!.id })).toEqual(['二部', '川A00002'])
  expect(await tree(viewer, { deptId: second!.id })).toEqual([])
  expect(await tree(await server.login('admin', 2))).toEqual(['乙公司'])
})

test('the statistics equal the specification’s rule over the tree', async () => {
  const leaves = TreeNode.array().parse(await post(admin, '/admin/tree/getDeptVehicleList'))
  const counts = countStatuses(leaves.map((one) => one.locationData))
  expect(await post(admin, '/admin/vehicle/getVehicleStatusCount')).toEqual({
    vehicleCount: counts.total,
    vehicleOnlineCount: counts.online,
    vehicleStaticCount: counts.stationary,
    vehicleRunningCount: counts.moving,
    vehicleAlarmCount: counts.alert,
    vehicleOfflineCount: counts.offline,
  })
  expect([counts.total, counts.online, counts.moving, counts.offline]).toEqual([3, 1, 1, 2])
})

test('filters and the viewer’s scope apply to tree, types and data', async () => {
  expect(await post(admin, '/admin/tree/getDeptVehicleList', { status: 1 })).toHaveLength(1)
  expect(await post(viewer, '/admin/tree/getDeptVehicleList')).toHaveLength(2)
  const types = await post(viewer, '/admin/tree/getVehicleTypeCount', { menuId: 3, facilityType: '' })
  expect(types.find((one: { value: string }) => one.value === '1')).toMatchObject({ label: '洗扫车', countType: 2 })
  const [data] = await post(viewer, '/admin/vehicle/getVehicleDataList', { ids: [moving.vehicleId] })
  expect(data).toMatchObject({ plateNumber: '川A00001', status: 1, speed: 30, position: '104.06000, 30.65000' })
})

test('a violation in force makes the vehicle an alert until it ends', async () => {
  const status = async () => (await post(admin, '/admin/vehicle/getVehicleDataList', { ids: [moving.vehicleId] }))[0].status
  await server.db.owner.query(`insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_name, dept_id, dept_name, violation_event, severity, position, execute_action)
    values (1, now(), now(), 1, ${moving.deviceId}, '1', ${moving.vehicleId}, 'x', 'x', ${moving.deptId}, 'x', 'x', 'alarm', 'x', 'x')`)
  await expect.poll(status).toBe(2)
  await server.db.owner.query('update violation_event set end_time = now()')
  await expect.poll(status).toBe(1)
})
