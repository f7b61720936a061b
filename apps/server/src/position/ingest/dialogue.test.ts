import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { type Message, messageIdOf } from '@huanwei/terminal/messages/message'
import { TextFlag } from '@huanwei/terminal/messages/text'
import { VideoClosing, VideoControl } from '@huanwei/terminal/messages/video'
import { expect, test } from 'vitest'
import { gatewayKit, heartbeat, location, newNumber } from './gateway.test-kit.ts'
import { fixAt } from './terminal.test-kit.ts'

const { start, terminalOn, query, holdUp } = gatewayKit()

test('the real frames of the standard are understood', async () => {
  const { gateway, reports, registry } = await start()
  const known = {
    '12345678901': '17299841738',
    '17299841738': '17299841738',
    '14450376202': 'x',
    '866496077582164': 'y',
    '123456789012': 'z',
  }
  for (const [terminalNo, code] of Object.entries(known))
    await query('insert into device (terminal_no, auth_code) values ($1, $2)', [terminalNo, code])
  for (const terminalNo of Object.keys(known)) await expect.poll(() => registry.byNumber(terminalNo)?.authCode).toBeTruthy()

  const old = await terminalOn(gateway.port, '12345678901')
  old.socket.write(Buffer.from('7e0102000b01234567890100003137323939383431373338b57e', 'hex'))
  expect(await old.resultOf(0)).toBe(ReplyResult.ok)
  old.socket.write(Buffer.from('7e0002000001234567890100008a7e', 'hex'))
  expect(await old.resultOf(0)).toBe(ReplyResult.ok)
  old.socket.write(Buffer.from('7e0200001c0123456789010000000004000000080007203b7d0202633df70138000300632410012359591c7e', 'hex'))
  expect(await old.resultOf(0)).toBe(ReplyResult.ok)
  old.socket.write(
    Buffer.from(
      '7e0704003f0123456789010000000200001c000004000000080007203b7d0202633df7013800030063241001235959001c000004000000080007203b7d0202633df7013800030063241001235959b67e',
      'hex',
    ),
  )
  expect(await old.resultOf(0)).toBe(ReplyResult.ok)
  expect(reports.map((one) => [one.messageId, one.locations.length])).toEqual([
    [0x0200, 1],
    [0x0704, 2],
  ])

  const recent = await terminalOn(gateway.port, '17299841738')
  recent.socket.write(
    Buffer.from(
      '7e0102402f010000000001729984173800000b3137323939383431373338313233343536373839303132333435332e372e31350000000000000000000000000000227e',
      'hex',
    ),
  )
  const { header } = await recent.next((one) => one.message.id === MessageId.platformReply)
  expect(header).toMatchObject({ version2019: true, terminalNo: '00000000017299841738' })

  for (const [terminalNo, code, frame] of [
    [
      '14450376202',
      'x',
      '7e070400510144503762020002000101004c00040100000800030202301006f893e8001d00000095260817221812140400000000170200000104000036c9030200002504000000002a02000030011f31010eea04020c8300ef0400000000037e',
    ],
    [
      '866496077582164',
      'y',
      '7e0704402d0100000866496077582164881d0001000028000000000000000701a00192091f2a4700160000000226050916422701040000258230010031010e507e',
    ],
    [
      '123456789012',
      'z',
      '7E02000026123456789012007D02000000010000000200BA7F0E07E4F11C0028003C00001810151010100104000000640202007D01137E',
    ],
  ] as const) {
    const terminal = await terminalOn(gateway.port, terminalNo, { version2019: terminalNo.startsWith('866') })
    expect(await terminal.authenticate(code)).toBe(ReplyResult.ok)
    terminal.socket.write(Buffer.from(frame, 'hex'))
    expect((await terminal.next((one) => one.message.id === MessageId.platformReply)).message).toMatchObject({ result: 0 })
  }
  expect(reports.at(-1)!.locations[0]).toMatchObject({
    lat: 12.222222,
    lng: 132.444444,
    additions: { mileageKm: 10, fuelLitres: 12.5 },
  })
})

test('a bad frame costs that frame and is answered where it has a header', async () => {
  const { gateway } = await start()
  const terminal = await terminalOn(gateway.port, '12345678902')
  await terminal.open()
  terminal.socket.write(Buffer.from('7e0200000001234567890200630000007e', 'hex'))
  expect(await terminal.resultOf(0x63)).toBe(ReplyResult.badMessage)
  // Too short for a location, but a whole frame.
  expect(await terminal.ask({ id: 'unknown', messageId: MessageId.location, body: Buffer.alloc(5) })).toBe(ReplyResult.badMessage)
  expect(await terminal.ask({ id: 'unknown', messageId: 0x0f00, body: Buffer.alloc(5) })).toBe(ReplyResult.unsupported)
  expect(await terminal.ask(heartbeat)).toBe(ReplyResult.ok)
})

test('answers the time, log-out ends the session', async () => {
  const { gateway } = await start({ now: () => 1_760_000_000_000 })
  const terminal = await terminalOn(gateway.port)
  const authCode = await terminal.open()
  terminal.send({ id: MessageId.queryTime })
  expect((await terminal.next((one) => one.message.id === MessageId.platformTime)).message).toMatchObject({
    time: 1_760_000_000_000,
  })
  expect(await terminal.ask({ id: MessageId.logOut })).toBe(ReplyResult.ok)
  expect(await terminal.ask(heartbeat)).toBe(ReplyResult.failed)
  expect(await terminal.authenticate(authCode)).toBe(ReplyResult.ok)
})

test('other messages are stored before they are acknowledged, once even if they are sent twice', async () => {
  const { gateway, registry } = await start()
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  await terminal.open()
  const driver = {
    id: MessageId.driver,
    status: 1,
    time: 1_760_000_000_000,
    cardResult: 0,
    card: { name: '张\0三', certificate: '1', authority: 'A' },
  } as const
  for (let i = 0; i < 3; i++) {
    terminal.send(driver, 900)
    expect(await terminal.resultOf(900)).toBe(ReplyResult.ok)
  }
  const data = { id: MessageId.upstreamData, kind: 1, data: Buffer.from('00ff', 'hex') } as const
  expect(await terminal.ask(data)).toBe(ReplyResult.ok)
  const rows = await query('select message_id, content from device_message where device_id = $1 order by id', [
    registry.byNumber(terminalNo)!.id,
  ])
  expect(rows).toEqual([
    {
      message_id: MessageId.driver,
      content: expect.objectContaining({ status: 1, card: expect.objectContaining({ name: '张三' }) }),
    },
    { message_id: MessageId.upstreamData, content: { kind: 1, data: '00ff' } },
  ])
})

test('messages that wait for the database take two of its connections, and positions go on', async () => {
  const { gateway } = await start()
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  await terminal.open()
  const letGo = await holdUp(terminalNo)
  const data = Buffer.from('00ff', 'hex')
  // Two at a time are stored: answers come in any order.
  const results = Promise.all(
    Array.from({ length: 20 }, (_, kind) => terminal.resultOf(terminal.send({ id: MessageId.upstreamData, kind, data }))),
  )
  const waiting = async () =>
    (await query(`select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = 808 and not granted`))[0].n
  await expect.poll(waiting).toBe(2)
  // Others are stored, and this one's positions are read.
  expect(await terminal.ask(location())).toBe(ReplyResult.ok)
  expect(await waiting()).toBe(2)
  await letGo()
  expect(await results).toEqual(Array(20).fill(ReplyResult.ok))
})

test('a batch with an item that cannot be read keeps both', async () => {
  const { gateway, reports, registry } = await start()
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  await terminal.open()
  const batch = (locations: number, rejected: string[]) =>
    ({
      id: MessageId.batchLocation,
      kind: 1,
      locations: Array.from({ length: locations }, (_, i) => fixAt(1_760_000_000_000 + i * 1000)),
      rejected,
    }) as const
  expect(await terminal.ask(batch(3, ['0011']))).toBe(ReplyResult.ok)
  expect(await terminal.ask(batch(0, ['0011']))).toBe(ReplyResult.badMessage)
  // More than a frame holds: comes in pieces.
  expect(await terminal.ask(batch(60, []))).toBe(ReplyResult.ok)
  expect(reports.map((one) => one.locations.length)).toEqual([3, 60])
  const rows = await query('select content from device_message where device_id = $1', [registry.byNumber(terminalNo)!.id])
  expect(rows).toEqual([{ content: { rejected: ['0011'] } }])
})

test('a text is confirmed or refused by the terminal, or times out, or finds no connection', async () => {
  const { gateway, registry } = await start({ limits: { tick: 20, answer: 200 } })
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  await terminal.open()
  const { id } = registry.byNumber(terminalNo)!
  const text = { id: MessageId.text, flags: TextFlag.display | TextFlag.speak, text: '请减速' } as const
  for (const [result, outcome] of [
    [0, 'confirmed'],
    [1, 'refused'],
    [3, 'refused'],
  ] as const) {
    const sending = gateway.send(id, text)
    const { header, message } = await terminal.next((one) => one.message.id === MessageId.text)
    expect(message).toEqual(text)
    terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: MessageId.text, result })
    expect(await sending).toEqual({ outcome, result })
  }
  // An answer to something else ends nothing.
  const sending = gateway.send(id, text)
  const { header } = await terminal.next((one) => one.message.id === MessageId.text)
  terminal.send({ id: MessageId.terminalReply, replySerial: header.serial + 1, replyId: MessageId.text, result: 0 })
  expect(await sending).toEqual({ outcome: 'timedOut', result: null })
  expect(await gateway.send(999_999, text)).toEqual({ outcome: 'offline', result: null })
  const lost = gateway.send(id, text)
  terminal.close()
  expect(await lost).toEqual({ outcome: 'timedOut', result: null })
})

test('the answer to a request for pictures, which is made again, is waited for less long', async () => {
  const { gateway, registry } = await start({ limits: { tick: 20, answer: 3_600_000, pictures: 150 } })
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  await terminal.open()
  const stop = {
    id: MessageId.controlVideo,
    channel: 1,
    command: VideoControl.close,
    closing: VideoClosing.all,
    stream: 1,
  } as const
  expect(await gateway.send(registry.byNumber(terminalNo)!.id, stop)).toEqual({ outcome: 'timedOut', result: null })
})

test('a late answer of a terminal completes no other command, and its content is stored all the same', async () => {
  const { gateway, registry, reports } = await start({ limits: { tick: 20, answer: 150 } })
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  await terminal.open()
  const { id } = registry.byNumber(terminalNo)!
  const text = { id: MessageId.text, flags: TextFlag.display, text: '请减速' } as const
  const orders = async (message: Message) => {
    const answer = gateway.send(id, message)
    const { header } = await terminal.next((one) => one.message.id === messageIdOf(message))
    return { answer, serial: header.serial }
  }
  const timedOut = { outcome: 'timedOut', result: null }
  const late = await orders(text)
  expect(await late.answer).toEqual(timedOut)
  const now = await orders(text)
  const reply = (replySerial: number, result: number) =>
    terminal.send({ id: MessageId.terminalReply, replySerial, replyId: MessageId.text, result })
  reply(late.serial, 1)
  reply(now.serial, 0)
  expect(await now.answer).toEqual({ outcome: 'confirmed', result: 0 })

  const asked = await orders({ id: MessageId.queryLocation })
  expect(await asked.answer).toEqual(timedOut)
  const again = await orders({ id: MessageId.queryLocation })
  const replySerial = asked.serial
  const sent = terminal.send({ id: MessageId.queriedLocation, replySerial, location: fixAt(1_760_000_000_000) })
  expect(await terminal.resultOf(sent)).toBe(ReplyResult.ok)
  expect(reports.map(({ locations }) => locations[0]?.time)).toEqual([1_760_000_000_000])
  expect(await again.answer).toEqual(timedOut)
})

test('a terminal asked where it is answers with a location, confirmed when that is stored', async () => {
  const { gateway, registry, stream } = await start({ settles: false })
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  await terminal.open()
  const asking = gateway.send(registry.byNumber(terminalNo)!.id, { id: MessageId.queryLocation })
  const { header } = await terminal.next((one) => one.message.id === MessageId.queryLocation)
  terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: MessageId.queryLocation, result: 0 })
  terminal.send({ id: MessageId.queriedLocation, replySerial: header.serial, location: fixAt(1_760_000_000_000) })
  const [report] = await stream.take(10, 0)
  expect(report).toMatchObject({ messageId: 0x0201, locations: [{ time: 1_760_000_000_000 }] })
  report!.settle(true)
  expect(await asking).toEqual({ outcome: 'confirmed', result: 0 })
})

test('parameters and attributes come with the answer to the order that asked for them; a picture is taken or refused', async () => {
  const { gateway, registry } = await start()
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  await terminal.open()
  const { id } = registry.byNumber(terminalNo)!
  const parameters = [{ id: 0x29, type: 'number', value: 10 } as const, { id: 0x83, type: 'text', value: '沪A12345' } as const]
  const asked = (messageId: number) => terminal.next(({ message }) => message.id === messageId)

  const asking = gateway.send(id, { id: MessageId.queryAllParameters })
  const query = await asked(MessageId.queryAllParameters)
  terminal.send({ id: MessageId.terminalReply, replySerial: query.header.serial, replyId: query.header.messageId, result: 0 })
  terminal.send({ id: MessageId.parameters, replySerial: query.header.serial, parameters })
  expect(await asking).toMatchObject({ outcome: 'confirmed', result: 0, message: { parameters } })

  const setting = gateway.send(id, { id: MessageId.setParameters, parameters })
  const { header, message } = await asked(MessageId.setParameters)
  expect(message).toEqual({ id: MessageId.setParameters, parameters })
  terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: MessageId.setParameters, result: 3 })
  expect(await setting).toEqual({ outcome: 'refused', result: 3 })

  const attributes = {
    id: MessageId.attributes,
    terminalType: 7,
    manufacturer: 'HW',
    model: 'HW-1',
    terminalId: 'T1',
    iccid: '8'.repeat(20),
    hardwareVersion: '1.0',
    firmwareVersion: '2.0',
    gnss: 3,
    communication: 2,
  } as const
  const attributesAsked = gateway.send(id, { id: MessageId.queryAttributes })
  await asked(MessageId.queryAttributes)
  terminal.send(attributes)
  expect(await attributesAsked).toMatchObject({ outcome: 'confirmed', message: attributes })

  const videoAttributes = {
    id: MessageId.videoAttributes,
    soundCodec: 6,
    soundChannels: 1,
    sampleRate: 0,
    sampleBits: 1,
    frameLength: 320,
    playsSound: true,
    pictureCodec: 98,
    mostSoundChannels: 1,
    mostPictureChannels: 4,
  } as const
  const videoAsked = gateway.send(id, { id: MessageId.queryVideoAttributes })
  await asked(MessageId.queryVideoAttributes)
  terminal.send(videoAttributes)
  expect(await videoAsked).toMatchObject({ outcome: 'confirmed', message: videoAttributes })

  const picture = {
    id: MessageId.takePicture,
    channel: 1,
    command: 1,
    intervalSeconds: 0,
    save: 0,
    resolution: 3,
    quality: 5,
    brightness: 127,
    contrast: 63,
    saturation: 63,
    chroma: 127,
  } as const
  for (const [result, outcome] of [
    [0, 'confirmed'],
    [2, 'refused'],
  ] as const) {
    const taking = gateway.send(id, picture)
    const { header, message } = await asked(MessageId.takePicture)
    expect(message).toEqual(picture)
    terminal.send({ id: MessageId.pictureTaken, replySerial: header.serial, result, mediaIds: [] })
    expect(await taking).toEqual({ outcome, result })
  }
})

test('a list of recordings comes in pieces, and answers its query alone; a playback is confirmed by either answer', async () => {
  const { gateway, registry } = await start()
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  await terminal.open()
  const deviceId = registry.byNumber(terminalNo)!.id
  const span = { start: Date.UTC(2026, 10, 27, 1), end: Date.UTC(2026, 10, 27, 2) }
  const kind = { content: 0, stream: 0, storage: 0 }
  const query = { id: MessageId.queryFiles, channel: 2, ...span, ...kind, alarms: '0'.repeat(16) } as const
  const file = { channel: 2, ...span, ...kind, alarms: '0000000000000400', stream: 1, size: 1000 }
  const list = { id: MessageId.fileList, total: 180, files: Array.from({ length: 180 }, () => file) } as const

  const asked = gateway.send(deviceId, query)
  const { header, message } = await terminal.next((one) => one.message.id === MessageId.queryFiles)
  expect(message).toEqual(query)
  terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: MessageId.queryFiles, result: 0 })
  terminal.send({ ...list, replySerial: header.serial })
  const answer = await asked
  expect(answer).toMatchObject({ outcome: 'confirmed', message: { total: 180 } })
  expect(answer.message).toEqual({ ...list, replySerial: header.serial })

  const address = { host: '127.0.0.1', tcpPort: 6078, udpPort: 0 }
  const play = { id: MessageId.playVideo, channel: 2, ...address, ...span, ...kind, mode: 0, speed: 0 } as const
  for (const answers of ['list', 'reply', 'refusal'] as const) {
    const playing = gateway.send(deviceId, play)
    const { header: asking } = await terminal.next((one) => one.message.id === MessageId.playVideo)
    const result = answers === 'refusal' ? ReplyResult.unsupported : ReplyResult.ok
    if (answers === 'list') terminal.send({ ...list, total: 1, files: [file], replySerial: asking.serial })
    else terminal.send({ id: MessageId.terminalReply, replySerial: asking.serial, replyId: MessageId.playVideo, result })
    expect(await playing).toMatchObject({ outcome: answers === 'refusal' ? 'refused' : 'confirmed', result })
  }
})
