import { Status } from '@huanwei/contract/live/codes'
import type { LiveObject, ObjectMessage } from '@huanwei/contract/live/messages'
import { countStatuses, offlineAfterMs, statusOf } from '@huanwei/contract/live/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createObjects, locationOf } from './objects.ts'
import { objectAt, readPacked, width } from './packed.ts'

const start = 1_763_690_000_000

function setUp() {
  let now = start
  const frames: (() => void)[] = []
  let turn: (() => boolean) | undefined
  const store = createObjects({
    now: () => now,
    schedule: (run) => void frames.push(run),
    inTurns(step) {
      turn = step
      return () => {
        turn = undefined
      }
    },
  })
  return {
    store,
    frame: () => {
      for (const run of frames.splice(0)) run()
    },
    frames,
    /** Lets the browser's next task run; true when there was one. */
    task() {
      const step = turn
      if (step?.()) turn = undefined
      return step !== undefined
    },
    wait(ms: number) {
      now += ms
    },
  }
}

const aVehicle = (change: Partial<LiveObject>): LiveObject => ({
  id: 1,
  status: Status.moving,
  lng: 116,
  lat: 39,
  speed: 20,
  direction: 90,
  acc: true,
  time: start,
  seenAt: start,
  ...change,
})
const snapshot = (objects: LiveObject[], at = start): ObjectMessage => ({ epoch: 'e', seq: 1, at, type: 'snapshot', objects })
const patch = (objects: LiveObject[], gone: number[] = [], at = start): ObjectMessage => ({
  epoch: 'e',
  seq: 2,
  at,
  type: 'patch',
  objects,
  gone,
})

const someVehicle = fc.record({
  id: fc.integer({ min: 1, max: 30 }),
  status: fc.constantFrom(...Object.values(Status)),
  seenAt: fc.option(fc.integer({ min: start - offlineAfterMs, max: start + 1000 })),
})
const someMessage = fc.oneof(
  fc.uniqueArray(someVehicle, { selector: (one) => one.id }).map((all) => snapshot(all.map(aVehicle))),
  fc
    .tuple(fc.array(someVehicle), fc.array(fc.integer({ min: 1, max: 30 })))
    .map(([changed, gone]) => patch(changed.map(aVehicle), gone)),
  fc.constant('age' as const),
)

test('the counts kept while messages come equal the counts of what is there', () => {
  fc.assert(
    fc.property(fc.array(someMessage, { maxLength: 20 }), (messages) => {
      const { store, wait } = setUp()
      for (const message of messages) {
        wait(60_000)
        if (message === 'age') store.age()
        else store.apply({ ...message, at: start })
        expect(store.counts()).toEqual(countStatuses([...store.all()].map(locationOf)))
      }
    }),
  )
})

test('the store ends as a plain map would', () => {
  fc.assert(
    fc.property(fc.array(someMessage, { maxLength: 20 }), (messages) => {
      const { store } = setUp()
      const plain = new Map<number, LiveObject>()
      for (const message of messages) {
        if (message === 'age') continue
        store.apply(message)
        if (message.type === 'snapshot') plain.clear()
        else for (const id of message.gone) plain.delete(id)
        for (const vehicle of message.objects) plain.set(vehicle.id, vehicle)
      }
      expect(new Map([...store.all()].map((one) => [one.id, one]))).toEqual(plain)
    }),
  )
})

test('many messages in one frame are one call with the ids that changed', () => {
  const { store, frame, frames } = setUp()
  store.apply(snapshot([aVehicle({ id: 1 }), aVehicle({ id: 2 })]))
  frame()
  const heard: unknown[] = []
  store.onChange((changed) => heard.push(changed))
  for (let i = 0; i < 50; i++) store.apply(patch([aVehicle({ id: 2, speed: i })], i === 40 ? [1] : []))
  expect(frames).toHaveLength(1)
  frame()
  expect(heard).toEqual([[2, 1]])
  expect(store.get(2)?.speed).toBe(49)
})

test('who listens to one vehicle hears of that one only, and of snapshots', () => {
  const { store, frame } = setUp()
  let heard = 0
  const stop = store.onChangeOf(1, () => heard++)
  store.apply(patch([aVehicle({ id: 2 })]))
  frame()
  expect(heard).toBe(0)
  store.apply(patch([aVehicle({ id: 1 })]))
  frame()
  store.apply(snapshot([]))
  frame()
  expect(heard).toBe(2)
  stop()
  store.apply(patch([aVehicle({ id: 1 })]))
  frame()
  expect(heard).toBe(2)
})

test('a long snapshot is taken in bit by bit, counts once it is whole, and is told in portions; a patch behind it waits', () => {
  const { store, frame, frames, task } = setUp()
  store.apply(snapshot([aVehicle({ id: 0 }), aVehicle({ id: 1, speed: 1 })]))
  frame()
  const heard: number[][] = []
  store.onChange((changed) => heard.push(changed === 'all' ? [] : changed))
  store.apply(snapshot(Array.from({ length: 10_000 }, (_, i) => aVehicle({ id: i + 1 }))))
  store.apply(patch([aVehicle({ id: 1, speed: 77 })]))
  expect([store.size(), store.get(1)?.speed]).toEqual([2, 1])
  while (task()) expect([2, 10_000]).toContain(store.size())
  expect([store.size(), store.get(1)?.speed, store.counts().moving]).toEqual([10_000, 77, 10_000])
  while (frames.length) frame()
  expect(Math.max(...heard.map((ids) => ids.length))).toBeLessThan(2500)
  expect(new Set(heard.flat())).toEqual(new Set(Array.from({ length: 10_001 }, (_, i) => i)))
})

test('what a worker packed is what it read', () => {
  fc.assert(
    fc.property(fc.array(someVehicle), fc.array(fc.integer()), (changed, gone) => {
      const message = patch([...changed.map(aVehicle), aVehicle({ lng: null, lat: null, time: null, acc: false })], gone)
      const { columns, readings: _, ...head } = readPacked(JSON.stringify(message))
      const objects = Array.from({ length: columns.length / width }, (_, row) => objectAt(columns, row))
      expect({ ...head, objects }).toEqual(message)
      expect(() => readPacked(JSON.stringify({ ...message, objects: [{ id: 1 }] }))).toThrow()
    }),
  )
})

test('readings come with their object and go with it', () => {
  const { store } = setUp()
  const readings = { fill: { value: 80, time: start } }
  store.apply(snapshot([aVehicle({ id: 1, readings }), aVehicle({ id: 2, readings })]))
  expect([...store.all()].map((one) => one.readings)).toEqual([readings, readings])
  store.apply(patch([aVehicle({ id: 1, readings: { fill: { value: 5, time: start } } }), aVehicle({ id: 3 })], [2]))
  expect([1, 2, 3].map((id) => store.get(id)?.readings?.fill?.value)).toEqual([5, undefined, undefined])
  store.apply(patch([aVehicle({ id: 2 })]))
  expect(store.get(2)?.readings).toBeUndefined()
})

test('another revision of the trees is told, the first one and a poll without one are not', () => {
  const { store } = setUp()
  let heard = 0
  const stop = store.onTree(() => heard++)
  store.apply({ ...snapshot([]), tree: 4 })
  store.apply({ ...patch([]), tree: 4 })
  store.apply({ ...patch([]), epoch: 'poll' })
  expect(heard).toBe(0)
  store.apply({ ...patch([]), tree: 5 })
  expect(heard).toBe(1)
  // Another server has another clock.
  store.apply({ ...snapshot([]), epoch: 'f', tree: 5 })
  expect(heard).toBe(2)
  stop()
  store.apply({ ...patch([]), tree: 6 })
  expect(heard).toBe(2)
})

test('the first revision is told where it came after the trees may have been read', () => {
  const told = (changedAt: number) => {
    const { store, wait } = setUp()
    let heard = 0
    store.onTree(() => heard++)
    wait(3000)
    // The server's clock is an hour ahead.
    store.apply({ ...snapshot([], start + 3_603_000), tree: start + 3_600_000 + changedAt })
    return heard
  }
  expect(told(-1)).toBe(0)
  expect(told(1000)).toBe(1)
})

test('log-out forgets what was still being taken in', () => {
  const { store, task } = setUp()
  store.apply(snapshot(Array.from({ length: 10_000 }, (_, i) => aVehicle({ id: i }))))
  store.clear()
  while (task());
  expect([store.size(), store.counts().total]).toEqual([0, 0])
})

test('a silent vehicle turns offline at the moment the contract says, by the clock of the server', () => {
  const skew = 3 * 3_600_000
  const { store, frame, wait } = setUp()
  const seenAt = start + skew
  store.apply(snapshot([aVehicle({ seenAt })], seenAt))
  frame()
  const heard: unknown[] = []
  store.onChange((changed) => heard.push(changed))
  const situation = { stands: false, lastPacketAt: seenAt, alarms: 0, warnings: 0 }

  wait(offlineAfterMs - 1)
  store.age()
  expect(store.get(1)?.status).toBe(statusOf(situation, store.serverNow()))
  expect(store.get(1)?.status).toBe(Status.moving)
  wait(1)
  store.age()
  expect(store.get(1)?.status).toBe(statusOf(situation, store.serverNow()))
  expect(store.get(1)?.status).toBe(Status.offline)
  frame()
  expect(heard).toEqual([[1]])
})
