import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@huanwei/server/db/embedded'
import { prepare } from '@huanwei/server/db/migrate'
import { connectOwned } from '@huanwei/server/db/owned'
import { hashPassword } from '@huanwei/server/features/session/password'
import { createTenant } from '@huanwei/server/features/tenants/queries'
import { afterAll, expect, test } from 'vitest'
import { killWhileEventsGoOut } from './outgoing/kills.ts'

const dir = mkdtempSync(join(tmpdir(), 'huanwei-outgoing-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('kill -9 of the product: every event is received at least once, those of a record in their order, and none is forgotten', async () => {
  const cluster = await startEmbedded(dir)
  const db = connectOwned(cluster.url, { system: 4, app: 1 })
  try {
    await prepare(db.owner, cluster.url, new Date())
    const names = { name: '环卫', code: 'HW', title: '环卫', shortName: '环卫' }
    const admin = { username: 'admin', passwordHash: await hashPassword('123456') }
    await db.system((tx) =>
      createTenant(tx, { id: 1, ...names, hosts: ['localhost'], type: 'sanitation', platform: true, admin }),
    )
    const run = { db, url: cluster.url, dataDir: join(dir, 'product'), kills: 6, seed: 6, log: () => undefined }
    const { faults, posts, events } = await killWhileEventsGoOut(run)
    expect(faults).toEqual([])
    expect(posts).toBeGreaterThan(20)
    expect(events).toBeGreaterThan(100)
  } finally {
    await db.close()
    await cluster.stop()
  }
})
