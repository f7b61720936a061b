import { vehicleAt } from '@huanwei/city/fleet'
import { hasBit, StatusBit } from '@huanwei/terminal/alarm'
import { MessageId, ReplyResult } from '@huanwei/terminal/ids'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noCounts } from './counts.ts'
import { startPlatform } from './gateway.test-kit.ts'
import type { Memory } from './memory.ts'
import { Terminal } from './terminal.ts'
import type { Reading } from './vehicle.ts'

let platform: Awaited<ReturnType<typeof startPlatform>>
let now: number
let terminal: Terminal
let memory: Memory
let episodes: Set<'silent' | 'dark'>

const start = Date.parse('2026-06-15T08:00:00+08:00')
const vehicle = { ...vehicleAt(7), cameras: 2 }

/** A vehicle that drives north at 36 km/h. */
const drives = (time: number): Reading => {
  const second = (time - start) / 1000
  return {
    ...{ time, lng: 104.06, lat: 30.65 + second * 1e-4, speed: 36, direction: 0, engineOn: true },
    ...{ driven: second * 10, second, start, episodes },
  }
}

beforeEach(async () => {
  platform = await startPlatform()
  now = start
  memory = { odometer: 1000, serial: 65_530 }
  episodes = new Set()
  terminal = makeTerminal()
})
afterEach(async () => {
  terminal.close()
  await platform.close()
})

const makeTerminal = () =>
  new Terminal({
    ...{ vehicle, drives, memory, counts: noCounts(), mayConnect: () => true, now: () => now },
    ...{ identity: { terminalNo: vehicle.terminalNo, version2019: true }, gateway: { host: '127.0.0.1', port: platform.port } },
  })

const ids = (connection?: number) =>
  platform.heard.filter((one) => connection === undefined || one.connection === connection).map((one) => one.message.id)
const locations = () => platform.heard.filter((one) => one.message.id === MessageId.location)
/** Each once, however often it was sent. */
const batches = () => {
  const ofSerial = new Map(platform.heard.map((one) => [`${one.header.messageId}/${one.header.serial}`, one.message]))
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
  const serials = () => new Set(locations().map((one) => one.header.serial)).size
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
  memory.code = 'old'
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
  /** How many seconds go by until `isThere`. */
  const secondsUntil = async (isThere: () => boolean) => {
    for (let seconds = 0; seconds < 100; seconds++) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (isThere()) return seconds
      await pass(1)
    }
    throw new Error('it did not happen')
  }
  await secondsUntil(() => locations().length > 0)
  const [first] = locations()
  const copies = () => locations().filter((one) => one.header.serial === first?.header.serial)
  expect(await secondsUntil(() => copies().length === 2)).toBe(10)
  expect(await secondsUntil(() => copies().length === 3)).toBe(20)
  expect(new Set(copies().map((one) => one.body))).toEqual(new Set([first?.body]))
  platform.rules.acknowledges = () => true
  await pass(70)
  await platform.until(() => terminal.waiting === 0, 'every acknowledgement')
})

test('what was not acknowledged goes out again on the next connection, with its serial', async () => {
  await ready()
  platform.rules.acknowledges = () => false
  await pass(14)
  await platform.until(() => locations().length > 0, 'a report')
  const serial = locations()[0]?.header.serial
  platform.cut()
  await platform.until(() => !terminal.isReady, 'the cut')
  platform.rules.acknowledges = () => true
  await pass(5)
  const again = () => locations().filter((one) => one.connection === 2 && one.header.serial === serial)
  await platform.until(() => again().length === 1, 'the report on the new connection')
})

test('without network it keeps its reports and sends them as a blind-area batch', async () => {
  await ready()
  await pass(15)
  const sent = () => locations().length
  episodes.add('silent')
  await pass(1)
  await platform.until(() => platform.connections() === 0, 'the end of the connection')
  const before = sent()
  await pass(200)
  expect(sent()).toBe(before)
  episodes.clear()
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
  const header = platform.heard[0]?.header
  if (!header) throw new Error('nothing heard')
  const answer = async (message: Parameters<typeof platform.order>[1], serial: number) => {
    const from = platform.heard.length
    platform.order(header, message, serial)
    await platform.until(() => platform.heard.length > from, 'an answer')
    return platform.heard[from]?.message
  }
  expect(await answer({ id: MessageId.text, flags: 8, text: '请减速' }, 41)).toMatchObject({
    ...{ id: MessageId.terminalReply, replySerial: 41, replyId: MessageId.text, result: ReplyResult.ok },
  })
  expect(await answer({ id: MessageId.queryLocation }, 42)).toMatchObject({ id: MessageId.queriedLocation, replySerial: 42 })
  expect(await answer({ id: MessageId.queryAllParameters }, 43)).toMatchObject({ id: MessageId.parameters, replySerial: 43 })
  expect(await answer({ id: 'unknown', messageId: 0x8f01, body: Buffer.alloc(2) }, 44)).toMatchObject({
    ...{ id: MessageId.terminalReply, replySerial: 44, replyId: 0x8f01, result: ReplyResult.unsupported },
  })
})

test('takes the picture it is asked for, and keeps it until the platform has it; a camera that is not there takes none', async () => {
  await ready()
  platform.rules.acknowledges = ({ messageId }) => messageId !== MessageId.media
  const { header } = platform.heard[0]!
  const order = {
    ...{ id: MessageId.takePicture, command: 1, intervalSeconds: 0, save: 0, resolution: 3, quality: 5 },
    ...{ brightness: 127, contrast: 63, saturation: 63, chroma: 127 },
  } as const
  const pictures = () => platform.heard.flatMap(({ message }) => (message.id === MessageId.media ? [message] : []))
  const answers = () => platform.heard.flatMap(({ message }) => (message.id === MessageId.pictureTaken ? [message.result] : []))
  platform.order(header, { ...order, channel: 2 }, 9)
  await platform.until(() => pictures().length > 0, 'a picture')
  const { data, mediaId, ...picture } = pictures()[0]!
  expect(data.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect(picture).toMatchObject({ channel: 2, event: 0, location: { lng: 104.06 } })
  expect(terminal.waiting).toBe(1)
  // The platform says which pieces got lost, by their number: these go out again, and no others.
  const pieces = () => platform.pieces.filter(({ messageId }) => messageId === MessageId.media).map(({ index }) => index)
  const all = pieces()
  expect(all.length).toBeGreaterThan(3)
  platform.order(header, { id: MessageId.mediaReceived, mediaId, lost: [2, all.length] }, 12)
  await platform.until(() => pieces().length === all.length + 2, 'the lost pieces')
  expect(pieces().slice(-2)).toEqual([2, all.length])
  expect(terminal.waiting).toBe(1)
  platform.order(header, { id: MessageId.mediaReceived, mediaId, lost: [] }, 10)
  await platform.until(() => terminal.waiting === 0, 'the end of waiting')
  platform.order(header, { ...order, channel: 3 }, 11)
  await platform.until(() => answers().length === 2, 'the second answer')
  expect(answers()).toEqual([0, 2])
})
