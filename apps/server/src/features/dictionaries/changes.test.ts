import { LeaveType } from '@huanwei/contract/approvals/codes'
import type { Dictionary, DictionaryItem, DictionaryNode } from '@huanwei/contract/dictionaries/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let viewer: Awaited<ReturnType<typeof server.login>>
let deptId: number
let own: DictionaryNode[]
let system: DictionaryNode[]
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, viewer] = await Promise.all([server.login('admin'), server.login('viewer')])
  ;({ deptId } = await addVehicle(server.db))
  own = (await admin.call('GET', '/admin/dict/getUserDictTree')).data
  system = (await admin.call('GET', '/admin/dict/getSystemDictTree')).data
})
afterAll(() => server.close())

const idOf = (type: string) => [...own, ...system].find((one) => one.type === type)?.id ?? 0
const itemsOf = async (type: string): Promise<DictionaryItem[]> =>
  (await admin.call('GET', `/admin/dict/getDictItemList/${idOf(type)}`)).data
const offered = async (type: string): Promise<string[]> =>
  (await admin.call('GET', `/admin/dict/type/${type}`)).data.map(({ label }: DictionaryItem) => label)
const addItem = (type: string, fields: object) => admin.call('POST', '/admin/dict/item', { dictId: idOf(type), ...fields })
const change = (item: object, fields: object = {}) => admin.call('PUT', '/admin/dict/item', { ...item, ...fields })
const remove = ({ id }: { id: number }) => admin.call('DELETE', `/admin/dict/item/${id}`)

test('the trees tell the dictionaries of the organisation from those of the system', async () => {
  expect(system.map(({ type, label }) => [type, label])).toEqual([
    ['person_type', '人员类型'],
    ['log_type', '日志类型'],
    ['dict_type', '字典类型'],
  ])
  const types = 'vehicle_type facility_type inspection_business assessment_standard document_kind vehicle_function leave_type'
  expect(own.map(({ type }) => type)).toEqual(types.split(' '))
  expect(own[0]).toMatchObject({ parentId: 0, name: '车辆类型', system: '0', children: [] })
  const { data: all } = await admin.call('GET', '/admin/dict/tree')
  expect(all.find(({ type }: DictionaryNode) => type === 'log_type').children).toMatchObject([
    { label: '正常', value: '0' },
    { label: '异常', value: '9' },
  ])
  const { data: lazy } = await admin.call('GET', '/admin/dict/tree?lazy=true')
  expect(lazy[0]).toMatchObject({ hasChildren: true, children: [] })
  const { data: below } = await admin.call('GET', `/admin/dict/tree?lazy=true&parentId=${idOf('log_type')}`)
  expect(below).toMatchObject([{ parentId: idOf('log_type'), label: '正常', hasChildren: false }, { label: '异常' }])
  const { data: page } = await admin.call('GET', '/admin/dict/page?system=1&current=2&size=2')
  expect(page).toMatchObject({ total: 3, records: [{ type: 'dict_type', system: '1' }] })
})

test('dictionaries and items of the system refuse every change but order, remark and state', async () => {
  const [first] = await itemsOf('log_type')
  const { data: logTypes } = await admin.call('GET', `/admin/dict/${idOf('log_type')}`)
  const words = async (reply: Promise<{ status: number; msg: string }>) => [(await reply).status, (await reply).msg]
  const closed = [409, '系统内置字典不能修改']
  expect(await words(admin.call('PUT', '/admin/dict', { ...logTypes, description: '日志' }))).toEqual(closed)
  expect(await words(admin.call('DELETE', `/admin/dict/${logTypes.id}`))).toEqual([409, '系统内置字典不能删除'])
  expect(await words(addItem('log_type', { value: '5', label: '其他' }))).toEqual(closed)
  expect(await words(change(first!, { sort: 7 }))).toEqual(closed)
  expect(await words(admin.call('DELETE', `/admin/dict/${idOf('vehicle_type')}`))).toEqual([409, '系统功能使用此字典，不能删除'])

  const suction = (await itemsOf('vehicle_function')).find(({ value }) => value === '4')!
  expect(suction.system).toBe('1')
  expect((await change(suction, { label: '抽粪' })).msg).toBe('系统内置字典项不能修改数据值和名称')
  expect((await change(suction, { value: '40' })).status).toBe(409)
  expect((await remove(suction)).msg).toBe('系统内置字典项不能删除，可以停用')
  expect((await change(suction, { sort: 0, remarks: '先列', enabled: false })).data).toMatchObject({ sort: 0, enabled: false })
  expect(await offered('vehicle_function')).not.toContain('吸污')
  expect((await admin.call('GET', '/admin/dict/type/vehicle_function?all=true')).data[0]).toMatchObject({ label: '吸污' })
  await change(suction, { enabled: true, updateTime: '' })
})

test('a dictionary of the own is made, changed and removed with its items; its type is unique and stays', async () => {
  const fields = { type: 'road_grade', description: '道路等级', labels: { 'en-US': 'Road grade' } }
  expect((await viewer.call('POST', '/admin/dict', fields)).status).toBe(403)
  const { data: made }: { data: Dictionary } = await admin.call('POST', '/admin/dict', fields)
  expect(made).toMatchObject({ ...fields, system: '0', labels: { 'zh-CN': '道路等级', 'en-US': 'Road grade' } })
  expect(await admin.call('POST', '/admin/dict', fields)).toMatchObject({ status: 409, data: { field: 'type' } })
  expect((await admin.call('PUT', '/admin/dict', { ...made, type: 'street_grade' })).data).toEqual({ field: 'type' })
  expect((await admin.call('PUT', '/admin/dict', { ...made, description: '路段等级' })).data.description).toBe('路段等级')
  const item = { dictId: made.id, value: '1', label: '一级' }
  const { data: added } = await admin.call('POST', '/admin/dict/item', item)
  expect(await admin.call('POST', '/admin/dict/item', item)).toMatchObject({ status: 409, data: { field: 'value' } })
  expect((await admin.call('DELETE', `/admin/dict/${made.id}`)).data).toBe(true)
  expect((await admin.call('GET', `/admin/dict/item/${added.id}`)).status).toBe(404)
})

test('a dictionary may be called like a property of every object', async () => {
  const { data } = await admin.call('POST', '/admin/dict', { type: 'constructor', description: '构造' })
  const added = await admin.call('POST', '/admin/dict/item', { dictId: data.id, value: 'constructor', label: '甲' })
  expect(added).toMatchObject({ status: 200, data: { system: '0' } })
  expect(await change(added.data, { value: '__proto__' })).toMatchObject({ status: 200 })
  expect(await remove(added.data)).toMatchObject({ status: 200 })
})

test('an item speaks three languages; what is changed in one leaves the others', async () => {
  const fields = { value: '21', label: '扫雪车', labels: { 'en-US': 'Snow plough' } }
  const { data: added } = await addItem('vehicle_type', fields)
  const read = async (language: string) => {
    const headers = { authorization: `Bearer ${admin.token.access_token}`, cookie: `language=${language}` }
    return (await server.app.inject({ url: `/admin/dict/item/${added.id}`, headers })).json().data.label
  }
  expect(await Promise.all(['zh-CN', 'zh-TW', 'en-US'].map(read))).toEqual(['扫雪车', '扫雪车', 'Snow plough'])
  await change(added, { label: '除雪车' })
  expect(await Promise.all(['zh-CN', 'zh-TW', 'en-US'].map(read))).toEqual(['除雪车', '除雪车', 'Snow plough'])
})

test('what rows use is neither removed nor given another value; switched off it is offered no more and stays in them', async () => {
  const { data: item } = await addItem('vehicle_type', { value: '22', label: '抑尘车' })
  const vehicle = { plateNumber: '川A20002', deptId, vehicleType: '22', vehicleFunction: '2' }
  const { data: added } = await admin.call('POST', '/admin/vehicle', vehicle)
  expect(added).toMatchObject({ vehicleTypeName: '抑尘车', vehicleFunctionName: '洒水抑尘' })
  expect((await admin.call('GET', '/admin/vehicle/page?vehicleFunction=2')).data.records).toMatchObject([{ id: added.id }])
  expect((await remove(item)).msg).toBe('字典项已被使用，不能删除，可以停用')
  expect((await change(item, { value: '23' })).data).toEqual({ field: 'value' })
  expect((await change(item, { enabled: false })).status).toBe(200)
  expect(await offered('vehicle_type')).not.toContain('抑尘车')
  const refused = { status: 409, msg: '此选项不存在或已停用，请重新选择', data: { field: 'vehicleType' } }
  expect(await admin.call('POST', '/admin/vehicle', { ...vehicle, plateNumber: '川A20003' })).toMatchObject(refused)
  expect((await admin.call('PUT', '/admin/vehicle', { ...added, name: '抑尘01' })).data).toMatchObject({ vehicleType: '22' })
  await admin.call('DELETE', `/admin/vehicle/${added.id}`)
  // Its history shows the name.
  expect((await remove(item)).status).toBe(409)
})

test('types of vehicles, facilities and leave that are in no dictionary are refused where they are entered', async () => {
  const vehicle = { plateNumber: '川A20004', deptId, vehicleType: '1' }
  const facility = { name: '公厕', deptId, lng: 104, lat: 30, facilityType: '77' }
  const leave = { firstDay: '2026-05-04', lastDay: '2026-05-04', reason: '探亲', type: 77 }
  expect((await admin.call('POST', '/admin/vehicle', { ...vehicle, vehicleFunction: '77' })).data).toEqual({
    field: 'vehicleFunction',
  })
  expect((await admin.call('POST', '/admin/facility', facility)).data).toEqual({ field: 'facilityType' })
  expect((await viewer.call('POST', '/admin/applyForRecord', leave)).data).toEqual({ field: 'type' })
  expect(await addItem('leave_type', { value: 'care', label: '护理假' })).toMatchObject({ status: 400, data: { field: 'value' } })
  const { data: item } = await addItem('leave_type', { value: '77', label: '护理假', labels: { 'en-US': 'Care leave' } })
  expect((await viewer.call('POST', '/admin/applyForRecord', leave)).data).toMatchObject({ type: 77, typeName: '护理假' })
  expect((await remove(item)).status).toBe(409)
  const annual = { ...leave, firstDay: '2026-05-05', lastDay: '2026-05-05', type: LeaveType.annual }
  expect((await viewer.call('POST', '/admin/applyForRecord', annual)).data.typeName).toBe('年假')
})

test('functions are counted by the dictionary; one of the own too', async () => {
  await addItem('vehicle_function', { value: '11', label: '除雪', sort: 9 })
  const { data } = await admin.call('POST', '/admin/tree/getVehicleTypeByFunctionCount', {})
  expect(data.map(({ value }: { value: string }) => value)).toEqual(['1', '2', '3', '4', '9', '11'])
  expect(data.at(-1)).toMatchObject({ label: '除雪', countType: 0 })
})

test('an item that rows beyond the scope name is neither changed nor removed', async () => {
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, role_id, menu_id
    from sys_role join sys_menu using (tenant_id) where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission ~ '^sys_dict_'`)
  const chief = await server.login('handler')
  const { data: item } = await addItem('vehicle_type', { value: '77', label: '铲雪车' })
  const { updateTime: _, ...fields } = item
  const rename = () => chief.call('PUT', '/admin/dict/item', { ...fields, label: '扫雪车' })
  const vehicle = { plateNumber: '川A77777', vehicleType: '77' }
  const { data: departments } = await chief.call('GET', '/admin/dept/list')
  const { data: own } = await admin.call('POST', '/admin/vehicle', { ...vehicle, deptId: departments[0].deptId })
  expect((await rename()).status).toBe(200)
  // A vehicle of the whole organisation is beyond the scope of a department.
  expect(await admin.call('PUT', '/admin/vehicle', { ...own, deptId: 1 })).toMatchObject({ status: 200 })
  const refusal = { status: 403, msg: '数据权限之外的数据也使用该字典项，不能修改或删除', data: 'access_denied' }
  for (const reply of [await rename(), await chief.call('DELETE', `/admin/dict/item/${item.id}`)])
    expect(reply).toMatchObject(refusal)
  expect((await change(fields, { label: '除雪车' })).status).toBe(200)
})

test('a document counts where its asset stands: within the scope it keeps its kind from being removed, with the true reason', async () => {
  const chief = await server.login('handler')
  const { data: item } = await addItem('document_kind', { value: '78', label: '环评' })
  const { data: departments } = await chief.call('GET', '/admin/dept/list')
  const fields = { plateNumber: '川A77778', vehicleType: '1', deptId: departments[0].deptId }
  const { data: vehicle } = await admin.call('POST', '/admin/vehicle', fields)
  await server.db.owner.query(
    "insert into asset_document (tenant_id, object_type, object_id, kind, name, files, update_by) values (1, '1', $1, '78', '', '{}', '')",
    [vehicle.id],
  )
  const removed = () => chief.call('DELETE', `/admin/dict/item/${item.id}`)
  expect(await removed()).toMatchObject({ status: 409, msg: '字典项已被使用，不能删除，可以停用' })
  await server.db.owner.query('update vehicle set dept_id = 1 where id = $1', [vehicle.id])
  expect((await removed()).status).toBe(403)
  // The documents of a removed vehicle are still shown.
  await server.db.owner.query('update vehicle set dept_id = $2, removed_time = now() where id = $1', [vehicle.id, fields.deptId])
  expect((await removed()).status).toBe(409)
  expect((await admin.call('GET', `/admin/assetDocument/list?objectType=1&objectId=${vehicle.id}`)).data).toMatchObject([
    { kindName: '环评' },
  ])
  await server.db.owner.query('delete from asset_document where object_id = $1', [vehicle.id])
  expect((await removed()).data).toBe(true)
})
