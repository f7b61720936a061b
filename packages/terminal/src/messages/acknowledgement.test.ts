import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeFrame } from '../wire/frame.ts'
import { headerTo } from '../wire/header.ts'
import { longestAcknowledgement, writeAcknowledgement } from './acknowledgement.ts'
import { MessageId, ReplyResult } from './ids.ts'
import { encodeMessage } from './message.ts'

const u16 = fc.nat(0xffff)
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
const header = fc.boolean().chain((version2019) =>
  fc.record({
    messageId: u16,
    version2019: fc.constant(version2019),
    protocolVersion: version2019 ? fc.nat(255) : fc.constant(0),
    terminalNo: digits(version2019 ? 20 : 12),
    serial: u16,
    encryption: fc.constant(0),
  }),
)

test('an acknowledgement is the frame of a general reply, at any offset', () => {
  const target = Buffer.alloc(2 * longestAcknowledgement)
  fc.assert(
    fc.property(
      header,
      u16,
      fc.constantFrom(...Object.values(ReplyResult)),
      fc.nat(longestAcknowledgement),
      (head, serial, result, offset) => {
        const reply = { id: MessageId.platformReply, replySerial: head.serial, replyId: head.messageId, result }
        const frame = encodeFrame(headerTo(head, MessageId.platformReply, serial), encodeMessage(reply, '2019'))
        const end = writeAcknowledgement(target, offset, head, serial, result)
        expect(target.subarray(offset, end)).toEqual(frame)
      },
    ),
  )
})
