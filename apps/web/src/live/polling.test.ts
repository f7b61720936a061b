// @vitest-environment jsdom
import { Status } from '@huanwei/contract/live/codes'
import { beforeEach, expect, test, vi } from 'vitest'
import { connected, heard, lost, polled, signedOff, useConnection } from './connection.ts'
import { feedOutage } from './feed.ts'
import { createPoller, liveOf, pollEveryMs } from './polling.ts'
import { readMessage } from './whole-messages.ts'

function fakeClock() {
  const timers: { ms: number; run: () => void }[] = []
  return {
    timers,
    clock: {
      now: () => 0,
      random: () => 0,
      after(ms: number, run: () => void) {
        const timer = { ms, run }
        timers.push(timer)
        return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
      },
    },
  }
}

test('polls soon, then every 60 s, one at a time, and tells each outcome', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const { clock, timers } = fakeClock()
  const outcomes: boolean[] = []
  let isUp = true
  const poller = createPoller(
    clock,
    () => (isUp ? Promise.resolve() : Promise.reject(new Error('down'))),
    (answered) => outcomes.push(answered),
  )
  poller.start()
  poller.start()
  expect(timers.map((one) => one.ms)).toEqual([5000])
  timers.shift()?.run()
  expect(timers).toEqual([])
  await vi.waitFor(() => expect(timers.map((one) => one.ms)).toEqual([pollEveryMs]))
  isUp = false
  timers.shift()?.run()
  await vi.waitFor(() => expect(outcomes).toEqual([true, false]))
  timers.shift()?.run()
  poller.stop()
  await new Promise((resolve) => setTimeout(resolve))
  expect(outcomes).toEqual([true, false])
  expect(timers).toEqual([])
})

beforeEach(() => signedOff(0))

test('a loss keeps its beginning over failing attempts, polling shows that data flows, the socket ends both', () => {
  connected(1000)
  heard(1500)
  lost('closed', 2000)
  lost('timeout', 5000)
  expect(useConnection.getState()).toEqual({ state: 'reconnecting', since: 2000, reason: 'timeout', dataAt: 1500 })
  polled(true, 7000)
  lost('timeout', 8000)
  expect(useConnection.getState()).toEqual({ state: 'polling', since: 2000, reason: 'timeout', dataAt: 7000 })
  polled(false, 67_000)
  expect(useConnection.getState()).toMatchObject({ state: 'reconnecting', since: 2000, dataAt: 7000 })
  connected(70_000)
  expect(useConnection.getState()).toMatchObject({ state: 'connected', since: 70_000, reason: undefined })
  polled(true, 71_000)
  expect(useConnection.getState()).toMatchObject({ state: 'connected' })
})

test('a polled row is what the live channel would tell', () => {
  const row = {
    objectType: '2' as const,
    objectId: 7,
    objectName: '',
    objectTypeName: '',
    deptId: 1,
    deptName: '',
    phone: '',
    deviceId: '139',
    status: Status.moving,
    statusAcc: '1' as const,
    lng: 116,
    lat: 39,
    speed: 12.5,
    direction: 270,
    altitude: null,
    mileage: null,
    time: '2026-03-01 08:00:00',
    receiveTime: '2026-03-01 08:00:01',
    position: null,
    readings: [{ metric: 'ammonia', value: 1.5, time: '2026-03-01 08:00:00' }],
  }
  const time = Date.parse('2026-03-01T00:00:00Z')
  expect(liveOf(row)).toEqual({
    id: 7,
    status: Status.moving,
    lng: 116,
    lat: 39,
    speed: 12.5,
    direction: 270,
    acc: true,
    time,
    seenAt: time + 1000,
    readings: { ammonia: { value: 1.5, time } },
  })
  const silent = { ...row, status: Status.offline, speed: null, direction: null, time: null, receiveTime: null, readings: [] }
  expect(liveOf(silent)).toMatchObject({ speed: 0, direction: 0, time: null, seenAt: null, readings: {} })
})

test('ten that fall silent together for 90 s are an outage, however long ago; one that speaks, or fewer, are not', () => {
  const silent = Array.from({ length: 10 }, (_, i) => i * 1000)
  const outage = { count: 10, since: 9000 }
  expect(feedOutage(silent, 99_000)).toEqual(outage)
  expect(feedOutage(silent, 98_999)).toBeUndefined()
  expect(feedOutage(silent.slice(1), 99_000)).toBeUndefined()
  expect(feedOutage([...silent, 80_000], 99_000)).toBeUndefined()
  expect(feedOutage(silent, 900_000)).toEqual(outage)
  expect(
    feedOutage(
      Array.from({ length: 10 }, (_, i) => i * 120_000),
      2_000_000,
    ),
  ).toBeUndefined()
})

test.each([
  [
    'MESSAGE\nsubscription:/live/vehicle#1\nmessage-id:2\n\n{"a":"环卫"}\0',
    { subscription: '/live/vehicle#1', body: '{"a":"环卫"}' },
  ],
  ['MESSAGE\nmessage-id:2\nsubscription:x\n\n\0\n', { subscription: 'x', body: '' }],
  ['MESSAGE\nmessage-id:2\n\nbody\0', undefined],
  ['MESSAGE\nsubscription:x\n\nhalf of it', undefined],
  ['MESSAGE\nsubscription:x\n\none\0MESSAGE\nsubscription:x\n\ntwo\0', undefined],
  ['MESSAGE\nsubscription:a\\cb\n\nescaped\0', undefined],
  ['CONNECTED\nversion:1.2\n\n\0', undefined],
  ['\n', undefined],
])('%j is read as %j', (frame, message) => {
  expect(readMessage(frame)).toEqual(message)
})
