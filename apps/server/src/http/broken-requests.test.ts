import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerBrokenRequest } from './broken-requests.ts'

const app = Fastify({ clientErrorHandler: answerBrokenRequest })
let port: number
beforeAll(async () => {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

async function answerTo(request: string) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return [head.split('\r\n')[0], JSON.parse(body)]
}

test.each([
  [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 'HTTP/1.1 431 Request Header Fields Too Large', '请求头过大'],
  ['\x16\x03\x01\x02\x00\x01\r\n\r\n', 'HTTP/1.1 400 Bad Request', '不是有效的 HTTP 请求'],
])('bytes that are no request are refused in the shape of every refusal', async (sent, status, msg) => {
  expect(await answerTo(sent)).toEqual([status, { code: 1, msg, data: null }])
})
