import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFacility, addVehicle, addViolation, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let violation: number
let own: Awaited<ReturnType<typeof addVehicle>>
let other: Awaited<ReturnType<typeof addVehicle>>
let facility: Awaited<ReturnType<typeof addFacility>>
beforeAll(async () => {
  server = await startTestServer()
  own = await addVehicle(server.db)
  facility = await addFacility(server.db)
  other = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  violation = await addViolation(server.db, other, [])
})
afterAll(() => server.close())

const found = async (username: string, text: string, tenantId = 1) => {
  const { call } = await server.login(username, tenantId)
  return (await call('GET', `/admin/search?text=${encodeURIComponent(text)}`)).data
}
const plates = (data: { vehicles: { plateNumber: string }[] }) => data.vehicles.map(({ plateNumber }) => plateNumber)

test('vehicles by a part of the plate, within the scope', async () => {
  expect(plates(await found('admin', '川a0000'))).toEqual(['川A00001', '川A00002'])
  expect(plates(await found('viewer', '川a0000'))).toEqual(['川A00001'])
  expect(plates(await found('admin', '%'))).toEqual([])
  expect(plates(await found('admin', '川', 2))).toEqual([])
})

test('people are found only with the permission to see accounts', async () => {
  expect((await found('admin', 'view')).people).toMatchObject([{ username: 'viewer', deptName: '一部' }])
  expect((await found('viewer', 'view')).people).toEqual([])
})

test('facilities by a part of the name, within the scope', async () => {
  expect((await found('admin', '乙路')).facilities).toMatchObject([{ id: facility.facilityId, name: '乙路公共厕所' }])
  expect((await found('admin', '乙路', 2)).facilities).toEqual([])
})

test('the terminal of an object, with the permission to see terminals; a sensor is none', async () => {
  expect((await found('admin', '川A00001')).vehicles).toMatchObject([{ deviceId: own.deviceId }])
  expect((await found('viewer', '川A00001')).vehicles).toMatchObject([{ deviceId: null }])
  await server.db.system((tx) => tx.execute(sql`update device set protocol = 'mqtt' where id = ${facility.deviceId}`))
  expect((await found('admin', '乙路')).facilities).toMatchObject([{ deviceId: null }])
})

test('objects by their ids, as the search would find them', async () => {
  const { vehicleId } = own
  const ask = async (username: string, tenantId = 1) => {
    const { call } = await server.login(username, tenantId)
    const ids = `vehicleIds=${vehicleId}&vehicleIds=${other.vehicleId}&userIds=1&facilityIds=${facility.facilityId}`
    return (await call('GET', `/admin/search/objects?${ids}`)).data
  }
  const all = await ask('admin')
  expect(plates(all)).toEqual(['川A00001', '川A00002'])
  expect(all.facilities).toMatchObject([{ id: facility.facilityId }])
  expect(await ask('viewer')).toMatchObject({ vehicles: [{ id: vehicleId }], people: [] })
  expect(await ask('admin', 2)).toMatchObject({ vehicles: [], facilities: [] })
})

test('a violation by its number, within the scope', async () => {
  expect((await found('admin', String(violation))).violations).toMatchObject([{ id: violation, objectName: '川A00002' }])
  expect((await found('viewer', String(violation))).violations).toEqual([])
  expect((await found('admin', '9007199254740993')).violations).toEqual([])
})

test('an empty text is refused', async () => {
  const { call } = await server.login('admin')
  expect(await call('GET', '/admin/search?text=%20')).toMatchObject({ status: 400 })
})
