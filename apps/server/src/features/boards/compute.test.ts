import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { createComputer } from './compute.ts'

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
