import { connect } from 'node:net'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import type { OpenVideo } from '@huanwei/terminal/messages/video'
import { packetsOf } from '@huanwei/terminal/pictures/frames'
import { Codec, encodePacket, PacketKind } from '@huanwei/terminal/pictures/packet'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { dial } from '../position/ingest/terminal.test-kit.ts'
import { type Ingest, startIngest } from '../position/link.ts'
import { addVehicle, startTestServer } from '../test-kit.ts'

const terminalNo = '13900000001'
let server: Awaited<ReturnType<typeof startTestServer>>
let ingest: Ingest
let app: Awaited<ReturnType<typeof buildApp>>
let web: string
let vehicleId: number
let terminal: Awaited<ReturnType<typeof dial>>

beforeAll(async () => {
  server = await startTestServer()
  const config = readConfig({ JT808_PORT: '0', DEMO: 'off', LOG_LEVEL: 'error', DATA_DIR: server.config.DATA_DIR })
  ingest = await startIngest({ config, addresses: server.db.addresses, log: console })
  app = await buildApp({ ...server, ingest })
  web = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  vehicleId = (await addVehicle(server.db, { terminalNo })).vehicleId
  await server.db.owner.query('update vehicle set vehicle_camera = 2, hide_channel = $1 where id = $2', [[2], vehicleId])
  await vi.waitUntil(() => server.latest.vehicles.of(1).get(vehicleId)?.vehicleCamera === 2, 60_000)
  terminal = await dial(ingest.port, terminalNo)
  await terminal.open()
})
afterAll(async () => {
  terminal.close()
  await app.close()
  await ingest.close()
  await server.close()
})

async function ask(username: string, input: object = {}, tenantId = 1) {
  const { token } = await server.login(username, tenantId)
  const headers = { authorization: `Bearer ${token.access_token}` }
  const payload = { vehicleId, channel: 1, ...input }
  const reply = await app.inject({ method: 'POST', url: '/admin/video/ticket', headers, payload })
  return { status: reply.statusCode, data: reply.json().data, headers }
}

/** Tag types and frame kinds of what a viewer got: `key`, `other`, `description`; and its texts. */
function watch(url: string) {
  const socket = new WebSocket(web + url)
  const pictures: string[] = []
  const statuses: { state: string; reason?: string }[] = []
  let bytes = 0
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return statuses.push(JSON.parse(String(data)))
    bytes += data.length
    if (data.subarray(0, 3).toString() === 'FLV') return pictures.push('header')
    return pictures.push(data[12] === 0 ? 'description' : (data[11] ?? 0) >> 4 === 1 ? 'key' : 'other')
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return { socket, pictures, statuses, closed, bytes: () => bytes }
}

const startCode = [0, 0, 0, 1]
const keyFrame = Buffer.from([...startCode, 0x67, 0x42, 0, 0x1e, 1, ...startCode, 0x68, 1, 2, ...startCode, 0x65, 9, 9, 9])
const otherFrame = Buffer.from([...startCode, 0x41, 7, 7, 7])

/** Answers the next command to open a picture; the returned camera sends a frame at each call. */
async function openCamera(channel = 1) {
  const { header, message } = await terminal.next((one) => one.message.id === MessageId.openVideo)
  const { host, tcpPort, stream } = message as OpenVideo
  terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: MessageId.openVideo, result: ReplyResult.ok })
  const socket = connect(tcpPort, host)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  let sequence = 0
  function send(isKey: boolean) {
    const kind = isKey ? PacketKind.intra : PacketKind.predicted
    const head = { codec: Codec.h264, sim: terminalNo.padStart(12, '0'), channel, timestamp: 1000 + sequence * 80 }
    const data = isKey ? keyFrame : otherFrame
    for (const packet of packetsOf({ ...head, kind, sequence: sequence++, sinceKey: 0, sinceLast: 80, data }))
      socket.write(encodePacket(packet))
  }
  return { send, closed, stream, close: () => socket.destroy() }
}

test('viewers share one picture of a camera; who comes later begins with the key frame; after the last one it is closed', async () => {
  const first = watch((await ask('admin')).data.url)
  const camera = await openCamera()
  const second = watch((await ask('admin')).data.url)
  camera.send(false)
  camera.send(true)
  camera.send(false)
  await expect.poll(() => first.pictures).toEqual(['header', 'description', 'key', 'other'])
  await expect.poll(() => second.pictures).toEqual(['header', 'description', 'key', 'other'])
  const third = watch((await ask('admin')).data.url)
  await expect.poll(() => third.pictures).toEqual(['header', 'description', 'key', 'other'])
  camera.send(false)
  for (const one of [first, second, third]) await expect.poll(() => one.pictures.length).toBe(5)
  expect(first.statuses.at(-1)).toMatchObject({ state: 'playing' })
  for (const { socket } of [first, second, third]) socket.close()
  const { message } = await terminal.next((one) => one.message.id !== MessageId.platformReply)
  expect(message).toMatchObject({ id: MessageId.controlVideo, channel: 1, command: 0 })
  await camera.closed
}, 60_000)

test('a picture goes on when the camera comes back, and ends with the session', async () => {
  const { data, headers } = await ask('admin')
  const viewer = watch(data.url)
  const camera = await openCamera()
  camera.send(true)
  await expect.poll(() => viewer.pictures.includes('key')).toBe(true)
  camera.close()
  const again = await openCamera()
  again.send(true)
  await expect.poll(() => viewer.pictures.filter((kind) => kind === 'key').length, { timeout: 20_000 }).toBe(2)
  await app.inject({ method: 'DELETE', url: '/auth/token/logout', headers })
  expect(await viewer.closed).toBe(4403)
  expect(viewer.statuses.at(-1)).toEqual({ state: 'ended', reason: 'rights' })
  await terminal.next((one) => one.message.id === MessageId.controlVideo)
}, 60_000)

test('a viewer is told that no key frame comes, and that the picture stands still', async () => {
  const viewer = watch((await ask('admin')).data.url)
  const camera = await openCamera()
  const sending = setInterval(() => camera.send(false), 100)
  await expect.poll(() => viewer.statuses.at(-1)?.state, { timeout: 30_000 }).toBe('noKeyFrame')
  clearInterval(sending)
  camera.send(true)
  await expect.poll(() => viewer.statuses.at(-1)?.state).toBe('playing')
  await expect.poll(() => viewer.statuses.at(-1)?.state, { timeout: 30_000 }).toBe('frozen')
  camera.send(false)
  await expect.poll(() => viewer.statuses.at(-1)?.state).toBe('playing')
  viewer.socket.close()
  await terminal.next((one) => one.message.id === MessageId.controlVideo)
}, 120_000)

test('a ticket opens once, and nothing opens with another one', async () => {
  const { data } = await ask('admin')
  const first = watch(data.url)
  await expect.poll(() => first.pictures.length).toBe(1)
  for (const url of [data.url, '/live/media?ticket=guess', '/live/media']) {
    const other = watch(url)
    expect(await other.closed).toBe(4403)
    expect(other.statuses).toEqual([{ state: 'ended', reason: 'ticket' }])
  }
  first.socket.close()
})

test('without the permission, in another tenant and outside the scope there is no ticket, nor for a channel that is not shown', async () => {
  expect((await ask('nobody')).status).toBe(403)
  expect((await ask('handler')).status).toBe(403)
  expect((await ask('admin', {}, 2)).status).toBe(404)
  expect((await ask('admin', { vehicleId: 999_999 })).status).toBe(404)
  expect((await ask('admin', { channel: 2 })).status).toBe(409)
  const give = `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
    where r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' and m.permission = 'video_view'`
  expect((await server.db.owner.query(give)).rowCount).toBe(1)
  await expect.poll(async () => (await ask('handler')).status, { timeout: 20_000 }).toBe(200)
  const move = `update vehicle set dept_id = (select dept_id from sys_dept where tenant_id = 1 and name = '二部') where id = $1`
  await server.db.owner.query(move, [vehicleId])
  await expect.poll(async () => (await ask('handler')).status, { timeout: 20_000 }).toBe(404)
})
