import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Source } from './mpegts.ts'
import { pictureSocket } from './socket-loader.ts'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
afterAll(() => server.close())

test('a picture that is closed before its socket is open lets it open, and then closes it', async () => {
  const heard: string[] = []
  const { Loader } = pictureSocket({
    text: () => heard.push('text'),
    closed: () => heard.push('closed'),
    opened: () => heard.push('opened'),
    isTaken: () => false,
  })
  const loader = new Loader()
  const connected = once(server, 'connection')
  loader.open({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` } as Source)
  loader.abort()
  const [socket] = await connected
  const [code] = await once(socket, 'close')
  // No status: closed by the page in the usual way, and not broken off.
  expect([code, heard]).toEqual([1005, []])
  expect(loader.isWorking()).toBe(false)
})
