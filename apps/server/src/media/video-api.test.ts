import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { expect, test } from 'vitest'
import { password } from '../test-kit.ts'
import { mediaKit } from './media.test-kit.ts'

const { get, call, query, vehicleId, ask: watchTicket, watch, openCamera, terminal, answerNext } = mediaKit()

type Fields = Record<string, string | number>
async function ask(name: string, fields: Fields) {
  const sent = Object.entries(fields).map(([key, value]) => [key, String(value)])
  return (await get(`/StandardApiAction_${name}.action?${new URLSearchParams(sent)}`, { host: 'localhost' })).json()
}
const session = async () => (await ask('login', { account: 'admin', password })).jsession
const DevIDNO = '13900000001'
const day = { YEAR: 2026, MON: 1, DAY: 5, BEG: 0, END: 86_399 }
const momentOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}+08:00`)

test('a camera turns by the numbers of the interface, and the terminal’s refusal is a code', async () => {
  const jsession = await session()
  const ptz = (Command: number, Chn = 0) => ask('sendPTZControl', { jsession, DevIDNO, Chn, Command, Speed: 100 })
  const left = ptz(0)
  expect(await answerNext(MessageId.turnCamera)).toMatchObject({ channel: 1 })
  expect((await left).result).toBe(0)
  const stop = ptz(19)
  await answerNext(MessageId.turnCamera)
  expect((await stop).result).toBe(0)
  const zoom = ptz(9)
  await answerNext(MessageId.adjustZoom, ReplyResult.failed)
  expect((await zoom).result).toBe(6)
  expect((await ptz(21)).result).toBe(7)
  // The second channel is hidden.
  expect((await ptz(0, 1)).result).toBe(8)
})

test('files of the terminal come in the fields of the interface', async () => {
  const jsession = await session()
  const files = (fields: Fields = {}) => ask('getVideoFileInfo', { jsession, DevIDNO, LOC: 1, CHN: -1, ...day, ...fields })
  const asked = files()
  const { header, message } = await terminal().next((one) => one.message.id === MessageId.queryFiles)
  expect(message).toMatchObject({ channel: 1 })
  const common = { channel: 1, content: 0, stream: 1, storage: 1, size: 4096 }
  terminal().send({
    id: MessageId.fileList,
    replySerial: header.serial,
    total: 2,
    files: [
      { ...common, start: momentOf('2026-01-05 08:00:00'), end: momentOf('2026-01-05 08:30:00'), alarms: '0'.repeat(16) },
      { ...common, start: momentOf('2026-01-05 09:00:00'), end: momentOf('2026-01-05 09:30:00'), alarms: `${'0'.repeat(15)}1` },
    ],
  })
  const { result, files: found } = await asked
  expect(result).toBe(0)
  const fields = { devIdno: DevIDNO, year: 26, mon: 1, day: 5, chn: 0, len: 4096, loc: 1 }
  expect(found).toMatchObject([
    { ...fields, beg: 28_800, end: 30_600, type: 0 },
    { ...fields, beg: 32_400, end: 34_200, type: 1 },
  ])
  // The list is remembered for a short time.
  expect((await files({ RECTYPE: 1 })).files).toHaveLength(1)
  expect((await files({ BEG: 10, END: 10 })).result).toBe(9)
  expect((await files({ MON: 2, DAY: 30 })).result).toBe(7)
  // No message can say it.
  expect((await files({ YEAR: 1999 })).result).toBe(7)
  expect((await files({ LOC: 4 })).result).toBe(27)
  expect((await files({ LOC: 3 })).result).toBe(7)
})

test('what terminals have uploaded is on the download server', async () => {
  const jsession = await session()
  const { rows } = await query(
    `insert into video_upload (tenant_id, vehicle_id, device_id, channel, start_time, end_time, networks, state, ftp_user, ftp_password, user_id, create_by)
     select 1, $1, 1, channel, '2026-01-05 08:00:00+08', '2026-01-05 08:30:00+08', 7, 'done', 'u' || channel, '', 1, 'admin' from generate_series(1, 2) as channel
     returning id, channel`,
    [vehicleId()],
  )
  for (const { id, channel } of rows)
    await query(
      `insert into video_upload_file (tenant_id, upload_id, vehicle_id, original, file_name, file_size, sha256) values (1, $1, $2, 'a.mp4', $3, 4096, '')`,
      [id, vehicleId(), `${channel}.mp4`],
    )
  const asked = { jsession, DevIDNO, LOC: 4, CHN: -1, ...day }
  const { files } = await ask('getVideoFileInfo', asked)
  // The second channel is hidden.
  expect(files).toMatchObject([
    { chn: 0, beg: 28_800, end: 30_600, len: 4096, loc: 4, file: '1.mp4', DownUrl: expect.stringContaining('1.mp4') },
  ])
  expect((await ask('getVideoFileInfo', { ...asked, FILEATTR: 1 })).result).toBe(27)
})

test('a recording of the server comes with an address that ends with the session', async () => {
  const { data: begun } = await call('admin', 'POST', '/admin/video/record')
  const camera = await openCamera()
  for (let n = 0; n < 5; n++) camera.send(n === 0)
  const watching = watch((await watchTicket('admin')).data.url)
  await expect.poll(() => watching.pictures).toContain('key')
  watching.socket.close()
  const { data: kept } = await call('admin', 'POST', '/admin/video/record/stop', { id: begun.id })
  await terminal().next((one) => one.message.id === MessageId.controlVideo)

  const jsession = await session()
  const [year, month, date] = kept.startTime.slice(0, 10).split('-').map(Number)
  const today = { YEAR: year, MON: month, DAY: date, BEG: 0, END: 86_399 }
  const { files } = await ask('getVideoFileInfo', { jsession, DevIDNO, LOC: 2, CHN: 0, ...today })
  expect(files).toMatchObject([{ len: kept.fileSize, file: kept.fileName, loc: 2, stream: 1, type: 0 }])
  const { pathname, search, origin } = new URL(files[0].DownUrl)
  expect(origin).toBe('http://localhost')
  const fetched = await get(pathname + search, {})
  expect([fetched.statusCode, fetched.rawPayload.length]).toEqual([200, kept.fileSize])
  await ask('logout', { jsession })
  expect((await get(pathname + search, {})).statusCode).toBe(404)
}, 60_000)
