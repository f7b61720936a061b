import fc from 'fast-check'
import type { Version } from '../wire/header.ts'
import { bareLocation, hex, location, oneOf, text, time, u8, u16, u32 } from './arbitraries.ts'
import { MessageId } from './ids.ts'
import type { Message } from './message.ts'

const data = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
const list = <T>(item: fc.Arbitrary<T>, maxLength = 20) => fc.array(item, { maxLength })
const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))

const reply = { replySerial: u16, replyId: u16, result: u8 }
const resend = { firstSerial: u16, indexes: list(u16) }
const about = { mediaId: u32, mediaType: u8, format: u8, event: u8, channel: u8 }

const span = { start: fc.option(time, { nil: undefined }), end: fc.option(time, { nil: undefined }) }
const destination = { host: text(60), tcpPort: u16, udpPort: u16, channel: u8 }
const recorded = { ...span, content: u8, stream: u8, storage: u8 }
const recordedFile = fc.record({ ...recorded, channel: u8, alarms: hex(8, 8), size: u32 })

const parameter = fc.oneof(
  fc.record({ id: oneOf(0x01, 0x18, 0x29, 0x55, 0x80), type: oneOf('number'), value: u32 }),
  fc.record({ id: oneOf(0x31, 0x5b, 0x82), type: oneOf('number'), value: u16 }),
  fc.record({ id: oneOf(0x84, 0x90), type: oneOf('number'), value: u8 }),
  fc.record({ id: oneOf(0x10, 0x13, 0x48, 0x83), type: oneOf('text'), value: text(100) }),
  fc.record({ id: oneOf(0x75, 0x76, 0xf364), type: oneOf('hex'), value: hex(0, 60) }),
  fc.record({ id: oneOf(0x01, 0x31), type: oneOf('hex'), value: hex(5, 9) }),
)

const registerWidths = { '2011': [5, 8, 7], '2013': [5, 20, 7], '2019': [11, 30, 30] } as const

const register = (version: Version) => {
  const [manufacturer, model, terminalId] = registerWidths[version]
  return fc.record({
    id: oneOf(MessageId.register),
    provinceId: u16,
    cityId: u16,
    manufacturer: text(manufacturer),
    model: text(model),
    terminalId: text(terminalId),
    plateColour: u8,
    plate: text(version === '2011' ? 11 : 20),
  })
}

const attributes = (is2019: boolean) =>
  fc.record({
    id: oneOf(MessageId.attributes),
    terminalType: u16,
    manufacturer: text(is2019 ? 11 : 5),
    model: text(is2019 ? 30 : 20),
    terminalId: text(is2019 ? 30 : 7),
    iccid: hex(10, 10),
    hardwareVersion: text(40),
    firmwareVersion: text(40),
    gnss: u8,
    communication: u8,
  })

const videoAttributes = fc.record({
  id: oneOf(MessageId.videoAttributes),
  soundCodec: u8,
  soundChannels: u8,
  sampleRate: u8,
  sampleBits: u8,
  frameLength: u16,
  playsSound: fc.boolean(),
  pictureCodec: u8,
  mostSoundChannels: u8,
  mostPictureChannels: u8,
})

const card = (is2019: boolean) =>
  fc.record(
    { name: text(20), certificate: text(20), authority: text(60), validUntil: date, ...(is2019 ? { idNumber: text(20) } : {}) },
    { requiredKeys: ['name', 'certificate', 'authority'] },
  )

/** Messages about pictures and other media, the same in all editions. */
const mediaMessages = {
  mediaEvent: fc.record({ id: oneOf(MessageId.mediaEvent), ...about }),
  media: fc.record(
    { id: oneOf(MessageId.media), ...about, location: bareLocation, data },
    { requiredKeys: ['id', 'mediaId', 'mediaType', 'format', 'event', 'channel', 'data'] },
  ),
  mediaReceived: fc.record({ id: oneOf(MessageId.mediaReceived), mediaId: u32, lost: list(u16) }),
  pictureTaken: fc.record({ id: oneOf(MessageId.pictureTaken), replySerial: u16, result: u8, mediaIds: list(u32) }),
  takePicture: fc.record({
    id: oneOf(MessageId.takePicture),
    channel: u8,
    command: u16,
    intervalSeconds: u16,
    save: u8,
    resolution: u8,
    quality: u8,
    brightness: u8,
    contrast: u8,
    saturation: u8,
    chroma: u8,
  }),
}

const ofFile = { name: text(50), type: u8 }

/** Messages about the files of alarms, the same in all editions. */
const attachmentMessages = {
  requestAttachments: fc.record({
    id: oneOf(MessageId.requestAttachments),
    host: text(60),
    tcpPort: u16,
    udpPort: u16,
    mark: hex(16, 16),
    alarmNumber: text(32),
  }),
  attachmentList: fc.record({
    id: oneOf(MessageId.attachmentList),
    terminalId: text(7),
    mark: hex(16, 16),
    alarmNumber: text(32),
    kind: u8,
    files: list(fc.record({ name: text(50), size: u32 })),
  }),
  attachmentFile: fc.record({ id: oneOf(MessageId.attachmentBegins, MessageId.attachmentEnds), ...ofFile, size: u32 }),
  attachmentReceived: fc.record({
    id: oneOf(MessageId.attachmentReceived),
    ...ofFile,
    result: u8,
    missing: list(fc.record({ offset: u32, length: u32 })),
  }),
}

/** Arbitraries of every message of an edition, by name. */
export function anyMessage(version: Version): Record<string, fc.Arbitrary<Message>> {
  const is2019 = version === '2019'
  const driver = { id: oneOf(MessageId.driver), status: u8, time }
  const { heartbeat, logOut, queryTime, queryAllParameters, queryAttributes, queryVideoAttributes, queryLocation } = MessageId
  const queries = [queryTime, queryAllParameters, queryAttributes, queryVideoAttributes, queryLocation] as const
  return {
    empty: fc.record({ id: oneOf(heartbeat, logOut, ...queries) }),
    unknown: fc.record({ id: oneOf('unknown'), messageId: fc.integer({ min: 0xa000, max: 0xffff }), body: data }),
    reply: fc.record({ id: oneOf(MessageId.terminalReply, MessageId.platformReply), ...reply }),
    resend: fc.record({ id: oneOf(MessageId.terminalResend, MessageId.platformResend), ...resend }),
    platformTime: fc.record({ id: oneOf(MessageId.platformTime), time }),
    register: register(version),
    registered: fc.oneof(
      fc.record({ id: oneOf(MessageId.registered), replySerial: u16, result: oneOf(0), authCode: text(60) }),
      fc.record({ id: oneOf(MessageId.registered), replySerial: u16, result: oneOf(1, 2, 3, 4) }),
    ),
    authenticate: is2019
      ? fc.record({ id: oneOf(MessageId.authenticate), authCode: text(60), imei: text(15), softwareVersion: text(20) })
      : fc.record({ id: oneOf(MessageId.authenticate), authCode: text(60) }),
    location: fc.record({ id: oneOf(MessageId.location), location }),
    queriedLocation: fc.record({ id: oneOf(MessageId.queriedLocation), replySerial: u16, location }),
    batchLocation: fc.record({
      id: oneOf(MessageId.batchLocation),
      kind: u8,
      locations: list(location, 5),
      rejected: list(hex(0, 27), 3),
    }),
    track: fc.oneof(
      fc.record({ id: oneOf(MessageId.track), intervalSeconds: fc.integer({ min: 1, max: 0xffff }), validSeconds: u32 }),
      fc.constant({ id: MessageId.track, intervalSeconds: 0, validSeconds: 0 }),
    ),
    confirmAlarm: fc.record({ id: oneOf(MessageId.confirmAlarm), alarmSerial: u16, alarms: u32 }),
    control: fc.record({ id: oneOf(MessageId.control), command: u8, parameters: text(100) }),
    setParameters: fc.record({ id: oneOf(MessageId.setParameters), parameters: list(parameter) }),
    parameters: fc.record({ id: oneOf(MessageId.parameters), replySerial: u16, parameters: list(parameter) }),
    queryParameters: fc.record({ id: oneOf(MessageId.queryParameters), ids: list(u32) }),
    attributes: attributes(is2019),
    videoAttributes,
    passengers: fc.record({ id: oneOf(MessageId.passengers), start: time, end: time, on: u16, off: u16 }),
    text: fc.record({ id: oneOf(MessageId.text), flags: u8, text: text(1024), ...(is2019 ? { kind: u8 } : {}) }),
    transparent: fc.record({ id: oneOf(MessageId.upstreamData, MessageId.downstreamData), kind: u8, data }),
    driver: fc.oneof(
      fc.record(driver),
      fc.record({ ...driver, cardResult: u8 }),
      fc.record({ ...driver, cardResult: u8, card: card(is2019) }),
    ),
    can: fc.record({
      id: oneOf(MessageId.can),
      timeOfDayMs: fc.nat(86_399_999),
      items: list(fc.record({ canId: u32, data: hex(8, 8) })),
    }),
    ...mediaMessages,
    ...attachmentMessages,
    openVideo: fc.record({
      id: oneOf(MessageId.openVideo),
      ...destination,
      content: u8,
      stream: u8,
    }),
    queryFiles: fc.record({ id: oneOf(MessageId.queryFiles), channel: u8, alarms: hex(8, 8), ...recorded }),
    fileList: fc.record({ id: oneOf(MessageId.fileList), replySerial: u16, total: u32, files: list(recordedFile) }),
    playVideo: fc.record({
      id: oneOf(MessageId.playVideo),
      ...destination,
      mode: u8,
      speed: u8,
      ...recorded,
    }),
    controlPlayback: fc.record({
      id: oneOf(MessageId.controlPlayback),
      channel: u8,
      command: u8,
      speed: u8,
      time: fc.option(time, { nil: undefined }),
    }),
    uploadFiles: fc.record({
      id: oneOf(MessageId.uploadFiles),
      host: text(60),
      port: u16,
      user: text(60),
      password: text(60),
      path: text(100),
      channel: u8,
      alarms: hex(8, 8),
      networks: u8,
      ...recorded,
    }),
    uploadEnded: fc.record({ id: oneOf(MessageId.uploadEnded), replySerial: u16, result: u8 }),
    controlUpload: fc.record({ id: oneOf(MessageId.controlUpload), replySerial: u16, command: u8 }),
    turnCamera: fc.record({ id: oneOf(MessageId.turnCamera), channel: u8, direction: u8, speed: u8 }),
    adjustCamera: fc.record({
      id: oneOf(MessageId.adjustFocus, MessageId.adjustIris, MessageId.switchWiper, MessageId.switchLight, MessageId.adjustZoom),
      channel: u8,
      value: u8,
    }),
    controlVideo: fc.record({ id: oneOf(MessageId.controlVideo), channel: u8, command: u8, closing: u8, stream: u8 }),
  }
}
