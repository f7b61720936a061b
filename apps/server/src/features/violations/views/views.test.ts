import { Readable } from 'node:stream'
import type { EvidenceView } from '@huanwei/contract/violations/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addVehicle, addViolation, startTestServer } from '../../../test-kit.ts'
import { bearer } from '../../../upload.test-kit.ts'
import { bucket, filePath } from '../../files/file-addresses.ts'
import { openStore } from '../../files/open-store.ts'
import { files } from '../../files/table.ts'
import { terminalPhotos } from '../../terminals/table.ts'
import { recordings } from '../../video/table.ts'
import { entriesOf } from '../case/zip.test-kit.ts'

type Person = Awaited<ReturnType<typeof server.login>>

let server: Awaited<ReturnType<typeof startTestServer>>
let viewer: Person
let handler: Person
let id: number
const [photo, clip, lost, plain] = ['a.jpg', 'b.mp4', 'c.jpg', 'd.jpg'].map((name) => name[0]!.repeat(31) + name) as [
  string,
  string,
  string,
  string,
]

beforeAll(async () => {
  server = await startTestServer()
  viewer = await server.login('viewer')
  handler = await server.login('handler')
  const vehicle = await addVehicle(server.db)
  const { deviceId, vehicleId, terminalNo } = vehicle
  id = await addViolation(server.db, vehicle, [], '2026-02-02 08:00:00')
  const store = await openStore(server.config)
  for (const name of [photo, clip, plain]) await (await store.receive(Readable.from([Buffer.alloc(5000)]))).keep(name)
  const taken = { time: '2026-02-02 08:00:20', received: '2026-02-02 08:00:21', event: 0, channel: 1, address: '' }
  await server.db.system(async (tx) => {
    for (const fileName of [photo, clip, lost, plain]) {
      const [original, type] = [fileName, fileName.slice(-3)]
      const stored = { bucketName: bucket, fileName, original, type, fileSize: 5000, createUser: 'admin' }
      await tx.insert(files).values({ tenantId: 1, ...stored })
    }
    for (const fileName of [photo, lost])
      await tx.insert(terminalPhotos).values({ tenantId: 1, deviceId, objectType: '1', objectId: vehicleId, fileName, ...taken })
    await tx.insert(recordings).values({
      tenantId: 1,
      vehicleId,
      terminalNo,
      channel: 2,
      stream: 'sub',
      cause: 'demand',
      startTime: '2026-02-02 07:59:50',
      endTime: '2026-02-02 08:00:20',
      fileName: clip,
    })
  })
})
afterAll(() => server.close())
beforeEach(() => server.db.owner.query('delete from evidence_view'))

const addressFor = async (who: Person, name: string, variant = '') =>
  (await who.call('GET', `/admin/sys-file/batchFileUrl?fileName=${name}${variant && `&variant=${variant}`}`)).data[0].url
const get = (url: string, headers = {}) => server.app.inject({ url, headers })
const viewsFor = async (who: Person): Promise<EvidenceView[]> =>
  (await who.call('GET', `/admin/violationEvent/evidence?violationEventId=${id}`)).data.views
const openedFor = async (who: Person) => (await viewsFor(who)).map(({ userName, fileName }) => [userName, fileName])

test('who opened a picture is noted once, whatever number of parts it is read in, and again an hour later', async () => {
  const url = await addressFor(viewer, photo)
  const part = (start: number) => get(url, { range: `bytes=${start}-${start + 99}` })
  const replies = await Promise.all([0, 100, 200, 300, 400, 500].map(part))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 206))
  expect(await openedFor(handler)).toEqual([['viewer', photo]])
  await server.db.owner.query(`update evidence_view set create_time = create_time - interval '61 minutes'`)
  await get(url)
  expect(await openedFor(handler)).toEqual([
    ['viewer', photo],
    ['viewer', photo],
  ])
})

test('whoever reads a file by their token is noted too', async () => {
  const read = await server.app.inject({ url: filePath(photo), headers: bearer(handler) })
  expect(read.statusCode).toBe(200)
  expect(await openedFor(viewer)).toEqual([['handler', photo]])
})

test('nobody is noted by an address alone, by bytes that are gone, or by a file that is no evidence', async () => {
  const admin = await server.login('admin')
  const url = await addressFor(viewer, photo)
  expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
  expect((await get(`${url}x`)).statusCode).toBe(401)
  expect((await get(url, { range: 'bytes=9000-' })).statusCode).toBe(416)
  expect((await get(await addressFor(viewer, lost))).statusCode).toBe(404)
  expect((await get(await addressFor(admin, plain))).statusCode).toBe(200)
  const { rows } = await server.db.owner.query('select count(*)::int as n from evidence_view')
  expect(rows).toEqual([{ n: 0 }])
})

test('views of a clip are hidden from those who do not see the clip', async () => {
  const admin = await server.login('admin')
  await get(await addressFor(admin, clip))
  expect(await openedFor(admin)).toEqual([['admin', clip]])
  expect(await openedFor(viewer)).toEqual([])
})

test('the case says who opened what under its name there, and who took the case out, which is a view itself', async () => {
  await get(await addressFor(handler, photo))
  const take = async (who: Person) => {
    const { url } = (await who.call('POST', '/admin/violationEvent/case', { violationEventId: id })).data
    return entriesOf((await get(url)).rawPayload)
  }
  const entries = await take(viewer)
  const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`
  expect(String(entries.get('case.txt'))).toMatch(
    new RegExp(
      `证据查看记录\r\n${time}  handler  pictures/01-20260202080020-CH1\\.jpg\r\n${time}  viewer  案卷\r\n\r\n导出人: viewer`,
    ),
  )
  expect(JSON.parse(String(entries.get('case.json'))).evidence.views).toMatchObject([
    { userName: 'handler', fileName: photo },
    { userName: 'viewer', fileName: null },
  ])
  await take(viewer)
  expect(await openedFor(handler)).toEqual([
    ['handler', photo],
    ['viewer', null],
  ])
})
