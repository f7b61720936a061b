import { resolve } from 'node:path'
import { readConfig } from '@huanwei/server/config'
import { readBackup } from '@huanwei/server/db/backup/read-backup'
import { writeBackup } from '@huanwei/server/db/backup/write-backup'
import { runningUrl, startEmbedded } from '@huanwei/server/db/embedded'
import { asOwner } from '@huanwei/server/db/migrate'
import { openStore } from '@huanwei/server/features/files/open-store'

/** `npm run backup -- write FOLDER`, also while the product runs; `npm run backup -- restore FOLDER` into an empty DATA_DIR or database. */
const [act, folder] = process.argv.slice(2)
if ((act !== 'write' && act !== 'restore') || !folder) {
  console.error('npm run backup -- write FOLDER\nnpm run backup -- restore FOLDER')
  process.exit(1)
}
const config = readConfig(process.env)
const place = resolve(folder)

/** Runs `work` with the address of the database: a given one, that of the running product, or one that is started for it. */
async function withDatabase(work: (url: string) => Promise<void>) {
  const url = config.DATABASE_URL ?? (await runningUrl(config.DATA_DIR))
  if (url) return work(url)
  const embedded = await startEmbedded(config.DATA_DIR)
  await work(embedded.url).finally(() => embedded.stop())
}

try {
  await withDatabase(async (url) => {
    const store = await openStore(config)
    const { tables, files, time } = await asOwner(url, (owner) =>
      act === 'write' ? writeBackup(owner, store, place) : readBackup({ owner, url, store }, place),
    )
    const rows = tables.reduce((n, table) => n + table.rows, 0)
    console.log(
      `✓ ${act === 'write' ? 'written' : 'restored'}: ${rows} rows of ${tables.length} tables, ${files.length} files, of ${time}`,
    )
  })
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
