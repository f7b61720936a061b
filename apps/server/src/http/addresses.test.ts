import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../test-kit.ts'
import { senderOf } from './addresses.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let port: number
beforeAll(async () => {
  server = await startTestServer()
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => server.close())

/** Sends a whole call and cuts the connection before the reply. */
const sendAndCut = (text: string) =>
  new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => socket.resetAndDestroy()))
    socket.on('error', () => undefined).on('close', () => resolve())
  })

test('a call whose sender cuts the connection is in the operation log, with its address', async () => {
  const { token } = await server.login('admin')
  const cut = Array.from({ length: 20 }, (_, n) => `/admin/dept/${7000 + n}`)
  for (const path of cut)
    await sendAndCut(`DELETE ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token.access_token}\r\n\r\n`)
  const logged = async () => {
    const { rows } = await server.db.owner.query('select request_uri, remote_addr from sys_log where request_uri = any($1)', [
      cut,
    ])
    return new Map(rows.map(({ request_uri, remote_addr }) => [request_uri, remote_addr]))
  }
  await vi.waitFor(async () => expect(await logged()).toEqual(new Map(cut.map((path) => [path, '127.0.0.1']))), 20_000)
})

test('a call whose connection was reset before it was accepted is not made', async () => {
  const { token } = await server.login('admin')
  const authorization = `Bearer ${token.access_token}`
  const begun = vi.spyOn(server.app.operations, 'begin')
  const call = `DELETE /admin/dept/7100 HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`
  // Nothing is accepted here until the other process has sent its call and is gone.
  const program = `const s = require('net').connect(${port}, '127.0.0.1', () => s.write(process.argv[1], () => s.resetAndDestroy()))`
  expect(spawnSync(process.execPath, ['-e', program, call]).status).toBe(0)
  await fetch(`http://127.0.0.1:${port}/admin/dept/7101`, { method: 'DELETE', headers: { authorization } })
  expect(begun.mock.calls.map(([, , { url }]) => url)).toEqual(['/admin/dept/7101'])
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['::1', '::1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
  ['2001::3:4:5:6:7', '2001:0:0:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (ip, sender) => expect(senderOf({ ip })).toBe(sender))
