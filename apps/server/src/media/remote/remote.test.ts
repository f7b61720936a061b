import { SimulatedVideoServer } from '@huanwei/fleet/video-server/video-server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { addVehicle, password, startTestServer } from '../../test-kit.ts'
import { addCameras } from './remote.test-kit.ts'

const did = 'A00013900'
const device = { did, plate: '川A00001', channels: 2, isOnline: true, files: [] as SimulatedFile[] }
type SimulatedFile = { chn: number; day: string; beg: number; end: number; isAlarm: boolean; loc?: number }
const remote = new SimulatedVideoServer({ account: 'monitor', password: 'remote-secret', devices: [device] })
let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let vehicle: Awaited<ReturnType<typeof addVehicle>>
let address: string
let web: string

beforeAll(async () => {
  address = `http://127.0.0.1:${await remote.listen()}`
  server = await startTestServer({ PRIVATE_HOSTS: '127.0.0.1' })
  web = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  admin = await server.login('admin')
  vehicle = await addVehicle(server.db)
  await addCameras(server, vehicle.vehicleId, did)
  await admin.call('POST', '/admin/unitInfo/addUnitInfo', {})
})
afterAll(async () => {
  await server.close()
  await remote.close()
})
beforeEach(async () => {
  remote.fault = undefined
  device.isOnline = true
})

/** Names the organisation's video server, as an administrator does. */
async function useServer(form: object) {
  const { data: unit } = await admin.call('POST', '/admin/unitInfo/getUnitInfoById', {})
  const changed = await admin.call('POST', '/admin/unitInfo/modifyUnitInfo', { updateTime: unit.updateTime, ...form })
  expect(changed.status).toBe(200)
  return changed
}
const useRemote = () => useServer({ videoSource: address, account: 'monitor', password: 'remote-secret' })

const camera = (channel = 1) => ({ vehicleId: vehicle.vehicleId, channel })
const ticket = (channel = 1, who = admin) => who.call('POST', '/admin/video/ticket', camera(channel))
const move = (act: string, more: object = {}) => admin.call('POST', '/admin/video/ptz', { ...camera(), act, ...more })
const files = (day: string) =>
  admin.call(
    'GET',
    `/admin/video/file/page?${new URLSearchParams({ vehicleId: String(vehicle.vehicleId), channel: '1', startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` })}`,
  )

function watch(url: string) {
  const socket = new WebSocket(web + url)
  const sent: Buffer[] = []
  const codes: (number | undefined)[] = []
  const states: string[] = []
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return sent.push(data)
    const { state, code } = JSON.parse(String(data))
    codes.push(code)
    return states.push(state)
  })
  return {
    socket,
    sent,
    states,
    codes,
    pictures: () => sent.length,
    texts: () => sent.map((one) => one.toString('latin1')).join(''),
  }
}

test('the server’s answers name neither its password nor a session', async () => {
  const { data } = await useRemote()
  expect(JSON.stringify(data)).not.toContain('remote-secret')
  await expect.poll(async () => (await ticket()).status).toBe(200)
  const { data: given } = await ticket()
  expect(Object.keys(given).sort()).toEqual(['expires', 'ticket', 'url'])
  expect(remote.logIns).toBe(1)
})

test('live pictures of the server’s device play by a ticket, for two who look at one stream, until the last one leaves', async () => {
  const [first, second] = [watch((await ticket()).data.url), watch((await ticket()).data.url)]
  for (const one of [first, second]) await expect.poll(() => one.states, { timeout: 20_000 }).toContain('playing')
  expect(remote.live).toBe(1)
  await expect.poll(() => first.pictures()).toBeGreaterThan(10)
  expect(first.texts()).not.toMatch(/jsession|remote-secret/)
  for (const one of [first, second]) one.socket.close()
  await expect.poll(() => remote.live, { timeout: 30_000 }).toBe(0)
}, 60_000)

test('a session that is gone is opened anew, once for all that ask', async () => {
  const before = remote.logIns
  remote.expireSessions()
  const answers = await Promise.all([move('left'), move('stop'), files('2026-01-05')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(remote.logIns).toBe(before + 1)
})

test('a camera turns, and what is on the device’s disk is listed', async () => {
  remote.commands.length = 0
  expect((await move('up')).data).toMatchObject({ outcome: 'confirmed' })
  expect((await move('stop')).data).toMatchObject({ outcome: 'confirmed' })
  expect(remote.commands).toEqual([
    { did, chn: 0, command: 2, param: 0 },
    { did, chn: 0, command: 19, param: 0 },
  ])
  device.files.push({ chn: 0, day: '2026-01-06', beg: 28_800, end: 30_600, isAlarm: true })
  expect((await files('2026-01-06')).data).toMatchObject({
    outcome: 'confirmed',
    records: [{ channel: 1, startTime: '2026-01-06 08:00:00', endTime: '2026-01-06 08:30:00', isAlarm: true }],
  })
  expect((await files('2026-01-07')).data).toMatchObject({ outcome: 'confirmed', records: [] })
})

test('what storage and download servers hold is listed with what is on the disk, once, and while the device is away', async () => {
  const file = { chn: 0, day: '2026-01-08', beg: 28_800, end: 30_600, isAlarm: false }
  const later = { ...file, beg: 32_400, end: 34_200 }
  device.files.push(file, { ...file, loc: 2 }, { ...later, loc: 2 }, { ...later, beg: 36_000, end: 37_800, loc: 4 })
  const times = async () =>
    (await files('2026-01-08')).data.records.map(({ startTime }: { startTime: string }) => startTime.slice(11))
  expect(await times()).toEqual(['08:00:00', '09:00:00', '10:00:00'])
  device.isOnline = false
  const other = { ...camera(), channel: '1', startTime: '2026-01-08 00:00:00', endTime: '2026-01-08 23:00:00' }
  const away = await admin.call(
    'GET',
    `/admin/video/file/page?${new URLSearchParams({ ...other, vehicleId: String(other.vehicleId) })}`,
  )
  expect(away.data).toMatchObject({ outcome: 'confirmed', records: [{}, {}, {}] })
  expect((await files('2026-01-09')).data).toMatchObject({ outcome: 'offline', records: [] })
})

test('an older server is asked by the plate for what its storage servers hold', async () => {
  device.plate = vehicle.plateNumber
  remote.storesByPlate = true
  device.files.push({ chn: 0, day: '2026-01-10', beg: 28_800, end: 30_600, isAlarm: false, loc: 2 })
  expect((await files('2026-01-10')).data).toMatchObject({
    outcome: 'confirmed',
    records: [{ startTime: '2026-01-10 08:00:00' }],
  })
  remote.storesByPlate = false
})

test('diagonals and kept positions go to the server by their numbers', async () => {
  remote.commands.length = 0
  for (const act of ['leftUp', 'rightUp', 'leftDown', 'rightDown', 'stop'])
    expect((await move(act)).data, act).toMatchObject({ outcome: 'confirmed' })
  for (const act of ['goToPreset', 'savePreset', 'deletePreset'])
    expect((await move(act, { preset: 12 })).data, act).toMatchObject({ outcome: 'confirmed' })
  expect(remote.commands.map(({ command, param }) => [command, param])).toEqual([
    ...[4, 5, 6, 7, 19].map((command) => [command, 0]),
    ...[21, 22, 23].map((command) => [command, 12]),
  ])
  expect((await move('goToPreset')).msg).toContain('请填写预置位编号')
  for (const preset of [0, 256, 1.5, '1; drop']) expect((await move('savePreset', { preset })).status, String(preset)).toBe(400)
  expect(remote.commands).toHaveLength(8)
  const { data } = await admin.call('GET', `/admin/video/ptz/acts?vehicleId=${vehicle.vehicleId}&channel=1`)
  expect(data).toEqual(expect.arrayContaining(['leftUp', 'savePreset']))
})

test('zoom, focus, iris, light and wiper go to the server by the numbers of its interface', async () => {
  remote.commands.length = 0
  const acts = [
    'zoomOut',
    'zoomIn',
    'focusLess',
    'focusMore',
    'irisLess',
    'irisMore',
    'lightOn',
    'lightOff',
    'wiperOn',
    'wiperOff',
  ]
  for (const act of acts) expect((await move(act)).data, act).toMatchObject({ outcome: 'confirmed' })
  expect(remote.commands).toEqual(acts.map((_, i) => ({ did, chn: 0, command: 8 + i, param: 0 })))
})

test('its pictures are recorded as those of own cameras are', async () => {
  const { data: begun } = await admin.call('POST', '/admin/video/record', camera())
  const running = () => server.db.owner.query('select frames from video_recording where id = $1 and end_time is null', [begun.id])
  expect((await running()).rowCount).toBe(1)
  const viewer = watch((await ticket()).data.url)
  await expect.poll(() => viewer.pictures(), { timeout: 20_000 }).toBeGreaterThan(20)
  expect(remote.live).toBe(1)
  const { data: kept } = await admin.call('POST', '/admin/video/record/stop', { id: begun.id })
  expect(kept).toMatchObject({ id: begun.id, channel: 1, endReason: 'asked' })
  expect(kept.frames).toBeGreaterThan(10)
  viewer.socket.close()
  await expect.poll(() => remote.live, { timeout: 30_000 }).toBe(0)
}, 60_000)

test.each([13, 34] as const)(
  'a picture that the server refuses with %i says why, and comes with the next log-in',
  async (code) => {
    const { data } = await ticket()
    remote.forceOut(code)
    const viewer = watch(data.url)
    await expect.poll(() => viewer.codes, { timeout: 20_000 }).toContain(code)
    expect(viewer.states[viewer.codes.indexOf(code)]).toBe('refused')
    await expect.poll(() => viewer.states.at(-1), { timeout: 30_000 }).toBe('playing')
    viewer.socket.close()
    await expect.poll(() => remote.live, { timeout: 30_000 }).toBe(0)
  },
  90_000,
)

test('a device that is offline is said to be, and plays once it is back', async () => {
  device.isOnline = false
  expect((await move('left')).data.outcome).toBe('offline')
  const viewer = watch((await ticket()).data.url)
  await expect.poll(() => viewer.states, { timeout: 20_000 }).toContain('offline')
  device.isOnline = true
  await expect.poll(() => viewer.states.at(-1), { timeout: 20_000 }).toBe('playing')
  // Bytes that mean nothing end the stream, which is opened anew.
  remote.fault = 'garbage'
  await expect.poll(() => viewer.states.at(-1), { timeout: 20_000 }).not.toBe('playing')
  remote.fault = undefined
  await expect.poll(() => viewer.states.at(-1), { timeout: 30_000 }).toBe('playing')
  viewer.socket.close()
  await expect.poll(() => remote.live, { timeout: 30_000 }).toBe(0)
}, 120_000)

test.each([
  [13, '没有操作权限，视频会话已结束'],
  [34, '账号已在别处登录，视频会话已结束'],
] as const)('forced out with %s, the command is refused in words and the next one logs in anew', async (code, msg) => {
  await move('stop')
  const before = remote.logIns
  remote.forceOut(code)
  expect(await move('left')).toMatchObject({ status: 502, msg })
  expect((await move('stop')).data.outcome).toBe('confirmed')
  expect(remote.logIns).toBe(before + 1)
})

test('a server that is no video server, a wrong password and a host of this network are refused in words', async () => {
  remote.fault = 'garbage'
  await useRemote()
  await expect.poll(() => ticket()).toMatchObject({ status: 502, msg: '视频服务器不存在' })
  remote.fault = undefined
  await useServer({ password: 'wrong' })
  await expect.poll(() => ticket()).toMatchObject({ status: 502, msg: '密码错误' })
  await useServer({ account: 'nobody' })
  await expect.poll(() => ticket()).toMatchObject({ status: 502, msg: '用户名不存在' })
  const before = remote.logIns
  await useServer({ videoSource: address.replace('127.0.0.1', '127.0.0.2'), account: 'monitor', password: 'remote-secret' })
  await expect.poll(() => ticket()).toMatchObject({ status: 502, msg: '视频服务器不存在' })
  expect(remote.logIns).toBe(before)
})

test('who may not see the vehicle gets no picture of it, nor does another tenant', async () => {
  await useRemote()
  const viewer = await server.login('viewer')
  expect((await ticket(1, viewer)).status).toBe(403)
  expect((await ticket(1, await server.login('admin', 2))).status).toBe(404)
  expect((await ticket(3)).status).toBe(409)
})

test('without a server of its own the organisation’s pictures come from its terminals again', async () => {
  await useServer({ videoSource: '' })
  // There is no such terminal.
  await expect.poll(() => ticket()).toMatchObject({ status: 409, msg: expect.stringContaining('摄像头') })
})

test('the own video interface is such a server, too', async () => {
  const other = await startTestServer({ PRIVATE_HOSTS: 'localhost' })
  try {
    const theirs = await addVehicle(other.db, { terminalNo: '13900000009' })
    await other.db.owner.query('update vehicle set vehicle_camera = 2')
    await vi.waitUntil(() => other.latest.vehicles.of(1).get(theirs.vehicleId)?.vehicleCamera === 2, 30_000)
    await server.db.owner.query('update vehicle set video_device_id = $1', [theirs.terminalNo])
    await vi.waitUntil(() => server.latest.vehicles.of(1).get(vehicle.vehicleId)?.videoDeviceId === theirs.terminalNo, 30_000)
    await useServer({ videoSource: `127.0.0.1:${other.app.videoApiPort}`, account: 'admin', password })
    await expect.poll(async () => (await ticket()).status).toBe(200)
    // Its terminal is away.
    expect((await files('2026-01-05')).data.outcome).toBe('offline')
    expect((await move('left')).data.outcome).toBe('offline')
    await useServer({ password: 'wrong' })
    await expect.poll(() => ticket()).toMatchObject({ status: 502, msg: '密码错误' })
  } finally {
    await other.close()
  }
}, 60_000)
