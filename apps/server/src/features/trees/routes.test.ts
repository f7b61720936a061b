import { canType } from '@huanwei/contract/dictionaries/codes'
import { countStatuses } from '@huanwei/contract/live/rules'
import { TreeNode } from '@huanwei/contract/trees/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addFacility, addVehicle, startTestServer } from '../../test-kit.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'

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
  await vi.waitUntil(() => server.latest.vehicles.of(1).size === 3)
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
  await server.db.owner.query(`insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value, dept_id, dept_name, violation_event, severity, position, execute_action)
    values (1, now(), now(), 1, ${moving.deviceId}, '1', ${moving.vehicleId}, 'x', 'x', ${moving.deptId}, 'x', 'x', 'alarm', 'x', 'x')`)
  await expect.poll(status).toBe(2)
  await server.db.owner.query('update violation_event set end_time = now()')
  await expect.poll(status).toBe(1)
})

test('one level at a time; for a viewer of a part the tree begins at that part', async () => {
  const level = async (who: typeof admin, parentId: number, path = 'getTreeByDeptVehicle') =>
    TreeNode.array()
      .parse(await post(who, `/admin/tree/${path}`, { parentId }))
      .map(({ name, parentId, count }) => [name, parentId, count])
  const [root] = TreeNode.array().parse(await post(admin, '/admin/tree/getTreeByDeptVehicle'))
  expect(await level(admin, 0)).toEqual([['甲公司', 0, '1/3']])
  expect(await level(admin, root!.id)).toEqual([
    ['一部', root!.id, '1/2'],
    ['二部', root!.id, '0/1'],
  ])
  expect(await level(viewer, 0)).toEqual([['一部', 0, '1/2']])
  expect(await level(viewer, root!.id)).toEqual([])
  expect((await level(viewer, moving.deptId, 'getDeptTreeVehicleList')).map(([name]) => name)).toEqual(['川A00001', '川A00003'])
})

test('people by role, facilities by type, garbage cans apart', async () => {
  const names = async (who: typeof admin, path: string, filter = {}) =>
    TreeNode.array()
      .parse(await post(who, `/admin/tree/${path}`, filter))
      .flatMap(({ isParent, name }) => (isParent ? [] : name))
  const roles: { roleId: number; roleName: string; roleCount: number }[] = await post(admin, '/admin/tree/selectUserRoleCount')
  expect(roles.map(({ roleName, roleCount }) => [roleName, roleCount])).toContainEqual(['viewer', 1])
  const { roleId } = roles.find(({ roleName }) => roleName === 'viewer')!
  expect(await names(admin, 'getDeptUserVoList')).toEqual(['admin', 'handler', 'nobody', 'viewer'])
  expect(await names(admin, 'getUserTreeVoList', { roleId })).toEqual(['viewer'])

  const toilet = await addFacility(server.db)
  await addFacility(server.db, { name: '建设路垃圾桶001', facilityType: canType, terminalNo: '13900000006' })
  await vi.waitUntil(() => server.latest.facilities.of(1).size === 2)
  expect(await names(admin, 'getFacilityTreeVoList')).toEqual(['乙路公共厕所'])
  expect(await names(admin, 'getDeptFacilityVoList', { facilityType: canType })).toEqual(['建设路垃圾桶001'])
  const { data: cans } = await viewer.call('GET', '/admin/tree/selectGarbageCanTreeList')
  expect(cans.map(({ name }: TreeNode) => name)).toEqual(['一部', '建设路垃圾桶001'])
  const types: { facilityTypeName: string; countType: number }[] = await post(admin, '/admin/tree/getFacilityTypeDataCount')
  expect(types.filter((one) => one.countType).map((one) => [one.facilityTypeName, one.countType])).toEqual([['公共厕所', 1]])

  const now = Date.now()
  server.latest.apply([
    {
      deviceId: toilet.deviceId,
      connected: true,
      seenAt: now,
      readings: [{ metric: 'ammonia', channel: 0, value: 0.4, time: now }],
    },
  ])
  const [live] = await post(admin, '/admin/device/data/getDeviceRealtimeDataList', { objectType: '2', status: 0 })
  expect(live).toMatchObject({ objectName: '乙路公共厕所', objectTypeName: '公共厕所', deviceId: '13900000004', lng: 104.07 })
  expect(live.readings).toMatchObject([{ metric: 'ammonia', value: 0.4 }])
  const { data: survey } = await admin.call('GET', '/admin/tree/getTodaySurveyList')
  expect(survey).toMatchObject([
    { objectType: '0', total: 4, online: 0 },
    { objectType: '1', total: 3, online: 1 },
    { objectType: '2', total: 2, online: 1, stationary: 1, violations: 0 },
  ])
})

test('a person’s number is for those who may see users', async () => {
  await server.db.owner.query(`update sys_user set phone = '13812345678' where tenant_id = 1 and username = 'viewer'`)
  const { rows } = await server.db.owner.query(`select user_id as id from sys_user where tenant_id = 1 and username = 'viewer'`)
  await server.db.owner.query(
    `insert into device (terminal_no, tenant_id, object_type, object_id) values ('13900000009', 1, '0', $1)`,
    [rows[0].id],
  )
  const phones = async (who: typeof admin) =>
    (await post(who, '/admin/device/data/getDeviceRealtimeDataList', { objectType: '0' })).map(
      ({ phone }: { phone: string }) => phone,
    )
  await expect.poll(() => phones(admin)).toEqual(['13812345678'])
  expect(await phones(viewer)).toEqual([''])
})

test('cans that are full are listed, the fullest first', async () => {
  const addCan = async (value: number, i: number) => {
    const can = { name: `桶${value}`, facilityType: canType, terminalNo: `1380000000${i}` }
    return { ...(await addFacility(server.db, can)), value }
  }
  const cans = await Promise.all([79, 80, 95].map(addCan))
  await vi.waitUntil(() => cans.every(({ facilityId }) => server.latest.facilities.of(1).has(facilityId)))
  const time = Date.now()
  server.latest.apply(
    cans.map(({ deviceId, value }) => ({
      deviceId,
      connected: true,
      seenAt: time,
      readings: [{ metric: 'fill', channel: 0, value, time }],
    })),
  )
  const full = async (filter = {}) =>
    (await post(admin, '/admin/facility/selectGarbageOverflowList', filter)).map(({ name }: { name: string }) => name)
  expect(await full()).toEqual(['桶95', '桶80'])
  expect(await full({ fill: 70 })).toEqual(['桶95', '桶80', '桶79'])
  // By what became of the work that was dispatched from them.
  const [, , fullest] = cans
  await server.db.owner.query(
    `insert into wc_report_to_clean (tenant_id, code, facility_id, facility_name, dept_id, reporter_id, reporter, position, report_time, content, type, status, cause_kind, cause_id)
     values (1, 'B95', $1::int, '桶95', $2, $3, '', '', now(), '满溢', '1', 0, 'can', $1::bigint)`,
    [fullest?.facilityId, fullest?.deptId, admin.userId],
  )
  expect([await full({ work: 'open' }), await full({ work: 'none' }), await full({ work: 'done' })]).toEqual([
    ['桶95'],
    ['桶80'],
    [],
  ])
  const [first] = await post(admin, '/admin/facility/selectGarbageOverflowList', {})
  expect(first).toMatchObject({ work: { code: 'B95', status: 0, isInSight: true } })
  expect(await full({ work: 'takenBack' })).toEqual([])
  const { rows } = await server.db.owner.query(`select id from wc_report_to_clean where code = 'B95'`)
  expect((await admin.call('DELETE', `/admin/wcReportToClean/${rows[0].id}`)).status).toBe(200)
  expect([await full({ work: 'takenBack' }), await full({ work: 'none' }), await full({ work: 'open' })]).toEqual([
    ['桶95'],
    ['桶95', '桶80'],
    [],
  ])
})

test('channels of cameras stand behind their vehicle, and only vehicles with cameras count as video', async () => {
  await server.db.owner.query(`update vehicle set vehicle_camera = 2 where id = ${moving.vehicleId}`)
  await expect.poll(async () => (await post(admin, '/admin/vehicle/getVehicleVideoStatusCount')).vehicleCount).toBe(1)
  const nodes = TreeNode.array().parse(
    await post(admin, '/admin/tree/getDeptVehicleFunctionDeviceList', { vehicleFunction: '1' }),
  )
  expect(nodes.filter((one) => one.isVideo).map(({ id, parentId, channel }) => [id, parentId, channel])).toEqual([
    [moving.vehicleId + 10_000, moving.vehicleId, 1],
    [moving.vehicleId + 20_000, moving.vehicleId, 2],
  ])
  expect(nodes.find((one) => one.vehicleCamera)?.locationData?.terminalPassageways).toEqual([
    { passageway: 1, passagewayDescribe: 'CH1', deviceId: moving.terminalNo },
    { passageway: 2, passagewayDescribe: 'CH2', deviceId: moving.terminalNo },
  ])
  expect(await post(admin, '/admin/vehicle/selectVehicleByFunctionList', { vehicleFunction: '4', status: '' })).toEqual([])
})

test('hidden channels are left out, named ones have their name, and video may come from a terminal of its own', async () => {
  const asked = { ...(await admin.call('GET', `/admin/vehicle/${moving.vehicleId}`)).data, vehicleCamera: 3 }
  const vehicle = { ...asked, channelNames: ['前方'], hideChannel: [2], videoDeviceId: '14400000001' }
  expect((await admin.call('PUT', '/admin/vehicle', vehicle)).data).toMatchObject({ hideChannel: [2], channelNames: ['前方'] })
  const leaf = async () =>
    TreeNode.array()
      .parse(await post(admin, '/admin/tree/getDeptVehicleList'))
      .find(({ id }) => id === moving.vehicleId)
  await expect.poll(async () => (await leaf())?.hideChannel).toEqual([2])
  expect((await leaf())?.locationData).toMatchObject({
    deviceId: moving.terminalNo,
    videoDeviceId: '14400000001',
    terminalPassageways: [
      { passageway: 1, passagewayDescribe: '前方', deviceId: '14400000001' },
      { passageway: 3, passagewayDescribe: 'CH3', deviceId: '14400000001' },
    ],
  })
  const nodes = TreeNode.array().parse(await post(admin, '/admin/tree/getDeptVehicleFunctionDeviceList'))
  const channels = nodes.filter(({ isVideo, parentId }) => isVideo && parentId === moving.vehicleId)
  expect(channels.map(({ channel, label }) => [channel, label])).toEqual([
    [1, '前方'],
    [3, 'CH3'],
  ])
})

test('the intercom trees hold the objects with an intercom account', async () => {
  const names = async (path: string, filter = {}) =>
    TreeNode.array()
      .parse(await post(admin, `/admin/tree/${path}`, filter))
      .flatMap(({ isParent, name }) => (isParent ? [] : name))
  const paths = ['getIntercomVehicle', 'getIntercomUser', 'getIntercomFacility']
  expect(await Promise.all(paths.map((path) => names(path)))).toEqual([[], [], []])

  const { data: vehicle } = await admin.call('GET', `/admin/vehicle/${moving.vehicleId}`)
  await admin.call('PUT', '/admin/vehicle', { ...vehicle, intercomAccount: 'car1' })
  const { data: user } = await admin.call('GET', '/admin/user/getInfoUser/viewer')
  const person = { ...user, phone: '13812345678', role: user.roleList.map(({ roleId }: { roleId: number }) => roleId) }
  const changed = await admin.call('PUT', '/admin/user', { ...person, updateTime: undefined, intercomAccount: 'viewer1' })
  expect(changed.data).toMatchObject({ intercomAccount: 'viewer1' })
  const place = { deptId: moving.deptId, lng: 104, lat: 30.6, address: '', intercomAccount: 'place1' }
  await admin.call('POST', '/admin/facility', { ...place, name: '中转站', facilityType: '2' })
  await admin.call('POST', '/admin/garbageCan', { ...place, name: '对讲桶' })
  await expect.poll(() => Promise.all(paths.map((path) => names(path)))).toEqual([['川A00001'], ['viewer'], ['中转站']])
  expect(await names('getIntercomFacility', { facilityType: canType })).toEqual(['对讲桶'])
})

test('a vehicle’s areas are those of the viewer’s scope', async () => {
  const shape = { kind: 'circle', centre: [104, 30.6], radius: 500 }
  const area = { name: '西区', deptId: moving.deptId, shape, vehicleIds: [moving.vehicleId] }
  await admin.call('POST', '/admin/area', area)
  const areas = async (who: typeof admin) =>
    (await who.call('GET', `/admin/objectArea/getAreaByVehicleId/${moving.vehicleId}`)).data.map(
      ({ name }: { name: string }) => name,
    )
  expect([await areas(viewer), await areas(await server.login('admin', 2))]).toEqual([['西区'], []])
})

test('a map opens on what the viewer may see, but for what strayed, and on the installation’s centre without any', async () => {
  const opensAt = async (who: typeof admin) => (await who.call('GET', '/map/base')).data
  const stranger = await server.login('admin', 2)
  expect(await opensAt(stranger)).toMatchObject({ bounds: null, centre: { lng: 104.0657, lat: 30.6571 }, zoom: 13 })
  const toilets = Array.from({ length: 60 }, (_, i) => ({ lng: 105 + i / 1000, lat: 31 + i / 1000 }))
  await server.db.system(async (tx) => {
    const [office] = await tx.insert(departments).values({ tenantId: 2, name: '户厕办', parentId: 0 }).returning()
    const common = { tenantId: 2, deptId: office!.id, name: '户厕', initials: 'hc', facilityType: '4' }
    const strayed = { lng: 0.5, lat: 0.5 }
    await tx.insert(facilities).values([...toilets, strayed].map((place, i) => ({ ...common, ...place, code: `toilet-${i}` })))
  })
  const bounds = [105, 31, 105.058, 31.058].map((degrees) => expect.closeTo(degrees))
  await expect.poll(() => opensAt(stranger)).toMatchObject({ bounds, centre: { lng: 105.029, lat: 31.029 } })
  const [west, , east] = (await opensAt(viewer)).bounds
  expect(west).toBeGreaterThan(103)
  expect(east).toBeLessThan(105)
})

test.each([
  ['zh-CN', ['清扫保洁', '洒水抑尘', '垃圾收运', '吸污', '其他']],
  ['en-US', ['Sweeping', 'Watering', 'Waste collection', 'Suction', 'Other']],
])('counts by function are named in %s', async (language, names) => {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/admin/tree/getVehicleTypeByFunctionCount',
    headers: { authorization: `Bearer ${admin.token.access_token}`, cookie: `language=${language}` },
    payload: {},
  })
  expect(reply.json().data.map(({ label }: { label: string }) => label)).toEqual(names)
})
