import { vehicleAt } from '@huanwei/city/fleet'
import { hasBit, StatusBit } from '@huanwei/terminal/messages/alarm'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CarrierState } from '../carrier.ts'
import { zeroCounters } from './counters.ts'
import { startPlatform } from './platform.test-kit.ts'
import type { SavedState } from './saved-state.ts'
import { Terminal } from './terminal.ts'

let platform: Awaited<ReturnType<typeof startPlatform>>
let now: number
let terminal: Terminal
let saved: SavedState
let conditions: Set<'noNetwork' | 'poweredOff'>

const start = Date.parse('2026-06-15T08:00:00+08:00')
const vehicle = { ...vehicleAt(7), cameras: 2 }

/** A vehicle that drives north at 36 km/h. */
const simulation = (time: number): CarrierState => {
  const second = (time - start) / 1000
  return {
    time,
    lng: 104.06,
    lat: 30.65 + second * 1e-4,
    speed: 36,
    direction: 0,
    engineOn: true,
    driven: second * 10,
    second,
    start,
    conditions,
  }
}

beforeEach(async () => {
  platform = await startPlatform()
  now = start
  saved = { odometer: 1000, serial: 65_530 }
  conditions = new Set()
  terminal = makeTerminal()
})
afterEach(async () => {
  terminal.close()
  await platform.close()
})

const makeTerminal = () =>
  new Terminal({
    carrier: vehicle,
    simulation,
    saved,
    counters: zeroCounters(),
    mayConnect: () => true,
    now: () => now,
    identity: { terminalNo: vehicle.terminalNo, version2019: true },
    gateway: { host: '127.0.0.1', port: platform.port },
  })

const ids = (connection?: number) =>
  platform.received
    .filter((received) => connection === undefined || received.connection === connection)
    .map(({ message }) => message.id)
const locations = () => platform.received.filter(({ message }) => message.id === MessageId.location)
/** Batches, each once however often it was sent. */
const batches = () => {
  const ofSerial = new Map(platform.received.map(({ header, message }) => [`${header.messageId}/${header.serial}`, message]))
  return [...ofSerial.values()].flatMap((message) => (message.id === MessageId.batchLocation ? [message] : []))
}

/** Lets `seconds` go by, a second at a time, with room for the sockets. */
async function pass(seconds: number) {
  for (let i = 0; i < seconds; i++) {
    now += 1000
    terminal.tick()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

async function ready() {
  terminal.tick()
  await platform.until(() => terminal.isReady, 'authentication')
}

test('registers, authenticates, then reports every ten seconds', async () => {
  await ready()
  expect(ids()).toEqual([MessageId.register, MessageId.authenticate])
  await pass(60)
  const serials = () => new Set(locations().map(({ header }) => header.serial)).size
  await platform.until(() => serials() >= 5, 'five reports')
  expect(serials()).toBeLessThanOrEqual(7)
  const { message } = locations().at(-1) ?? {}
  if (message?.id !== MessageId.location) throw new Error('no location')
  expect(message.location).toMatchObject({ lng: 104.06, speed: 36, direction: 0 })
  expect(hasBit(message.location.status, StatusBit.accOn)).toBe(true)
  expect(message.location.additions.mileageKm).toBeGreaterThan(1000)
  await platform.until(() => terminal.waiting === 0, 'every acknowledgement')
})

test('with a code it authenticates at once; a code that is refused is replaced', async () => {
  saved.code = 'old'
  await ready()
  expect(ids()).toEqual([MessageId.authenticate, MessageId.register, MessageId.authenticate])
  platform.cut()
  await platform.until(() => !terminal.isReady, 'the cut')
  await pass(5)
  await platform.until(() => terminal.isReady, 'the second connection')
  expect(ids(2)[0]).toBe(MessageId.authenticate)
})

test('sends an unacknowledged report again, the same bytes, after 10 and then 20 seconds', async () => {
  await ready()
  platform.rules.acknowledges = () => false
  /** Seconds that pass until the condition holds. */
  const secondsUntil = async (condition: () => boolean) => {
    for (let seconds = 0; seconds < 100; seconds++) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (condition()) return seconds
      await pass(1)
    }
    throw new Error('it did not happen')
  }
  await secondsUntil(() => locations().length > 0)
  const [first] = locations()
  const copies = () => locations().filter(({ header }) => header.serial === first?.header.serial)
  expect(await secondsUntil(() => copies().length === 2)).toBe(10)
  expect(await secondsUntil(() => copies().length === 3)).toBe(20)
  expect(new Set(copies().map(({ body }) => body))).toEqual(new Set([first?.body]))
  platform.rules.acknowledges = () => true
  await pass(70)
  await platform.until(() => terminal.waiting === 0, 'every acknowledgement')
})

test('unacknowledged messages are sent again on the next connection, with their serials', async () => {
  await ready()
  platform.rules.acknowledges = () => false
  await pass(14)
  await platform.until(() => locations().length > 0, 'a report')
  const serial = locations()[0]?.header.serial
  platform.cut()
  await platform.until(() => !terminal.isReady, 'the cut')
  platform.rules.acknowledges = () => true
  await pass(5)
  const again = () => locations().filter(({ connection, header }) => connection === 2 && header.serial === serial)
  await platform.until(() => again().length === 1, 'the report on the new connection')
})

test('without network it keeps its reports and sends them as a blind-area batch', async () => {
  await ready()
  await pass(15)
  const sent = () => locations().length
  conditions.add('noNetwork')
  await pass(1)
  await platform.until(() => platform.connections() === 0, 'the end of the connection')
  const before = sent()
  await pass(200)
  expect(sent()).toBe(before)
  conditions.clear()
  await pass(3)
  await platform.until(() => terminal.isReady, 'the connection after it')
  await pass(3)
  await platform.until(() => batches().flatMap((batch) => batch.locations).length >= 18, 'the batches')
  expect(batches().every((batch) => batch.kind === 1)).toBe(true)
  const times = batches().flatMap((batch) => batch.locations.map((location) => location.time))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('answers orders', async () => {
  await ready()
  const header = platform.received[0]?.header
  if (!header) throw new Error('nothing received')
  const answer = async (message: Parameters<typeof platform.send>[1], serial: number) => {
    const from = platform.received.length
    platform.send(header, message, serial)
    await platform.until(() => platform.received.length > from, 'an answer')
    return platform.received[from]?.message
  }
  expect(await answer({ id: MessageId.text, flags: 8, text: '请减速' }, 41)).toMatchObject({
    id: MessageId.terminalReply,
    replySerial: 41,
    replyId: MessageId.text,
    result: ReplyResult.ok,
  })
  expect(await answer({ id: MessageId.queryLocation }, 42)).toMatchObject({ id: MessageId.queriedLocation, replySerial: 42 })
  expect(await answer({ id: MessageId.queryAllParameters }, 43)).toMatchObject({ id: MessageId.parameters, replySerial: 43 })
  expect(await answer({ id: 'unknown', messageId: 0x8f01, body: Buffer.alloc(2) }, 44)).toMatchObject({
    id: MessageId.terminalReply,
    replySerial: 44,
    replyId: 0x8f01,
    result: ReplyResult.unsupported,
  })
})

test('takes the picture it is asked for, and keeps it until the platform has it; a camera that is not there takes none', async () => {
  await ready()
  platform.rules.acknowledges = ({ messageId }) => messageId !== MessageId.media
  const { header } = platform.received[0]!
  const order = {
    id: MessageId.takePicture,
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
  const pictures = () => platform.received.flatMap(({ message }) => (message.id === MessageId.media ? [message] : []))
  const answers = () =>
    platform.received.flatMap(({ message }) => (message.id === MessageId.pictureTaken ? [message.result] : []))
  platform.send(header, { ...order, channel: 2 }, 9)
  await platform.until(() => pictures().length > 0, 'a picture')
  const { data, mediaId, ...picture } = pictures()[0]!
  expect(data.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect(picture).toMatchObject({ channel: 2, event: 0, location: { lng: 104.06 } })
  expect(terminal.waiting).toBe(1)
  // The platform names the lost pieces by number: exactly these are sent again.
  const pieces = () => platform.pieces.filter(({ messageId }) => messageId === MessageId.media).map(({ index }) => index)
  const sentPieces = pieces()
  expect(sentPieces.length).toBeGreaterThan(3)
  platform.send(header, { id: MessageId.mediaReceived, mediaId, lost: [2, sentPieces.length] }, 12)
  await platform.until(() => pieces().length === sentPieces.length + 2, 'the lost pieces')
  expect(pieces().slice(-2)).toEqual([2, sentPieces.length])
  expect(terminal.waiting).toBe(1)
  platform.send(header, { id: MessageId.mediaReceived, mediaId, lost: [] }, 10)
  await platform.until(() => terminal.waiting === 0, 'the end of waiting')
  platform.send(header, { ...order, channel: 3 }, 11)
  await platform.until(() => answers().length === 2, 'the second answer')
  expect(answers()).toEqual([0, 2])
})
