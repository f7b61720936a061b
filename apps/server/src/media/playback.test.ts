import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { PlaybackControl, PlayMode, playSpeeds } from '@huanwei/terminal/messages/playback'
import { expect, test } from 'vitest'
import { mediaKit } from './media.test-kit.ts'

const { ask, call, send, watch, openCamera, answerNext, query, logOut, terminal, vehicleId } = mediaKit()

const day = '2026-11-27'
const start = Date.parse(`${day}T08:00:00+08:00`)
const span = { startTime: `${day} 08:00:00`, endTime: `${day} 08:30:00` }
const wanted = { kind: 'playback', ...span }
const control = (username: string, input: object) => call(username, 'POST', '/admin/video/playback/control', input)
const list = (username: string, input: object = {}, tenantId = 1) =>
  call(
    username,
    'GET',
    '/admin/video/file/page',
    { startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59`, ...input },
    tenantId,
  )

/** Answers the next query with these files of the first channel. */
async function answerFiles(...minutes: [from: number, to: number, alarms?: string][]) {
  const { header, message } = await terminal().next((one) => one.message.id === MessageId.queryFiles)
  const kind = { channel: 1, content: 0, stream: 1, storage: 1, size: 1000 }
  const files = minutes.map(([from, to, alarms = '0'.repeat(16)]) => ({
    ...kind,
    start: start + from * 60_000,
    end: start + to * 60_000,
    alarms,
  }))
  terminal().send({ id: MessageId.fileList, replySerial: header.serial, total: files.length, files })
  return message
}

test('the files of a day are those that the terminal names, which is asked once for all who want to know at about the same time', async () => {
  const asked = [list('admin'), list('admin')]
  const message = await answerFiles([30, 60, '0000000100000000'], [0, 30], [-1440, -1400])
  expect(message).toMatchObject({
    channel: 1,
    start: Date.parse(`${day}T00:00:00+08:00`),
    end: Date.parse(`${day}T23:59:59+08:00`),
  })
  const file = { source: 'terminal', channel: 1, size: 1000 }
  for (const answer of [...(await Promise.all(asked)), await list('admin')])
    expect(answer).toMatchObject({
      status: 200,
      data: {
        outcome: 'confirmed',
        total: 2,
        records: [
          { ...file, startTime: `${day} 08:00:00`, endTime: `${day} 08:30:00`, isAlarm: false },
          { ...file, startTime: `${day} 08:30:00`, endTime: `${day} 09:00:00`, isAlarm: true },
        ],
      },
    })
})

test('a terminal that refuses to list is asked again at the next attempt', async () => {
  const other = { startTime: '2026-11-20 00:00:00', endTime: '2026-11-20 23:59:59' }
  for (const _ of [1, 2]) {
    const refused = list('admin', other)
    await answerNext(MessageId.queryFiles, ReplyResult.unsupported)
    expect((await refused).data).toEqual({ outcome: 'refused', records: [], total: 0 })
  }
})

test('a time that no message can say is refused, and what takes terminals goes on', async () => {
  // What is asked of a terminal ends with the second after the last one.
  for (const time of ['1999-12-31 23:59:59', '2099-12-31 23:59:59', '2100-01-01 00:00:00']) {
    const far = { startTime: time, endTime: time }
    const replies = [
      await list('admin', far),
      await ask('admin', { ...wanted, ...far }),
      await control('admin', { act: 'jump', time }),
      await call('admin', 'POST', '/admin/video/upload', far),
    ]
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  }
  const far = Date.parse('2100-01-01T00:00:00+08:00')
  expect(await send({ kind: 'queryFiles', channel: 1, start: far, end: far })).toMatchObject({ outcome: 'refused' })
  const other = list('admin', { startTime: '2026-11-19 00:00:00', endTime: '2026-11-19 23:59:59' })
  await answerNext(MessageId.queryFiles, ReplyResult.unsupported)
  expect((await other).data).toMatchObject({ outcome: 'refused' })
})

test('a recording is played, paused, played on, jumped in, played faster and ended, each as the terminal is told', async () => {
  const viewer = watch((await ask('admin', wanted)).data.url)
  const camera = await openCamera(MessageId.playVideo)
  expect(camera.asked).toMatchObject({ channel: 1, start, end: start + 1_801_000, mode: PlayMode.normal, speed: 0 })
  camera.send(true, start + 2000)
  await expect.poll(() => viewer.pictures).toEqual(['header', 'description', 'key'])
  await expect.poll(() => viewer.statuses.at(-1)).toMatchObject({ state: 'playing', time: `${day} 08:00:02` })

  async function tell(act: object, result: ReplyResult = ReplyResult.ok) {
    const told = control('admin', act)
    const message = await answerNext(MessageId.controlPlayback, result)
    return { message, answer: await told }
  }
  const paused = await tell({ act: 'pause' })
  expect(paused.message).toMatchObject({ channel: 1, command: PlaybackControl.pause, time: undefined })
  expect(paused.answer).toMatchObject({ status: 200, data: { outcome: 'confirmed' } })
  await expect.poll(() => viewer.statuses.at(-1)?.state).toBe('paused')
  expect((await tell({ act: 'resume' })).message).toMatchObject({ command: PlaybackControl.resume })
  camera.send(true, start + 4000)
  await expect.poll(() => viewer.statuses.at(-1)).toMatchObject({ state: 'playing', time: `${day} 08:00:04` })

  const jumped = await tell({ act: 'jump', time: `${day} 08:20:00` })
  expect(jumped.message).toMatchObject({ command: PlaybackControl.jump, time: start + 1_200_000 })
  await expect.poll(() => viewer.statuses.at(-1)).toMatchObject({ state: 'connecting', time: `${day} 08:20:00` })
  const faster = await tell({ act: 'speed', speed: 8 })
  expect(faster.message).toMatchObject({ command: PlaybackControl.fastForward, speed: playSpeeds.indexOf(8) })
  const refused = await tell({ act: 'keyFrames', speed: 16 }, ReplyResult.unsupported)
  expect(refused.message).toMatchObject({ command: PlaybackControl.keyFrames, speed: playSpeeds.indexOf(16) })
  expect(refused.answer.data).toEqual({ outcome: 'refused', result: ReplyResult.unsupported })

  // The radio fails: it goes on where it was, as fast as it was.
  camera.send(true, start + 1_230_000)
  await expect.poll(() => viewer.statuses.at(-1)).toMatchObject({ state: 'playing', time: `${day} 08:20:30` })
  camera.close()
  const again = await openCamera(MessageId.playVideo)
  expect(again.asked).toMatchObject({ start: start + 1_230_000, mode: PlayMode.fastForward, speed: playSpeeds.indexOf(8) })
  again.send(true, start + 1_240_000)

  const ended = control('admin', { act: 'end' })
  expect(await answerNext(MessageId.controlPlayback)).toMatchObject({ command: PlaybackControl.stop })
  expect((await ended).data).toEqual({ outcome: 'confirmed', result: null })
  expect(await viewer.closed).toBe(4403)
  expect(viewer.statuses.at(-1)).toEqual({ state: 'ended', reason: 'finished' })
  await again.closed
  expect((await control('admin', { act: 'pause' })).status).toBe(409)
}, 120_000)

test('a playback is finished when its end was sent, and tells the time that its pictures count from anywhere', async () => {
  const viewer = watch((await ask('admin', { ...wanted, endTime: `${day} 08:00:09` })).data.url)
  const camera = await openCamera(MessageId.playVideo)
  for (let n = 0; n < 5; n++) camera.send(n === 0, 77 + n * 1500)
  await expect.poll(() => viewer.statuses.at(-1)?.time).toBe(`${day} 08:00:06`)
  camera.close()
  expect(await viewer.closed).toBe(4403)
  expect(viewer.statuses.at(-1)).toEqual({ state: 'ended', reason: 'finished' })
  await answerNext(MessageId.controlPlayback)
}, 60_000)

test('a playback has one viewer, whose own next one replaces it, and ends with the session and with the socket', async () => {
  const first = watch((await ask('admin', wanted)).data.url)
  await openCamera(MessageId.playVideo)
  const give = `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
    where r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' and m.permission = 'video_view'`
  await query(give)
  await expect.poll(async () => (await ask('handler', wanted)).status, { timeout: 20_000 }).toBe(200)
  const other = watch((await ask('handler', wanted)).data.url)
  expect(await other.closed).toBe(4403)
  expect(other.statuses).toEqual([{ state: 'ended', reason: 'busy' }])
  expect((await control('handler', { act: 'pause' })).status).toBe(409)

  const { data, headers } = await ask('admin', wanted)
  const next = watch(data.url)
  expect(await first.closed).toBe(4403)
  expect(first.statuses.at(-1)).toEqual({ state: 'ended', reason: 'replaced' })
  expect(await answerNext(MessageId.controlPlayback)).toMatchObject({ command: PlaybackControl.stop })
  await openCamera(MessageId.playVideo)
  await logOut(headers)
  expect(await next.closed).toBe(4403)
  expect(await answerNext(MessageId.controlPlayback)).toMatchObject({ command: PlaybackControl.stop })

  const gone = watch((await ask('admin', wanted)).data.url)
  await openCamera(MessageId.playVideo)
  gone.socket.close()
  expect(await answerNext(MessageId.controlPlayback)).toMatchObject({ command: PlaybackControl.stop })
}, 120_000)

test('nothing is asked for who may not see the vehicle, for a channel that is not shown, nor for a wrong span', async () => {
  const asks = [list, (who: string, input?: object, tenant?: number) => ask(who, { ...wanted, ...input }, tenant)]
  for (const one of asks) {
    expect((await one('nobody')).status).toBe(403)
    expect((await one('admin', {}, 2)).status).toBe(404)
    expect((await one('admin', { vehicleId: 999_999 })).status).toBe(404)
    expect((await one('admin', { channel: 2 })).status).toBe(409)
    expect((await one('admin', { endTime: `${day} 07:00:00`, startTime: `${day} 08:00:00` })).status).toBe(400)
    expect((await one('admin', { startTime: '2026-11-25 00:00:00' })).status).toBe(400)
  }
  expect((await ask('admin', { kind: 'playback' })).status).toBe(400)
  expect((await control('admin', { act: 'jump' })).status).toBe(400)
  expect((await control('nobody', { act: 'pause' })).status).toBe(403)
  expect((await control('admin', { act: 'pause', vehicleId: 999_999 })).status).toBe(404)
  const move = `update vehicle set dept_id = (select dept_id from sys_dept where tenant_id = 1 and name = '二部') where id = $1`
  await query(move, [vehicleId()])
  for (const one of asks) await expect.poll(async () => (await one('handler')).status, { timeout: 20_000 }).toBe(404)
})
