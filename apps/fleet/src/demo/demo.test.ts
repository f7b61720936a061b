import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fleetSize, kitchenTruck, vehicleAt } from '@huanwei/city/fleet'
import { restaurants } from '@huanwei/city/restaurants'
import { isInZone } from '@huanwei/city/teams'
import { badgeWearers } from '@huanwei/city/workers'
import { minuteMs } from '@huanwei/contract/time'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createWalker } from '../people/walker.ts'
import { createCan } from '../sensors/can.ts'
import type { SensorModel } from '../sensors/measurement.ts'
import { createToilet } from '../sensors/toilet.ts'
import { startDemoDevices } from './demo.ts'

const midnight = Date.parse('2026-06-15T00:00:00+08:00')
const everyMinute = (days: number) => Array.from({ length: days * 1440 }, (_, minute) => midnight + minute * minuteMs)

test('within every hour of a day somebody leaves the zone and somebody stops for long, somebody calls for help that day, gas gathers and a can overflows', () => {
  const walks = badgeWearers().map(({ team }, index) => ({ team, walk: createWalker(808, index, team) }))
  const toilets = Array.from({ length: 118 }, (_, i) => createToilet(808, 70_000_001 + i))
  const cans = Array.from({ length: 560 }, (_, i) => createCan(808, 71_000_001 + i))
  const countOver = (models: readonly SensorModel[], time: number, limit: number) =>
    models.filter((measure) => (measure(time)[0]?.value ?? 0) > limit).length
  let sosCount = 0
  const step = 4
  const moments = everyMinute(1).filter((_, i) => i % step === 0)
  const counted = moments.map((time) => {
    let [outside, standing] = [0, 0]
    for (const { team, walk } of walks) {
      const [now, before] = [walk(time), walk(time - 8 * minuteMs)]
      if (!now.engineOn || !before.engineOn) continue
      if (!isInZone(team, now.lng, now.lat, 1)) outside++
      if (now.driven === before.driven) standing++
      if (now.conditions.has('sos')) sosCount++
    }
    return { outside, standing }
  })
  /** The longest time without any of this kind, minutes. */
  const longestWithout = (kind: 'outside' | 'standing') => {
    const steps = counted.flatMap((count, i) => (count[kind] ? [i * step] : []))
    return Math.max(...steps.map((i, n) => i - (steps[n - 1] ?? 0)))
  }
  expect(longestWithout('outside')).toBeLessThan(60)
  expect(longestWithout('standing')).toBeLessThan(60)
  expect(sosCount).toBeGreaterThan(2)
  for (const [models, limit, most] of [
    [toilets, 4, 30],
    [cans, 97, 90],
  ] as const) {
    const counts = moments.filter((_, i) => i % 5 === 0).map((time) => countOver(models, time, limit))
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(Math.max(...counts)).toBeLessThan(most)
  }
})

test('sensors send with their keys, phones with the token of their carrier', async () => {
  const requests: { url: string; authorization: string; body: string }[] = []
  const server = createServer(async (request, reply) => {
    // Devices that stop cut off what they are sending.
    const body = await buffer(request).catch(() => undefined)
    if (!body) return
    requests.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '', body: body.toString() })
    reply.end(JSON.stringify({ access_token: 'of-a-person' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'Date'], now: midnight + 9 * 60 * minuteMs })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const truck = Array.from({ length: fleetSize.city }, (_, index) => vehicleAt(index)).find(({ type }) => type === kitchenTruck)!
  const keys = { '70000001': 'key-of-a-toilet', '71000001': 'key-of-a-can', [truck.terminalNo]: 'key-of-a-truck' }
  const codes = Object.fromEntries(restaurants().map(({ name }) => [name, `code of ${name}`]))
  const stop = await startDemoDevices(
    { web: `http://127.0.0.1:${port}`, password: 'secret', keys, restaurants: codes },
    { seed: 808, share: 1, vehicles: 334 },
  )
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
    server.closeAllConnections()
    server.close()
  })
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(1000)
      const requestOf = (token: string) => requests.find(({ authorization }) => authorization === `Bearer ${token}`)
      expect(JSON.parse(requestOf('key-of-a-can')!.body).readings[0]).toMatchObject({ metric: 'fill', time: expect.any(String) })
      expect(JSON.parse(requestOf('key-of-a-toilet')!.body).readings).toHaveLength(12)
      const [weighed] = JSON.parse(requestOf('key-of-a-truck')!.body).readings
      expect(weighed).toMatchObject({ metric: 'weight', facilityCode: expect.stringMatching(/^code of /) })
      expect(requestOf('of-a-person')?.url).toBe('/admin/device/data/report')
    },
    { timeout: 10_000, interval: 10 },
  )
  expect(requests.filter(({ url }) => url === '/auth/oauth/token')).toHaveLength(6)
})
