import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { encodeMessage } from '@huanwei/terminal/messages/message'
import { CameraSwitch, LensStep, TurnDirection } from '@huanwei/terminal/messages/ptz'
import { versionOf } from '@huanwei/terminal/wire/header'
import { expect, test } from 'vitest'
import { mediaKit } from './media.test-kit.ts'

const { call, answerNext, terminal, query, vehicleId } = mediaKit()

const move = (username: string, act: string, input: object = {}, tenantId = 1) =>
  call(username, 'POST', '/admin/video/ptz', { act, ...input }, tenantId)

test('a camera turns while a key is held, and nobody else moves it meanwhile', async () => {
  const turning = move('admin', 'left')
  expect(await answerNext(MessageId.turnCamera)).toEqual({
    id: MessageId.turnCamera,
    channel: 1,
    direction: TurnDirection.left,
    speed: 128,
  })
  expect(await turning).toMatchObject({ status: 200, data: { outcome: 'confirmed' } })
  const other = await move('handler', 'right')
  expect(other.status).toBe(409)
  const stopping = move('admin', 'stop')
  expect(await answerNext(MessageId.turnCamera)).toMatchObject({ direction: TurnDirection.stop, speed: 0 })
  expect((await stopping).data).toMatchObject({ outcome: 'confirmed' })
  const zooming = move('handler', 'zoomOut')
  expect(await answerNext(MessageId.adjustZoom)).toEqual({ id: MessageId.adjustZoom, channel: 1, value: LensStep.less })
  expect((await zooming).data).toMatchObject({ outcome: 'confirmed' })
}, 60_000)

test.each([
  ['focusMore', MessageId.adjustFocus, LensStep.more, 0x9302, 0],
  ['focusLess', MessageId.adjustFocus, LensStep.less, 0x9302, 1],
  ['irisMore', MessageId.adjustIris, LensStep.more, 0x9303, 0],
  ['irisLess', MessageId.adjustIris, LensStep.less, 0x9303, 1],
  ['wiperOn', MessageId.switchWiper, CameraSwitch.on, 0x9304, 1],
  ['wiperOff', MessageId.switchWiper, CameraSwitch.off, 0x9304, 0],
  ['lightOn', MessageId.switchLight, CameraSwitch.on, 0x9305, 1],
  ['lightOff', MessageId.switchLight, CameraSwitch.off, 0x9305, 0],
] as const)(
  '%s comes to the terminal as the bytes of its message',
  async (act, id, value, number, byte) => {
    const moving = move('handler', act)
    const { header, message } = await terminal().next((one) => one.message.id === id)
    expect([header.messageId, message]).toEqual([number, { id, channel: 1, value }])
    expect(encodeMessage(message, versionOf(header))).toEqual(Buffer.of(1, byte))
    terminal().send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: id, result: ReplyResult.ok })
    expect((await moving).data).toMatchObject({ outcome: 'confirmed' })
  },
  60_000,
)

test('a terminal is told nothing that its standard does not have', async () => {
  for (const act of ['leftUp', 'goToPreset'])
    expect(await move('admin', act, { preset: 1 })).toMatchObject({
      status: 200,
      data: { outcome: 'refused', result: ReplyResult.unsupported },
    })
  const { data } = await call('admin', 'GET', '/admin/video/ptz/acts')
  expect(data).toEqual(expect.arrayContaining(['left', 'stop', 'lightOn']))
  expect(data).not.toContain('leftUp')
  expect(data).not.toContain('savePreset')
  // The next command is the first that it gets.
  const turning = move('admin', 'right')
  expect(await answerNext(MessageId.turnCamera)).toMatchObject({ direction: TurnDirection.right })
  await turning
  const stopping = move('admin', 'stop')
  await answerNext(MessageId.turnCamera)
  await stopping
}, 60_000)

test('a camera stops by itself when its last word was long ago', async () => {
  const turning = move('admin', 'up')
  await answerNext(MessageId.turnCamera)
  await turning
  const { message } = await terminal().next((one) => one.message.id === MessageId.turnCamera, 60_000)
  expect(message).toMatchObject({ direction: TurnDirection.stop })
}, 90_000)

test('a terminal that cannot move its cameras says so', async () => {
  const turning = move('admin', 'down')
  await answerNext(MessageId.turnCamera, ReplyResult.unsupported)
  expect((await turning).data).toEqual({ outcome: 'refused', result: ReplyResult.unsupported })
}, 60_000)

test('without the permission, in another tenant and outside the scope nothing moves, nor does a channel that is not shown', async () => {
  expect((await move('nobody', 'left')).status).toBe(403)
  expect((await move('admin', 'left', {}, 2)).status).toBe(404)
  expect((await move('admin', 'left', { channel: 2 })).status).toBe(409)
  expect((await move('admin', 'dance')).status).toBe(400)
  const away = `update vehicle set dept_id = (select dept_id from sys_dept where tenant_id = 1 and name = '二部') where id = $1`
  await query(away, [vehicleId()])
  await expect.poll(async () => (await move('handler', 'stop')).status, { timeout: 20_000 }).toBe(404)
})
