import { createHash } from 'node:crypto'
import { VideoResult } from '@huanwei/contract/video/codes'
import { recordingsOf } from '@huanwei/fleet/cameras/recordings'
import { FileUploads } from '@huanwei/fleet/uploads/file-uploads'
import { AlarmBit } from '@huanwei/terminal/messages/alarm'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { TurnDirection } from '@huanwei/terminal/messages/ptz'
import { UploadControl, UploadNetwork } from '@huanwei/terminal/messages/upload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addViolation, password } from '../../test-kit.ts'
import { mediaKit } from '../media.test-kit.ts'
import { videoServerAt } from './remote.test-kit.ts'
import { listAlarms } from './remote-alarms.ts'
import { commandRemote, confirmed } from './remote-device.ts'
import { listEvidence } from './remote-evidence.ts'
import { listFiles } from './remote-files.ts'
import { beginUpload, controlTask, findTask, TaskStatus } from './remote-uploads.ts'
import type { VideoServer } from './video-server.ts'

// What another installation asks, asked of the own interface at 6605, with a terminal behind it.
const theirs = mediaKit()
const { terminal, terminalNo, answerNext, query } = theirs
let server: VideoServer
const named = () => ({ number: terminalNo, plate: '川A00001' })
const device = () => ({ server, number: terminalNo })
/** Yesterday in Shanghai, epoch ms. */
const day = Math.floor((Date.now() + 8 * 3_600_000) / 86_400_000) * 86_400_000 - 32 * 3_600_000
const at = (hour: number) => day + hour * 3_600_000
const disk = new FileUploads((ended) => terminal().send(ended), { bytesPerSecond: 2_000_000 })

beforeAll(() => {
  server = videoServerAt(`http://127.0.0.1:${theirs.server().app.videoApiPort}`, 'admin', password)
})
afterAll(() => disk.closeAll())

test('a camera turns, and a terminal that refuses is told in the words of its server', async () => {
  const move = (act: 'up' | 'stop') => commandRemote(server, named(), { kind: 'moveCamera', channel: 1, act })
  const turning = move('up')
  expect(await answerNext(MessageId.turnCamera)).toMatchObject({ channel: 1, direction: TurnDirection.up })
  expect(await turning).toEqual(confirmed)
  const stopping = move('stop')
  expect(await answerNext(MessageId.turnCamera)).toMatchObject({ direction: TurnDirection.stop })
  expect(await stopping).toEqual(confirmed)
  const refused = move('up').catch((error: Error) => error)
  await answerNext(MessageId.turnCamera, ReplyResult.unsupported)
  expect(await refused).toMatchObject({ result: VideoResult.exception })
})

test('what the terminal has recorded is listed', async () => {
  const listing = listFiles(server, named(), { channel: 1, start: at(0), end: at(24) - 1000 })
  const { header, message } = await terminal().next((one) => one.message.id === MessageId.queryFiles)
  const files = message.id === MessageId.queryFiles ? recordingsOf(1, message, Date.now()) : []
  expect(files.length).toBeGreaterThan(0)
  terminal().send({ id: MessageId.fileList, replySerial: header.serial, total: files.length, files })
  expect((await listing).map(({ channel, start, end }) => ({ channel, start, end }))).toEqual(
    files.map(({ channel, start, end }) => ({ channel, start, end })),
  )
})

test('a recording is uploaded, paused, goes on, and is fetched whole', async () => {
  const seq = await beginUpload(device(), { channel: 1, start: at(8), end: at(8) + 9000, networks: UploadNetwork.wifi })
  const asked = await obey()
  expect(asked).toMatchObject({ channel: 1, start: at(8), end: at(8) + 9000, networks: UploadNetwork.wifi })
  const task = () => findTask(device(), seq)
  await expect.poll(async () => (await task()).taskStatus, { timeout: 30_000 }).toBe(TaskStatus.done)
  const { downloadUrl, fileSize } = await task()
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of await server.openDownload(downloadUrl, AbortSignal.timeout(30_000))) {
    bytes += chunk.length
    hash.update(chunk)
  }
  const { rows } = await query('select sha256 from video_upload_file where upload_id = $1', [seq])
  expect([bytes, hash.digest('hex')]).toEqual([fileSize, rows[0].sha256])

  const slow = await beginUpload(device(), { channel: 1, start: at(10), end: at(10) + 9000, networks: UploadNetwork.wifi })
  disk.misbehave('cut')
  await obey()
  const pausing = controlTask(device(), slow, 'pause')
  expect(await obey()).toMatchObject({ command: UploadControl.pause })
  await pausing
  expect((await findTask(device(), slow)).taskStatus).toBe(TaskStatus.paused)
  const ending = controlTask(device(), slow, 'cancel')
  expect(await obey()).toMatchObject({ command: UploadControl.cancel })
  await ending
  expect((await findTask(device(), slow)).taskStatus).toBe(TaskStatus.cancelled)
}, 60_000)
const uploads: readonly unknown[] = [MessageId.uploadFiles, MessageId.controlUpload]

/** Does what the terminal is told next about uploads; what it was. */
async function obey() {
  const { header, message } = await terminal().next((one) => uploads.includes(one.message.id))
  terminal().send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result: ReplyResult.ok })
  disk.obey(header.serial, message)
  return message
}

test('its violations are alarms, which mean to our rules what they meant to theirs', async () => {
  const condition = { kind: 'terminalAlarm', bit: AlarmBit.sos }
  const rule = { name: '紧急报警', condition, vehicleId: undefined, channel: undefined }
  const added = await theirs.call('admin', 'POST', '/admin/vehicleMonitoringRule', rule)
  expect(added.status).toBe(200)
  const { rows } = await query('select id, dept_id, plate_number from vehicle where id = $1', [theirs.vehicleId()])
  const [{ dept_id: deptId, plate_number: plateNumber }] = rows
  const { rows: devices } = await query('select id from device where terminal_no = $1', [terminalNo])
  const vehicle = { deptId, vehicleId: theirs.vehicleId(), deviceId: devices[0].id, plateNumber }
  const id = await addViolation(theirs.db(), vehicle, [], '2026-01-05 08:00:00')
  await query('update violation_event set rule_id = $1 where id = $2', [added.data.id, id])
  const from = Date.parse('2026-01-05T07:00:00+08:00')
  const span = { from, to: from + 2 * 3_600_000 }
  const { alarms, meaningless } = await listAlarms(device(), span)
  expect(meaningless).toBe(0)
  expect(alarms).toMatchObject([
    { alarm: 1 << AlarmBit.sos, time: Date.parse('2026-01-05T08:00:00+08:00'), lng: 104.1, lat: 30.6 },
  ])
  expect(await listEvidence(device(), plateNumber, span)).toEqual([])
})

test('a session that is gone is opened anew', async () => {
  await query(`delete from sys_token where client_id = 'video'`)
  const turning = commandRemote(server, named(), { kind: 'moveCamera', channel: 1, act: 'stop' })
  await answerNext(MessageId.turnCamera)
  expect(await turning).toEqual(confirmed)
})
