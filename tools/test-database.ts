import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@huanwei/server/db/embedded'
import { lockHolder } from '@huanwei/server/db/hold'
import type { TestProject } from 'vitest/node'

const prefix = 'huanwei-test-'

/** One PostgreSQL cluster for a run of the tests, in a folder of its own; each test file makes its database in it. */
export default async function setup(project: TestProject) {
  removeLeftovers()
  const dir = mkdtempSync(join(tmpdir(), prefix))
  // Only tests may trade durability for speed.
  const cluster = await startEmbedded(dir, {
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      shared_buffers: '128MB',
    },
  })
  project.provide('databaseUrl', cluster.url)
  return async () => {
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Folders of runs that were killed. A new one may not have its lock yet. PostgreSQL ends by itself when its folder has gone. */
function removeLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    const dir = join(tmpdir(), name)
    const age = Date.now() - (statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (age > 60_000 && !lockHolder(dir)) rmSync(dir, { recursive: true, force: true })
  }
}
