import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../test-kit.ts'
import { type Change, listen } from './changes.ts'

async function start() {
  const url = await createTestDatabase()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const changes = await listen(url)
  const heard: Change[] = []
  changes.on(['vehicle', 'msg_push'], (change) => heard.push(change))
  const listeners = async () =>
    (await admin.query("select pid from pg_stat_activity where datname = current_database() and query = 'listen changed'")).rows
  const cut = async () => {
    for (const { pid } of await listeners()) await admin.query('select pg_terminate_backend($1)', [pid])
  }
  const notify = (payload: string) => admin.query("select pg_notify('changed', $1)", [payload])
  return { url, admin, changes, heard, listeners, cut, notify }
}

test('after a lost connection all listeners are called, and each later change is received once', async () => {
  const { admin, changes, heard, listeners, cut, notify } = await start()
  await notify('{"table":"msg_push","tenantId":1,"userId":5}')
  await expect.poll(() => heard).toEqual([{ table: 'msg_push', tenantId: 1, userId: 5 }])
  for (let i = 0; i < 2; i++) {
    heard.length = 0
    await cut()
    await expect.poll(() => heard).toEqual([{ table: 'vehicle' }, { table: 'msg_push' }])
  }
  heard.length = 0
  await notify('{"table":"vehicle"}')
  await expect.poll(() => heard).toEqual([{ table: 'vehicle' }])
  expect(await listeners()).toHaveLength(1)
  await changes.close()
  await expect.poll(listeners).toHaveLength(0)
  await admin.end()
})

test('a notification of another version of the product tells everybody that anything may have changed', async () => {
  const { admin, changes, heard, notify } = await start()
  for (const payload of ['vehicle', 'msg_push:1:5', '{"table":"rail_car"}', '{"table":"vehicle","id":"1"}', '']) {
    heard.length = 0
    await notify(payload)
    await expect.poll(() => heard).toEqual([{ table: 'vehicle' }, { table: 'msg_push' }])
  }
  await changes.close()
  await admin.end()
})

/** A way to the database that can be held up. */
async function startRelay(url: string) {
  const target = new URL(url)
  const path = `${target.searchParams.get('host')}/.s.PGSQL.${target.port || 5432}`
  const waiting: (() => void)[] = []
  let held = false
  const relay = createServer((from) => {
    const pass = () => {
      const to = connect(path)
      from.pipe(to).pipe(from)
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        one.on('error', () => other.destroy())
        one.on('close', () => other.destroy())
      }
    }
    if (held) waiting.push(pass)
    else pass()
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  const through = new URL(url)
  through.searchParams.delete('host')
  through.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    url: through.toString(),
    waiting,
    hold: () => {
      held = true
    },
    close: () => relay.close(),
  }
}

test('closing during a reconnect leaves no connection behind and calls no listener', async () => {
  const { admin, changes, listeners, cut, url } = await start()
  await changes.close()
  const relay = await startRelay(url)
  const late = await listen(relay.url)
  const heard: Change[] = []
  late.on(['vehicle'], (change) => heard.push(change))
  relay.hold()
  await cut()
  await expect.poll(() => relay.waiting.length).toBe(1)
  await late.close()
  for (const pass of relay.waiting) pass()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect([await listeners(), heard]).toEqual([[], []])
  relay.close()
  await admin.end()
})
