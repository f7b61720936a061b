import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/connect.ts'
import { sealingWith } from '../../lib/sealing.ts'
import { startTestServer } from '../../test-kit.ts'
import { startDeliveries } from './jobs.ts'
import { insertSubscription } from './queries.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const objects = 12
const perRound = 6

test('over 100 random kills every event is received, and those of an object first come in their order', {
  timeout: 120_000,
}, async () => {
  const { db, changes } = server
  const sealing = sealingWith(Buffer.alloc(32, 7).toString('base64url'))
  // Another sealing than the server's own: that one cannot open the secret, and posts nothing.
  await db.system(async (tx) => {
    const fields = { name: '收', url: 'https://receiver.invalid/', events: ['cleaning' as const], deptId: null, isStopped: true }
    const viewer = { tenantId: 1, username: 'admin' }
    return insertSubscription(
      tx,
      viewer as Parameters<typeof insertSubscription>[1],
      fields,
      { clientId: 'hs1', secret: 's' },
      sealing,
    )
  })
  await server.app.close()
  await db.owner.query('update subscription set is_stopped = false')

  /** Sequences in the order of their first arrival, by object. */
  const received = new Map<number, number[]>()
  let made = 0
  const rounds = 100
  for (let round = 0; round <= rounds; round++) {
    const isLast = round === rounds
    let isDead = false
    const killed = new Error('killed')
    const living: Database = {
      ...db,
      system: async (work) => {
        if (isDead) throw killed
        return db.system(async (tx) => {
          const result = await work(tx)
          // Dead before the commit: nothing of it holds.
          if (isDead) throw killed
          return result
        })
      },
    }
    const fetch = async (_: string, { body }: { body?: unknown } = {}) => {
      const event = JSON.parse(String(body))
      await new Promise((go) => setTimeout(go, randomInt(4)))
      if (isDead) throw killed
      const luck = isLast ? 9 : randomInt(10)
      if (luck === 0) return new Response(null, { status: 503 })
      const line = received.get(event.objectId) ?? []
      if (!line.includes(event.sequence)) line.push(event.sequence)
      received.set(event.objectId, line)
      // It was received, and the answer is lost.
      if (luck === 1) throw new Error('reset')
      return new Response(null, { status: 200 })
    }
    // What a dead process had taken is due again after its time.
    await db.owner.query(`update outgoing_event set next_time = now() where state = 'waiting'`)
    const deliveries = startDeliveries({ db: living, changes, sealing, fetch, log: { error: () => undefined } })
    if (!isLast)
      for (let i = 0; i < perRound; i++) {
        await db.owner.query(`select note_event(1, 'cleaning.changed', 'cleaning', $1, 1, '{}')`, [1 + randomInt(objects)])
        made++
      }
    if (isLast) {
      const waiting = async () =>
        Number((await db.owner.query(`select count(*) as n from outgoing_event where state <> 'delivered'`)).rows[0].n)
      await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
    } else await new Promise((go) => setTimeout(go, randomInt(40)))
    isDead = !isLast
    await deliveries.close()
  }

  const lines = [...received.values()]
  expect(lines.reduce((n, line) => n + line.length, 0)).toBe(made)
  for (const line of lines) expect(line).toEqual(Array.from({ length: line.length }, (_, i) => i + 1))
})
