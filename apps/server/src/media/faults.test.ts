import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { PictureStatus } from '@huanwei/contract/video/endpoints'
import { VideoStream } from '@huanwei/terminal/messages/video'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { startMedia } from './media.ts'
import { type Fault, faults, type Mood, moods, SimulatedTerminal } from './simulated-terminal.test-kit.ts'

const [terminalCount, channelCount] = [3, 2]
const streams = [0, 1]
const times = {
  // A line that a busy machine opens later than this may be taken for the other stream's.
  arrival: 1000,
  linger: 40,
  retry: 20,
  refusedRetry: 40,
  parting: 10,
  frozen: 100,
  dead: 200,
  stalled: 500,
  noKey: 200,
  tick: 50,
}
/** Faults that have to hit an open line. */
const faultCount = 500
/** Events in which they surely do, and after how many of them streams are counted. */
const [mostEvents, countEvery] = [5000, 8]

type Event =
  | { kind: 'join'; terminal: number; channel: number; stream: number; account: number }
  | { kind: 'leave' | 'logOut' | 'thin'; viewer: number }
  | { kind: 'mood'; terminal: number; mood: Mood }
  | { kind: 'fault'; terminal: number; fault: Fault }

const terminalIndex = fc.nat(terminalCount - 1)
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      terminal: terminalIndex,
      channel: fc.integer({ min: 1, max: channelCount }),
      stream: fc.constantFrom(...streams),
      account: fc.nat(4),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), viewer: fc.nat(1000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('logOut' as const, 'thin' as const), viewer: fc.nat(1000) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('mood' as const),
      terminal: terminalIndex,
      mood: fc.constantFrom(...moods, 'obeys' as const, 'obeys' as const, 'obeys' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('fault' as const), terminal: terminalIndex, fault: fc.constantFrom(...faults) }),
  },
)

/** A browser's end of a picture. */
class FakeSocket extends EventEmitter {
  readonly bufferedAmount = 0
  readonly statuses: PictureStatus[] = []
  isClosed = false
  send(data: Buffer | string) {
    if (typeof data === 'string') this.statuses.push(JSON.parse(data))
  }
  close() {
    if (this.isClosed) return
    this.isClosed = true
    this.emit('close')
  }
  /** The line carries nothing in time, answers to pings neither. */
  isThin = false
  ping(text: string) {
    if (!this.isThin) this.emit('pong', Buffer.from(text))
  }
  terminate() {
    this.close()
  }
  get state() {
    return this.statuses.at(-1)?.state
  }
  /** The stream that it gets, once it was given another one. */
  get stream() {
    return this.statuses.findLast(({ stream }) => stream)?.stream
  }
}

type Viewer = { socket: FakeSocket; terminal: number; key(): string; token: string }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A media server, its terminals, and viewers that come and go. */
async function start() {
  const terminals = Array.from({ length: terminalCount }, (_, i) => new SimulatedTerminal(`1390000000${i}`))
  const refused = new Set<string>()
  const media = await startMedia<true>({
    host: '127.0.0.1',
    port: 0,
    publicHost: '127.0.0.1',
    send: async (deviceId, command) => terminals[deviceId]?.send(command) ?? { outcome: 'offline', result: null },
    terminalHere: async () => undefined,
    viewersOf: async (tokens) => new Map(tokens.filter((token) => !refused.has(token)).map((token) => [token, true])),
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error },
    times,
  })
  closing.push(media.close)
  let tokens = 0
  async function join({ terminal, channel, stream, account }: Omit<Extract<Event, { kind: 'join' }>, 'kind'>): Promise<Viewer> {
    const token = `token ${++tokens}`
    const camera = { deviceId: terminal, terminalNo: `1390000000${terminal}`, channel, stream }
    const issued = media.issue({ account: `account ${account}`, token, camera, mayWatch: () => true })
    const socket = new FakeSocket()
    await media.accept(socket, issued?.ticket ?? '')
    const key = () => `${terminal} ${channel} ${socket.stream ? VideoStream[socket.stream] : stream}`
    return { socket, terminal, key, token }
  }
  return { media, terminals, join, logOut: (token: string) => refused.add(token) }
}

/** How often each stream is on, without those that are watched and on once or not yet. */
function wrongStreams(terminals: SimulatedTerminal[], viewers: Viewer[]) {
  const watched = new Set(viewers.filter(({ socket }) => !socket.isClosed).map(({ key }) => key()))
  return terminals.flatMap((terminal, i) =>
    Array.from({ length: channelCount }, (_, c) => c + 1).flatMap((channel) =>
      streams.flatMap((stream) => {
        const [key, count] = [`${i} ${channel} ${stream}`, terminal.on(channel, stream)]
        return count > (watched.has(key) ? 1 : 0) ? [`${key} is on ${count} times`] : []
      }),
    ),
  )
}

/** Does what an event says. Returns how many faults hit an open line. */
async function happen(one: Event, { media, terminals, join, logOut }: Awaited<ReturnType<typeof start>>, viewers: Viewer[]) {
  const open = viewers.filter(({ socket }) => !socket.isClosed)
  if (one.kind === 'join') viewers.push(await join(one))
  else if (one.kind === 'mood') terminals[one.terminal]!.mood = one.mood
  else if (one.kind === 'fault') {
    const isOpen = terminals[one.terminal]!.lines > 0 && one.fault !== 'stranger'
    terminals[one.terminal]!.misbehave(one.fault, media.port)
    return isOpen ? 1 : 0
  } else {
    const viewer = open[one.viewer % Math.max(1, open.length)]
    if (!viewer) return 0
    if (one.kind === 'leave') viewer.socket.close()
    if (one.kind === 'logOut') logOut(viewer.token)
    if (one.kind === 'thin') viewer.socket.isThin = !viewer.socket.isThin
    const isFault = one.kind === 'logOut' || viewer.socket.isThin
    return isFault && viewer.socket.state === 'playing' ? 1 : 0
  }
  return 0
}

test(`over ${faultCount} random faults of open lines no stream is on without a viewer and none twice; then all heal`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: mostEvents, maxLength: mostEvents }), async (events) => {
      const server = await start()
      const { media, terminals } = server
      const viewers: Viewer[] = []
      const open = () => viewers.filter(({ socket }) => !socket.isClosed)
      let hits = 0
      for (const [i, one] of events.entries()) {
        hits += await happen(one, server, viewers)
        if (hits >= faultCount) break
        await pause(i % 20)
        if (i % countEvery === 0) await expect.poll(() => wrongStreams(terminals, viewers), { timeout: 20_000 }).toEqual([])
      }
      expect(hits).toBe(faultCount)
      for (const terminal of terminals) terminal.behave()
      for (const { socket } of viewers) socket.isThin = false
      await expect.poll(() => open().filter(({ socket }) => socket.state !== 'playing').length, { timeout: 20_000 }).toBe(0)
      for (const { socket } of open()) socket.close()
      await expect
        .poll(() => [media.upstreams(), media.cameras(), ...wrongStreams(terminals, viewers)], { timeout: 20_000 })
        .toEqual([0, 0])
      expect(terminals.flatMap(({ twice }) => twice)).toEqual([])
    }),
    { numRuns: 1, endOnFailure: true },
  )
}, 240_000)

test('an account has 64 pictures at most, and all together 3 000; a free place is taken again', async () => {
  const { join } = await start()
  const camera = { terminal: 0, channel: 1, stream: 1 }
  const most = 3000
  const viewers: Viewer[] = []
  for (let i = 0; i < most; i++) viewers.push(await join({ ...camera, account: Math.floor(i / 64) }))
  expect(viewers.filter(({ socket }) => socket.isClosed)).toEqual([])
  const other = await join({ ...camera, account: 9999 })
  expect(other.socket.statuses.at(-1)).toEqual({ state: 'ended', reason: 'tooMany' })
  viewers.at(-1)?.socket.close()
  const own = await join({ ...camera, account: 0 })
  expect(own.socket.statuses.at(-1)).toEqual({ state: 'ended', reason: 'tooMany' })
  expect((await join({ ...camera, account: 9999 })).socket.isClosed).toBe(false)
}, 60_000)
