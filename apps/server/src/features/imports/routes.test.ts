import { type SheetName, sheetColumns } from '@huanwei/contract/imports/codes'
import type { ImportOutcome } from '@huanwei/contract/imports/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newPassword, startTestServer } from '../../test-kit.ts'
import { cellsOf, partsOf } from '../../workbook.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
})
afterAll(() => server.close())

const paths = { users: 'user', vehicles: 'vehicle', facilities: 'facility', cans: 'garbageCan' }
type Cells = Record<string, string>
type Asked = { preview?: boolean; onlyRight?: boolean; known?: string; seen?: string; who?: typeof admin }

/** Sends rows of a sheet, as a person wrote them below its titles. */
function send(sheet: SheetName, rows: Cells[], { who = admin, ...asked }: Asked = {}) {
  const columns = sheetColumns[sheet]
  const table = { columns, rows: rows.map((row) => columns.map((column) => row[column] ?? '')), firstRow: 2 }
  return who.call('POST', `/admin/${paths[sheet]}/import`, { ...table, ...asked })
}
const told = ({ data }: { data: ImportOutcome }) => ({
  added: data.added,
  changed: data.changed,
  problems: data.problems.map(({ row, field, text }) => `${row} ${field} ${text}`),
})
const truck = (n: number, fields: Cells = {}): Cells => ({
  plateNumber: `川A${String(n).padStart(5, '0')}`,
  deptName: '一部',
  vehicleType: '洗扫车',
  ...fields,
})
const totalOf = async (path: string) => (await admin.call('GET', path)).data.total

test('a sheet of vehicles is checked before anything is written, then its right rows are added', async () => {
  const rows = [
    truck(1, { plateColour: '绿色', vehicleFunction: 'Watering', vehicleCamera: '４', driverName: '张三' }),
    truck(2, { deptName: '没有' }),
    {},
    truck(3, { vehicleType: '飞机', vehicleCamera: '很多' }),
    truck(1),
    truck(4, { vehicleType: '' }),
    { deptName: '一部', vehicleType: '1' },
    truck(5, { vehicleCamera: '99' }),
  ]
  const expected = [
    '3 deptName 没有部门“没有”',
    '5 vehicleType 没有“飞机”这个选项',
    '5 vehicleCamera “很多”不是数字',
    '6 null 与第 2 行重复',
    '7 vehicleType 必填项不能为空',
    '8 plateNumber 必填项不能为空',
    expect.stringMatching(/^9 vehicleCamera .*32/),
  ]
  expect(told(await send('vehicles', rows, { preview: true }))).toEqual({ added: 1, changed: 0, problems: expected })
  expect(await totalOf('/admin/vehicle/page')).toBe(0)
  expect(told(await send('vehicles', rows, { onlyRight: false }))).toEqual({ added: 0, changed: 0, problems: expected })
  expect(await totalOf('/admin/vehicle/page')).toBe(0)
  expect(told(await send('vehicles', rows))).toEqual({ added: 1, changed: 0, problems: expected })
  const { data } = await admin.call('GET', '/admin/vehicle/page')
  expect(data.records).toHaveLength(1)
  expect(data.records[0]).toMatchObject({
    plateNumber: '川A00001',
    deptName: '一部',
    plateColour: 5,
    vehicleCamera: 4,
    vehicleFunction: '2',
    driverName: '张三',
  })
})

test('a known plate is refused, or changed where the cells say something', async () => {
  await send('vehicles', [truck(20, { driverName: '李四', remark: '旧' })])
  expect(told(await send('vehicles', [truck(20)])).problems).toEqual(['2 null 车牌号已存在'])
  const rows = [{ plateNumber: '川A00020', remark: '新' }, truck(21)]
  const preview = await send('vehicles', rows, { preview: true, known: 'update' })
  expect(told(preview)).toEqual({ added: 1, changed: 1, problems: [] })
  expect(told(await send('vehicles', rows, { known: 'update', seen: preview.data.seen }))).toMatchObject({ added: 1, changed: 1 })
  const { data } = await admin.call('GET', '/admin/vehicle/page?plateNumber=A00020')
  expect(data.records[0]).toMatchObject({ driverName: '李四', remark: '新', deptName: '一部' })
})

test('who imports what was changed after the check is told, and nothing is written', async () => {
  await send('vehicles', [truck(30)])
  const rows = [truck(30, { remark: 'x' })]
  const { data: preview } = await send('vehicles', rows, { preview: true, known: 'update' })
  const { data } = await admin.call('GET', '/admin/vehicle/page?plateNumber=A00030')
  await admin.call('PUT', '/admin/vehicle', { ...data.records[0], driverName: '王五' })
  expect(await send('vehicles', rows, { known: 'update', seen: preview.seen })).toMatchObject({
    status: 409,
    msg: '检查之后有记录被其他人改动，请重新检查',
  })
  expect((await admin.call('GET', `/admin/vehicle/${data.records[0].id}`)).data).toMatchObject({ driverName: '王五', remark: '' })
})

test('facilities and cans are known by their code, or by their name in their department', async () => {
  const toilet = { name: '人民路公厕', deptName: '一部', facilityType: '一类公厕', lng: '106.08', lat: '30.79' }
  const types = (await admin.call('GET', '/admin/dict/type/facility_type')).data
  const facilityType = types.find(({ value }: { value: string }) => value === '1').label
  const rows = [
    { ...toilet, facilityType },
    { ...toilet, facilityType, name: '北街公厕', lat: '' },
    { ...toilet, facilityType: '垃圾桶' },
  ]
  const first = told(await send('facilities', rows))
  expect(first).toMatchObject({ added: 1, changed: 0 })
  expect(first.problems).toEqual([
    expect.stringMatching(/^3 lat /),
    expect.stringMatching(/^4 facilityType /),
    '4 null 与第 2 行重复',
  ])
  const { data } = await admin.call('GET', '/admin/facility/page')
  const { code } = data.records[0]
  expect(told(await send('facilities', [{ ...toilet, facilityType }])).problems).toEqual([
    '2 null 该部门已有同名的记录，或编号已存在',
  ])
  expect(told(await send('facilities', [{ code: 'NOSUCHCODE', ...toilet, facilityType }])).problems).toEqual([
    '2 code 没有这个编号，新增时请留空',
  ])
  const facts = {
    toiletKind: '独立式',
    facilityClass: '2',
    builtYear: '２０１９',
    floorArea: '62.5',
    cubiclesMen: '3',
    managerName: '王五',
  }
  expect(told(await send('facilities', [{ code, ...facts }], { known: 'update' }))).toEqual({
    added: 0,
    changed: 1,
    problems: [],
  })
  const kept = { toiletKind: 'detached', facilityClass: 2, builtYear: 2019, floorArea: 62.5, cubiclesMen: 3, managerName: '王五' }
  const wrong = await send('facilities', [{ code, toiletKind: '金色', builtYear: '1800' }], { known: 'update' })
  expect(told(wrong).problems).toEqual([expect.stringMatching(/^2 toiletKind /), expect.stringMatching(/^2 builtYear /)])
  await server.db.owner.query(`update facility set photos = array['one.png'] where code = $1`, [code])
  const renamed = await send('facilities', [{ code: code.toLowerCase(), name: '人民路一公厕' }], { known: 'update' })
  expect(told(renamed)).toEqual({ added: 0, changed: 1, problems: [] })
  expect((await admin.call('GET', `/admin/facility/${data.records[0].id}`)).data).toMatchObject({
    name: '人民路一公厕',
    code,
    photos: 'one.png',
    ...kept,
  })

  const can = { name: '1号桶', deptName: '一部', wasteType: '可回收物', capacity: '240', lng: '106.08', lat: '30.79' }
  // The code is that of a facility.
  expect(told(await send('cans', [can, { ...can, name: '2号桶', code }])).problems).toEqual(['3 code 没有这个编号，新增时请留空'])
  const cans = (await admin.call('GET', '/admin/garbageCan/page')).data.records
  expect(cans[0]).toMatchObject({ name: '1号桶', capacity: 240, wasteType: '1' })
})

test('an import reaches no further than its sender: departments, known records, permissions', async () => {
  await send('vehicles', [truck(40, { deptName: '二部' })])
  const { rows } = await server.db.owner.query(
    "select menu_id from sys_menu where tenant_id = 1 and permission in ('admin_vehicle_add', 'sys_user_add') order by permission",
  )
  const { data: role } = await admin.call('POST', '/admin/role', {
    roleName: '录入',
    roleCode: 'CLERK',
    dsType: 3,
    menuIds: rows.map(({ menu_id }) => menu_id),
  })
  const [root] = (await admin.call('GET', '/admin/dept/tree')).data
  const clerkForm = { username: 'clerk', phone: '13900000009', deptId: root.children[0].id, role: [role.roleId] }
  await admin.call('POST', '/admin/user', { ...clerkForm, newpassword1: newPassword })
  const who = await server.login('clerk', 1, newPassword)
  expect(told(await send('vehicles', [truck(40), truck(41, { deptName: '二部' })], { who }))).toEqual({
    added: 0,
    changed: 0,
    problems: ['2 null 车牌号已存在', '3 deptName 没有部门“二部”'],
  })
  expect((await send('vehicles', [truck(40)], { who, known: 'update' })).status).toBe(403)
  expect((await send('facilities', [{ name: 'x' }], { who })).status).toBe(403)
  expect((await who.call('GET', '/admin/garbageCan/import/template')).status).toBe(403)
  const people = [person(1, { roleNames: '管理员' }), person(2, { deptName: '二部', roleNames: '' })]
  expect(told(await send('users', people, { who })).problems).toEqual([
    '2 roleNames 角色“管理员”的权限超出您的权限',
    '3 deptName 没有部门“二部”',
  ])
})

const person = (n: number, fields: Cells = {}): Cells => ({
  username: `new${n}`,
  name: '刘洋',
  gender: '女',
  phone: `1380000000${n}`,
  deptName: '一部',
  roleNames: 'viewer',
  password: newPassword,
  ...fields,
})

test('people are added whole, wrong rows left out whole, each with its reasons', async () => {
  const rows = [
    person(1),
    person(2, { phone: '123' }),
    person(4, { roleNames: 'viewer，没有' }),
    person(5, { gender: 'x', password: '1' }),
    person(6, { username: 'Admin' }),
    person(7, { username: 'NEW1' }),
    person(8, { phone: '13800000001' }),
    person(9, { roleNames: '', gender: '' }),
  ]
  const problems = [
    '3 phone 手机号码长度不为11位',
    '4 roleNames 没有角色“没有”',
    '5 password 新密码最少为8位',
    '5 gender 性别只能是男、女或空',
    '6 username 用户名已存在',
    '7 username 与第 2 行重复',
    '8 phone 与第 2 行重复',
  ]
  const expected = { added: 2, changed: 0, problems }
  expect(told(await send('users', rows, { preview: true }))).toEqual(expected)
  expect((await admin.call('GET', '/admin/user/getInfoUser/new1')).status).toBe(404)
  expect(told(await send('users', rows))).toEqual(expected)
  const { data } = await admin.call('GET', '/admin/user/getInfoUser/new1')
  expect(data).toMatchObject({ gender: '1', deptName: '一部', roleList: [{ roleName: 'viewer' }] })
  await server.login('new1', 1, newPassword)
  expect((await send('users', rows, { known: 'update' })).status).toBe(403)
})

test('the operation log says who imported what and how many rows were added, changed and refused, without the cells', async () => {
  const secret = 'Geheim-4711'
  await send('vehicles', [truck(30)])
  await send('vehicles', [truck(30, { remark: '旧' }), truck(31), truck(32, { vehicleType: '飞机', vehicleCamera: '很多' })], {
    known: 'update',
  })
  await send('users', [person(3, { username: 'new30', phone: '13800000030', password: secret })], { preview: true })
  await admin.call('POST', '/admin/user/import', { columns: ['username', 'password'], rows: [['new31', secret], [7]] })
  await vi.waitFor(async () => {
    const { records } = (await admin.call('GET', '/admin/log/page?size=3')).data
    expect(records).toMatchObject([
      { title: '导入用户', createBy: 'admin', exception: expect.stringMatching(/^400/) },
      { title: '导入用户', createBy: 'admin', exception: null },
      { title: '导入车辆', createBy: 'admin', exception: null },
    ])
    const [refused, preview, written] = records.map(({ params }: { params: string }) => JSON.parse(params))
    expect(written).toMatchObject({ rows: 3, known: 'update', added: 1, changed: 1, refused: 1 })
    expect(preview).toMatchObject({ rows: 1, preview: true })
    expect(preview).not.toHaveProperty('added')
    expect(refused).toMatchObject({ rows: 2 })
    expect(JSON.stringify(records)).not.toContain(secret)
  })
})

test('a department with an ambiguous name is given with its parent', async () => {
  const [root] = (await admin.call('GET', '/admin/dept/tree')).data
  for (const parent of root.children) await admin.call('POST', '/admin/dept', { parentId: parent.id, name: '一班' })
  expect(told(await send('vehicles', [truck(50, { deptName: '一班' })], { preview: true })).problems).toEqual([
    '2 deptName 有多个部门叫“一班”，请写上级，如 一部/一班',
  ])
  expect(told(await send('vehicles', [truck(50, { deptName: '二部/一班' })])).added).toBe(1)
})

test('of two imports at once one is refused: of an account, and of an organisation while one is written', async () => {
  const rows = Array.from({ length: 50 }, (_, i) => truck(100 + i))
  const replies = await Promise.all([send('vehicles', rows), send('vehicles', rows)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await totalOf('/admin/vehicle/page?plateNumber=A001')).toBe(50)
  const other = await server.db.owner.connect()
  await other.query("begin; select pg_advisory_xact_lock(hashtextextended('import:1', 0))")
  expect(await send('vehicles', [truck(60)])).toMatchObject({ status: 409, msg: '其他人正在导入，请稍后再试' })
  await other.query('rollback')
  other.release()
  expect(told(await send('vehicles', [truck(60)])).added).toBe(1)
})

test('5 000 rows with 40 errors are checked and written, and others are served meanwhile', async () => {
  const rows = Array.from({ length: 5000 }, (_, i) =>
    truck(i, { plateNumber: `川B${String(i).padStart(5, '0')}`, ...(i % 125 === 7 && { vehicleType: '飞机' }) }),
  )
  let served = 0
  let isDone = false
  const others = (async () => {
    while (!isDone) {
      await admin.call('GET', '/admin/vehicle/page?size=1')
      served++
    }
  })()
  const preview = await send('vehicles', rows, { preview: true })
  expect(preview.data.problems).toHaveLength(40)
  const { data } = await send('vehicles', rows, { seen: preview.data.seen })
  isDone = true
  await others
  expect(served).toBeGreaterThan(2)
  expect(data).toMatchObject({ added: 4960, changed: 0 })
  expect(await totalOf('/admin/vehicle/page?plateNumber=%E5%B7%9DB')).toBe(4960)
  const over = await send('vehicles', [...rows, truck(1)])
  expect(over.status).toBe(400)
}, 300_000)

test('the template has the columns, the hints and what can be chosen, in the language of the person', async () => {
  const parts = async (language: string) => {
    const reply = await server.app.inject({
      url: '/admin/vehicle/import/template',
      headers: { authorization: `Bearer ${admin.token.access_token}`, 'tenant-id': '1', 'accept-language': language },
    })
    expect(reply.headers['content-type']).toContain('spreadsheetml')
    return partsOf(reply.rawPayload)
  }
  const chinese = await parts('zh-CN')
  const rows = chinese.get('xl/worksheets/sheet1.xml') ?? ''
  expect(cellsOf(rows)[0]?.slice(0, 5)).toEqual(['车牌号 *', '车牌颜色', '名称', '部门 *', '车辆类型 *'])
  expect(rows).toContain("<formula1>'可选值'!$C$2:$C$11</formula1>")
  expect(cellsOf(chinese.get('xl/worksheets/sheet3.xml') ?? '')[1]).toEqual(['蓝色', expect.any(String), '洗扫车', '清扫保洁'])
  const english = await parts('en-US')
  expect(cellsOf(english.get('xl/worksheets/sheet1.xml') ?? '')[0]?.slice(0, 2)).toEqual(['Plate number *', 'Plate colour'])
})
