import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outsideFetch } from './outside-fetch.ts'

let server: Server
let port: number
let asked = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    asked++
    if (request.url === '/moved') return response.writeHead(302, { location: '/' }).end()
    if (request.url === '/large') return response.end(Buffer.alloc(2 * 1024 * 1024))
    response.end('hello')
  })
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => new Promise((go) => server.close(go)))

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '10.0.0.1',
  '169.254.169.254',
  '0.0.0.0',
  'localhost',
])('does not reach %s', async (host) => {
  await expect(outsideFetch(() => false)(`http://${host}:${port}/`)).rejects.toThrow()
  expect(asked).toBe(0)
})

test('reaches a private host that the installation allows, without its redirects and its floods', async () => {
  const fetch = outsideFetch((host) => host === '127.0.0.1')
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('hello')
  await expect(fetch(`http://127.0.0.1:${port}/moved`)).rejects.toThrow()
  await expect(fetch(`http://127.0.0.1:${port}/large`).then((reply) => reply.arrayBuffer())).rejects.toThrow()
})
