import { join } from 'node:path'
import type { FileSettings } from './file-settings.ts'
import { diskStore, type FileStore } from './file-store.ts'

/** The file store of this installation: an S3 bucket when one is configured, else the data directory. Throws when it cannot be used. */
export async function openStore({ DATA_DIR, ...s3 }: FileSettings): Promise<FileStore> {
  const folder = join(DATA_DIR, 'files')
  if (!s3.S3_ENDPOINT || !s3.S3_BUCKET || !s3.S3_ACCESS_KEY || !s3.S3_SECRET_KEY) return diskStore(folder)
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(
    {
      endpoint: s3.S3_ENDPOINT,
      bucket: s3.S3_BUCKET,
      region: s3.S3_REGION,
      isPathStyle: s3.S3_PATH_STYLE,
      accessKeyId: s3.S3_ACCESS_KEY,
      secretAccessKey: s3.S3_SECRET_KEY,
    },
    join(folder, 'incoming'),
  )
}
