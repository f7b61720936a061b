import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MsgType } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { afterAll, expect, test, vi } from 'vitest'
import { startEmbedded } from '../../db/embedded.ts'
import { prepare } from '../../db/migrate.ts'
import { connectOwned } from '../../db/owned.ts'
import { tallyIsExact } from '../../test-kit.ts'
import { movePushes, pushTo } from './sending/queries.ts'
import { findSummaries } from './summaries/queries.ts'

const dir = mkdtempSync(join(tmpdir(), 'huanwei-crash-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('PostgreSQL killed while much is pushed, moved and read: what was confirmed is there, and unread counts equal a recount', async () => {
  const cluster = await startEmbedded(dir)
  const db = connectOwned(cluster.url, { system: 8, app: 1 })
  await prepare(db.owner, cluster.url, new Date())
  const people = [1, 2, 3]
  let isKilled = false
  const confirmed: number[] = []

  /** Puts one event after the other before the three, some of it read, some of it handled, until the server is gone. */
  async function write(_: unknown, writer: number) {
    for (let n = 0; !isKilled; n++) {
      const eventId = n * 8 + writer
      const event = {
        tenantId: 1,
        msgType: MsgType.inspection,
        eventId,
        createTime: '2026-01-05 08:00:00',
        objectType: ObjectType.person,
        objectId: 1,
        deptId: 1,
      }
      await db.system(async (tx) => {
        await pushTo(tx, event, people)
        if (n % 3 === 0) await movePushes(tx, event, n % 2 === 0 ? 2 : 4)
      })
      confirmed.push(eventId)
    }
  }
  const writers = Promise.allSettled(Array.from({ length: 8 }, write))
  await vi.waitUntil(() => confirmed.length > 200, { timeout: 60_000 })
  process.kill(cluster.postmasterPid(), 'SIGKILL')
  isKilled = true
  await writers

  const stored = () => db.owner.query('select event_id from msg_push group by event_id having count(*) = 3')
  const { rows } = await vi.waitFor(stored, { timeout: 30_000, interval: 100 })
  const found = new Set(rows.map((row) => row.event_id))
  expect(confirmed.filter((eventId) => !found.has(eventId))).toEqual([])
  await tallyIsExact(db)
  for (const userId of people) {
    const counted = await db.owner.query('select from msg_push where push_object_id = $1 and read_unread = 0', [userId])
    const summaries = await db.system((tx) =>
      findSummaries(tx, { tenantId: 1, userId, departments: null, permissions: new Set() }),
    )
    expect(summaries.find(({ msgType }) => msgType === MsgType.inspection)?.unreadCount).toBe(counted.rowCount)
  }
  await db.close()
  await cluster.stop()
})
