import { ReminderTask } from '@huanwei/contract/messages/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, newPassword, startTestServer, tallyIsExact } from '../../test-kit.ts'
import { bearer, png, uploaderTo } from '../../upload.test-kit.ts'
import { dropForgottenDocuments, remindOfDocuments } from './jobs.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let viewer: Awaited<ReturnType<typeof server.login>>
let upload: ReturnType<typeof uploaderTo>
let own: Awaited<ReturnType<typeof addVehicle>>
let other: Awaited<ReturnType<typeof addVehicle>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  viewer = await server.login('viewer')
  upload = uploaderTo(server, admin)
  own = await addVehicle(server.db)
  other = await addVehicle(server.db, { department: '二部', plateNumber: '川B00002', terminalNo: '13900000002' })
})
afterAll(() => server.close())

const dayIn = async (days: number) =>
  (await server.db.owner.query('select (current_date + $1::int)::text as day', [days])).rows[0].day
async function add(fields: object = {}, objectId = own.vehicleId) {
  const files = (await upload(png)).data.fileName
  const document = { objectType: '1', objectId, kind: '2', name: '商业险', files, ...fields }
  return admin.call('POST', '/admin/assetDocument', document)
}
const listed = (who = admin, objectId = own.vehicleId) =>
  who.call('GET', `/admin/assetDocument/list?objectType=1&objectId=${objectId}`)

test('a document is added with its file, changed, filtered by its state and removed; who may look sees it, and changes nothing', async () => {
  const expires = await dayIn(12)
  const { data: made } = await add({ expires })
  expect(made).toMatchObject({ kindName: '保险', objectName: own.plateNumber, validity: 'expiring', expires })
  expect(made.files).toMatchObject([{ original: 'x.png', type: 'png' }])
  expect((await listed(viewer)).data).toEqual([made])
  const file = made.files[0].fileName
  const status = async (who: typeof admin) =>
    (await server.app.inject({ url: `/admin/sys-file/huanwei/${file}`, headers: bearer(who) })).statusCode
  expect(await status(viewer)).toBe(200)
  const change = { id: made.id, kind: '2', name: '交强险', files: file, expires: await dayIn(-1), updateTime: made.updateTime }
  expect((await viewer.call('PUT', '/admin/assetDocument', change)).status).toBe(403)
  expect((await viewer.call('DELETE', `/admin/assetDocument/${made.id}`)).status).toBe(403)
  const totals = async () => {
    const total = async (state: string) => (await admin.call('GET', `/admin/vehicle/page?documents=${state}`)).data.total
    return [await total('expiring'), await total('expired')]
  }
  expect(await totals()).toEqual([1, 0])
  expect((await admin.call('PUT', '/admin/assetDocument', change)).data).toMatchObject({ name: '交强险', validity: 'expired' })
  expect(await totals()).toEqual([0, 1])
  expect((await admin.call('PUT', '/admin/assetDocument', change)).status).toBe(409)
  expect((await admin.call('DELETE', `/admin/assetDocument/${made.id}`)).data).toBe(true)
  expect((await listed()).data).toEqual([])
  for (const path of ['facility/page', 'garbageCan/page', 'user/page'])
    expect((await admin.call('GET', `/admin/${path}?documents=expired`)).data.total, path).toBe(0)
})

test('a document out of scope, and its file, are out of sight', async () => {
  const { data: made } = await add({}, other.vehicleId)
  expect((await listed(viewer, other.vehicleId)).status).toBe(404)
  expect((await viewer.call('GET', `/admin/assetDocument/${made.id}`)).status).toBe(404)
  const headers = bearer(viewer)
  expect((await server.app.inject({ url: `/admin/sys-file/huanwei/${made.files[0].fileName}`, headers })).statusCode).toBe(404)
  expect(await add({ files: `${'0'.repeat(32)}.pdf` })).toMatchObject({ status: 409, msg: '文件已不存在，请重新上传' })
  expect((await add({ kind: '99' })).status).toBe(409)
  expect((await add({ files: '' })).status).toBe(400)
  expect((await add({}, 999_999)).status).toBe(404)
})

test('people are reminded 30 and 7 days before a document ends and after it, once each, until it is renewed', async () => {
  const { data: made } = await add({ name: '年检', expires: await dayIn(31) })
  const reminders = async () => {
    const { data } = await admin.call('GET', `/admin/msgPush/page?msgType=2&pushObjectId=${admin.userId}&size=100`)
    return data.records.filter(({ task, id }: { task: number; id: number }) => task === ReminderTask.document && id === made.id)
  }
  const at = async (days: number) => {
    await server.db.owner.query('update asset_document set expires = current_date + $2::int where id = $1', [made.id, days])
    await Promise.all([remindOfDocuments(server.db), remindOfDocuments(server.db)])
    const { rows } = await server.db.owner.query('select reminded from asset_document where id = $1', [made.id])
    return rows[0].reminded
  }
  expect([await at(31), (await reminders()).length]).toEqual([0, 0])
  expect(await at(30)).toBe(1)
  const [first] = await reminders()
  expect(first).toMatchObject({ status: 1, readUnread: 0, msgDescribe: `${own.plateNumber} 年检 ${await dayIn(30)}` })
  await admin.call('PUT', '/admin/msgPush/updateRead', { id: first.pushId })
  expect([await at(8), (await reminders())[0].readUnread]).toEqual([1, 1])
  expect([await at(7), (await reminders()).map((one: { readUnread: number }) => one.readUnread)]).toEqual([2, [0]])
  expect(await at(0)).toBe(2)
  expect(await at(-1)).toBe(3)
  const { data } = await admin.call('GET', `/admin/assetDocument/${made.id}`)
  const files = data.files[0].fileName
  await admin.call('PUT', '/admin/assetDocument', { id: made.id, kind: '3', name: '年检', files, expires: await dayIn(400) })
  expect((await reminders()).map((one: { status: number }) => one.status)).toEqual([2])
  await remindOfDocuments(server.db)
  expect((await reminders()).map((one: { status: number }) => one.status)).toEqual([2])
  await tallyIsExact(server.db)
})

test('the documents of a removed person go with their reminders; those of others stay', async () => {
  const { deptId } = (await admin.call('GET', '/admin/user/getInfoUser/admin')).data
  const person = { username: 'leaver', phone: '13900000077', newpassword1: newPassword, deptId, role: [] }
  const { userId } = (await admin.call('POST', '/admin/user', person)).data
  const { data: theirs } = await add({ objectType: '0', expires: await dayIn(-1) }, userId)
  const { data: kept } = await add()
  await remindOfDocuments(server.db)
  expect((await admin.call('DELETE', `/admin/user/${userId}`)).data).toBe(true)
  await dropForgottenDocuments(server.db)
  const { rows } = await server.db.owner.query('select id from asset_document where id = any($1)', [[theirs.id, kept.id]])
  expect(rows).toEqual([{ id: kept.id }])
  const given = await server.db.owner.query('select is_released from sys_file where file_name = $1', [theirs.files[0].fileName])
  expect(given.rows).toEqual([{ is_released: true }])
  await tallyIsExact(server.db)
})
