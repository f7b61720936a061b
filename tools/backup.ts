import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig } from '@huanwei/server/config'
import { readBackup } from '@huanwei/server/db/backup/read-backup'
import { writeBackup } from '@huanwei/server/db/backup/write-backup'
import { openUnlimited } from '@huanwei/server/db/connect'
import { runningUrl, startEmbedded } from '@huanwei/server/db/embedded'
import { openStore } from '@huanwei/server/features/files/open-store'

/** `npm run backup -- DIR`, also while the product runs; `npm run restore -- DIR` into an empty DATA_DIR or database. `backup -- write DIR` and `backup -- restore DIR` are the same. */
const [first = '', ...others] = process.argv.slice(2)
const act = first === 'restore' ? 'restore' : 'write'
const [folder, ...more] = first === act ? others : [first, ...others]
if (!folder || folder.startsWith('-') || more.length) {
  console.error(
    'npm run backup -- DIR   writes the database and all files into a new folder, also while the product runs\n' +
      'npm run restore -- DIR  puts them back into an empty DATA_DIR, or an empty database and bucket',
  )
  process.exit(1)
}
const config = readConfig(process.env)
const place = resolve(folder)

/** Runs `work` with the address of the database: a given one, that of the running product, or one that is started for it. */
async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const url = config.DATABASE_URL ?? (await runningUrl(config.DATA_DIR))
  if (url) return work(url)
  if (act === 'write' && !existsSync(join(config.DATA_DIR, 'pg/PG_VERSION')))
    throw new Error(
      `no database: DATABASE_URL is not set, and DATA_DIR (${resolve(config.DATA_DIR)}) has none that can be read; run it with the settings of the product`,
    )
  const embedded = await startEmbedded(config.DATA_DIR)
  return work(embedded.url).finally(() => embedded.stop())
}

async function run(url: string) {
  const store = await openStore(config)
  const owner = openUnlimited(url)
  try {
    return await (act === 'write' ? writeBackup(owner, store, place) : readBackup({ owner, url, store }, place))
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
  const done = act === 'write' ? `written from ${nameOfDatabase()}` : `restored into ${nameOfDatabase()}`
  console.log(`✓ ${done}: ${rows} rows of ${tables.length} tables, ${files.length} files, of ${time}`)
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
