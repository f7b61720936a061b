import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { limitSlowBodies } from './slow-bodies.ts'

test('a body that drips is given up; one that is whole in time is served', async () => {
  const app = Fastify()
  limitSlowBodies(app, { bodyMs: 50, fileMs: 50 })
  app.post('/', async ({ body }) => body)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(app.listeningOrigin)
  const whole = await fetch(`${app.listeningOrigin}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  })
  expect(await whole.json()).toEqual({ a: 1 })
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":')
  await new Promise((closed) => socket.once('close', closed))
  await app.close()
})

test('a call without a body may take longer than a body', async () => {
  const app = Fastify()
  limitSlowBodies(app, { bodyMs: 20, fileMs: 20 })
  app.get('/', async () => {
    await new Promise((resolve) => setTimeout(resolve, 100))
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
  limitSlowBodies(app, { bodyMs: 54_321, fileMs: 54_321 })
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
