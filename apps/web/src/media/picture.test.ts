// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../lib/api.ts'
import { ApiError } from '../lib/errors.ts'
import { showPicture, type Told } from './picture.ts'

vi.mock('../lib/api.ts', () => ({ call: vi.fn() }))
/** A library that does nothing but open its loader, which it may do late, and note what it gets. */
vi.mock('./mpegts.ts', () => ({
  loadMpegts: async () => ({
    isSupported: () => true,
    getFeatureList: () => ({ mseH265Playback: library.playsHevc }),
    Events: { ERROR: 'error' },
    createPlayer({ url }: { url: string }, { customLoader: Loader }: { customLoader: new () => Loader }) {
      const loader = new Loader()
      const player = { got: [] as number[][], isOver: false, open: () => loader.open({ url }) }
      library.players.push(player)
      loader.onDataArrival = (data) => player.got.push([...new Uint8Array(data)])
      return {
        on: () => undefined,
        attachMediaElement: () => undefined,
        load: () => library.isLate || player.open(),
        play: () => Promise.resolve(),
        destroy() {
          player.isOver = true
          loader.destroy()
        },
      }
    },
  }),
}))
type Loader = { open(source: { url: string }): void; destroy(): void; onDataArrival(data: ArrayBuffer): void }
type Player = { got: number[][]; isOver: boolean; open(): void }
const library = vi.hoisted(() => ({ playsHevc: false, isLate: false, players: [] as Player[] }))

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
let video: HTMLVideoElement
let end: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.opened = []
  Object.assign(library, { playsHevc: false, isLate: false, players: [] })
  vi.mocked(call).mockImplementation(async () => ({ url: '/live/media?ticket=x' }))
  told = []
  video = document.createElement('video')
  end = showPicture(video, { vehicleId: 7, channel: 1, stream: 'sub' }, (one) => void told.push(one))
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

test('a thin line, on which pictures come and the words behind them late, is not lost', async () => {
  send(header)
  for (let i = 0; i < 20; i++) {
    send(tag(7, 1))
    await seconds(1)
  }
  expect([opened().length, told]).toEqual([1, []])
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

/** A tag of FLV that describes pictures, or is one. */
const tag = (codec: 7 | 12, packet: 0 | 1) => [9, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0x10 + codec, packet, 0, 0, 0]
const send = (bytes: number[]) => newest().onmessage?.({ data: Uint8Array.from(bytes).buffer })
const header = [...'FLV'].map((letter) => letter.charCodeAt(0))

test('pictures in a codec that the browser does not play are said in words, sent no longer, and asked for again after half an hour', async () => {
  newest().say({ state: 'connecting' })
  send(header)
  send(tag(12, 0))
  await seconds(0)
  expect([newest().isClosed, told.at(-1)]).toEqual([true, { state: 'cannotPlay' }])
  await seconds(1790)
  expect([opened().length, told.at(-1)]).toEqual([1, { state: 'cannotPlay' }])
  await seconds(10)
  expect(opened().length).toBe(2)
})

test('a stream that goes on in another codec is played on by a new player, on the same line', async () => {
  library.playsHevc = true
  library.isLate = true
  for (const bytes of [header, tag(12, 0), tag(12, 1)]) send(bytes)
  // The line is too slow for the main stream, and soon fast enough again.
  for (const bytes of [tag(7, 0), tag(7, 1)]) send(bytes)
  const [first, second] = library.players
  expect(first).toMatchObject({ got: [header, tag(12, 0), tag(12, 1)], isOver: true })
  expect(second).toMatchObject({ got: [], isOver: false })
  second?.open()
  send(tag(7, 1))
  expect(second?.got).toEqual([header, tag(7, 0), tag(7, 1), tag(7, 1)])
  send(tag(12, 0))
  library.players[2]?.open()
  expect(library.players[2]?.got).toEqual([header, tag(12, 0)])
  await seconds(0)
  expect([opened().length, newest().isClosed]).toEqual([1, false])
  send(tag(7, 0))
  // What ends while the next player is made closes the line too.
  end()
  await seconds(0)
  expect([opened().length, newest().isClosed, library.players.every(({ isOver }) => isOver)]).toEqual([1, true, true])
})

test('pictures that the decoder of the browser cannot read are lost, and asked for again', async () => {
  newest().say({ state: 'playing' })
  // As of the player before, whose element is empty for a moment.
  video.dispatchEvent(new Event('error'))
  expect(told.at(-1)).toEqual({ state: 'playing' })
  Object.defineProperty(video, 'error', { value: { message: 'decode' } })
  video.dispatchEvent(new Event('error'))
  await seconds(0)
  expect([newest().isClosed, told.at(-1)]).toEqual([true, { state: 'lost' }])
  await seconds(4)
  expect(opened().length).toBe(2)
})

test('a picture that waits before a hole in what has come goes on behind it', async () => {
  const starts = [0, 0.935]
  const buffered = { length: 2, start: (i: number) => starts[i], end: (i: number) => [0.768, 9][i] }
  Object.defineProperties(video, {
    buffered: { value: buffered },
    currentTime: { value: 0.684, writable: true },
    readyState: { value: HTMLMediaElement.HAVE_FUTURE_DATA, writable: true },
  })
  newest().say({ state: 'playing' })
  await seconds(1)
  expect(video.currentTime).toBe(0.684)
  Object.assign(video, { readyState: HTMLMediaElement.HAVE_CURRENT_DATA })
  await seconds(1)
  expect(video.currentTime).toBe(0.935)
  // Now it waits for what comes next.
  await seconds(1)
  expect(video.currentTime).toBe(0.935)
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
