import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import { limitSlowBodies } from './slow-bodies.ts'

const form = 'content-type: multipart/form-data; boundary=b'

/** Sends the beginning of a body, and a byte every 10 ms until the connection is closed: a quarter of an hour, if nobody gives it up. */
async function drip(app: FastifyInstance, path: string, type: string) {
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1').on('error', () => undefined)
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: 100000\r\n\r\n{"a":`)
  const drops = setInterval(() => socket.write('a'), 10)
  socket.resume()
  await new Promise((closed) => socket.once('close', closed))
  clearInterval(drops)
}

test('a body that drips is given up; one that is whole in time is served', async () => {
  const app = Fastify()
  limitSlowBodies(app, { bodyMs: 50, fileMs: 50, leastOfFile: 0 })
  app.post('/', async ({ body }) => body)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const whole = await fetch(`${app.listeningOrigin}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  })
  expect(await whole.json()).toEqual({ a: 1 })
  await drip(app, '/', 'content-type: application/json')
  await app.close()
})

test('a body that drips on behind its answer is given up, whatever it calls itself', async () => {
  const app = Fastify()
  limitSlowBodies(app, { bodyMs: 100, fileMs: 60_000, leastOfFile: 1000 })
  const refuse = (_: unknown, reply: { code(status: number): { send(body: string): void } }) => reply.code(401).send('no')
  app.post('/', { onRequest: refuse }, async () => null)
  app.post('/file', { onRequest: refuse, config: { takesFile: true } }, async () => null)
  await app.listen({ port: 0, host: '127.0.0.1' })
  for (const path of ['/', '/file', '/nothing-here'])
    for (const type of ['content-type: application/json', form]) await drip(app, path, type)
  await app.close()
})

test('a file that drips is given up; one that comes slowly, or waits for its turn, is not', async () => {
  const app = Fastify()
  limitSlowBodies(app, { bodyMs: 150, fileMs: 60_000, leastOfFile: 1000 })
  await app.register(multipart)
  let turn = Promise.resolve()
  app.post('/', { config: { takesFile: true } }, async (request) => {
    await turn
    return { size: (await (await request.file())?.toBuffer())?.length }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
  await drip(app, '/', form)
  const [pieces, tail] = [Array.from({ length: 8 }, () => 'a'.repeat(2000)), '\r\n--b--\r\n']
  async function upload(pauseMs: number) {
    const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
    const reply = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
    const length = head.length + pieces.join('').length + tail.length
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${form}\r\ncontent-length: ${length}\r\n\r\n${head}`)
    for (const piece of pieces) {
      socket.write(piece)
      await sleep(pauseMs)
    }
    socket.write(tail)
    return (await reply).split('\r\n\r\n')[1]
  }
  expect(await upload(60)).toBe('{"size":16000}')
  turn = sleep(600)
  expect(await upload(0)).toBe('{"size":16000}')
  await app.close()
})

test('a call without a body may take longer than a body', async () => {
  const app = Fastify()
  limitSlowBodies(app, { bodyMs: 20, fileMs: 20, leastOfFile: 1 })
  app.get('/', async () => {
    await sleep(100)
    return { done: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  expect(await (await fetch(`${app.listeningOrigin}/`)).json()).toEqual({ done: true })
  await app.close()
})

test('a body that was cut off before its caller was known is not waited for', async () => {
  const app = Fastify()
  const waiting = vi.spyOn(globalThis, 'setTimeout')
  app.addHook('onRequest', ({ raw }) => new Promise<void>((known) => raw.once('close', () => known())))
  limitSlowBodies(app, { bodyMs: 54_321, fileMs: 54_321, leastOfFile: 0 })
  const parsed = Promise.withResolvers<void>()
  app.addHook('preParsing', async () => parsed.resolve())
  app.post('/', async () => null)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":')
  setTimeout(() => socket.destroy(), 50)
  await parsed.promise
  expect(waiting.mock.calls.filter(([, ms]) => ms === 54_321)).toEqual([])
  await app.close()
})
