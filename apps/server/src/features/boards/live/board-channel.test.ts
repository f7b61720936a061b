import { EventEmitter } from 'node:events'
import type { Panel } from '@huanwei/contract/boards/endpoints'
import { BoardMessage } from '@huanwei/contract/boards/messages'
import { expect, test } from 'vitest'
import type { BoardReading } from '../read-board.ts'
import { BoardChannel } from './board-channel.ts'
import { ScreenLine } from './screen-line.ts'

function newSocket() {
  const texts: string[] = []
  const socket = Object.assign(new EventEmitter(), {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    pings: 0,
    isCut: false,
    send: (text: string) => void texts.push(text),
    close: () => undefined,
    ping: () => void socket.pings++,
    terminate: () => {
      socket.isCut = true
    },
  })
  return {
    socket,
    line: new ScreenLine(socket, undefined),
    said: () => texts.map((text) => BoardMessage.parse(JSON.parse(text))),
  }
}

/** A feed that goes on. */
const around = { feed: { age: () => 0 }, epoch: 'e', build: 'b' }
const question = {
  path: '/x',
  scope: { tenantId: 1, departments: null },
  namedDept: null,
  language: 'zh-CN' as const,
  about: {},
}
const readingOf = (value: number, form = 'f'): BoardReading => {
  const panel: Panel = {
    id: 'a',
    kind: 'ticker',
    title: '',
    x: 0,
    y: 0,
    w: 1,
    h: 1,
    pace: 'live',
    madeAt: value,
    data: { shape: 'page', path: String(value), text: form },
  }
  const size = { width: 1, widest: 1, height: 1 }
  const board = {
    title: form,
    about: '',
    listDept: null,
    ...size,
    theme: 'blue' as const,
    day: null,
    span: null,
    ground: null,
    panels: [panel],
  }
  return { version: `${form}${value}`, form, panels: [panel], whole: () => board }
}

test('a screen that does not read is left out, keeps nobody waiting and gets the whole board when it has read on', async () => {
  let now = 0
  let reading = readingOf(1)
  const channel = new BoardChannel({ question, open: async () => async () => reading, ...around })
  const [slow, quick] = [newSocket(), newSocket()]
  for (const { line } of [slow, quick]) channel.join(line, now)
  const pass = async (next: BoardReading) => {
    reading = next
    now += 1000
    await channel.pass(() => now)
  }
  const types = ({ said }: typeof slow) => said().map(({ type, seq }) => `${type} ${seq}`)
  await pass(readingOf(1))
  slow.socket.bufferedAmount = 2_000_000
  await pass(readingOf(2))
  await pass(readingOf(3))
  slow.socket.bufferedAmount = 0
  await pass(reading)
  await pass(readingOf(4))
  expect(types(quick)).toEqual(['snapshot 1', 'patch 2', 'patch 3', 'patch 4'])
  expect(types(slow)).toEqual(['snapshot 1', 'snapshot 3', 'patch 4'])
  await pass(readingOf(4, 'another form'))
  expect(types(quick).at(-1)).toBe('snapshot 5')
})

test('while nothing changes a screen hears every five seconds that its board is of now', async () => {
  let now = 0
  const channel = new BoardChannel({ question, open: async () => async () => readingOf(1), ...around })
  const screen = newSocket()
  channel.join(screen.line, now)
  for (; now < 12_000; now += 1000) await channel.pass(() => now)
  expect(screen.said().map(({ type }) => type)).toEqual(['snapshot', 'beat', 'beat'])
})

test('a screen that answers no ping is cut off', () => {
  const { socket, line } = newSocket()
  for (let n = 0; n < 5; n++) {
    line.ping()
    socket.emit('pong')
  }
  expect([socket.pings, socket.isCut]).toEqual([5, false])
  for (let n = 0; n < 3; n++) line.ping()
  expect(socket.isCut).toBe(true)
})

test('a definition that was looked for before a change is looked for again after it', async () => {
  const forms = ['before', 'after']
  const looked = Promise.withResolvers<void>()
  const open = async () => {
    const form = forms.shift()
    await looked.promise
    return async () => readingOf(1, form)
  }
  const channel = new BoardChannel({ question, open, ...around })
  const screen = newSocket()
  channel.join(screen.line, 0)
  const first = channel.pass(() => 0)
  channel.forget()
  looked.resolve()
  await first
  await channel.pass(() => 1000)
  const last = screen.said().at(-1)
  expect(last?.type === 'snapshot' && last.board?.title).toBe('after')
})

test('a clock that is set back silences no board', async () => {
  let now = 3_600_000
  const channel = new BoardChannel({ question, open: async () => async () => readingOf(1), ...around })
  const screen = newSocket()
  channel.join(screen.line, now)
  await channel.pass(() => now)
  now = 1000
  await channel.pass(() => now)
  expect(screen.said().map(({ type }) => type)).toEqual(['snapshot', 'beat'])
})

test('beats and changes say for how long nothing has come from terminals, while it is so', async () => {
  let [now, age, reading] = [0, 0, readingOf(1)]
  const channel = new BoardChannel({ question, open: async () => async () => reading, ...around, feed: { age: () => age } })
  const screen = newSocket()
  channel.join(screen.line, now)
  const pass = async (silence: number, next = reading) => {
    reading = next
    age = silence
    now += 5000
    await channel.pass(() => now)
  }
  await pass(30)
  await pass(35)
  await pass(40, readingOf(2))
  await pass(0)
  const said = screen.said().map((one) => [one.type, 'feedAge' in one ? one.feedAge : undefined])
  expect(said).toEqual([
    ['snapshot', undefined],
    ['beat', 35],
    ['patch', 40],
    ['beat', undefined],
  ])
})
