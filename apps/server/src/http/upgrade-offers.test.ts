import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a request that offers HTTP/2 is answered in HTTP/1.1', async () => {
  const origin = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(origin.port), origin.hostname)
  await once(socket, 'connect')
  const offer = 'connection: Upgrade, HTTP2-Settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAA'
  socket.write(`GET /admin/tenant/list HTTP/1.1\r\nhost: ${origin.host}\r\n${offer}\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})
