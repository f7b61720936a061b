import { afterEach, expect, test } from 'vitest'
import type { Command } from '../position/link.ts'
import type { CameraConnection } from './camera-listener.ts'
import { createMediaPlaces } from './media-places.ts'
import { createUpstreams } from './upstreams.ts'

const closing: (() => unknown)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const camera = { deviceId: 1, terminalNo: '13900000001', channel: 1, stream: 1 }
const other = { ...camera, stream: 0 }
const playback = { start: 0, end: 60_000, speed: 1 } as const

/** Streams of terminals that say yes; what they were told. */
function start(arrival: number) {
  const told: Command[] = []
  const upstreams = createUpstreams({
    async send(_, command) {
      told.push(command)
      return { outcome: 'confirmed', result: 0 }
    },
    places: createMediaPlaces(() => ({ host: 'here', port: 1, udpPort: 1 })),
    times: { arrival, retry: 10, linger: 10_000 },
    finished: () => undefined,
  })
  closing.push(() => {
    for (const one of upstreams.all()) one.end()
  })
  const isOverUdp = (kind: Command['kind']) => told.filter((one) => one.kind === kind).map((one) => 'udpPort' in one)
  const watch = (...given: Parameters<typeof upstreams.open>) => {
    const upstream = upstreams.open(...given)
    upstream.join({ show: () => undefined })
    return upstream
  }
  return { told, upstreams, isOverUdp, watch }
}

test('a terminal that does not come is told UDP and TCP alone in turn', async () => {
  const { isOverUdp, watch } = start(20)
  watch({ camera })
  await expect.poll(() => isOverUdp('openVideo').slice(0, 4), { timeout: 20_000 }).toEqual([false, true, false, true])
})

test('several cameras of a terminal that do not come at once count as one', async () => {
  const places = createMediaPlaces(() => ({ host: 'here', port: 1, udpPort: 1 }))
  const before = places.of('1')
  places.missed('1', before)
  places.missed('1', before)
  expect([places.of('1').udpPort, places.of('2').udpPort]).toEqual([1, undefined])
})

test('a playback that does not come says nothing of the way', async () => {
  const { isOverUdp, watch } = start(20)
  watch({ camera, playback })
  await expect.poll(() => isOverUdp('playVideo').slice(0, 3), { timeout: 20_000 }).toEqual([false, false, false])
})

test.each([true, false])(
  'a stream ends while the other one of its channel is on: over UDP it is told to (%s)',
  async (isOverUdp) => {
    const { told, upstreams, watch } = start(10_000)
    async function open(one: typeof camera) {
      const upstream = watch({ camera: one })
      await expect.poll(() => upstreams.expected(camera.terminalNo, 1), { timeout: 20_000 }).toBeDefined()
      const connection: CameraConnection = {
        sim: '',
        isOverUdp,
        close: () => undefined,
        write: () => undefined,
        unsentBytes: () => 0,
      }
      upstreams.expected(camera.terminalNo, 1)?.opened(connection)
      return upstream
    }
    const [first, second] = [await open(camera), await open(other)]
    first.end()
    second.end()
    const closed = (stream: number) => ({ kind: 'closeVideo', channel: 1, stream })
    await expect.poll(() => told.filter(({ kind }) => kind === 'closeVideo').at(-1)).toEqual(closed(0))
    expect(told.filter(({ kind }) => kind === 'closeVideo')).toEqual(isOverUdp ? [closed(1), closed(0)] : [closed(0)])
  },
)
