import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'
import type { Database } from '../../../db/connect.ts'
import type { FileStore } from '../../files/file-store.ts'
import { archiveLines, findArchiveTables, findSomeFiles } from './queries.ts'

type Parts = { db: Database; store: FileStore; tenantId: number; log: { error(what: object, text: string): void } }

/**
 * A zip of a tenant while it is packed: `tables/<table>.jsonl` of one snapshot of the database, and `files/<name>`. Ends with an error when the reader
 * leaves or a table cannot be read, so that no archive looks whole that is not.
 */
export function packArchive({ db, store, tenantId, log }: Parts): Readable {
  const zip = new yazl.ZipFile()
  const out = zip.outputStream
  if (!(out instanceof Readable)) throw new Error('a zip that cannot be read')
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  const packed = db.system(async (tx) => {
    const ended = finished(out)
    for (const table of await findArchiveTables(tx))
      zip.addReadStreamLazy(`tables/${table.name}.jsonl`, { compressionLevel: 3 }, (give) =>
        give(null, Readable.from(archiveLines(tx, table, tenantId), { objectMode: false }).on('error', fail)),
      )
    for (let after = '', names = ['']; names.length; after = names.at(-1) ?? after) {
      names = await findSomeFiles(tx, tenantId, after)
      for (const name of names) {
        if ((await store.sizeOf(name)) === undefined) continue
        zip.addReadStreamLazy(`files/${name}`, { compress: false }, (give) => {
          store.read(name).then((bytes) => give(null, bytes.on('error', fail)), fail)
        })
      }
    }
    zip.end()
    await ended
  })
  packed.catch((error: Error) => {
    log.error({ error, tenantId }, 'an archive of a tenant was not packed to its end')
    fail(error)
  })
  return out
}
