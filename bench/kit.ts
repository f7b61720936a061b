import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientAuthorization, passwordKey } from '@huanwei/contract/session/rules'
import { connect, type Database } from '@huanwei/server/db/connect'
import { startEmbedded } from '@huanwei/server/db/embedded'
import { migrate } from '@huanwei/server/db/migrate'
import { createTenant } from '@huanwei/server/features/tenants/queries'
import { encodePassword, hashPassword } from '@huanwei/server/lib/password'
import type { Line } from './lines.ts'
import { startProduct } from './product.ts'

/** What each measurement gets; whatever it starts through this is stopped after it. */
export type Bench = {
  /** A folder for its files, that the database can read and write. */
  dir: string
  /** An empty, migrated database with tenant 1 and its `admin`, on PostgreSQL as the product runs it. */
  database(name: string): Promise<{ url: string; db: Database }>
  /** The product as a process of its own, on free ports. */
  product(settings: Record<string, string>): ReturnType<typeof startProduct>
  /** Runs `close` after the measurement, last first. */
  after(close: () => Promise<unknown> | unknown): void
  /** Says what is going on. */
  say(line: string): void
}

export type Measure = (bench: Bench) => Promise<Line[]>

export const password = '123456'

/** The PostgreSQL that comes with the product, with its settings, in a folder that is removed at the end. */
export async function startCluster() {
  const dir = mkdtempSync(join(tmpdir(), 'huanwei-bench-'))
  // PostgreSQL runs as an account of its own when this is root.
  chmodSync(dir, 0o777)
  const cluster = await startEmbedded(join(dir, 'data'))
  const admin = connect(cluster.url, { owner: 1, app: 1 })
  const { rows } = await admin.owner.query<{ server_version: string }>('show server_version')
  let made = 0

  /** Once the last connection has gone. */
  async function drop(name: string) {
    const others = 'select from pg_stat_activity where datname = $1'
    for (let tries = 0; tries < 50 && (await admin.owner.query(others, [name])).rowCount; tries++) await sleep(100)
    await admin.owner.query(`drop database ${name} with (force)`)
  }

  const closes: (() => Promise<unknown> | unknown)[] = []
  const after: Bench['after'] = (close) => void closes.push(close)
  const clearUp = async () => {
    for (const close of closes.splice(0).reverse()) await close()
  }

  /** Runs one measurement and clears up behind it, however it ends. */
  async function run(measure: Measure, say: (line: string) => void): Promise<Line[]> {
    const bench: Bench = {
      dir,
      after,
      say,
      async database(name) {
        const full = `bench_${name}_${++made}`
        await admin.owner.query(`create database ${full}`)
        after(() => drop(full))
        const url = new URL(cluster.url)
        url.pathname = `/${full}`
        const db = connect(url.toString(), { owner: 4, app: 2 })
        after(() => db.close())
        await migrate(db.owner, new Date())
        await addTenant(db)
        return { url: url.toString(), db }
      },
      async product(settings) {
        const product = await startProduct({ SIMULATE: 'off', DATA_DIR: join(dir, 'product'), ...settings })
        after(() => product.stop())
        return product
      },
    }
    try {
      return await measure(bench)
    } finally {
      await clearUp()
    }
  }

  return {
    version: rows[0]!.server_version,
    run,
    async stop() {
      await clearUp()
      await admin.close()
      await cluster.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function addTenant(db: Database) {
  const passwordHash = await hashPassword(password)
  const admin = { username: 'admin', passwordHash }
  const names = { name: '环卫', code: 'HW', title: '环卫', shortName: '环卫' }
  await db.system((tx) => createTenant(tx, { id: 1, ...names, hosts: ['localhost'], type: 'sanitation', platform: true, admin }))
}

/** Logs in to tenant 1, as its administrator unless told otherwise; the token and who it is. */
export async function logIn(url: string, username = 'admin') {
  const reply = await fetch(`${url}/auth/oauth/token?grant_type=password`, {
    method: 'POST',
    headers: { authorization: clientAuthorization, 'tenant-id': '1', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username, password: encodePassword(password, passwordKey) }),
  })
  if (!reply.ok) throw new Error(`log-in failed: ${await reply.text()}`)
  const { access_token: token, user_id: userId }: { access_token: string; user_id: number } = await reply.json()
  return { token, userId }
}

/** Bytes of memory that a process holds (Linux). */
export function residentBytes(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) * 1024
}

/** Milliseconds of processor time that a process has taken so far, all its threads (Linux). */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // utime and stime, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
