import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { acceptInPlace } from './sockets.ts'

test('sockets of an organisation that another process has by now are closed, as by a server that goes away', async () => {
  const moved = new Map<number, string | null>()
  const places = { of: (tenantId: number) => moved.get(tenantId), missed: () => undefined, secret: 'x' }
  let accepted = 0
  const accept = acceptInPlace(places, () => void accepted++)
  const server = new WebSocketServer({ port: 0 })
  server.on('connection', (socket, { url, headers }) => {
    const query = Object.fromEntries(new URL(url ?? '', 'http://x').searchParams)
    accept(socket, { query, headers } as FastifyRequest)
  })
  await once(server, 'listening')
  const open = async (tenant: number) => {
    const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/?tenant=${tenant}`)
    const closed = once(socket, 'close').then(([code]) => code)
    await once(socket, 'open')
    return { socket, closed }
  }
  const [first, second, third] = [await open(1), await open(2), await open(3)]
  await expect.poll(() => accepted).toBe(3)
  // For a moment nobody has the third.
  moved.set(1, 'http://other').set(3, null)
  expect(await first.closed).toBe(1001)
  expect([second.socket.readyState, third.socket.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN])
  moved.set(2, 'http://other')
  expect(await second.closed).toBe(1001)
  third.socket.close()
  server.close()
})
