import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { fileLimits } from '../../media/uploads/file-upload.ts'

/** True when the disk of stored files has room for so many bytes more. */
export async function hasDisk({ DATA_DIR }: { DATA_DIR: string }, bytes: number) {
  const { bavail, bsize } = await statfs(join(DATA_DIR, 'files'))
  return bavail * bsize >= fileLimits.leastRoom + bytes
}
