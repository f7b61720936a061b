import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openOwner } from '@huanwei/server/db/connect'
import { startEmbedded } from '@huanwei/server/db/embedded'
import { prepare } from '@huanwei/server/db/migrate'
import { connectOwned, type OwnedDatabase } from '@huanwei/server/db/owned'
import { hashPassword } from '@huanwei/server/features/session/password'
import { createTenant } from '@huanwei/server/features/tenants/queries'
import type { Bench, Measurement } from './bench.ts'
import { password } from './log-in.ts'
import { startProduct } from './product.ts'
import type { Result } from './table.ts'

/** Starts the product's PostgreSQL with the product's settings, in a folder that is removed at the end. */
export async function startCluster() {
  const dir = mkdtempSync(join(tmpdir(), 'huanwei-bench-'))
  // PostgreSQL runs under its own account when this process is root.
  chmodSync(dir, 0o777)
  const cluster = await startEmbedded(join(dir, 'data'))
  const admin = openOwner(cluster.url, 1)
  const { rows } = await admin.query<{ server_version: string }>('show server_version')
  const resources = releaseStack()
  let databases = 0

  async function createDatabase(label: string) {
    const name = `bench_${label}_${++databases}`
    await admin.query(`create database ${name}`)
    resources.onEnd(() => dropDatabase(admin, name))
    const url = new URL(cluster.url)
    url.pathname = `/${name}`
    const db = connectOwned(url.toString(), { system: 4, app: 2 })
    resources.onEnd(() => db.close())
    await prepare(db.owner, url.toString(), new Date())
    await addTenant(db)
    return { url: url.toString(), db }
  }

  /** Runs one measurement and releases its resources, whether it fails or not. */
  async function run(measure: Measurement, log: (line: string) => void): Promise<Result[]> {
    const bench: Bench = {
      dir,
      createDatabase,
      onEnd: resources.onEnd,
      log,
      async startProduct(settings) {
        const product = await startProduct({ SIMULATE: 'off', DATA_DIR: join(dir, 'product'), ...settings })
        resources.onEnd(() => product.stop())
        return product
      },
    }
    try {
      return await measure(bench)
    } finally {
      await resources.release()
    }
  }

  return {
    version: rows[0]!.server_version,
    run,
    async stop() {
      await resources.release()
      await admin.end()
      await cluster.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Functions that release resources, to be run in reverse order. */
function releaseStack() {
  const stack: Parameters<Bench['onEnd']>[0][] = []
  const onEnd: Bench['onEnd'] = (release) => void stack.push(release)
  return {
    onEnd,
    async release() {
      for (const release of stack.splice(0).reverse()) await release()
    },
  }
}

/** Drops a database once its last connection is closed, or by force after 5 s. */
async function dropDatabase(admin: ReturnType<typeof openOwner>, name: string) {
  const connections = 'select from pg_stat_activity where datname = $1'
  for (let tries = 0; tries < 50 && (await admin.query(connections, [name])).rowCount; tries++) await sleep(100)
  await admin.query(`drop database ${name} with (force)`)
}

async function addTenant(db: OwnedDatabase) {
  const passwordHash = await hashPassword(password)
  const admin = { username: 'admin', passwordHash }
  const names = { name: '环卫', code: 'HW', title: '环卫', shortName: '环卫' }
  await db.system((tx) => createTenant(tx, { id: 1, ...names, hosts: ['localhost'], type: 'sanitation', platform: true, admin }))
}
