// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../lib/api.ts'
import { ApiError } from '../lib/errors.ts'
import { showPicture, type Told } from './picture.ts'

vi.mock('../lib/api.ts', () => ({ call: vi.fn() }))
/** A library that does nothing but open its loader. */
vi.mock('./mpegts.ts', () => ({
  loadMpegts: async () => ({
    isSupported: () => true,
    getFeatureList: () => ({ mseH265Playback: false }),
    Events: { ERROR: 'error' },
    createPlayer({ url }: { url: string }, { customLoader: Loader }: { customLoader: new () => Loader }) {
      const loader = new Loader()
      return {
        on: () => undefined,
        attachMediaElement: () => undefined,
        load: () => loader.open({ url }),
        play: () => Promise.resolve(),
        destroy: () => loader.destroy(),
      }
    },
  }),
}))
type Loader = { open(source: { url: string }): void; destroy(): void }

class FakeSocket {
  static readonly CONNECTING = 0
  readonly readyState = 1
  static opened: FakeSocket[] = []
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null = null
  onclose: (() => void) | null = null
  isClosed = false
  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeSocket.opened.push(this)
  }
  say(status: object) {
    this.onmessage?.({ data: JSON.stringify(status) })
  }
  close() {
    this.isClosed = true
  }
}
const opened = () => FakeSocket.opened
const newest = () => opened().at(-1)!
const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1000)
let told: Told[]
let end: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.opened = []
  vi.mocked(call).mockImplementation(async () => ({ url: '/live/media?ticket=x' }))
  told = []
  end = showPicture(document.createElement('video'), { vehicleId: 7, channel: 1, stream: 'sub' }, (one) => void told.push(one))
  await seconds(0)
})
afterEach(() => {
  end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('without a word of the server for some seconds the line is lost, and another is opened', async () => {
  expect(newest().url).toBe('ws://localhost:3000/live/media?ticket=x')
  for (let i = 0; i < 20; i++) {
    newest().say({ state: 'playing', kbps: 100 })
    await seconds(1)
  }
  expect([opened().length, told.at(-1)]).toEqual([1, { state: 'playing', kbps: 100 }])
  await seconds(7)
  expect(told.at(-1)).toEqual({ state: 'lost' })
  expect(opened()[0]?.isClosed).toBe(true)
  await seconds(4)
  expect(opened().length).toBe(2)
})

test('a closed line is opened again; one that was ended for lack of rights is not', async () => {
  newest().onclose?.()
  expect(told.at(-1)).toEqual({ state: 'lost' })
  await seconds(4)
  expect(opened().length).toBe(2)
  newest().say({ state: 'ended', reason: 'rights' })
  newest().onclose?.()
  await seconds(60)
  expect([opened().length, told.at(-1)]).toEqual([2, { state: 'ended', reason: 'rights' }])
})

test('a refusal is said in its words and is the end, but for too many requests', async () => {
  vi.mocked(call).mockRejectedValue(new ApiError(429, 1, '太多', null))
  newest().onclose?.()
  await seconds(10)
  expect(told.at(-1)).toEqual({ state: 'lost', words: '太多' })
  vi.mocked(call).mockRejectedValue(new ApiError(409, 1, '没有摄像头', null))
  await seconds(10)
  expect(told.at(-1)).toEqual({ state: 'ended', words: '没有摄像头' })
  const asked = vi.mocked(call).mock.calls.length
  await seconds(60)
  expect(vi.mocked(call).mock.calls.length).toBe(asked)
})

test('pictures in a codec that the browser does not play are said in words and not sent any longer, and asked for again after a while', async () => {
  newest().say({ state: 'connecting' })
  newest().onmessage?.({ data: Uint8Array.of(9, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0x1c, 0, 0, 0, 0).buffer })
  await seconds(0)
  expect([newest().isClosed, told.at(-1)]).toEqual([true, { state: 'cannotPlay' }])
  await seconds(50)
  expect(opened().length).toBe(1)
  await seconds(12)
  expect(opened().length).toBe(2)
  // Somebody has set the camera to another codec.
  newest().say({ state: 'playing' })
  newest().onmessage?.({ data: Uint8Array.of(9, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0x17, 0, 0, 0, 0).buffer })
  await seconds(0)
  expect([newest().isClosed, told.at(-1)]).toEqual([false, { state: 'playing' }])
})

test('nothing is open or said after the end', async () => {
  newest().say({ state: 'playing' })
  end()
  await seconds(0)
  expect(newest().isClosed).toBe(true)
  newest().onclose?.()
  await seconds(60)
  expect([opened().length, told.at(-1)]).toEqual([1, { state: 'playing' }])
})

test('one that ends while its ticket is on the way opens no line', async () => {
  end()
  let arrive: (ticket: object) => void = () => undefined
  vi.mocked(call).mockReturnValue(new Promise((resolve) => (arrive = resolve)))
  const before = opened().length
  const stop = showPicture(document.createElement('video'), { vehicleId: 7, channel: 2, stream: 'sub' }, () => undefined)
  stop()
  arrive({ url: '/live/media?ticket=late' })
  await seconds(60)
  expect(opened().length).toBe(before)
})
