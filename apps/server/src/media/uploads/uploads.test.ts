import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { recordingsOf } from '@huanwei/fleet/cameras/recordings'
import { FileUploads } from '@huanwei/fleet/uploads/file-uploads'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { UploadControl, UploadNetwork } from '@huanwei/terminal/messages/upload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Received } from '../../position/ingest/terminal.test-kit.ts'
import { mediaKit } from '../media.test-kit.ts'

const { call, query, terminal, vehicleId, get } = mediaKit()
/** Yesterday at eight in Shanghai, when the engine runs. */
const day = new Date(Date.now() - 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)
const span = (from: string, to: string) => ({ startTime: `${day} ${from}`, endTime: `${day} ${to}` })
const diskAt = (bytesPerSecond: number) => new FileUploads((ended) => terminal().send(ended), { bytesPerSecond })
let disk = diskAt(2_000_000)
beforeAll(() =>
  query(
    `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
     where r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_VIEWER' and m.permission = 'video_view'`,
  ),
)
afterAll(() => disk.closeAll())

/** What the kit names beside, and these calls do not take. */
const nothing = { vehicleId: undefined, channel: undefined }

const start = (username = 'admin', wanted: object = span('08:00:00', '08:00:09'), tenantId = 1) =>
  call(username, 'POST', '/admin/video/upload', wanted, tenantId)
const control = (id: number, act: string) => call('admin', 'POST', '/admin/video/upload/control', { id, act, ...nothing })
async function list(username = 'admin') {
  return (await call(username, 'GET', '/admin/video/upload/list', nothing)).data
}
const one = async (id: number) => (await list()).find((upload: { id: number }) => upload.id === id)
/** As the database has it: a log-in for every look would take longer than the upload. */
const row = async (id: number) => (await query('select state, failure, bytes::int from video_upload where id = $1', [id])).rows[0]
const stateOf = async (id: number) => (await row(id)).state

const upload: readonly unknown[] = [MessageId.uploadFiles, MessageId.controlUpload]

/** Answers the next command about uploads and does what it says; returns it. The list of the disk is told beside it, as the server asks for that too. */
async function obey(result: ReplyResult = ReplyResult.ok) {
  for (;;) {
    const { header, message } = await terminal().next((got) => upload.includes(got.message.id) || isQuery(got))
    if (message.id === MessageId.queryFiles) {
      const files = recordingsOf(message.channel, message, Date.now())
      terminal().send({ id: MessageId.fileList, replySerial: header.serial, total: files.length, files })
      continue
    }
    terminal().send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result })
    if (result === ReplyResult.ok) disk.obey(header.serial, message)
    return message
  }
}
const isQuery = ({ message }: Received) => message.id === MessageId.queryFiles

test('what a terminal has recorded comes by FTP, byte by byte, for who sees the vehicle and may see video', async () => {
  const { data } = await start()
  expect(data).toMatchObject({ state: 'waiting', channel: 1, files: [], createBy: 'admin', ...span('08:00:00', '08:00:09') })
  const asked = await obey()
  expect(asked).toMatchObject({
    host: '127.0.0.1',
    channel: 1,
    networks: UploadNetwork.wifi | UploadNetwork.lan | UploadNetwork.mobile,
    password: expect.stringMatching(/^[0-9a-f]{24}$/),
  })
  expect(JSON.stringify(await list())).not.toContain(String('password' in asked && asked.password))
  await expect.poll(() => stateOf(data.id), { timeout: 30_000 }).toBe('done')
  const done = await one(data.id)
  const [file] = done.files
  expect(done).toMatchObject({ bytes: file.fileSize, expected: 160_000, failure: null })
  expect(file).toMatchObject({ original: expect.stringMatching(/^01_\d{14}_\d{14}\.mp4$/), isPlayable: true })
  const { headers } = await call('viewer', 'GET', '/admin/video/file/page')
  const bytes = (await get(`/admin/sys-file/huanwei/${file.fileName}`, headers)).rawPayload
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
  const clip = await readFile(new URL('../../../../fleet/src/cameras/loops/clip.mp4', import.meta.url))
  expect(bytes.subarray(0, clip.length).equals(clip)).toBe(true)
  const outside = `update vehicle set dept_id = (select dept_id from sys_dept where tenant_id = 1 and name = $2) where id = $1`
  await query(outside, [vehicleId(), '二部'])
  expect((await get(`/admin/sys-file/huanwei/${file.fileName}`, headers)).statusCode).toBe(404)
  expect(await list('viewer')).toEqual([])
  await query(outside, [vehicleId(), '一部'])
  await expect.poll(async () => (await list('viewer')).length, { timeout: 20_000 }).toBe(1)
}, 30_000)

test('a radio that drops within a file costs nothing', async () => {
  disk.misbehave('cut')
  const { data } = await start('admin', span('09:00:00', '09:00:59'))
  await obey()
  await expect.poll(() => stateOf(data.id), { timeout: 30_000 }).toBe('done')
  const { files, bytes } = await one(data.id)
  expect([files.length, files[0].fileSize, bytes]).toEqual([1, 944_000, 944_000])
}, 30_000)

test('an upload is paused, goes on where it was, and is called off', async () => {
  // It takes longer than the test.
  disk = diskAt(100_000)
  const { data } = await start('admin', span('10:00:00', '10:09:59'))
  await obey()
  await expect.poll(async () => (await row(data.id)).bytes, { timeout: 20_000 }).toBeGreaterThan(0)
  const pausing = control(data.id, 'pause')
  expect(await obey()).toMatchObject({ command: UploadControl.pause })
  expect((await pausing).data.state).toBe('paused')
  const [before] = (await query('select bytes from video_upload where id = $1', [data.id])).rows
  const resuming = control(data.id, 'resume')
  expect(await obey()).toMatchObject({ command: UploadControl.resume })
  // Its bytes may have come before the answer did.
  expect((await resuming).data.state).toMatch(/^(asked|uploading)$/)
  await expect.poll(async () => (await row(data.id)).bytes, { timeout: 20_000 }).toBeGreaterThan(Number(before.bytes))
  const ending = control(data.id, 'cancel')
  expect(await obey()).toMatchObject({ command: UploadControl.cancel })
  expect((await ending).data).toMatchObject({ state: 'cancelled', files: [] })
  expect((await control(data.id, 'pause')).status).toBe(409)
}, 30_000)

test('a terminal that refuses, fails, or sends nothing is said to have', async () => {
  const refused = await start('admin', span('11:00:00', '11:00:09'))
  await obey(ReplyResult.failed)
  await expect.poll(() => row(refused.data.id), { timeout: 20_000 }).toMatchObject({ state: 'failed', failure: 'refused' })
  const empty = await start('admin', span('03:00:00', '03:00:09'))
  await obey()
  await expect.poll(() => row(empty.data.id), { timeout: 20_000 }).toMatchObject({ state: 'failed', failure: 'terminal' })
}, 30_000)

test('without the permission, out of scope, twice at once and too often nothing is asked for', async () => {
  expect((await start('viewer')).status).toBe(403)
  expect((await start('admin', span('08:00:00', '08:00:09'), 2)).status).toBe(404)
  expect((await start('admin', { ...span('08:00:00', '08:00:09'), channel: 2 })).status).toBe(409)
  expect((await start('admin', { startTime: `${day} 09:00:00`, endTime: `${day} 08:00:00` })).status).toBe(400)
  terminal().close()
  await expect
    .poll(async () => (await call('admin', 'GET', '/admin/video/file/page', span('00:00:00', '00:00:01'))).data?.outcome, {
      timeout: 20_000,
    })
    .toBe('offline')
  const begun = await start('admin', span('12:00:00', '12:00:01'))
  expect(begun.data.state).toBe('waiting')
  expect((await start('admin', span('12:00:00', '12:00:01'))).status).toBe(409)
  for (let second = 1; second < 8; second++) await start('admin', span('13:00:00', `13:00:0${second}`))
  expect((await start('admin', span('14:00:00', '14:00:01'))).status).toBe(429)
  expect((await control(begun.data.id, 'pause')).status).toBe(409)
  expect((await control(begun.data.id, 'cancel')).data.state).toBe('cancelled')
}, 30_000)
