import { expect, test } from 'vitest'
import { PictureViewer } from './picture-viewer.ts'

/** A socket whose line takes as much as `unsent` says; `pong` answers a ping. */
function fakeSocket() {
  const sent: string[] = []
  const listeners = new Map<string, () => void>()
  const socket = {
    bufferedAmount: 0,
    send: (data: Buffer | string) => void sent.push(typeof data === 'string' ? 'status' : data.toString()),
    close: () => undefined,
    ping: () => undefined,
    terminate: () => void sent.push('terminated'),
    on: (event: string, listener: () => void) => void listeners.set(event, listener),
  }
  return { socket, sent, pong: () => listeners.get('pong')?.() }
}

const tag = (name: string, isKey = false) => ({ bytes: Buffer.from(name), isKey })
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
  expect(sent).toEqual([String(description), 'key 1', 'second', 'key 2'])
})

test('a browser that answers no ping is gone', () => {
  const { socket, sent, pong } = fakeSocket()
  const viewer = new PictureViewer(socket)
  for (let i = 0; i < 2; i++) viewer.ping()
  pong()
  for (let i = 0; i < 2; i++) viewer.ping()
  expect(sent).not.toContain('terminated')
  viewer.ping()
  expect(sent).toContain('terminated')
})
