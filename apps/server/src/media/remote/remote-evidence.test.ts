import { readFile } from 'node:fs/promises'
import { SimulatedVideoServer } from '@huanwei/fleet/video-server/video-server'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findPicturesOf } from '../../features/video/api/queries.ts'
import { addVehicle, addViolation, startTestServer } from '../../test-kit.ts'
import { addCameras, nameVideoServer } from './remote.test-kit.ts'

const did = 'A00013900'
const device = { did, plate: '川A00001', channels: 2, isOnline: true, files: [] }
const remote = new SimulatedVideoServer({ account: 'monitor', password: 'remote-secret', devices: [device] })
let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let vehicle: Awaited<ReturnType<typeof addVehicle>>
let violationEventId: number
let photo: Buffer
let unnamed: { status: number; data: unknown }
const page = Buffer.from('<html>502 Bad Gateway</html>')
const at = (time: string) => Date.parse(`2026-01-05T${time}+08:00`)

beforeAll(async () => {
  const address = `http://127.0.0.1:${await remote.listen()}`
  server = await startTestServer({ PRIVATE_HOSTS: '127.0.0.1,localhost' })
  admin = await server.login('admin')
  vehicle = await addVehicle(server.db)
  device.plate = vehicle.plateNumber
  const { vehicleId } = vehicle
  await addCameras(server, vehicleId, did)
  // From 8:00:00 to 8:02:05.
  violationEventId = await addViolation(server.db, vehicle, [])
  unnamed = await list()
  await nameVideoServer(admin, address, vehicleId)
  photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
  const clip = await readFile(new URL('../../../../fleet/src/cameras/loops/clip.mp4', import.meta.url))
  const held = { did, chn: 1, alarmType: 620, isVideo: false, bytes: photo }
  remote.evidence.files.push(
    { ...held, id: 'photo', time: at('08:00:01') },
    { ...held, id: 'clip', time: at('07:59:55'), isVideo: true, bytes: clip },
    { ...held, id: 'page', time: at('08:00:05'), bytes: page },
    { ...held, id: 'film', time: at('08:00:06'), isVideo: true, bytes: page },
    { ...held, id: 'early', time: at('07:00:00') },
    { ...held, id: 'other', did: 'A00013901', time: at('08:00:01') },
  )
})
afterAll(async () => {
  await server.close()
  await remote.close()
})
beforeEach(() => {
  remote.fault = undefined
  remote.fileHost = '127.0.0.1'
  remote.evidence.listsByPlate = true
})

const list = (who = admin) => who.call('GET', `/admin/video/evidence/list?violationEventId=${violationEventId}`)
const keep = (key: string, who = admin) => who.call('POST', '/admin/video/evidence/keep', { violationEventId, key })
const attachments = async (id = violationEventId) =>
  (await admin.call('GET', `/admin/violationEvent/evidence?violationEventId=${id}`)).data.attachments
/** Keys of what is listed, in its order. */
const keys = async (): Promise<string[]> => (await list()).data.map(({ key }: { key: string }) => key)

test('an organisation without such a server has nothing there', () => {
  expect(unnamed).toMatchObject({ status: 200, data: [] })
})

test('photos and clips that the server holds around a violation are listed without an address', async () => {
  const { status, data } = await list()
  expect(status).toBe(200)
  expect(data).toMatchObject([
    { kind: 'video', channel: 2, time: '2026-01-05 07:59:55', isKept: false },
    { kind: 'picture', channel: 2, time: '2026-01-05 08:00:01', isKept: false },
    { kind: 'picture', time: '2026-01-05 08:00:05' },
    { kind: 'video', time: '2026-01-05 08:00:06' },
  ])
  expect(JSON.stringify(data)).not.toMatch(/http|jsession|127\.0\.0\.1/)
})

test('a server that does not list them by plate is asked alarm by alarm', async () => {
  const { data } = await list()
  remote.evidence.listsByPlate = false
  expect(await list()).toMatchObject({ status: 200, data })
})

test('files of one camera and second without ids of their own have different keys', async () => {
  const twin = { id: 'twin', listedAs: '', did, chn: 0, alarmType: 620, isVideo: false, time: at('08:00:02'), bytes: photo }
  remote.evidence.files.push(twin, { ...twin, id: 'other twin', bytes: photo.subarray(1) })
  const found = await keys()
  remote.evidence.files.splice(-2)
  expect(found).toHaveLength(6)
  expect(new Set(found).size).toBe(6)
})

test('one is kept with the violation’s own files, once however often it is asked for', async () => {
  const [clip = '', image = ''] = await keys()
  for (const key of [image, clip, image]) expect(await keep(key)).toMatchObject({ status: 200, data: true })
  const kept = await attachments()
  expect(kept).toHaveLength(2)
  expect(kept).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'picture', channel: 2, original: expect.stringMatching(/^00_2_20260105080001_\w+\.jpg$/) }),
      expect.objectContaining({ kind: 'video', channel: 2, original: expect.stringMatching(/\.mp4$/) }),
    ]),
  )
  expect((await list()).data.map(({ isKept }: { isKept: boolean }) => isKept)).toEqual([true, true, false, false])
  expect(JSON.stringify(kept)).not.toMatch(/http|jsession/)
})

test('what is kept has its own time, and belongs to its violation alone, though that begins at another time later on', async () => {
  const times = ['2026-01-05 07:59:55', '2026-01-05 08:00:01']
  const other = await addViolation(server.db, vehicle, [], '2026-01-05 07:59:50')
  await server.db.owner.query(`update violation_event set create_time = create_time + interval '1 minute' where id = $1`, [
    violationEventId,
  ])
  expect((await attachments()).map(({ time }: { time: string }) => time)).toEqual(times)
  expect(await attachments(other)).toEqual([])
  const pictures = await server.db.within({ tenantId: 1 }, (tx) => findPicturesOf(tx, { tenantId: 1 }, [violationEventId, other]))
  expect(pictures.map(({ violationId }) => violationId)).toEqual([violationEventId])
})

test('what is no picture or clip, what is gone or elsewhere and what the server refuses is said in words', async () => {
  const [clip = '', image = '', ...pages] = await keys()
  for (const key of pages) expect(await keep(key)).toMatchObject({ status: 502, msg: '视频服务器没有给出该文件' })
  expect((await keep('nothing')).status).toBe(404)
  remote.fileHost = 'localhost'
  remote.fetched.length = 0
  expect((await keep(image)).status).toBe(502)
  expect(remote.fetched).toEqual([])
  remote.fileHost = '127.0.0.1'
  remote.fault = 'pageForFile'
  expect((await keep(clip)).status).toBe(502)
  remote.fault = 'garbage'
  expect(await list()).toMatchObject({ status: 502, msg: '视频服务器不存在' })
  remote.fault = undefined
  remote.forceOut(13)
  expect(await list()).toMatchObject({ status: 502, msg: '没有操作权限，视频会话已结束' })
  expect(await attachments()).toHaveLength(2)
})

test('without the permission, and in another organisation, there is nothing to see or to keep', async () => {
  const viewer = await server.login('viewer')
  expect([(await list(viewer)).status, (await keep('photo', viewer)).status]).toEqual([403, 403])
  const other = await server.login('admin', 2)
  expect([(await list(other)).status, (await keep('photo', other)).status]).toEqual([404, 404])
})

test('a clip that is no MP4 is kept to be downloaded, with its type and never to be shown; a text in its place is refused', async () => {
  const fill = Buffer.alloc(600, 7)
  const clips: Record<string, Buffer> = {
    avi: Buffer.concat([Buffer.from('RIFF\x58\x02\0\0AVI LIST', 'latin1'), fill]),
    h264: Buffer.concat([Buffer.from('0000000167420029', 'hex'), fill]),
    bin: Buffer.concat([Buffer.from('GREC\0\x01\x02\x03', 'latin1'), fill]),
  }
  const refused = [
    Buffer.from('{"result":8}'),
    Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>'),
    Buffer.from('%PDF-1.7\0'),
  ]
  const held = { did, chn: 0, alarmType: 620, isVideo: true }
  const before = remote.evidence.files.length
  for (const [i, bytes] of [...Object.values(clips), ...refused].entries())
    remote.evidence.files.push({ ...held, id: `clip ${i}`, time: at(`08:04:0${i}`), bytes })
  const found = (await list()).data.filter(({ time }: { time: string }) => time.startsWith('2026-01-05 08:04'))
  const answers = []
  for (const { key } of found) answers.push((await keep(key)).status)
  remote.evidence.files.splice(before)
  expect(answers).toEqual([200, 200, 200, 502, 502, 502])
  const kept = (await attachments()).filter(({ time }: { time: string }) => time.startsWith('2026-01-05 08:04'))
  const types = { avi: 'video/x-msvideo', h264: 'video/h264', bin: 'application/octet-stream' }
  for (const [i, [type, media]] of Object.entries(types).entries()) {
    expect(kept[i]).toMatchObject({ kind: 'video', original: expect.stringMatching(new RegExp(`\\.${type}$`)) })
    const file = await server.app.inject({
      url: `/admin/sys-file/huanwei/${kept[i].fileName}`,
      headers: { authorization: `Bearer ${admin.token.access_token}` },
    })
    expect(file.headers).toMatchObject({
      'content-type': media,
      'content-disposition': expect.stringMatching(/^attachment;/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
    expect(file.rawPayload.equals(clips[type]!)).toBe(true)
  }
})
