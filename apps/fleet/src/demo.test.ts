import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { toPlane } from '@huanwei/city/geometry'
import { isOnGround } from '@huanwei/city/teams'
import { badgeWearers, phoneCarriers } from '@huanwei/city/workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBacklog } from './backlog.ts'
import { createCan } from './can.ts'
import { shareOf, startDemo } from './demo.ts'
import type { Measure } from './measurement.ts'
import { createToilet } from './toilet.ts'
import { createWalker } from './walker.ts'

const minuteMs = 60_000
const midnight = Date.parse('2026-06-15T00:00:00+08:00')
const everyMinute = (days: number) => Array.from({ length: days * 1440 }, (_, minute) => midnight + minute * minuteMs)

/** Metres a minute of somebody who rides. */
const ridden = 252

test('a worker walks on the ground of their crew for one shift a day, but for a ride, and is not heard otherwise; somebody is always out', () => {
  const wearers = badgeWearers().slice(0, 40)
  const out = new Map<number, number>()
  for (const [index, { team }] of wearers.entries()) {
    const [walk, again] = [createWalker(808, index, team), createWalker(808, index, team)]
    let worked = 0
    let strayed = 0
    let before = walk(midnight)
    for (let time = midnight; time < midnight + 24 * 60 * minuteMs; time += minuteMs) {
      const now = walk(time)
      if (!isOnGround(team, now.lng, now.lat)) strayed++
      if (now.engineOn) {
        worked++
        out.set(time, (out.get(time) ?? 0) + 1)
        expect(now.episodes.has('dark')).toBe(false)
      } else expect([...now.episodes]).toEqual(['dark'])
      const [[x, y], [px, py]] = [toPlane(now.lng, now.lat), toPlane(before.lng, before.lat)]
      // Turning round changes the side of the street; a new shift begins where the first did.
      if (now.start === before.start) expect(Math.hypot(x - px, y - py) * 1000).toBeLessThan(ridden + 24)
      if (now.start === before.start) expect(now.driven).toBeGreaterThanOrEqual(before.driven)
      before = now
    }
    expect(strayed).toBeLessThan(120)
    expect(worked / 60).toBeCloseTo(8.5, 0)
    expect(again(midnight + 7 * 3_600_000)).toEqual(walk(midnight + 7 * 3_600_000))
  }
  expect(Math.min(...everyMinute(1).map((time) => out.get(time) ?? 0))).toBeGreaterThan(0)
  expect([badgeWearers().length, phoneCarriers().length]).toEqual([180, 6])
})

test('at any time of a day somebody strays, stays too long or soon does, somebody calls for help that day, gas gathers and a can overflows', () => {
  const walks = badgeWearers().map(({ team }, index) => ({ team, walk: createWalker(808, index, team) }))
  const toilets = Array.from({ length: 118 }, (_, i) => createToilet(808, 70_000_001 + i))
  const cans = Array.from({ length: 560 }, (_, i) => createCan(808, 71_000_001 + i))
  const over = (measures: readonly Measure[], time: number, limit: number) =>
    measures.filter((measure) => (measure(time)[0]?.value ?? 0) > limit).length
  let called = 0
  const step = 4
  const moments = everyMinute(1).filter((_, i) => i % step === 0)
  const found = moments.map((time) => {
    let [strays, stands] = [0, 0]
    for (const { team, walk } of walks) {
      const [now, before] = [walk(time), walk(time - 8 * minuteMs)]
      if (!now.engineOn || !before.engineOn) continue
      if (!isOnGround(team, now.lng, now.lat, 1)) strays++
      if (now.driven === before.driven) stands++
      if (now.episodes.has('sos')) called++
    }
    return { strays, stands }
  })
  /** The longest time without any, minutes. */
  const longestWithout = (kind: 'strays' | 'stands') => {
    const those = found.flatMap((one, i) => (one[kind] ? [i * step] : []))
    return Math.max(...those.map((i, n) => i - (those[n - 1] ?? 0)))
  }
  expect(longestWithout('strays')).toBeLessThan(60)
  expect(longestWithout('stands')).toBeLessThan(60)
  expect(called).toBeGreaterThan(2)
  for (const [measures, limit, most] of [
    [toilets, 4, 30],
    [cans, 97, 90],
  ] as const) {
    const counts = moments.filter((_, i) => i % 5 === 0).map((time) => over(measures, time, limit))
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(Math.max(...counts)).toBeLessThan(most)
  }
})

test('in a toilet gas rises with its visitors until somebody cleans; meters only go up', () => {
  const measure = createToilet(808, 70_000_003)
  const said = everyMinute(2).map(measure)
  const of = (metric: string) => said.map((one) => one.find((each) => each.metric === metric)?.value ?? Number.NaN)
  for (const meter of ['water', 'power']) expect(of(meter)).toEqual(of(meter).toSorted((a, b) => a - b))
  const gas = of('ammonia')
  const falls = gas.filter((value, i) => value < (gas[i - 1] ?? value) - 0.5).length
  expect(falls).toBeGreaterThan(8)
  expect(falls).toBeLessThanOrEqual(24)
  expect(said.flat().every(({ value }) => value >= 0)).toBe(true)
})

test('cans fill by day and are emptied; some overflow, none is full for good', () => {
  let overflowed = 0
  for (let number = 71_000_001; number < 71_000_101; number++) {
    const measure = createCan(808, number)
    const fill = everyMinute(2).map((time) => measure(time)[0]?.value ?? Number.NaN)
    if (Math.max(...fill) > 90) overflowed++
    const falls = fill.flatMap((value, i) => (value < (fill[i - 1] ?? value) ? [{ from: fill[i - 1], to: value }] : []))
    const emptied = falls.filter(({ to }) => to < 5)
    expect(emptied.length).toBeGreaterThanOrEqual(2)
    expect(emptied.length).toBeLessThanOrEqual(5)
    // What somebody left there at once is fetched at once.
    expect(falls.filter(({ to }) => to >= 5).every(({ from }) => from === 100)).toBe(true)
  }
  expect(overflowed).toBeGreaterThan(5)
  expect(overflowed).toBeLessThan(80)
})

test('what is not taken is kept and goes with the next', async () => {
  const taken: number[][] = []
  let isOpen = false
  const say = createBacklog(async (batch: number[]) => {
    if (isOpen) taken.push(batch)
    return isOpen
  })
  await say([1, 2])
  await say([3, 4])
  isOpen = true
  await say([5])
  expect(taken).toEqual([[1, 2, 3, 4, 5]])
})

test('sensors send with their keys, phones with the token of whoever carries them', async () => {
  const heard: { url: string; authorization: string; body: string }[] = []
  const server = createServer(async (request, reply) => {
    const body = (await buffer(request)).toString()
    heard.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '', body })
    reply.end(JSON.stringify({ access_token: 'of-a-person' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'Date'], now: midnight + 9 * 60 * minuteMs })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const keys = { '70000001': 'key-of-a-toilet', '71000001': 'key-of-a-can' }
  const stop = await startDemo({ web: `http://127.0.0.1:${port}`, password: 'secret', keys }, { seed: 808, share: 1 })
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
    server.closeAllConnections()
    server.close()
  })
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(1000)
      const said = (authorization: string) => heard.find((one) => one.authorization === `Bearer ${authorization}`)
      expect(JSON.parse(said('key-of-a-can')!.body).readings[0]).toMatchObject({ metric: 'fill', time: expect.any(String) })
      expect(JSON.parse(said('key-of-a-toilet')!.body).readings).toHaveLength(12)
      expect(said('of-a-person')?.url).toBe('/admin/device/data/report')
    },
    { timeout: 10_000, interval: 10 },
  )
  expect(heard.filter(({ url }) => url === '/auth/oauth/token')).toHaveLength(6)
})

test('a share is taken evenly', () => {
  const list = Array.from({ length: 10 }, (_, i) => i)
  expect(shareOf(list, 1)).toEqual(list)
  expect(shareOf(list, 0)).toEqual([])
  expect(shareOf(list, 0.3)).toHaveLength(3)
})
