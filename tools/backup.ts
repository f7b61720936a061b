import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '@huanwei/server/config'
import { readBackup, readSettings } from '@huanwei/server/db/backup/read-backup'
import { type BackupProgress, writeBackup } from '@huanwei/server/db/backup/write-backup'
import { openUnlimited } from '@huanwei/server/db/connect'
import { runningUrl, startEmbedded } from '@huanwei/server/db/embedded'
import { openStore } from '@huanwei/server/features/files/open-store'
import { settingsThatDiffer, settingsToKeep } from '@huanwei/server/kept-settings'

/**
 * `npm run backup -- DIR`, also while the product runs; `npm run restore -- DIR` into an empty DATA_DIR or database. `backup -- write DIR` and
 * `backup -- restore DIR` are the same.
 */
const usage =
  'npm run backup -- DIR   writes the database, all files and the settings into a new folder, also while the product runs\n' +
  'npm run restore -- DIR  puts them back into an empty DATA_DIR, or an empty database and bucket\n' +
  '                        --without position_20260131  leaves out a damaged day of positions, readings or connections'

/** What is to be done; undefined where the words say no such thing. */
function readWords(words: string[]) {
  const isRestore = words[0] === 'restore'
  try {
    const options = { without: { type: 'string', multiple: true } } as const
    const { values, positionals } = parseArgs({ args: words, options: isRestore ? options : {}, allowPositionals: true })
    const [folder, ...more] = /^(write|restore)$/.test(words[0] ?? '') ? positionals.slice(1) : positionals
    const { without = [] }: { without?: string[] } = values
    return folder && !more.length ? { isRestore, folder: resolve(folder), without } : undefined
  } catch {
    // Such as an option that is not known.
    return undefined
  }
}

const asked = readWords(process.argv.slice(2))
if (!asked) {
  console.error(usage)
  process.exit(1)
}
const { isRestore, folder, without } = asked
const config = readConfig(process.env)

/** Runs `work` with the address of the database: a given one, that of the running product, or one that is started for it. */
async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const url = config.DATABASE_URL ?? (await runningUrl(config.DATA_DIR))
  if (url) return work(url)
  if (!isRestore && !existsSync(join(config.DATA_DIR, 'pg/PG_VERSION')))
    throw new Error(
      `no database: DATABASE_URL is not set, and DATA_DIR (${resolve(config.DATA_DIR)}) has none that can be read; run it with the settings of the product`,
    )
  const embedded = await startEmbedded(config.DATA_DIR)
  return work(embedded.url).finally(() => embedded.stop())
}

/** Time between two lines about how far it is, ms. */
const sayEveryMs = 5000
let saidAt = performance.now()

function sayProgress({ kind, name, done, all }: BackupProgress) {
  if (performance.now() - saidAt < sayEveryMs) return
  saidAt = performance.now()
  console.log(`· ${done} of ${all} ${kind === 'files' ? 'files' : 'tables and days'}: ${name}`)
}

async function run(url: string) {
  const store = await openStore(config)
  const owner = openUnlimited(url)
  try {
    if (isRestore) return await readBackup({ owner, url, store }, folder, { without })
    return await writeBackup(owner, store, folder, { settings: settingsToKeep(process.env), progress: sayProgress })
  } finally {
    await owner.end()
  }
}

/** Names the database, without its password, and the folder of files: a wrong setting is seen. */
function nameOfDatabase() {
  const dataDir = `DATA_DIR ${resolve(config.DATA_DIR)}`
  if (!config.DATABASE_URL) return dataDir
  const { host, pathname, searchParams } = new URL(config.DATABASE_URL)
  const database = `the database ${pathname.slice(1)} at ${searchParams.get('host') ?? host}`
  return config.S3_ENDPOINT ? `${database} and ${config.S3_ENDPOINT}` : `${database} and ${dataDir}`
}

try {
  const { tables, files, time } = await withDatabase(run)
  const rows = tables.reduce((n, table) => n + table.rows, 0)
  const names = new Set(tables.map(({ name, of = name }) => of))
  const done = isRestore ? `restored into ${nameOfDatabase()}` : `written from ${nameOfDatabase()}`
  console.log(`✓ ${done}: ${rows} rows of ${names.size} tables, ${files.length} files, of ${time}`)
  if (without.length) console.log(`  without ${without.join(', ')}`)
  if (isRestore) {
    const kept = await readSettings(folder)
    const differing = kept ? settingsThatDiffer(kept, process.env) : []
    if (differing.length) console.log(`  settings that differ:\n${differing.map((line) => `    ${line}`).join('\n')}`)
  }
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
