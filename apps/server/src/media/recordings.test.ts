import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { LiveCameras } from '@huanwei/fleet/cameras/live-cameras'
import { loopOf } from '@huanwei/fleet/cameras/picture-loop'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { VideoStream } from '@huanwei/terminal/messages/video'
import { FrameAssembly } from '@huanwei/terminal/pictures/frames'
import { PacketKind } from '@huanwei/terminal/pictures/packet'
import { PacketReader } from '@huanwei/terminal/pictures/packet-reader'
import { expect, test } from 'vitest'
import { mediaKit } from './media.test-kit.ts'
import { firstShown, readMovie, shownOf } from './recording/frames.test-kit.ts'

const { ask, call, watch, openCamera, query, terminal, terminalNo, vehicleId, get } = mediaKit()

const start = (username: string, input: object = {}, tenantId = 1) =>
  call(username, 'POST', '/admin/video/record', input, tenantId)
const stop = (username: string, id: number, tenantId = 1) => call(username, 'POST', '/admin/video/record/stop', { id }, tenantId)
const list = (username: string, input: object = {}, tenantId = 1) =>
  call(username, 'GET', '/admin/video/record/page', input, tenantId)

const closedByServer = () => terminal().next((one) => one.message.id === MessageId.controlVideo)

test('a recording keeps the stream on without a viewer, asks for it once, and is played by ranges from the file store', async () => {
  const { data: begun, status } = await start('admin')
  expect([status, begun.endTime, begun.fileName, begun.isOwn]).toEqual([200, null, null, true])
  const camera = await openCamera()
  camera.send(true)
  const viewer = watch((await ask('admin')).data.url)
  await expect.poll(() => viewer.pictures).toEqual(['header', 'description', 'key'])
  viewer.socket.close()
  for (let i = 0; i < 9; i++) camera.send(i === 4)
  expect((await list('admin', { running: 'true' })).data.records).toMatchObject([{ id: begun.id, endTime: null }])
  const late = watch((await ask('admin')).data.url)
  await expect.poll(() => late.pictures.filter((kind) => kind !== 'header').length).toBeGreaterThan(5)
  late.socket.close()
  const { data: kept } = await stop('admin', begun.id)
  expect(kept).toMatchObject({ id: begun.id, frames: 10, endReason: 'asked' })
  await closedByServer()

  const { headers } = await ask('admin')
  const whole = await get(`/admin/sys-file/huanwei/${kept.fileName}`, headers)
  expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.length]).toEqual([200, 'video/mp4', kept.fileSize])
  const { frames } = await readMovie(whole.rawPayload)
  expect(frames.map(({ isKey }) => isKey)).toEqual(Array.from({ length: 10 }, (_, i) => i % 5 === 0))
  const part = await get(`/admin/sys-file/huanwei/${kept.fileName}`, { ...headers, range: 'bytes=10-19' })
  expect([part.statusCode, part.rawPayload]).toEqual([206, whole.rawPayload.subarray(10, 20)])
}, 60_000)

/** A line to the cameras' port at which is seen what a camera sends: hashes of its pictures. */
async function tappedLine(port: number) {
  const sent: string[] = []
  const server = createServer((camera) => {
    const [reader, assembly] = [new PacketReader(), new FrameAssembly()]
    const product = connect(port, '127.0.0.1')
    for (const socket of [camera, product]) socket.on('error', () => undefined)
    camera.on('data', (chunk) => {
      for (const packet of reader.push(chunk)) {
        const frame = assembly.add(packet)
        if (frame && frame.kind !== PacketKind.sound) sent.push(shownOf(frame.data, frame.codec))
      }
    })
    camera.pipe(product).pipe(camera)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, sent, close: () => server.close() }
}

/** Answers the next command to send pictures; what it was. */
async function answerOpening(result: ReplyResult) {
  const { header, message } = await terminal().next((one) => one.message.id === MessageId.openVideo)
  if (message.id !== MessageId.openVideo) throw new Error('no command to send pictures')
  terminal().send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: message.id, result })
  return message
}

test.each(['sub', 'main'] as const)(
  'what a camera sends, packet by packet over its line (%s), is in the recording: each picture, once, in order',
  async (stream) => {
    const { data: begun } = await start('admin', { stream })
    const message = await answerOpening(ReplyResult.ok)
    const line = await tappedLine(message.tcpPort)
    const cameras = new LiveCameras({ terminalNo, version2019: false })
    cameras.obey({ ...message, tcpPort: line.port })
    await expect.poll(() => line.sent.length, { timeout: 60_000 }).toBeGreaterThan(30)
    cameras.closeAll()
    // It asks anew once it has read the line to its end.
    await answerOpening(ReplyResult.failed)
    const { data: kept } = await stop('admin', begun.id)
    const { headers } = await ask('admin')
    const { frames } = await readMovie((await get(`/admin/sys-file/huanwei/${kept.fileName}`, headers)).rawPayload)
    const hashes = frames.map(({ hash }) => hash)
    expect(hashes).toEqual(line.sent)
    expect(hashes).toEqual(firstShown(loopOf(VideoStream[stream]), kept.frames))
    line.close()
    await closedByServer()
  },
  60_000,
)

test('of a recording in which no picture came nothing is kept', async () => {
  const { data: begun } = await start('admin')
  await openCamera()
  const { data } = await stop('admin', begun.id)
  expect(data).toBeNull()
  expect((await list('admin', { running: 'true' })).data.total).toBe(0)
  await closedByServer()
})

test('without the permission, in another tenant and outside the scope nothing is recorded, listed, stopped or read', async () => {
  const give = `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
    where r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' and m.permission = 'video_view'`
  const { data: begun } = await start('admin')
  const camera = await openCamera()
  camera.send(true)
  const fileOf = async (username: string, name: string, tenantId = 1) =>
    (await get(`/admin/sys-file/huanwei/${name}`, (await list(username, {}, tenantId)).headers)).statusCode
  expect([(await start('handler')).status, (await stop('handler', begun.id)).status, (await list('handler')).status]).toEqual([
    403, 403, 403,
  ])
  expect([(await start('admin', {}, 2)).status, (await stop('admin', begun.id, 2)).status]).toEqual([404, 404])
  expect((await list('admin', {}, 2)).data.total).toBe(0)
  await query(give)
  await expect.poll(async () => (await list('handler')).status, { timeout: 20_000 }).toBe(200)
  // Somebody else's goes on.
  expect((await stop('handler', begun.id)).status).toBe(403)
  const { data: kept } = await stop('admin', begun.id)
  expect([
    await fileOf('handler', kept.fileName),
    await fileOf('admin', kept.fileName, 2),
    await fileOf('nobody', kept.fileName),
  ]).toEqual([200, 404, 404])
  const found = (await list('handler', { vehicleId: vehicleId() })).data.records.map(({ id }: { id: number }) => id)
  expect(found).toContain(begun.id)
  await query(`update vehicle set dept_id = (select dept_id from sys_dept where tenant_id = 1 and name = '二部') where id = $1`, [
    vehicleId(),
  ])
  await expect.poll(async () => (await ask('handler')).status, { timeout: 20_000 }).toBe(404)
  expect((await start('handler')).status).toBe(404)
  expect((await list('handler')).data.total).toBe(0)
  expect([await fileOf('handler', kept.fileName), await fileOf('admin', kept.fileName)]).toEqual([404, 200])
  // Who sees everything but may not watch.
  await query(`update sys_role set ds_type = 0 where tenant_id = 1 and role_code = 'ROLE_VIEWER'`)
  await expect.poll(() => fileOf('viewer', kept.fileName)).toBe(404)
  await closedByServer()
}, 60_000)

test('a channel is recorded on demand once, and an account has a few recordings at a time, whoever asks at once', async () => {
  await query('update vehicle set vehicle_camera = 8 where id = $1', [vehicleId()])
  await expect.poll(async () => (await ask('admin', { channel: 8 })).status).toBe(200)
  const begun = await Promise.all([start('admin'), start('admin')])
  expect(begun.map(({ status }) => status).sort()).toEqual([200, 409])
  const more = await Promise.all([3, 4, 5, 6, 7].map((channel) => start('admin', { channel })))
  expect(more.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429])
  const running = (await list('admin', { running: 'true', channel: undefined })).data.records
  await Promise.all(running.map(({ id }: { id: number }) => stop('admin', id)))
  expect((await list('admin', { running: 'true' })).data.total).toBe(0)
}, 60_000)
