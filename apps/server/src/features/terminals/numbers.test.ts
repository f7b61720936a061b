import { ObjectType } from '@huanwei/contract/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
let admin: Person
let stranger: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, stranger] = await Promise.all([server.login('admin'), server.login('admin', 2)])
})
afterAll(() => server.close())

test('a number is found by a part and with its leading zeros; it may have letters', async () => {
  const terminalNo = '4eb6fb4afd9e'
  await addVehicle(server.db, { terminalNo, plateNumber: '川A00004' })
  const found = async (text: string) =>
    (await admin.call('GET', `/admin/device/page?terminalNo=${text}`)).data.records.map(
      (one: { terminalNo: string }) => one.terminalNo,
    )
  expect(await found('B6FB4A')).toEqual([terminalNo])
  expect(await found(`00000000${terminalNo}`)).toEqual([terminalNo])
  expect(await found(`0000000${terminalNo}0`)).toEqual([])
})

test('a number of another organisation or of nobody is refused alike, and not tried out without end', async () => {
  const [nobodys, own] = ['13900000001', '13900000002']
  const add = async (who: Person, tenantId: number, plateNumber: string) => {
    const { rows } = await server.db.owner.query(`select min(dept_id) as id from sys_dept where tenant_id = ${tenantId}`)
    return (await who.call('POST', '/admin/vehicle', { plateNumber, deptId: rows[0].id, vehicleType: '1' })).data
  }
  const [vehicle, next, theirs] = [await add(admin, 1, '川A1'), await add(admin, 1, '川A2'), await add(stranger, 2, '川A3')]
  await server.db.owner.query(`insert into device (terminal_no) values ('${nobodys}')`)
  const enter = (who: Person, terminalNo: string, objectId: number) =>
    who.call('POST', '/admin/device', { terminalNo, objectType: ObjectType.vehicle, objectId })
  expect((await enter(admin, own, vehicle.id)).status).toBe(200)
  for (const terminalNo of [nobodys, own]) {
    const refused = { status: 409, msg: '终端号不能使用，请联系平台管理员' }
    expect(await enter(stranger, terminalNo, theirs.id)).toMatchObject(refused)
    expect(await enter(admin, terminalNo, next.id)).toMatchObject({ status: 409, msg: '终端号已存在' })
  }
  const statuses = new Set<number>()
  for (let n = 0; n < 1000 && !statuses.has(429); n++) statuses.add((await enter(stranger, own, theirs.id)).status)
  expect([...statuses]).toEqual([409, 429])
})
