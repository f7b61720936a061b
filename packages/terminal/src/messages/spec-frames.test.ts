import { expect, test } from 'vitest'
import { encodeFrame, FrameReader } from '../wire/frame.ts'
import { versionOf } from '../wire/header.ts'
import type { Additions } from './additions.ts'
import { MessageId } from './ids.ts'
import { isPlausible } from './location.ts'
import type { Message } from './message.ts'
import { decodeMessage, encodeMessage } from './message.ts'

// The frames of spec 4, IV.7. Frame 12 is given there by reference to 11; 24 and 25 are only named and left out; 23 is abridged,
// so the encoder builds it and the printed part is compared.

function read(hex: string) {
  const frames = new FrameReader().push(Buffer.from(hex, 'hex'))
  expect(frames).toHaveLength(1)
  const [frame] = frames
  if (frame === undefined || !frame.ok) throw new Error(`not a frame: ${JSON.stringify(frame)}`)
  return { header: frame.header, body: frame.body, message: decodeMessage(frame.header, frame.body) }
}

function locationIn(message: Message) {
  if (message.id !== MessageId.location) throw new Error(`not a location: ${message.id}`)
  return message.location
}

/** Epoch ms of a time in GMT+8. */
const timeOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}+08:00`)

const frame1 = '7E02000026123456789012007D02000000010000000200BA7F0E07E4F11C0028003C00001810151010100104000000640202007D01137E'
const frame3 = '7e0200001c0123456789010000000004000000080007203b7d0202633df70138000300632410012359591c7e'
const frame4 =
  '7e0100002c0123456789010000001f007363640000007777772e3830382e636f6d0000000000000000003736353433323101b2e24131323334cc7e'
const frame5 =
  '7e0100405301000000000172998417380000001f007363640000000000000000007777772e3830382e636f6d0000000000000000000000000000000000000037363534333231000000000000000000000000000000000000000000000001b2e241313233343b7e'
const frame7 =
  '7e0102402f010000000001729984173800000b3137323939383431373338313233343536373839303132333435332e372e31350000000000000000000000000000227e'
const frame10 =
  '7e0704003f0123456789010000000200001c000004000000080007203b7d0202633df7013800030063241001235959001c000004000000080007203b7d0202633df7013800030063241001235959b67e'
const body11 =
  '000004000000080006eeb6ad02633df701380003006320070719235901040000000b02020016030200210402002c051e3737370000000000000000000000000000000000000000000000000000001105420000004212064d0000004d4d1307000000580058582504000000632a02000a2b040000001430011e310128'
const frame11 = `7e0200007c0123456789017fff${body11}6b7e`
const frame12 = `7e0200407c0100000000017299841738ffff${body11}637e`
const frame13 =
  '7e070400510144503762020002000101004c00040100000800030202301006f893e8001d00000095260817221812140400000000170200000104000036c9030200002504000000002a02000030011f31010eea04020c8300ef0400000000037e'
const frame14 =
  '7e0704402d0100000866496077582164881d0001000028000000000000000701a00192091f2a4700160000000226050916422701040000258230010031010e507e'

test('frame 1: a location with escapes', () => {
  const { header, message } = read(frame1)
  expect(header).toMatchObject({ terminalNo: '123456789012', serial: 126, version2019: false, protocolVersion: 0 })
  expect(locationIn(message)).toEqual({
    alarm: 1,
    status: 2,
    lat: 12.222222,
    lng: 132.444444,
    altitude: 40,
    speed: 6,
    direction: 0,
    time: timeOf('2018-10-15 10:10:10'),
    additions: { mileageKm: 10, fuelLitres: 12.5, activeSafety: [], raw: [] },
  })
})

test('frame 2: a heartbeat', () => {
  const { header, message } = read('7e0002000001234567890100008a7e')
  expect(header).toMatchObject({ terminalNo: '012345678901', serial: 0 })
  expect(message).toEqual({ id: MessageId.heartbeat })
})

test('frame 3: swapped coordinates are decoded unchanged and are implausible', () => {
  const location = locationIn(read(frame3).message)
  expect(location).toMatchObject({ alarm: 0x400, status: 0x800, lat: 119.552894, lng: 40.058359, altitude: 312, speed: 0.3 })
  expect(location).toMatchObject({ direction: 99, time: timeOf('2024-10-01 23:59:59') })
  expect(isPlausible(location)).toBe(false)
})

test('frames 4 and 5: registration in 2013 and 2019', () => {
  const registration = {
    id: MessageId.register,
    provinceId: 31,
    cityId: 115,
    manufacturer: 'cd',
    model: 'www.808.com',
    terminalId: '7654321',
    plateColour: 1,
    plate: '测A1234',
  }
  expect(read(frame4).message).toEqual(registration)
  const { header, message } = read(frame5)
  expect(message).toEqual(registration)
  expect(header).toMatchObject({ version2019: true, protocolVersion: 1, terminalNo: '00000000017299841738' })
})

test('frames 6 and 7: authentication in 2013 and 2019', () => {
  const { message } = read('7e0102000b01234567890100003137323939383431373338b57e')
  expect(message).toEqual({ id: MessageId.authenticate, authCode: '17299841738' })
  expect(read(frame7).message).toEqual({ ...message, imei: '123456789012345', softwareVersion: '3.7.15' })
})

test('frames 8, 9 and 22: replies', () => {
  const general = read('7e8001000501234567890100007fff0002008e7e').message
  expect(general).toEqual({ id: MessageId.platformReply, replySerial: 32767, replyId: 2, result: 0 })
  const registered = read('7e8100000e01234567890100000000003132333435363738393031377e').message
  expect(registered).toEqual({ id: MessageId.registered, replySerial: 0, result: 0, authCode: '12345678901' })
  const terminal = read('7e000100050123456789017fff007b01c803bd7e').message
  expect(terminal).toEqual({ id: MessageId.terminalReply, replySerial: 123, replyId: 0x01c8, result: 3 })
})

test('frame 10: a batch of two', () => {
  const single = locationIn(read(frame3).message)
  const batch = { id: MessageId.batchLocation, kind: 0, locations: [single, single], rejected: [] }
  expect(read(frame10).message).toEqual(batch)
})

test('frames 11 and 12: every standard addition, in 2013 and 2019', () => {
  const location = locationIn(read(frame11).message)
  const additions: Additions = {
    mileageKm: 1.1,
    fuelLitres: 2.2,
    recorderSpeed: 3.3,
    manualAlarmId: 44,
    tyrePressures: [0x37, 0x37, 0x37, ...new Array(27).fill(0)],
    overspeedArea: { areaType: 0x42, areaId: 66 },
    areaCrossing: { areaType: 0x4d, areaId: 77, direction: 77 },
    sectionTime: { sectionId: 88, seconds: 88, result: 88 },
    vehicleSignals: 0x63,
    ioStatus: 0x0a,
    analog: { ad0: 0x14, ad1: 0 },
    signalStrength: 30,
    satellites: 40,
    activeSafety: [],
    raw: [],
  }
  expect(location).toMatchObject({ lat: 116.307629, lng: 40.058359, time: timeOf('2020-07-07 19:23:59') })
  expect(location.additions).toEqual(additions)
  expect(locationIn(read(frame12).message)).toEqual(location)
})

test('frame 13: a real batch from a blind area with vendor additions', () => {
  const { message } = read(frame13)
  if (message.id !== MessageId.batchLocation) throw new Error('not a batch')
  expect(message).toMatchObject({ kind: 1, rejected: [] })
  const [location] = message.locations
  expect(message.locations).toHaveLength(1)
  expect(location).toMatchObject({ alarm: 0x40100, status: 0x80003, lat: 33.697808, lng: 116.954088, altitude: 29 })
  expect(location).toMatchObject({ time: timeOf('2026-08-17 22:18:12'), additions: { mileageKm: 1402.5, satellites: 14 } })
  expect(location?.additions.signalStrength).toBe(31)
  expect(location?.additions.raw).toEqual([
    { id: 0xea, data: '020c8300' },
    { id: 0xef, data: '00000000' },
  ])
})

test('frame 14: a real 2019 terminal in the south', () => {
  const { header, message } = read(frame14)
  expect(header).toMatchObject({ terminalNo: '00000866496077582164', version2019: true })
  if (message.id !== MessageId.batchLocation) throw new Error('not a batch')
  expect(message.kind).toBe(0)
  expect(message.locations).toHaveLength(1)
  expect(message.locations[0]).toMatchObject({ lat: -27.263378, lng: 153.037383, additions: { satellites: 14 } })
})

test('frame 15: GBK text', () => {
  const { message } = read('7e830000150012562569271108ffb2e2cad431323340343536236162632bbde1caf8507e')
  expect(message).toEqual({ id: MessageId.text, flags: 0xff, text: '测试123@456#abc+结束' })
})

test('frames 16 and 17: live pictures are opened and closed', () => {
  const frames = [
    '7e9101001712345678901200010f3132332e3132332e3132332e313233030440c60c0100a17e',
    '7e910240040112345678901234567890ffff08010203de7e',
  ]
  const [opened, closed] = frames.map((hex) => read(hex).message)
  const address = { host: '123.123.123.123', tcpPort: 772, udpPort: 16_582 }
  expect(opened).toEqual({ id: MessageId.openVideo, ...address, channel: 12, content: 1, stream: 0 })
  expect(closed).toEqual({ id: MessageId.controlVideo, channel: 8, command: 1, closing: 2, stream: 3 })
})

test('frames 18 to 20: recordings are played, queried and listed', () => {
  const frames = [
    '7e9201002412345678901200010d31322e31322e3132332e313233a7b93c6c320200000000200707192359200707192359617e',
    '7e920500180000000010010003012412091636532412101636530000000000000000000000857e',
    '7e1205002212345678901200000000000000010124110200000024110200010200000000000004000101010000000bb27e',
  ]
  const read1078 = frames.map((hex) => read(hex))
  const address = { host: '12.12.123.123', tcpPort: 42_937, udpPort: 15_468 }
  const at = timeOf('2020-07-07 19:23:59')
  const any = { stream: 0, storage: 0 }
  const [played, queried, listed] = read1078.map(({ message }) => message)
  expect(played).toEqual({
    id: MessageId.playVideo,
    ...address,
    ...any,
    channel: 50,
    content: 2,
    mode: 0,
    speed: 0,
    start: at,
    end: at,
  })
  const [start, end] = [timeOf('2024-12-09 16:36:53'), timeOf('2024-12-10 16:36:53')]
  expect(queried).toEqual({ id: MessageId.queryFiles, ...any, channel: 1, start, end, alarms: '0'.repeat(16), content: 0 })
  const span = { start: timeOf('2024-11-02 00:00:00'), end: timeOf('2024-11-02 00:01:02') }
  const file = { channel: 1, ...span, alarms: '0000000000000400', content: 1, stream: 1, storage: 1, size: 11 }
  expect(listed).toEqual({ id: MessageId.fileList, replySerial: 0, total: 1, files: [file] })
  for (const { message, body } of read1078) expect(encodeMessage(message, '2013')).toEqual(body)
})

test('frame 21: the one time in UTC', () => {
  const { message } = read('7E8004400601000000001234567890120001191202101010517E')
  expect(message).toEqual({ id: MessageId.platformTime, time: Date.UTC(2019, 11, 2, 10, 10, 10) })
})

test('frame 23: a driver, built by the encoder and equal to the printed part', () => {
  const driver: Message = {
    id: MessageId.driver,
    status: 2,
    time: timeOf('2020-07-21 18:30:00'),
    cardResult: 0,
    card: {
      name: '张三',
      certificate: '1234567890123',
      authority: '中华人民共和国道路运输从业人员从业资格证',
      validUntil: '2019-06-30',
    },
  }
  const header = { messageId: MessageId.driver, version2019: false, terminalNo: '012345678901', serial: 0x7fff }
  const hex = encodeFrame(header, encodeMessage(driver, '2013')).toString('hex')
  expect(hex.startsWith('7e0702004e0123456789017fff022007211830000004d5c5c8fd313233')).toBe(true)
  expect(hex.endsWith('b4d3d2b5d7cab8f1d6a420190630307e')).toBe(true)
  expect(read(hex).message).toEqual(driver)
})

test('the encoder reproduces frames whose fields are in the order of the standard', () => {
  for (const hex of [frame1, frame3, frame4, frame5, frame7, frame10, frame11, frame12, frame14]) {
    const { header, message } = read(hex)
    expect(encodeFrame(header, encodeMessage(message, versionOf(header))).toString('hex')).toBe(hex.toLowerCase())
  }
})
