import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { SimulatedVideoServer } from '@huanwei/fleet/video-server/video-server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { addCameras, nameVideoServer } from './remote.test-kit.ts'

const did = 'A00013900'
const device = { did, plate: '川A00001', channels: 2, isOnline: true, files: [] }
const remote = new SimulatedVideoServer({ account: 'monitor', password: 'remote-secret', devices: [device] })
let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let vehicleId: number

beforeAll(async () => {
  const address = `http://127.0.0.1:${await remote.listen()}`
  server = await startTestServer({ PRIVATE_HOSTS: '127.0.0.1,localhost' })
  admin = await server.login('admin')
  vehicleId = (await addVehicle(server.db)).vehicleId
  await addCameras(server, vehicleId, did)
  await nameVideoServer(admin, address, vehicleId)
})
afterAll(async () => {
  await server.close()
  await remote.close()
})
beforeEach(() => {
  remote.fault = undefined
  remote.fileHost = '127.0.0.1'
  remote.uploads.areFailing = false
  remote.uploads.looks = 1
  remote.fetched.length = 0
  device.isOnline = true
})

const day = '2026-01-06'
let second = 0
/** Each upload is of another span. */
const span = () => ({ startTime: `${day} 08:00:00`, endTime: `${day} 08:01:${String(second++).padStart(2, '0')}` })
const start = (more: object = span(), who = admin) => who.call('POST', '/admin/video/upload', { vehicleId, channel: 2, ...more })
const control = (id: number, act: string) => admin.call('POST', '/admin/video/upload/control', { id, act })
const list = async (who = admin) => (await who.call('GET', `/admin/video/upload/list?vehicleId=${vehicleId}`)).data
const one = async (id: number) => (await list()).find((upload: { id: number }) => upload.id === id)
/** As it is once it has been looked at again, which is due at once: nobody waits for the next time. */
async function lookedAt(id: number) {
  await server.db.owner.query('update video_upload set next_time = now() where id = $1', [id])
  return one(id)
}
const becomes = (id: number, wanted: object) => expect.poll(() => lookedAt(id), { timeout: 60_000 }).toMatchObject(wanted)

test('what a device has uploaded to its server is fetched from there, for who sees the vehicle', async () => {
  const before = remote.uploads.tasks.length
  const { data } = await start({ startTime: `${day} 08:00:00`, endTime: `${day} 08:30:00`, networks: ['wifi', 'mobile'] })
  expect(data).toMatchObject({ state: 'asked', channel: 2, files: [], failure: null })
  expect(remote.uploads.tasks.slice(before)).toMatchObject([
    { did, chn: 2, from: `${day} 28800`, to: `${day} 30600`, networks: 5 },
  ])
  await becomes(data.id, { state: 'done' })
  const done = await one(data.id)
  const [file] = done.files
  const clip = await readFile(new URL('../../../../fleet/src/cameras/loops/clip.mp4', import.meta.url))
  expect(done).toMatchObject({ bytes: clip.length, expected: clip.length, failure: null })
  expect(file).toMatchObject({
    original: '02_20260106080000_20260106083000.mp4',
    isPlayable: true,
    fileSize: clip.length,
    sha256: createHash('sha256').update(clip).digest('hex'),
  })
  // The server lets nobody have it without a session, which goes to its own host.
  expect(remote.fetched).toEqual([
    { hasSession: false, host: '127.0.0.1' },
    { hasSession: true, host: '127.0.0.1' },
  ])
  expect(JSON.stringify(await list())).not.toMatch(/jsession|127\.0\.0\.1|remote-secret/)
  expect(await list(await server.login('admin', 2))).toEqual([])
}, 90_000)

test('it is paused, goes on and is called off at the server', async () => {
  remote.uploads.looks = 1000
  const { data } = await start()
  const task = remote.uploads.tasks.at(-1)
  await becomes(data.id, { state: 'uploading' })
  expect((await control(data.id, 'pause')).data.state).toBe('paused')
  expect(task?.state).toBe(0)
  expect(await lookedAt(data.id)).toMatchObject({ state: 'paused' })
  expect((await control(data.id, 'resume')).data.state).toMatch(/^(asked|uploading)$/)
  expect(task?.state).toBe(1)
  expect((await control(data.id, 'cancel')).data).toMatchObject({ state: 'cancelled', files: [] })
  expect(task?.state).toBe(2)
  expect((await control(data.id, 'pause')).status).toBe(409)
}, 90_000)

test('what somebody else does to the task there is seen here', async () => {
  remote.uploads.looks = 1000
  const { data } = await start()
  const seq = remote.uploads.tasks.length
  remote.uploads.control(did, seq, 0)
  await becomes(data.id, { state: 'paused' })
  remote.uploads.control(did, seq, 2)
  await becomes(data.id, { state: 'cancelled' })
}, 90_000)

test('a device that is away is asked again when it is back', async () => {
  device.isOnline = false
  const { data } = await start()
  expect(data).toMatchObject({ state: 'waiting' })
  device.isOnline = true
  await becomes(data.id, { state: 'done' })
}, 90_000)

test('a server that is away for a while costs nothing', async () => {
  const { data } = await start()
  remote.fault = 'garbage'
  await lookedAt(data.id)
  await becomes(data.id, { state: 'asked' })
  remote.fault = undefined
  await becomes(data.id, { state: 'done' })
}, 90_000)

test('a task that fails, that is gone, and a file that the server does not give are said to be', async () => {
  remote.uploads.areFailing = true
  const failing = await start()
  await becomes(failing.data.id, { state: 'failed', failure: 'server' })
  remote.uploads.areFailing = false
  const gone = await start()
  await server.db.owner.query('update video_upload set serial = 1000000 where id = $1', [gone.data.id])
  await becomes(gone.data.id, { state: 'failed', failure: 'server' })
  remote.fault = 'noAddress'
  const hidden = await start()
  await becomes(hidden.data.id, { state: 'failed', failure: 'unfetched', files: [] })
  remote.fault = 'pageForFile'
  const page = await start()
  await becomes(page.data.id, { state: 'failed', failure: 'unfetched', files: [] })
}, 120_000)

test('nothing is fetched from another host of this network, though the operator allows it as a server', async () => {
  remote.fileHost = 'localhost'
  const { data } = await start()
  await becomes(data.id, { state: 'failed', failure: 'unfetched' })
  expect(remote.fetched).toEqual([])
}, 90_000)

test('an organisation takes two files at once, each for an hour at the most', async () => {
  remote.fault = 'drip'
  const ids: number[] = []
  for (let count = 0; count < 3; count++) ids.push((await start()).data.id)
  const states = async () => {
    for (const id of ids) await lookedAt(id)
    return remote.uploads.tasks.slice(-3).map(({ state }) => state)
  }
  await expect.poll(states, { timeout: 60_000 }).toEqual([4, 4, 4])
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(remote.fetched.filter(({ hasSession }) => hasSession)).toHaveLength(2)
  for (const id of ids) expect((await control(id, 'cancel')).data).toMatchObject({ state: 'cancelled', files: [] })
  const { timeout } = AbortSignal
  const hours = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, Math.min(ms, 500)))
  const { data } = await start()
  await becomes(data.id, { state: 'failed', failure: 'unfetched', files: [] })
  expect(hours).toHaveBeenCalledWith(3_600_000)
  hours.mockRestore()
}, 150_000)

test('one is called off whatever its state has become, and a task that began meanwhile is called off at the server', async () => {
  remote.uploads.looks = 1000
  const { data } = await start()
  remote.fault = 'slow'
  const cancelling = control(data.id, 'cancel')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await server.db.owner.query(`update video_upload set state = 'paused' where id = $1`, [data.id])
  expect((await cancelling).data).toMatchObject({ state: 'cancelled' })
  const starting = start()
  const isThere = async () => (await list()).find(({ state }: { state: string }) => state === 'waiting')?.id
  const id = await vi.waitUntil(isThere, 2000)
  expect((await control(id, 'cancel')).data).toMatchObject({ state: 'cancelled' })
  expect((await starting).data).toMatchObject({ id, state: 'cancelled' })
  expect(remote.uploads.tasks.at(-1)?.state).toBe(2)
}, 90_000)

test('a task whose beginning has no answer is not begun without end', async () => {
  device.isOnline = false
  const { data } = await start()
  remote.fault = 'garbage'
  await becomes(data.id, { state: 'failed', failure: 'server' })
}, 90_000)

test('a refusal of the server is told in its words, and nothing is begun without the permission or out of sight', async () => {
  remote.forceOut(13)
  expect(await start()).toMatchObject({ status: 502, msg: '没有操作权限，视频会话已结束' })
  expect((await list())[0]).toMatchObject({ state: 'failed', failure: 'server' })
  const wanted = span()
  remote.uploads.looks = 1000
  const { data } = await start(wanted)
  expect((await start(wanted)).status).toBe(409)
  remote.forceOut(34)
  expect(await control(data.id, 'pause')).toMatchObject({ status: 502, msg: '账号已在别处登录，视频会话已结束' })
  expect((await control(data.id, 'cancel')).data.state).toBe('cancelled')
  const before = remote.uploads.tasks.length
  expect((await start(span(), await server.login('viewer'))).status).toBe(403)
  expect((await start(span(), await server.login('admin', 2))).status).toBe(404)
  expect((await start({ ...span(), channel: 3 })).status).toBe(409)
  expect(remote.uploads.tasks).toHaveLength(before)
}, 60_000)
