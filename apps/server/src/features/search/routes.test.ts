import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, addViolation, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let violation: number
beforeAll(async () => {
  server = await startTestServer()
  await addVehicle(server.db)
  const other = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
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

test('a violation by its number, within the scope', async () => {
  expect((await found('admin', String(violation))).violations).toMatchObject([{ id: violation, objectName: '川A00002' }])
  expect((await found('viewer', String(violation))).violations).toEqual([])
  expect((await found('admin', '9007199254740993')).violations).toEqual([])
})

test('an empty text is refused', async () => {
  const { call } = await server.login('admin')
  expect(await call('GET', '/admin/search?text=%20')).toMatchObject({ status: 400 })
})
