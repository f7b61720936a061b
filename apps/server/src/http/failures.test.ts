import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeError } from '../lib/log.ts'
import { startTestServer } from '../test-kit.ts'
import { isStoreUnavailable } from './refuse.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a failed statement is logged with its cause and place, without its values', async () => {
  const failed = await server.db.system((tx) => tx.execute(sql`select ${'secret'}::text::int`)).catch((error: unknown) => error)
  const described = describeError(failed)
  expect(described).toMatchObject({ code: '22P02', statement: expect.stringContaining('select $1') })
  expect(described).toHaveProperty('at.0')
  expect(JSON.stringify(describeError(failed instanceof Error ? { ...described, message: '' } : failed))).not.toContain('secret')
  expect(JSON.stringify({ ...described, message: '' })).not.toContain('secret')
})

test.each([
  ['nobody listens', { syscall: 'connect', code: 'ECONNREFUSED' }, true],
  ['the connection broke while it was written to', { syscall: 'write', code: 'EPIPE' }, true],
  ['the connection broke while it was read from', { syscall: 'read', code: 'ECONNRESET' }, true],
  ['the connection broke before', { message: 'Client has encountered a connection error and is not queryable' }, true],
  ['it says nothing', { message: 'Query read timeout' }, true],
  ['it shuts down', { severity: 'FATAL', code: '57P01' }, true],
  ['a statement is wrong', { severity: 'ERROR', code: '42601' }, false],
])('whether the data is away: %s', (_, facts, away) => {
  const thrown = Object.assign(new Error('x'), facts)
  expect([isStoreUnavailable(thrown), isStoreUnavailable(new Error('Failed query', { cause: thrown }))]).toEqual([away, away])
})

const refused = async (url: string, options: object = {}) => {
  const reply = await server.app.inject({ url, ...options })
  return { status: reply.statusCode, ...reply.json() }
}

test('a full disk of the database and a statement that takes too long are no bugs: the person is told, and nothing is half stored', async () => {
  const { call } = await server.login('admin')
  const { owner } = server.db
  await owner.query(`
    create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no room' using errcode = '53100'; end $$;
    create trigger no_room before insert on shift for each row execute function no_room()`)
  const shift = { name: '夜班', start: '22:00', end: '06:00', weekdays: [1, 2, 3] }
  expect(await call('POST', '/admin/shift', shift)).toMatchObject({ status: 507, msg: '存储空间已满，没有保存，请联系管理员' })
  await owner.query('drop trigger no_room on shift')
  expect(await call('POST', '/admin/shift', shift)).toMatchObject({ status: 200 })

  const locking = await owner.connect()
  await locking.query('begin; lock table shift')
  const asked = call('GET', '/admin/shift/list')
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect((await owner.query(cancel)).rowCount).toBeGreaterThan(0))
  expect(await asked).toMatchObject({ status: 503, msg: '暂时无法访问数据，请稍后重试' })
  await locking.query('rollback')
  locking.release()
  expect(await call('GET', '/admin/shift/list')).toMatchObject({ status: 200 })
})

test('errors outside the handlers are answered in the envelope too', async () => {
  const envelope = { code: 1, msg: expect.any(String), data: null }
  expect(await refused('/%zz')).toEqual({ status: 400, ...envelope })
  expect(await refused(`/admin/dict/type/${'x'.repeat(200)}`)).toMatchObject({ status: 401 })
  expect(await refused(`/admin/dict/type/${'x'.repeat(2000)}`)).toEqual({ status: 414, ...envelope })
  expect(await refused('/nowhere', { method: 'POST' })).toEqual({ status: 404, ...envelope })
  // The body of a call that needs a log-in is not read without one.
  const open = '/open/device/readings'
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' } }
  expect(await refused(open, { ...sent, payload: '{' })).toEqual({ status: 400, ...envelope })
  expect(await refused(open, { ...sent, payload: '{"__proto__":{"a":1}}' })).toEqual({ status: 400, ...envelope })
  expect(await refused(open, { method: 'POST', headers: { 'content-type': 'text/xml' }, payload: '<a/>' })).toEqual({
    status: 415,
    ...envelope,
  })
  expect(await refused(open, { ...sent, payload: `"${'x'.repeat(3_000_000)}"` })).toEqual({ status: 413, ...envelope })
})

test('a call that does not exist is no page, even for a browser', async () => {
  for (const path of ['/admin/nothing', '/auth/nothing', '/open/nothing', '/map/nothing.json', '/act/nothing', '/code/nothing'])
    expect(await refused(path, { headers: { accept: 'text/html' } })).toMatchObject({ status: 404, code: 1 })
})
