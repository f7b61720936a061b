import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { sequenced } from './channel.ts'
import { createSocket, type Socket } from './socket.ts'

/** The least of a STOMP broker: remembers what came, answers CONNECT for known tokens. */
async function startBroker() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: (offered) => [...offered][0] ?? false })
  await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const frames: { command: string; headers: Map<string, string> }[] = []
  const sockets: ServerSocket[] = []
  const tokens = new Set(['good', 'better'])
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data) => {
      const [head = ''] = data.toString().split('\n\n')
      const [command = '', ...lines] = head.split('\n')
      const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
      if (command.trim() === '') return
      frames.push({ command, headers })
      const token = headers.get('Authorization')?.replace('Bearer ', '')
      if (command === 'CONNECT' && tokens.has(token ?? '')) socket.send('CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0')
    })
  })
  const of = (command: string) => frames.filter((frame) => frame.command === command).map((frame) => frame.headers)
  return {
    port: address.port,
    of,
    sockets,
    tell(message: unknown, subscription = of('SUBSCRIBE').at(-1)?.get('id')) {
      sockets
        .at(-1)
        ?.send(`MESSAGE\nsubscription:${subscription}\nmessage-id:1\ndestination:/live/x\n\n${JSON.stringify(message)}\0`)
    },
    async stop() {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const shape = z.object({ epoch: z.string(), seq: z.number(), type: z.enum(['snapshot', 'patch']), word: z.string() })
let broker: Awaited<ReturnType<typeof startBroker>>
let socket: Socket
let timers: { ms: number; run: () => void }[]
let told: string[]
let states: string[]
let random: number
let now: number

beforeEach(async () => {
  broker = await startBroker()
  timers = []
  told = []
  states = []
  random = 0.5
  now = 1_000_000
  socket = createSocket({
    open: () => new WebSocket(`ws://127.0.0.1:${broker.port}/act/ws`, ['v12.stomp']),
    clock: {
      now: () => now,
      random: () => random,
      after(ms, run) {
        const timer = { ms, run }
        timers.push(timer)
        return () => {
          timers = timers.filter((one) => one !== timer)
        }
      },
    },
    onConnected: () => states.push('connected'),
    onLost: (reason) => states.push(reason),
    onHeard: () => undefined,
  })
  socket.join(sequenced('/live/x', shape, (message) => told.push(message.word)))
})
afterEach(async () => {
  socket.follow(undefined)
  await broker.stop()
})

const subscribed = (times: number) => vi.waitFor(() => expect(broker.of('SUBSCRIBE')).toHaveLength(times))
const heard = (words: string[]) => vi.waitFor(() => expect(told).toEqual(words))
/** Runs the timer that waits for `ms`. */
function elapse(ms: number) {
  const timer = timers.find((one) => one.ms === ms)
  if (!timer) throw new Error(`no timer of ${ms} ms, but ${timers.map((one) => one.ms)}`)
  timers = timers.filter((one) => one !== timer)
  timer.run()
}

test('logs in with the bearer token, subscribes, and applies what comes in order', async () => {
  socket.follow('good')
  await subscribed(1)
  expect(broker.of('CONNECT')[0]?.get('Authorization')).toBe('Bearer good')
  expect(broker.of('SUBSCRIBE')[0]?.get('destination')).toBe('/live/x')
  broker.tell({ epoch: 'a', seq: 5, type: 'snapshot', word: 'all' })
  broker.tell({ epoch: 'a', seq: 6, type: 'patch', word: 'one' })
  broker.tell({ epoch: 'a', seq: 6, type: 'patch', word: 'twice' })
  broker.tell({ epoch: 'a', seq: 7, type: 'patch', word: '环卫' })
  await heard(['all', 'one', '环卫'])
  expect(states).toEqual(['connected'])
})

test.each([
  ['a gap', { epoch: 'a', seq: 3, type: 'patch', word: 'late' }],
  ['a new epoch', { epoch: 'b', seq: 2, type: 'patch', word: 'other' }],
  ['a message that does not parse', { epoch: 'a', seq: 2, type: 'patch' }],
])('%s makes it subscribe anew for a snapshot', async (_, message) => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  socket.follow('good')
  await subscribed(1)
  broker.tell({ epoch: 'a', seq: 1, type: 'snapshot', word: 'all' })
  broker.tell(message)
  await vi.waitFor(() => elapse(3000))
  await subscribed(2)
  const [first, second] = broker.of('SUBSCRIBE').map((headers) => headers.get('id'))
  expect(broker.of('UNSUBSCRIBE')[0]?.get('id')).toBe(first)
  broker.tell({ epoch: 'a', seq: 4, type: 'patch', word: 'of the old subscription' }, first)
  broker.tell({ epoch: 'b', seq: 9, type: 'snapshot', word: 'all again' }, second)
  await heard(['all', 'all again'])
})

test('a lost connection is told, tried again after growing waits, and subscribes again', async () => {
  socket.follow('good')
  await subscribed(1)
  broker.sockets[0]?.terminate()
  await vi.waitFor(() => expect(states).toEqual(['connected', 'closed']))
  elapse(500)
  await subscribed(2)
  broker.sockets[1]?.terminate()
  await vi.waitFor(() => expect(states).toEqual(['connected', 'closed', 'connected', 'closed']))
  const port = broker.port
  await broker.stop()
  for (const wait of [500, 1000, 2000]) {
    elapse(wait)
    await vi.waitFor(() => expect(timers.length).toBeGreaterThan(0))
  }
  broker = await startBroker()
  expect(broker.port).not.toBe(port)
  socket.wake()
  await subscribed(1)
})

test('a refreshed token connects anew with it; no token disconnects and tries no more', async () => {
  socket.follow('good')
  await subscribed(1)
  socket.follow('better')
  await subscribed(2)
  expect(broker.of('CONNECT').map((headers) => headers.get('Authorization'))).toEqual(['Bearer good', 'Bearer better'])
  await vi.waitFor(() => expect(broker.sockets[0]?.readyState).toBeGreaterThan(1))
  socket.follow(undefined)
  await vi.waitFor(() => expect(broker.sockets[1]?.readyState).toBeGreaterThan(1))
  expect(states).toEqual(['connected', 'connected'])
  expect(timers).toEqual([])
  socket.wake()
  expect(timers).toEqual([])
})

test('a network that is gone is told at once', async () => {
  socket.follow('good')
  await subscribed(1)
  socket.drop()
  expect(states).toEqual(['connected', 'offline'])
  socket.wake()
  await subscribed(2)
})

test('says every 5 s that it is there', async () => {
  socket.follow('good')
  await subscribed(1)
  elapse(5000)
  await vi.waitFor(() => expect(broker.of('SEND')[0]?.get('destination')).toBe('test'))
  elapse(5000)
  await vi.waitFor(() => expect(broker.of('SEND')).toHaveLength(2))
})
