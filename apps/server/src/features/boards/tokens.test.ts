import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { uploaderTo } from '../../upload.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
let admin: Person
const overview = '/screen/board_huayin/index'

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  await addVehicle(server.db)
  await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
})
afterAll(() => server.close())

const make = async (fields: object = {}, who = admin) => who.call('POST', '/admin/board/token', { path: overview, ...fields })
async function show(token: string, more: object = {}) {
  const payload = { path: overview, token, screen: 'one', build: 'b1', dataAge: 2, ...more }
  const reply = await server.app.inject({ method: 'POST', url: '/open/board/get', payload })
  return { status: reply.statusCode, ...reply.json() }
}
const vehiclesOn = ({ data }: Awaited<ReturnType<typeof show>>) =>
  data.board.panels
    .flatMap(({ data: shown }: { data: { figures?: { key: string; of: number }[] } }) => shown.figures ?? [])
    .find(({ key }: { key: string }) => key === 'vehiclesOnline').of
const deptOf = async (name: string) =>
  (await server.db.owner.query('select dept_id as id from sys_dept where tenant_id = 1 and name = $1', [name])).rows[0].id

test('a token shows its board, within its department, and no log-in', async () => {
  const all = (await make()).data
  // The server hears of new vehicles a moment later.
  await expect.poll(async () => vehiclesOn(await show(all.token)), { timeout: 20_000 }).toBe(2)
  const part = (await make({ deptId: await deptOf('一部'), place: '大厅' })).data
  expect(vehiclesOn(await show(part.token))).toBe(1)
  // A figure may change between the two.
  const unchanged = async () => (await show(all.token, { known: (await show(all.token)).data.version })).data.board
  await expect.poll(unchanged).toBeNull()
})

test('a wrong token, one of another board, of another place or a revoked one shows nothing, with the same words', async () => {
  const { id, token } = (await make()).data
  const elsewhere = (await make({ addressRange: '10.9.0.0/16' })).data
  const refused = [await show('wrong'), await show(token, { path: '/work_plan/board/index' }), await show(elsewhere.token)]
  expect((await admin.call('PUT', '/admin/board/token/revoke', { id })).data).toBe(true)
  refused.push(await show(token))
  expect(new Set(refused.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(refused[0]).toMatchObject({ status: 200, code: 1, data: 'board_token', msg: '令牌无效、已吊销或不属于此看板' })
  const near = (await make({ addressRange: '127.0.0.0/8' })).data
  expect((await show(near.token)).code).toBe(0)
})

async function uploadPhoto() {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  const { data } = await uploaderTo(server, admin)(await picture.png().toBuffer())
  return String(data.fileName)
}

async function addPhotoOfWork() {
  const fileName = await uploadPhoto()
  const { rows } = await server.db.owner.query(
    `with toilet as (
       insert into facility (tenant_id, dept_id, name, code, initials, lng, lat, facility_type)
       values (1, $1, '公厕', gen_random_uuid()::text, 'x', 104, 30, '1') returning id
     )
     insert into wc_report_to_clean (tenant_id, code, facility_id, dept_id, reporter_id, reporter, position, content, type, status, process_time, process_img, due_time, soon_time)
     select 1, 'BJ' || id, id, $1, 1, 'x', 'x', 'x', '1', 2, now(), array[$2], now(), now() from toilet returning facility_id`,
    [await deptOf('一部'), fileName],
  )
  return { fileName, facilityId: Number(rows[0].facility_id) }
}

test('photos of a board open by their addresses until its token is revoked', async () => {
  const path = '/board/huyi/index'
  const { fileName } = await addPhotoOfWork()
  const { id, token } = (await make({ path })).data
  const photosOf = async (asked: object) => {
    const reply = await server.app.inject({ method: 'POST', url: '/open/board/getPhotos', payload: { path, token, ...asked } })
    return reply.json()
  }
  const { data } = await photosOf({})
  expect(data).toEqual([{ fileName, url: expect.stringContaining('variant=outside') }])
  expect((await photosOf({ token: 'wrong' })).data).toBe('board_token')
  const open = async (url: string) => (await server.app.inject({ url })).statusCode
  const [{ url }] = data
  expect(await open(url)).toBe(200)
  expect(await open(url.replace(/&board=\d+/, ''))).toBe(401)
  expect((await admin.call('PUT', '/admin/board/token/revoke', { id })).data).toBe(true)
  expect(await open(url)).toBe(404)
})

test('the board of a facility shows its own photos first, as strangers may see them, to who has a token of its department', async () => {
  const path = '/toiletOrTransferStationInfo'
  const { fileName, facilityId } = await addPhotoOfWork()
  const own = [await uploadPhoto(), await uploadPhoto()]
  const { data: facility } = await admin.call('GET', `/admin/facility/${facilityId}`)
  expect((await admin.call('PUT', '/admin/facility', { ...facility, photos: own.join() })).data.photos).toBe(own.join())
  const photosWith = async (token: string) => {
    const payload = { path, token, facilityId }
    return (await server.app.inject({ method: 'POST', url: '/open/board/getPhotos', payload })).json()
  }
  const { token } = (await make({ path, deptId: await deptOf('一部') })).data
  // The server hears of a new facility a moment later.
  await expect.poll(async () => (await photosWith(token)).code).toBe(0)
  const { data } = await photosWith(token)
  expect(data.map((one: { fileName: string }) => one.fileName)).toEqual([...own, fileName])
  const shown = await Promise.all(data.map(async ({ url }: { url: string }) => (await server.app.inject({ url })).statusCode))
  expect(shown).toEqual([200, 200, 200])
  const elsewhere = (await make({ path, deptId: await deptOf('二部') })).data.token
  expect((await photosWith(elsewhere)).code).toBe(1)
})

test('a token is shown once: neither the list nor the database holds it', async () => {
  const { id, token } = (await make({ place: '三楼' })).data
  await show(token, { screen: 'lobby', build: 'b7', dataAge: 3 })
  const list = (await admin.call('GET', '/admin/board/token/list')).data
  const screens = [{ screen: 'lobby', address: '127.0.0.1', build: 'b7', dataAge: 3 }]
  expect(list.find((one: { id: number }) => one.id === id)).toMatchObject({ place: '三楼', createBy: 'admin', screens })
  const { rows } = await server.db.owner.query('select * from board_token')
  expect(JSON.stringify([list, rows])).not.toContain(token)
})

test('tokens are made by who may, for departments in sight, of boards that exist', async () => {
  expect((await make({}, await server.login('viewer'))).status).toBe(403)
  expect((await make({ path: '/screen/nothing/index' })).status).toBe(404)
  expect((await make({ deptId: 999_999 })).status).toBe(404)
  expect((await make({ addressRange: 'the office' })).status).toBe(400)
  expect((await admin.call('PUT', '/admin/board/token/revoke', { id: 999_999 })).status).toBe(404)
})

test('an organisation whose people cannot log in shows nothing', async () => {
  const { token } = (await make()).data
  const turn = (status: string) => server.db.owner.query('update sys_tenant set status = $1 where id = 1', [status])
  expect((await show(token)).code).toBe(0)
  await turn('9')
  expect((await show(token)).data).toBe('board_token')
  await turn('0')
  expect((await show(token)).code).toBe(0)
})

test('a made-up screen a question writes no more than a token has screens, and an address is refused in the end', async () => {
  const { id, token } = (await make()).data
  const asked = Array.from({ length: 1000 }, (_, n) => show(token, { screen: `made-up-${n}` }))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  const list = (await admin.call('GET', '/admin/board/token/list')).data
  const { screens } = list.find((one: { id: number }) => one.id === id)
  expect(screens.length).toBeLessThanOrEqual(50)
  expect(screens.length).toBeGreaterThan(10)
})
