import { execFileSync, execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openOwner } from '@huanwei/server/db/connect'
import { startEmbedded } from '@huanwei/server/db/embedded'
import { migrate, prepare } from '@huanwei/server/db/migrate'
import { schemaOf } from '@huanwei/server/db/schema.test-kit'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

/**
 * Makes the empty schema of each commit that changed the migrations, as that commit made it, brings it up to date and compares it with a new one:
 * `node tools/ensure-installed.mjs tools/older-data/every-version.ts`. It needs the history of git.
 */
const source = 'apps/server/src/db'
const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1e8 })
const journalOf = (commit: string) => JSON.parse(git('show', `${commit}:${source}/migrations/meta/_journal.json`)).entries
const now = new Date()

/** Runs the migrations in `folder`, and what its `migrate.ts` applies after them. */
async function makeSchema(owner: pg.Pool, folder: string) {
  const client = await owner.connect()
  try {
    await runMigrations(drizzle({ client }), { migrationsFolder: join(folder, 'migrations') })
    await client.query('create table if not exists drizzle.applied_file (name text primary key, hash text not null)')
    for (const [, name = ''] of readFileSync(join(folder, 'migrate.ts'), 'utf8').matchAll(
      /applyChanged\(client, '([\w.]+)'\)/g,
    )) {
      const text = readFileSync(join(folder, name), 'utf8')
      await client.query(text)
      const hash = createHash('sha256').update(text).digest('hex')
      await client.query('insert into drizzle.applied_file (name, hash) values ($1, $2)', [name, hash])
    }
    await client.query(readFileSync(join(folder, 'guard.sql'), 'utf8'))
  } finally {
    client.release()
  }
}

const home = mkdtempSync(join(tmpdir(), 'huanwei-versions-'))
chmodSync(home, 0o777)
const cluster = await startEmbedded(join(home, 'data'), { settings: { fsync: 'off', full_page_writes: 'off' } })
const admin = openOwner(cluster.url, 1)
let databases = 0
let failures = 0

/** Schema of a database that `make` fills and that is dropped then. */
async function schemaMadeBy(make: (owner: pg.Pool, url: string) => Promise<void>) {
  const name = `version_${++databases}`
  await admin.query(`create database ${name}`)
  const url = new URL(cluster.url)
  url.pathname = `/${name}`
  const owner = openOwner(url.toString())
  try {
    await make(owner, url.toString())
    return await schemaOf(owner)
  } finally {
    await owner.end()
    await admin.query(`drop database ${name} with (force)`)
  }
}

try {
  const fresh = await schemaMadeBy((owner, url) => prepare(owner, url, now))
  const [baseline] = journalOf('HEAD')
  for (const commit of git('log', '--first-parent', '--format=%h', '--', `${source}/migrations`).trim().split('\n')) {
    const entries = journalOf(commit)
    if (entries[0].when !== baseline.when) continue
    const folder = mkdtempSync(join(home, 'source-'))
    execSync(`git archive ${commit} ${source} | tar -x -C ${folder}`)
    try {
      const schema = await schemaMadeBy(async (owner) => {
        await makeSchema(owner, join(folder, source))
        await migrate(owner, now)
      })
      const there = schema.filter((part) => !fresh.some((one) => isDeepStrictEqual(one, part)))
      const lacking = fresh.filter((part) => !schema.some((one) => isDeepStrictEqual(one, part)))
      if (there.length + lacking.length) throw new Error(JSON.stringify({ there, lacking }, null, 1))
      console.log(`✓ ${commit} ${entries.at(-1).tag}`)
    } catch (error) {
      failures++
      console.log(`✗ ${commit} ${entries.at(-1).tag}: ${error instanceof Error ? error.message : error}`)
    }
  }
} finally {
  await admin.end()
  await cluster.stop()
  rmSync(home, { recursive: true, force: true })
}
process.exitCode = failures ? 1 : 0
