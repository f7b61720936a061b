import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Version } from '../wire/header.ts'
import { MessageId } from './ids.ts'
import type { Message } from './message.ts'
import { decodeMessage, encodeMessage, messageIdOf } from './message.ts'
import { anyMessage } from './message-arbitraries.ts'
import { CameraSwitch, LensStep, TurnDirection } from './ptz.ts'

const versions: Version[] = ['2011', '2013', '2019']

function roundTrip(message: Message, version: Version) {
  const header = { messageId: messageIdOf(message), version2019: version === '2019', encryption: 0 }
  return decodeMessage(header, encodeMessage(message, version))
}

describe.each(versions)('in %s', (version) => {
  const messages = anyMessage(version)

  test.each(Object.keys(messages))('%s comes back from its body as it went in', (name) => {
    const arbitrary = messages[name]
    if (arbitrary === undefined) throw new Error(name)
    fc.assert(
      fc.property(arbitrary, (message) => {
        expect(roundTrip(message, version)).toEqual(message)
      }),
    )
  })

  test('every known id is among them', () => {
    const ids = Object.values(messages).flatMap((arbitrary) => fc.sample(arbitrary, { numRuns: 200, seed: 1 }).map(messageIdOf))
    expect(Object.values(MessageId).filter((id) => !ids.includes(id))).toEqual([])
  })

  test('any body gives a message or a BadMessage, nothing else', () => {
    const id = fc.oneof(fc.constantFrom(...Object.values(MessageId)), fc.nat(0xffff))
    const body = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(id, body, (messageId, bytes) => {
        try {
          decodeMessage({ messageId, version2019: version === '2019', encryption: 0 }, bytes)
        } catch (error) {
          expect(error).toMatchObject({ name: 'BadMessage' })
        }
      }),
      { numRuns: 1000 },
    )
  })
})

test.each([
  ['020464', { id: MessageId.turnCamera, channel: 2, direction: TurnDirection.right, speed: 100 }],
  ['020000', { id: MessageId.turnCamera, channel: 2, direction: TurnDirection.stop, speed: 0 }],
  ['0301', { id: MessageId.adjustFocus, channel: 3, value: LensStep.less }],
  ['0300', { id: MessageId.adjustZoom, channel: 3, value: LensStep.more }],
  ['0101', { id: MessageId.switchLight, channel: 1, value: CameraSwitch.on }],
] as const)('the body %s moves a camera', (hex, message) => {
  expect(encodeMessage(message, '2019').toString('hex')).toBe(hex)
  expect(roundTrip(message, '2013')).toEqual(message)
})

describe('decodeMessage', () => {
  const header = { messageId: MessageId.location, version2019: false, encryption: 0 }
  const body = Buffer.from('000004000000080007203b7e02633df70138000300632410012359 59'.replace(' ', ''), 'hex')

  test('refuses an encrypted body', () => {
    expect(() => decodeMessage({ ...header, encryption: 1 }, body)).toThrow('encrypted')
  })

  test('refuses a body that is cut', () => {
    expect(() => decodeMessage(header, body.subarray(0, 27))).toThrow('too-short')
  })

  test('refuses a date that is none', () => {
    const zero = Buffer.from(body)
    zero.fill(0, 22)
    expect(() => decodeMessage(header, zero)).toThrow('time')
  })

  test('keeps the good items of a batch beside a bad one', () => {
    const bad = Buffer.from(body)
    bad[23] = 0x13
    const items = [body, bad, body].flatMap((item) => [Buffer.of(0, item.length), item])
    const batch = decodeMessage({ ...header, messageId: MessageId.batchLocation }, Buffer.concat([Buffer.of(0, 3, 1), ...items]))
    expect(batch).toMatchObject({ kind: 1, locations: [{ alarm: 0x400 }, { alarm: 0x400 }], rejected: [bad.toString('hex')] })
  })

  test('refuses a batch of more locations than a terminal stores', () => {
    const batchOf = (count: number) => {
      const items = Array.from({ length: count }, () => Buffer.concat([Buffer.of(0, body.length), body]))
      return Buffer.concat([Buffer.of(count >> 8, count & 0xff, 1), ...items])
    }
    const decode = (count: number) => decodeMessage({ ...header, messageId: MessageId.batchLocation }, batchOf(count))
    expect(decode(2000)).toMatchObject({ locations: { length: 2000 } })
    expect(() => decode(2001)).toThrow('too-many')
  })

  test('reads a picture that has no time yet', () => {
    const noFix = Buffer.concat([Buffer.from('0000007b00000101', 'hex'), Buffer.alloc(28), Buffer.from('ffd8', 'hex')])
    const media = decodeMessage({ ...header, messageId: MessageId.media }, noFix)
    expect(media).toEqual({
      id: MessageId.media,
      mediaId: 123,
      mediaType: 0,
      format: 0,
      event: 1,
      channel: 1,
      data: Buffer.from('ffd8', 'hex'),
    })
  })

  test('tells a registration of 2011 by its length', () => {
    const message = {
      id: MessageId.register,
      provinceId: 44,
      cityId: 300,
      manufacturer: '70111',
      model: 'HW-8',
      terminalId: '0000001',
      plateColour: 2,
      plate: '粤B12345',
    }
    expect(encodeMessage(message, '2011')).toHaveLength(33)
    expect(roundTrip(message, '2011')).toEqual(message)
    expect(() => encodeMessage({ ...message, plate: '粤B1234567890' }, '2011')).toThrow(RangeError)
  })

  test('reads the count of missing pieces in one byte or in two', () => {
    const message = { id: MessageId.platformResend, firstSerial: 9, indexes: [2, 5] }
    for (const version2019 of [false, true]) {
      for (const hex of ['0009' + '02' + '00020005', '0009' + '0002' + '00020005']) {
        const read = decodeMessage({ messageId: message.id, version2019, encryption: 0 }, Buffer.from(hex, 'hex'))
        expect(read).toEqual(message)
      }
    }
  })

  test('reads 2019 attributes that have the short manufacturer', () => {
    const fields = [Buffer.from([0, 7, ...Buffer.from('70111')]), Buffer.alloc(30, 'M'), Buffer.alloc(30, 'T')]
    const body = Buffer.concat([...fields, Buffer.alloc(10, 0x12), Buffer.from('\x031.0\x042.10\x01\x02', 'latin1')])
    const read = decodeMessage({ messageId: MessageId.attributes, version2019: true, encryption: 0 }, body)
    expect(read).toMatchObject({ manufacturer: '70111', model: 'M'.repeat(30), hardwareVersion: '1.0', firmwareVersion: '2.10' })
  })
})
