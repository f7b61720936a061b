import type { Platform } from '@huanwei/contract/platform/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { createCallTimes } from './call-times.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('times of calls are those of the last hour, the slowest first', () => {
  let now = Date.UTC(2026, 0, 5)
  const calls = createCallTimes(() => now)
  const call = (route: string, seconds: number, status = 200) => calls.note({ method: 'GET', route, status, seconds })
  call('/old', 9)
  now += 59 * 60_000
  call('/quick', 0.002)
  call('/slow', 2)
  call('/slow', 1, 503)
  expect(calls.slowest().map(({ path }) => path)).toEqual(['/old', '/slow', '/quick'])
  now += 60_000
  expect(calls.slowest()).toEqual([
    { method: 'GET', path: '/slow', count: 2, failed: 1, meanMs: 1500, mostMs: 2000 },
    { method: 'GET', path: '/quick', count: 1, failed: 0, meanMs: 2, mostMs: 2 },
  ])
})

test('the operator sees the process, the database, what waits and the jobs; nobody else does', async () => {
  const admin = await server.login('admin')
  await admin.call('GET', '/admin/menu/home')
  const reply = await admin.call('GET', '/admin/platform')
  const { data } = reply as { data: Platform }
  expect(data).toMatchObject({
    node: { pid: process.pid, version: expect.stringMatching(/^\d/), sockets: 0 },
    // One process does everything, and no gateway runs in this test.
    processes: [],
    idlePartitions: 0,
    terminals: null,
    backlog: { events: 0, failedEvents: 0, exports: 0, reports: 0, texts: 0 },
  })
  expect(data.node.memoryBytes).toBeGreaterThan(1e6)
  expect(data.database.bytes).toBeGreaterThan(1e6)
  expect(data.database.connections).toBeGreaterThan(0)
  expect(data.database.tables.map(({ name }) => name)).toContain('sys_menu')
  expect(data.calls.map(({ path }) => path)).toContain('/admin/menu/home')
  for (const [username, tenantId] of [
    ['handler', 1],
    ['admin', 2],
  ] as const) {
    const other = await server.login(username, tenantId)
    expect(await other.call('GET', '/admin/platform')).toMatchObject({ status: 403 })
  }
})
