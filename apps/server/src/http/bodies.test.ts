import { connect, type Socket } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../test-kit.ts'
import { readToEnd, smallBodyBytes } from './bodies.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let origin: URL
const sockets: Socket[] = []
beforeAll(async () => {
  server = await startTestServer()
  origin = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
})

afterEach(() => vi.restoreAllMocks())

const path = '/admin/log/logs'
const tokenOf = async (username: string) => (await server.login(username)).token.access_token
/** Errors of a browser that are refused as such; how many bytes they have is all that matters. */
const body = JSON.stringify(Array.from({ length: smallBodyBytes }, () => ({})))

/** Announces a body of `size` and sends its first byte only. */
function announce(size: number, token?: string) {
  const socket = connect(Number(origin.port), '127.0.0.1')
  sockets.push(socket)
  const authorization = token ? `authorization: Bearer ${token}\r\n` : ''
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${authorization}content-type: application/json\r\ncontent-length: ${size}\r\n\r\n[`,
  )
  return socket
}
const firstLine = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data).split('\r\n', 1)[0] ?? '')))
const send = async (to: string, headers: Record<string, string>) =>
  (await fetch(new URL(to, origin), { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })).status

test('who has no log-in is refused before the body arrives', async () => {
  expect(await firstLine(announce(2_000_000))).toContain(' 401 ')
  expect(await firstLine(announce(2_000_000, 'made-up'))).toContain(' 401 ')
})

test('calls that need no log-in take small bodies only', async () => {
  for (const open of ['/open/api/v1/secret/auth/token/register', '/open/device/readings', '/open/wcComplaint'])
    expect([open, await send(open, {})]).toEqual([open, 413])
})

test('of one account few large bodies are read at a time; its other calls and those of others do not wait for them', async () => {
  const [viewer, handler] = [await tokenOf('viewer'), await tokenOf('handler')]
  const turns = vi.spyOn(server.app, 'inTurn')
  const begun = (count: number) =>
    vi.waitFor(() => expect(turns.mock.calls.filter(([caller]) => caller.endsWith(' body')).length).toBe(count), 20_000)
  const held = Array.from({ length: 6 }, () => announce(2_000_000, viewer))
  await begun(6)
  const large = () => send(path, { authorization: `Bearer ${viewer}` })
  let isAnswered = false
  const waiting = large().then((status) => {
    isAnswered = true
    return status
  })
  await begun(7)
  expect(await send(path, { authorization: `Bearer ${handler}` })).toBe(400)
  const own = await fetch(new URL('/admin/user/info', origin), { headers: { authorization: `Bearer ${viewer}` } })
  expect([own.status, isAnswered]).toEqual([200, false])
  held[0]?.destroy()
  expect(await waiting).toBe(400)
})

test('an account that sends large bodies rests behind each of them', async () => {
  const token = await tokenOf('viewer')
  const long = JSON.stringify([{ message: 'x'.repeat(1_900_000) }])
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const repliedAt = async () => {
    const { status } = await fetch(new URL(path, origin), { method: 'POST', headers, body: long })
    expect(status).toBe(400)
    return performance.now()
  }
  const [first = 0, , last = 0] = (await Promise.all([repliedAt(), repliedAt(), repliedAt()])).sort((a, b) => a - b)
  // Two rests of 1.9 MB at 8 MB/s.
  expect(last - first).toBeGreaterThan(2 * 200)
})

test('halves of characters, which the database does not keep everywhere, are taken as unknown ones; NUL is refused in names too', async () => {
  const headers = { authorization: `Bearer ${await tokenOf('admin')}`, 'content-type': 'application/json' }
  const post = async (to: string, json: string) =>
    (await fetch(new URL(to, origin), { method: 'POST', headers, body: json })).json()
  const label = String.raw`\ud83d\ude00 \\ud800 \ud83d\udfff\udc00 \ud800`
  const json = `{"type":"halves","description":"x","labels":{"en-US":"${label}"}}`
  const added = await post('/admin/dict', json)
  expect(added).toMatchObject({ code: 0, data: { labels: { 'en-US': '😀 \\ud800 \ud83d\udfff\ufffd \ufffd' } } })
  expect(await post('/admin/export', String.raw`{"list":"/admin/vehicle/page","filter":{"a\u0000":"x"}}`)).toMatchObject({
    code: 1,
    msg: '参数错误: NUL',
  })
})

test('the call after an upload that was refused half-way is served on the same connection', async () => {
  const app = Fastify()
  readToEnd(app)
  await app.register(multipart)
  app.post('/', async (request) => {
    const part = await request.file()
    part?.file.destroy()
    throw new Error('no room')
  })
  app.get('/', async () => 'served')
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(address.port), '127.0.0.1')
  sockets.push(socket)
  const said = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (data) => {
      text += data
      if (text.includes('served')) resolve(text)
    })
  })
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  const form = `${head}${'a'.repeat(5_000_000)}\r\n--x--\r\n`
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${form.length}\r\n\r\n${form}`,
  )
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(await said).toMatch(/^HTTP\/1.1 500 .*HTTP\/1.1 200 /s)
  await app.close()
})

test('a call that waits for its turn is dropped when its client has gone', async () => {
  const token = await tokenOf('admin')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const shifts = () => fetch(new URL('/admin/shift/list', origin), { headers })
  const locking = await server.db.owner.connect()
  await locking.query('begin; lock table shift')
  const turns = vi.spyOn(server.app, 'inTurn')
  const running = Array.from({ length: 6 }, shifts)
  await vi.waitFor(() => expect(turns).toHaveBeenCalledTimes(6), 20_000)
  const left = new Promise<void>((resolve) =>
    server.app.server.once('connection', (accepted) => accepted.once('close', () => resolve())),
  )
  const shift = JSON.stringify({ name: '早班', start: '06:00', end: '12:00', weekdays: [1] })
  const socket = connect(Number(origin.port), '127.0.0.1')
  const lines = Object.entries({ ...headers, host: 'x', 'content-length': Buffer.byteLength(shift) })
  socket.write(`POST /admin/shift HTTP/1.1\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n${shift}`)
  await vi.waitFor(() => expect(turns).toHaveBeenCalledTimes(7), 20_000)
  socket.destroy()
  await left
  await locking.query('rollback')
  locking.release()
  for (const reply of [...(await Promise.all(running)), await shifts()]) expect(reply.status).toBe(200)
  expect((await (await shifts()).json()).data).toEqual([])
})
