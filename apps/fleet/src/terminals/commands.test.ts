import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { LensStep, TurnDirection } from '@huanwei/terminal/messages/ptz'
import { expect, test } from 'vitest'
import { executeCommand } from './commands.ts'
import { defaultSettings } from './settings.ts'

const context = {
  now: 0,
  terminalNo: '13900000001',
  cameras: 2,
  locate: () => expect.fail('nobody asked where it is'),
  hasUpload: () => false,
  hasFiles: () => false,
}
const header = { serial: 7, messageId: MessageId.turnCamera } as Parameters<typeof executeCommand>[0]
const turn = { id: MessageId.turnCamera, channel: 2, direction: TurnDirection.left, speed: 128 } as const

test('a camera with motors stands as it was told last', () => {
  const settings = defaultSettings('沪A12345', 1)
  const obey = (command: Parameters<typeof executeCommand>[1]) =>
    executeCommand(header, command, settings, { ...context, canMove: true })
  expect(obey(turn)).toMatchObject({ replySerial: 7, result: ReplyResult.ok })
  obey({ id: MessageId.adjustZoom, channel: 2, value: LensStep.less })
  expect(settings.cameras.get(2)).toEqual({
    direction: TurnDirection.left,
    values: new Map([[MessageId.adjustZoom, LensStep.less]]),
  })
  obey({ ...turn, direction: TurnDirection.stop })
  expect(settings.cameras.get(2)?.direction).toBe(TurnDirection.stop)
  expect(obey({ ...turn, channel: 3 })).toMatchObject({ result: ReplyResult.failed })
})

test('a camera without motors says that it cannot turn', () => {
  const settings = defaultSettings('沪A12345', 1)
  expect(executeCommand(header, turn, settings, { ...context, canMove: false })).toMatchObject({
    result: ReplyResult.unsupported,
  })
  expect(settings.cameras.size).toBe(0)
})
