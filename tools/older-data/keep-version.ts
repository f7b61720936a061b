import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { openOwner } from '@huanwei/server/db/connect'
import { step } from '../steps.ts'

/**
 * Keeps a dump of a version for `older-data.test.ts`: `DATABASE_URL=… node tools/ensure-installed.mjs tools/older-data/keep-version.ts [FOLDER]`. The product
 * in FOLDER, this one without it, runs with the demo city on that database for a minute; some rows of each table are dumped by `pg_dump`. The database is an empty one of
 * PostgreSQL 15, so that its dump opens in each version that is supported, and its user a superuser named `huanwei`, as that of the product's own.
 */
const folder = resolve(process.argv[2] ?? '.')
const url = process.env.DATABASE_URL
if (!url) throw new Error('DATABASE_URL: an empty database of PostgreSQL 15')
/** Time for the fleet to report and for jobs to run, ms. */
const runsForMs = 60_000

const home = mkdtempSync(join(tmpdir(), 'huanwei-older-'))
const ports = ['PORT', 'JT808_PORT', 'JT1078_PORT', 'JT808_FILES_PORT', 'FTP_PORT', 'VIDEO_API_PORT'].map((name) => [name, '0'])
const { readConfig } = await import(join(folder, 'apps/server/src/config.ts'))
const { startProduct } = await import(join(folder, 'apps/server/src/main.ts'))
const settings = {
  DATABASE_URL: url,
  DATA_DIR: home,
  DEMO: 'on',
  DEMO_PASSWORD: 'broom-and-cart',
  FLEET_SIZE: '30',
  LOG_LEVEL: 'error',
}
const product = await startProduct(readConfig({ ...Object.fromEntries(ports), ...settings }), step)
await sleep(runsForMs)
await product.stop()

const owner = openOwner(url, 1)
await owner.query(readFileSync(join(import.meta.dirname, 'thin.sql'), 'utf8'))
await owner.end()

const dumped = spawnSync('pg_dump', ['--no-owner', '--rows-per-insert=100', '--dbname', url], {
  encoding: 'utf8',
  maxBuffer: 1e9,
})
if (dumped.status !== 0) throw new Error(dumped.stderr || 'pg_dump is missing')
// Without comments and commands for psql. Since PostgreSQL 17 the ids of partitions are those of their tables, which have to be overridden.
const text = dumped.stdout
  .replace(/^--\n-- .*\n--\n|^\\(un)?restrict .*\n/gm, '')
  .replace(/^(INSERT INTO \S+) VALUES/gm, '$1 OVERRIDING SYSTEM VALUE VALUES')
const journal = JSON.parse(readFileSync(join(folder, 'apps/server/src/db/migrations/meta/_journal.json'), 'utf8'))
const name = `${journal.entries.at(-1).tag}.sql.br`
const bytes = brotliCompressSync(text)
writeFileSync(join(import.meta.dirname, '../../apps/server/src/db/fixtures', name), bytes)
rmSync(home, { recursive: true, force: true })
console.log(`✓ ${name}: ${Math.round(bytes.length / 1000)} kB`)
process.exit()
