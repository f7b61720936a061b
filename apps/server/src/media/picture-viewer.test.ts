import { expect, test } from 'vitest'
import { PictureViewer } from './picture-viewer.ts'

/** A socket whose line takes as much as `unsent` says; `pong` answers a ping. */
function fakeSocket() {
  const sent: string[] = []
  const listeners = new Map<string, (data: Buffer) => void>()
  const socket = {
    bufferedAmount: 0,
    send: (data: Buffer | string) => void sent.push(typeof data === 'string' ? 'status' : data.toString()),
    close: () => undefined,
    ping: () => undefined,
    terminate: () => void sent.push('terminated'),
    on: (event: string, listener: (data: Buffer) => void) => void listeners.set(event, listener),
  }
  const emit = (event: string, data = '') => listeners.get(event)?.(Buffer.from(data))
  return { socket, sent, pong: (number: number) => emit('pong', String(number)), say: (text: string) => emit('message', text) }
}

const tag = (name: string, isKey = false) => ({ bytes: Buffer.from(name), isKey, time: 0 })
const description = Buffer.from('description with its time')

test('a slow line loses the rest of a group of pictures, and goes on with the next', () => {
  const { socket, sent } = fakeSocket()
  const viewer = new PictureViewer(socket)
  sent.length = 0
  viewer.show(tag('before any key'), description)
  viewer.show(tag('key 1', true), description)
  viewer.show(tag('second'), description)
  socket.bufferedAmount = 2 * 1024 * 1024
  viewer.show(tag('third'), description)
  viewer.tell({ state: 'playing' })
  socket.bufferedAmount = 0
  viewer.show(tag('fourth, which refers to the third'), description)
  viewer.show(tag('key 2', true), description)
  viewer.isBehind = true
  viewer.show(tag('fifth'), description)
  viewer.show(tag('key 3', true), description)
  viewer.isBehind = false
  viewer.show(tag('sixth'), description)
  viewer.show(tag('key 4', true), description)
  expect(sent).toEqual([String(description), 'key 1', 'second', 'key 2', 'key 4'])
})

test('a browser that answers no ping is gone', () => {
  const { socket, sent, pong } = fakeSocket()
  const viewer = new PictureViewer(socket)
  for (const at of [0, 10_000, 20_000]) viewer.ping(at)
  expect(viewer.lag(21_000)).toBe(21_000)
  pong(2)
  expect(viewer.lag(21_000)).toBe(1000)
  pong(3)
  expect(viewer.lag(21_000)).toBe(0)
  for (const at of [30_000, 40_000, 50_000]) viewer.ping(at)
  expect(sent).not.toContain('terminated')
  viewer.ping(60_000)
  expect(sent).toContain('terminated')
})

test('sound comes to those who want it, and not over a slow line', () => {
  const { socket, sent, say } = fakeSocket()
  const viewer = new PictureViewer(socket)
  sent.length = 0
  const hear = (name: string) => viewer.hear(Buffer.from(name))
  hear('nobody listens')
  say('sound')
  hear('no picture yet')
  viewer.show(tag('key', true), description)
  hear('first')
  say('whatever')
  hear('second')
  socket.bufferedAmount = 2 * 1024 * 1024
  hear('slow')
  socket.bufferedAmount = 0
  say('silence')
  hear('turned off')
  expect(sent).toEqual([String(description), 'key', 'first', 'second'])
})
