import type { Database } from '../../../db/connect.ts'
import type { storeBytes } from '../stored-file.ts'
import { addUploadFile, changeUpload, sumOfUploads, type VideoUploadRow } from './queries.ts'

/** Bytes of a tenant within a day. */
const mostOfDay = 20 * 1024 ** 3

/** True when the tenant has no room for so many bytes more today; the upload has failed then. */
export async function isTooMuch(db: Database, row: VideoUploadRow, bytes: number): Promise<boolean> {
  if ((await db.within(row, (tx) => sumOfUploads(tx, row.tenantId))) + bytes <= mostOfDay) return false
  await db.within(row, (tx) => changeUpload(tx, row, { state: 'failed', failure: 'tooMuch' }))
  return true
}

/** Makes a stored file one of an upload, once however often it comes. */
export async function keepUploaded(
  db: Database,
  row: VideoUploadRow,
  stored: Awaited<ReturnType<typeof storeBytes>>,
  original: string,
) {
  await db.within(row, async (tx) => {
    if (await addUploadFile(tx, row, { ...stored.facts, original })) await stored.keep()
  })
}
