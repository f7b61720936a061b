import { type SimulatedDevice, SimulatedVideoServer } from '@huanwei/fleet/video-server/video-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { addCameras, nameVideoServer } from './remote.test-kit.ts'

const did = 'A00013900'
const day = '2026-01-06'
/** Half an hour, ten seconds right after it, and a minute in the afternoon. */
const files: SimulatedDevice['files'] = [
  { chn: 0, day, beg: 28_800, end: 30_600, isAlarm: false },
  { chn: 0, day, beg: 30_600, end: 30_610, isAlarm: true },
  { chn: 0, day, beg: 50_400, end: 50_460, isAlarm: false },
]
const device = { did, plate: '川A00001', channels: 2, isOnline: true, files }
const remote = new SimulatedVideoServer({ account: 'monitor', password: 'remote-secret', devices: [device] })
let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let vehicleId: number
let web: string

beforeAll(async () => {
  const address = `http://127.0.0.1:${await remote.listen()}`
  server = await startTestServer({ PRIVATE_HOSTS: '127.0.0.1' })
  web = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
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
  device.isOnline = true
  remote.played.length = 0
})

const ticket = (from: string, to: string, speed = 1, who = admin) =>
  who.call('POST', '/admin/video/ticket', {
    vehicleId,
    channel: 1,
    kind: 'playback',
    startTime: `${day} ${from}`,
    endTime: `${day} ${to}`,
    speed,
  })
const control = (act: string, more: object = {}) =>
  admin.call('POST', '/admin/video/playback/control', { vehicleId, channel: 1, act, ...more })

type Status = { state: string; time?: string; reason?: string; code?: number }

function watch(url: string) {
  const socket = new WebSocket(web + url)
  const statuses: Status[] = []
  let pictures = 0
  let bytes = ''
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return statuses.push(JSON.parse(String(data)))
    bytes += data.toString('latin1')
    return pictures++
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const last = () => statuses.at(-1)
  return {
    socket,
    statuses,
    last,
    closed,
    pictures: () => pictures,
    bytes: () => bytes,
    time: () => last()?.time?.slice(11) ?? '',
  }
}
const play = async (from: string, to: string, speed = 1) => watch((await ticket(from, to, speed)).data.url)

test('a file plays from the moment that was asked for, at the pace at which it was taken, though the server sends faster', async () => {
  const viewer = await play('08:10:00', '08:30:00')
  await expect.poll(viewer.last).toMatchObject({ state: 'playing' })
  await expect.poll(viewer.time).toMatch(/^08:10:0[3-9]/)
  expect(remote.played).toEqual([{ did, chn: 0, beg: 28_800, offset: 600_000 }])
  expect(viewer.bytes()).not.toMatch(/jsession|remote-secret/)

  expect((await control('pause')).data).toMatchObject({ outcome: 'confirmed' })
  await expect.poll(viewer.last).toMatchObject({ state: 'paused' })
  const { time } = viewer.last() ?? {}
  expect((await control('resume')).data).toMatchObject({ outcome: 'confirmed' })
  await expect.poll(viewer.last).toMatchObject({ state: 'playing' })
  await expect.poll(() => viewer.time() > String(time?.slice(11))).toBe(true)
  expect(viewer.time() < '08:11:00').toBe(true)

  expect((await control('speed', { speed: 16 })).data).toMatchObject({ outcome: 'confirmed' })
  await expect.poll(() => viewer.time() > '08:10:40', { timeout: 20_000 }).toBe(true)
  expect((await control('keyFrames', { speed: 16 })).data).toMatchObject({ outcome: 'refused' })
  expect((await control('speed', { speed: 1 })).data).toMatchObject({ outcome: 'confirmed' })

  expect((await control('jump', { time: `${day} 08:20:00` })).data).toMatchObject({ outcome: 'confirmed' })
  await expect.poll(viewer.time).toMatch(/^08:20:[0-5][1-9]/)
  expect(remote.played.at(-1)).toEqual({ did, chn: 0, beg: 28_800, offset: 1_200_000 })
  expect((await control('jump', { time: `${day} 08:12:00` })).data).toMatchObject({ outcome: 'confirmed' })
  await expect.poll(viewer.time).toMatch(/^08:12:[0-5][1-9]/)
  expect((await control('end')).data).toMatchObject({ outcome: 'confirmed' })
  expect(await viewer.closed).toBe(4403)
  expect(viewer.last()).toMatchObject({ state: 'ended', reason: 'finished' })
}, 90_000)

test('the next file follows, over a gap of hours at once, and the end is told', async () => {
  const viewer = await play('08:29:58', '14:01:00', 16)
  expect(await viewer.closed).toBe(4403)
  expect(viewer.last()).toMatchObject({ state: 'ended', reason: 'finished' })
  expect(viewer.statuses.map(({ time }) => time)).toContain(`${day} 14:00:59`)
  expect(remote.played.map(({ beg, offset }) => [beg, offset])).toEqual([
    [28_800, 1_798_000],
    [30_600, 0],
    [50_400, 0],
  ])
}, 60_000)

test('a device that is away, nothing recorded, and a file that is no FLV are told, and a file plays on after a break', async () => {
  device.isOnline = false
  const away = await play('08:00:00', '08:30:00')
  await expect.poll(away.last).toMatchObject({ state: 'offline' })
  device.isOnline = true
  await expect.poll(away.last, { timeout: 20_000 }).toMatchObject({ state: 'playing' })
  away.socket.close()

  remote.fault = 'garbledFile'
  remote.played.length = 0
  const broken = await play('08:00:00', '08:30:00')
  await expect.poll(() => remote.played.length, { timeout: 20_000 }).toBeGreaterThan(1)
  remote.fault = undefined
  await expect.poll(broken.last, { timeout: 20_000 }).toMatchObject({ state: 'playing' })
  broken.socket.close()

  remote.fault = 'fileAsItIs'
  const asItIs = await play('08:00:00', '08:30:00')
  await expect.poll(asItIs.last, { timeout: 20_000 }).toMatchObject({ state: 'cannotPlay' })
  remote.fault = undefined
  asItIs.socket.close()

  const nothing = await play('10:00:00', '10:30:00')
  await expect.poll(nothing.last, { timeout: 20_000 }).toMatchObject({ state: 'refused' })
  nothing.socket.close()
}, 120_000)

test('a session that is gone is opened anew for a file, and one that was forced out says why', async () => {
  remote.expireSessions()
  const viewer = await play('08:00:00', '08:30:00')
  await expect.poll(viewer.last, { timeout: 20_000 }).toMatchObject({ state: 'playing' })
  viewer.socket.close()
  const { data } = await ticket('08:00:00', '08:30:00')
  remote.forceOut(34)
  const forced = watch(data.url)
  await expect.poll(() => forced.statuses.map(({ code }) => code), { timeout: 20_000 }).toContain(34)
  forced.socket.close()
}, 60_000)

test('only one person plays a channel, and nobody without the permission or of another organisation', async () => {
  expect((await ticket('08:00:00', '08:30:00', 1, await server.login('viewer'))).status).toBe(403)
  expect((await ticket('08:00:00', '08:30:00', 1, await server.login('admin', 2))).status).toBe(404)
  const first = await play('08:00:00', '08:30:00')
  await expect.poll(first.last, { timeout: 20_000 }).toMatchObject({ state: 'playing' })
  const next = await play('08:05:00', '08:30:00')
  expect(await first.closed).toBe(4403)
  expect(first.last()).toMatchObject({ reason: 'replaced' })
  await expect.poll(next.time, { timeout: 20_000 }).toMatch(/^08:05:/)
  next.socket.close()
}, 60_000)

test('what a storage server holds plays while the device is away', async () => {
  device.files.push({ chn: 0, day, beg: 72_000, end: 72_600, isAlarm: false, loc: 2 })
  device.isOnline = false
  const viewer = await play('20:05:00', '20:10:00')
  await expect.poll(viewer.last, { timeout: 20_000 }).toMatchObject({ state: 'playing' })
  await expect.poll(viewer.time, { timeout: 20_000 }).toMatch(/^20:05:/)
  expect(remote.played).toEqual([{ did, chn: 0, beg: 72_000, offset: 300_000 }])
  viewer.socket.close()
}, 60_000)
