import type { PictureState } from '@huanwei/contract/video/codes'
import { loopOf } from '@huanwei/fleet/cameras/picture-loop'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import { afterEach, expect, test } from 'vitest'
import type { Command } from '../position/link.ts'
import type { CameraConnection } from './camera-listener.ts'
import { createMediaPlaces } from './media-places.ts'
import type { UpstreamTimes } from './upstream-times.ts'
import { createUpstreams } from './upstreams.ts'

const closing: (() => unknown)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const camera = { deviceId: 1, terminalNo: '13900000001', channel: 1, stream: 1 }
const other = { ...camera, stream: 0 }
const playback = { start: 0, end: 60_000, speed: 1 } as const

/** Streams of terminals that say yes; what they were told. */
function start(arrival: number, more: Partial<UpstreamTimes> = {}) {
  const told: Command[] = []
  const states: PictureState[] = []
  const upstreams = createUpstreams({
    async send(_, command) {
      told.push(command)
      return { outcome: 'confirmed', result: 0 }
    },
    places: createMediaPlaces(() => ({ host: 'here', port: 1, udpPort: 1 })),
    times: { arrival, retry: 10, linger: 10_000, ...more },
    finished: () => undefined,
  })
  closing.push(() => {
    for (const one of upstreams.all()) one.end()
  })
  const isOverUdp = (kind: Command['kind']) => told.filter((one) => one.kind === kind).map((one) => 'udpPort' in one)
  const watch = (...given: Parameters<typeof upstreams.open>) => {
    const upstream = upstreams.open(...given)
    upstream.join({ show: () => undefined, tell: ({ state }) => states.push(state) })
    return upstream
  }
  return { told, states, upstreams, isOverUdp, watch }
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

/** A connection that nothing comes on; `closed` is called when the server closes it. */
const connectionTo = (closed: () => void = () => undefined, isOverUdp = false): CameraConnection => ({
  sim: '',
  isOverUdp,
  close: closed,
  write: () => undefined,
  unsentBytes: () => 0,
})

test('a terminal that says yes to a playback and does not come is asked after growing pauses, unlike one of live pictures, and is said in words', async () => {
  const { told, states, watch } = start(1, { retry: 1, longestRetry: 3_600_000 })
  const count = (kind: Command['kind']) => told.filter((one) => one.kind === kind).length
  watch({ camera: { ...camera, terminalNo: '13900000002' }, playback })
  await expect.poll(() => states.at(-1), { timeout: 20_000 }).toBe('noPicture')
  watch({ camera })
  await expect.poll(() => count('openVideo'), { timeout: 60_000 }).toBeGreaterThan(100)
  // Twenty pauses that double take longer than a test.
  expect(count('playVideo')).toBeLessThan(20)
}, 90_000)

test('so is one that comes and sends nothing; a picture ends that', async () => {
  const { told, states, upstreams, watch } = start(10_000, { retry: 1, longestRetry: 3, stalled: 0 })
  const upstream = watch({ camera, playback })
  async function come() {
    await expect.poll(() => upstreams.expected(camera.terminalNo, 1), { timeout: 20_000 }).toBeDefined()
    const line = upstreams.expected(camera.terminalNo, 1)!
    line.opened(connectionTo(() => line.closed()))
    return line
  }
  for (const attempt of [1, 2, 3, 4]) {
    await come()
    expect(told.filter(({ kind }) => kind === 'playVideo').length).toBe(attempt)
    upstream.tick(Date.now() + 1000)
    await expect.poll(() => states.at(-1)).toBe('noPicture')
  }
  const line = await come()
  line.frame({ codec: Codec.h264, kind: PacketKind.intra, timestamp: 1000, data: loopOf(1)[0]!.data, isAfterLoss: false })
  expect(states.at(-1)).toBe('playing')
  line.closed()
  await expect.poll(() => states.at(-1)).toBe('connecting')
})

test.each([true, false])(
  'a stream ends while the other one of its channel is on: over UDP it is told to (%s)',
  async (isOverUdp) => {
    const { told, upstreams, watch } = start(10_000)
    async function open(one: typeof camera) {
      const upstream = watch({ camera: one })
      await expect.poll(() => upstreams.expected(camera.terminalNo, 1), { timeout: 20_000 }).toBeDefined()
      upstreams.expected(camera.terminalNo, 1)?.opened(connectionTo(undefined, isOverUdp))
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
