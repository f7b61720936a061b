import { staleAfterMs } from '@huanwei/contract/boards/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { createComputer } from './compute.ts'
import type { Source } from './source.ts'
import { sources } from './sources.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const log = { error: () => undefined }
const all = { tenantId: 1, departments: null }

test('all who ask alike share one computation, which is as old as its pace allows at most', async () => {
  const computer = createComputer({ db: server.db, latest: server.latest, log }, () => now)
  const asked = (departments: number[] | null = null) =>
    computer.of({ tenantId: 1, departments }, 'figures', { names: ['eventsToday'] }, 'zh-CN')
  const results = await Promise.all(Array.from({ length: 50 }, () => asked()))
  expect([computer.computations(), new Set(results).size]).toEqual([1, 1])
  await asked([1])
  expect(computer.computations()).toBe(2)
  now += 59_000
  await asked()
  expect(computer.computations()).toBe(2)
  now += 2000
  await asked()
  expect(computer.computations()).toBe(3)
})

test('no result lives until it is called old', () => {
  const old = Object.entries(sources).flatMap(([name, { pace, lifeMs = 0 }]: [string, Source]) =>
    lifeMs < staleAfterMs[pace] - 10_000 ? [] : [name],
  )
  expect(old).toEqual([])
})

test('a source that fails has no figures, is said once and asked again', async () => {
  const said: unknown[] = []
  let isBroken = true
  const within: typeof server.db.within = (scope, work) =>
    isBroken ? Promise.reject(new Error('gone')) : server.db.within(scope, work)
  const db = { ...server.db, within }
  const computer = createComputer({ db, latest: server.latest, log: { error: (what: unknown) => said.push(what) } }, () => now)
  const ask = () => computer.of(all, 'eventKinds', {}, 'zh-CN')
  expect((await ask()).data).toBeNull()
  await ask()
  expect(said.length).toBe(1)
  isBroken = false
  now += 6000
  expect((await ask()).data).toEqual({ shape: 'figures', figures: [] })
})

test('a live result is computed again when the live state of its organisation changes, and after ten seconds; equal contents stay the same object', async () => {
  const computer = createComputer({ db: server.db, latest: server.latest, log }, () => now)
  const ask = async () => (await computer.of(all, 'liveFigures', { names: ['vehiclesOnline'] }, 'zh-CN')).data
  const first = await ask()
  now += 5000
  expect([await ask(), computer.computations()]).toEqual([first, 1])
  now += 6000
  expect(await ask()).toBe(first)
  expect(computer.computations()).toBe(2)
  await addVehicle(server.db)
  await expect
    .poll(async () => {
      now += 1000
      return ask()
    })
    .toMatchObject({ figures: [{ of: 1 }] })
})

test('of a live state that changes all the time, each reading of a second is a new one, and two within it are the same', async () => {
  const computer = createComputer({ db: server.db, latest: server.latest, log }, () => now)
  let added = 0
  const askAfter = async (ms: number) => {
    const changed = new Promise<void>((resolve) => server.latest.vehicles.onChange(() => resolve()))
    await addVehicle(server.db, { plateNumber: `川A1000${++added}`, terminalNo: `1390001000${added}` })
    await changed
    now += ms
    await computer.of(all, 'liveFigures', { names: ['vehiclesOnline'] }, 'zh-CN')
    return computer.computations()
  }
  expect([await askAfter(0), await askAfter(300), await askAfter(700), await askAfter(999), await askAfter(1)]).toEqual([
    1, 1, 2, 3, 3,
  ])
})

const eventKinds = (computer: ReturnType<typeof createComputer>, departments: number[] | null = null) =>
  computer.of({ tenantId: 1, departments }, 'eventKinds', {}, 'zh-CN')

test('a result that nobody asks for is forgotten a minute after its life', async () => {
  const computer = createComputer({ db: server.db, latest: server.latest, log }, () => now)
  const first = (await eventKinds(computer)).data
  now += 61_000
  await eventKinds(computer, [1])
  expect((await eventKinds(computer)).data).toBe(first)
  now += 121_000
  await eventKinds(computer, [1])
  expect((await eventKinds(computer)).data).not.toBe(first)
})

test('of more letters than fit those are forgotten that were computed first', async () => {
  const limits = { results: 100, letters: 70, patienceMs: 2000 }
  const computer = createComputer({ db: server.db, latest: server.latest, log }, () => now, limits)
  expect((await eventKinds(computer)).letters).toBe(32)
  // What was forgotten for its age counts no more, and not less than nothing.
  for (let round = 0; round < 3; round++) {
    now += 130_000
    const before = computer.computations()
    for (const departments of [[1], [2], [3], [2], [3]]) await eventKinds(computer, departments)
    expect(computer.computations() - before).toBe(3)
    await eventKinds(computer, [1])
    expect(computer.computations() - before).toBe(4)
  }
})

test('while the next result takes long the last one stands, until it is old', async () => {
  let gate = Promise.resolve()
  const within: typeof server.db.within = async (scope, work) => {
    await gate
    return server.db.within(scope, work)
  }
  const limits = { results: 100, letters: 1e6, patienceMs: 10 }
  const computer = createComputer({ db: { ...server.db, within }, latest: server.latest, log }, () => now, limits)
  const first = await eventKinds(computer)
  const close = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return resolve
  }
  const open = close()
  now += 61_000
  expect(await eventKinds(computer)).toBe(first)
  expect(await eventKinds(computer)).toBe(first)
  open()
  await expect.poll(async () => (await eventKinds(computer)).madeAt).toBe(now)
  expect(computer.computations()).toBe(2)
  const openAgain = close()
  now += 301_000
  const asked = eventKinds(computer)
  setTimeout(openAgain, 50)
  expect((await asked).madeAt).toBe(now)
})

test('a clock that is set back makes no result last longer', async () => {
  const computer = createComputer({ db: server.db, latest: server.latest, log }, () => now)
  await eventKinds(computer)
  now -= 3_600_000
  expect((await eventKinds(computer)).madeAt).toBe(now)
  now += 59_000
  await eventKinds(computer)
  expect(computer.computations()).toBe(2)
})
