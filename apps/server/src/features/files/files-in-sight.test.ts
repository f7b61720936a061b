import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { bearer, png, uploaderTo } from '../../upload.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let upload: ReturnType<typeof uploaderTo>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  upload = uploaderTo(server, admin)
})
afterAll(() => server.close())
const get = (url: string, headers = {}) => server.app.inject({ url, headers })

test('a signed address expires with the log-in that it was created for', async () => {
  const { fileName } = (await upload(png)).data
  const addressFor = async (who: typeof admin) =>
    (await who.call('GET', `/admin/sys-file/batchFileUrl?fileName=${fileName}`)).data[0].url
  const other = await server.login('admin')
  const [own, others] = [await addressFor(admin), await addressFor(other)]
  expect([(await get(own)).statusCode, (await get(others)).statusCode]).toEqual([200, 200])
  await other.call('DELETE', '/auth/token/logout')
  expect([(await get(own)).statusCode, (await get(others)).statusCode]).toEqual([200, 404])
  expect((await get(others.replace(/login=[^&]+&/, ''))).statusCode).toBe(401)
})

test('a file is seen by its sender and by those who see a record that refers to it, and used by nobody else', async () => {
  const viewer = await server.login('viewer')
  const { rows } = await server.db.owner.query(
    `select dept_id from sys_dept where tenant_id = 1 and name in ('一部', '二部') order by name`,
  )
  const [first, second] = rows.map(({ dept_id }) => dept_id)
  const report = async (deptId: number, img: string) => {
    const inspection = { responsibleId: admin.userId, deptId, businessType: '1', assessmentStandard: '3', score: 1 }
    const found = { eventContent: '满溢', position: '路口', lng: 104.1, lat: 30.6, disposeTimeLimit: 4, img }
    expect((await admin.call('POST', '/admin/inspectEvent', { ...inspection, ...found })).status).toBe(200)
  }
  const names: string[] = []
  for (let n = 0; n < 3; n++) names.push((await upload(png)).data.fileName)
  const [unused, here, elsewhere] = names
  await report(first, here!)
  await report(second, elsewhere!)
  const addressed = async (who: typeof admin) =>
    (await who.call('GET', `/admin/sys-file/batchFileUrl?fileName=${names.join(',')}`)).data.map(
      (one: { fileName: string }) => one.fileName,
    )
  expect(await addressed(viewer)).toEqual([here])
  expect(await addressed(admin)).toEqual(names)
  const statusOf = async (name: string | undefined) => (await get(`/admin/sys-file/huanwei/${name}`, bearer(viewer))).statusCode
  expect([await statusOf(unused), await statusOf(here), await statusOf(elsewhere)]).toEqual([404, 200, 404])
  for (const avatar of [unused, elsewhere]) expect((await viewer.call('PUT', '/admin/user/edit', { avatar })).status).toBe(400)
  const own = (await upload(png, {}, viewer)).data.fileName
  expect(await statusOf(own)).toBe(200)
  expect((await viewer.call('PUT', '/admin/user/edit', { avatar: own })).status).toBe(200)
  expect(await statusOf(own)).toBe(200)
  const handler = await server.login('handler')
  expect((await get(`/admin/sys-file/huanwei/${own}`, bearer(handler))).statusCode).toBe(200)
})

test('a picture that a terminal took is seen by those who see what it was on', async () => {
  const viewer = await server.login('viewer')
  const taken = async (department: string, no: number) => {
    const { fileName } = (await upload(png)).data
    const { vehicleId, deviceId } = await addVehicle(server.db, {
      department,
      plateNumber: `川A0000${no}`,
      terminalNo: `1390000000${no}`,
    })
    await server.db.owner.query(
      `insert into device_photo (tenant_id, file_name, device_id, object_type, object_id, event, channel, address, received)
       values (1, $1, $2, '1', $3, 0, 1, '', now())`,
      [fileName, deviceId, vehicleId],
    )
    return (await get(`/admin/sys-file/huanwei/${fileName}`, bearer(viewer))).statusCode
  }
  expect([await taken('一部', 1), await taken('二部', 2)]).toEqual([200, 404])
})
