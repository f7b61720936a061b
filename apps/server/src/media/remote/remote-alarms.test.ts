import type { HeldAlarm } from '@huanwei/fleet/video-server/held-evidence'
import { SimulatedVideoServer } from '@huanwei/fleet/video-server/video-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { timeText } from '../../lib/time.ts'
import { startHostileServer, videoServerAt } from './remote.test-kit.ts'
import { listAlarms } from './remote-alarms.ts'
import type { VideoServer } from './video-server.ts'

const did = 'A00013900'
const remote = new SimulatedVideoServer({
  account: 'monitor',
  password: 'remote-secret',
  devices: [{ did, plate: '川A00001', channels: 2, isOnline: true, files: [] }],
})
let hostile: Awaited<ReturnType<typeof startHostileServer>>
let real: VideoServer

beforeAll(async () => {
  real = videoServerAt(`http://127.0.0.1:${await remote.listen()}`)
  hostile = await startHostileServer()
})
afterAll(async () => {
  await remote.close()
  hostile.close()
})
beforeEach(() => {
  remote.fault = undefined
  remote.evidence.alarms.length = 0
  remote.evidence.isCareless = false
  remote.evidence.pages = 0
  hostile.calls = 0
})

const minute = 60_000
const from = Date.parse('2026-01-05T08:00:00+08:00')
const span = { from, to: from + 60 * minute }
const held = (guid: string, stm: number, more: Partial<HeldAlarm> = {}): HeldAlarm => ({
  guid,
  did,
  atp: 620,
  stm,
  etm: 0,
  slng: 104_070_000,
  slat: 30_660_000,
  ...more,
})
const list = (server = real, asked = span) => listAlarms({ server, number: did }, asked)
/** An alarm as the hostile server lists it. */
const odd = (more: object) => ({ guid: 'odd', did, atp: 620, stm: from + minute, etm: 0, slng: 0, slat: 0, ...more })

test('alarms of a span are listed with what they are to rules', async () => {
  remote.evidence.alarms.push(
    held('one', from + minute, { etm: from + 2 * minute }),
    held('two', from + 3 * minute, { atp: 600, slng: 0, slat: 0 }),
    held('early', from - minute),
    held('other', from + minute, { did: 'A00013901' }),
    held('door', from + minute, { atp: 6 }),
  )
  const { alarms, until, meaningless } = await list()
  expect([until, meaningless]).toEqual([span.to, 0])
  expect(alarms).toEqual([
    {
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      time: from + minute,
      end: from + 2 * minute,
      alarm: 0,
      safety: [25_858],
      lng: 104.07,
      lat: 30.66,
    },
    { key: expect.any(String), time: from + 3 * minute, end: null, alarm: 0, safety: [25_601], lng: null, lat: null },
    { key: expect.any(String), time: from + minute, end: null, alarm: 2 ** 31, safety: [], lng: 104.07, lat: 30.66 },
  ])
})

test('what means nothing is counted and left out, whatever the server lists', async () => {
  remote.evidence.isCareless = true
  remote.evidence.alarms.push(held('park', from + minute, { atp: 307 }), held('phone', from + minute))
  expect(await list()).toMatchObject({ meaningless: 1, alarms: [{ safety: [25_858] }] })
})

test('pages are read to the end, and a span with too many alarms is halved until they are few enough', async () => {
  for (let n = 0; n < 450; n++) remote.evidence.alarms.push(held(`some ${n}`, from + n * 1000))
  expect((await list()).alarms).toHaveLength(450)
  expect(remote.evidence.pages).toBe(5)
  for (let n = 0; n < 3000; n++) remote.evidence.alarms.push(held(`more ${n}`, from + 20 * minute + n * 500))
  const { alarms, until } = await list()
  expect(until).toBe(from + 30 * minute)
  const ofPart = remote.evidence.alarms.filter(({ stm }) => stm <= until)
  expect(alarms).toHaveLength(ofPart.length)
})

test('more alarms in a minute than are read leave the first ones, and the minute is over', async () => {
  for (let n = 0; n < 2500; n++) remote.evidence.alarms.push(held(`flood ${n}`, from + n))
  const { alarms, until } = await list(real, { from, to: from + 120 * minute })
  expect([alarms.length, until]).toEqual([2000, from + minute])
})

test('a million alarms, pages without end and a server that says nothing are refused', async () => {
  hostile.answer = () => ({ alarms: Array.from({ length: 1_000_000 }, () => 0) })
  await expect(list(hostile.server)).rejects.toMatchObject({ result: 'other' })
  hostile.answer = () => ({ alarms: [], pagination: { hasNextPage: true } })
  hostile.calls = 0
  await expect(list(hostile.server)).rejects.toMatchObject({ result: 'other' })
  expect(hostile.calls).toBe(100)
  hostile.answer = () => ({ alarms: Array.from({ length: 100 }, (_, n) => odd({ guid: String(n) })) })
  await expect(list(hostile.server)).rejects.toMatchObject({ result: 'other' })
  remote.fault = 'silent'
  await expect(list()).rejects.toMatchObject({ result: 'other' })
}, 60_000)

test('a server that lists all on one page is asked once, for less time where that is too much, and what is left of a flood is bounded', async () => {
  const all = Array.from({ length: 5000 }, (_, n) => odd({ guid: String(n), stm: from + n * 700 }))
  hostile.answer = ({ asked }) => ({
    alarms: all.filter(({ stm }) => timeText(stm) <= asked.get('endtime')! && timeText(stm) >= asked.get('begintime')!),
  })
  const { alarms, until } = await list(hostile.server)
  expect(until).toBe(from + 15 * minute)
  expect(alarms.length).toBe(all.filter(({ stm }) => stm < until + 1000).length)
  expect(hostile.calls).toBe(3)
  hostile.answer = () => ({ alarms: Array.from({ length: 100_000 }, () => 0), pagination: { hasNextPage: true } })
  expect(await list(hostile.server)).toEqual({ alarms: [], until: from + minute, meaningless: 2000 })
})

test('odd times, ids, places and fields make no alarm, or a plain one', async () => {
  const html = '<script>alert(1)</script>'
  hostile.answer = () => ({
    alarms: [
      odd({ guid: html, atpStr: html, info: html, etm: 5 }),
      odd({ guid: html, stm: from + 2 * minute, etm: from + 3 * minute, atp: 600 }),
      ...[-1, 0, null, 'now', 1e20, Number.MAX_SAFE_INTEGER, from - minute, span.to + minute].map((stm, n) =>
        odd({ guid: `time ${n}`, stm }),
      ),
      ...[{ atp: '620x' }, { atp: -620 }, { did: 'A00013901' }].map((more, n) => odd({ guid: `field ${n}`, ...more })),
      null,
      [],
      'alarm',
      odd({ guid: null, slng: 1e12, slat: 'north' }),
      odd({ guid: '', stm: from + minute }),
    ],
    pagination: { totalPages: 'all', hasNextPage: html },
  })
  const { alarms, meaningless } = await list(hostile.server)
  expect(meaningless).toBe(8 + 3 + 3)
  // The first one of an id counts; without one it is known by its time.
  expect(alarms).toEqual([
    {
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      time: from + minute,
      end: null,
      alarm: 0,
      safety: [25_858],
      lng: null,
      lat: null,
    },
    {
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      time: from + minute,
      end: null,
      alarm: 0,
      safety: [25_858],
      lng: null,
      lat: null,
    },
  ])
  hostile.answer = () => ({ alarms: 'none' })
  expect(await list(hostile.server)).toMatchObject({ alarms: [], meaningless: 0 })
})
