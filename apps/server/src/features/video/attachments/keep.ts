import { pictureTypes } from '@huanwei/contract/files/codes'
import type { AttachmentKind } from '@huanwei/contract/video/codes'
import { AttachmentType } from '@huanwei/terminal/messages/attachments'
import type { Database } from '../../../db/connect.ts'
import type { WholeAttachment } from '../../../media/attachments/alarm-upload.ts'
import type { FileStore } from '../../files/file-store.ts'
import { type storeBytes, storeFile } from '../stored-file.ts'
import { addAttachment, sumOfDay, type UploadRow } from './queries.ts'

/** Bytes of a tenant within a day. */
const mostOfDay = 4 * 1024 ** 3

/** Kind of a file: a picture by its bytes, all others as the terminal says. */
export function kindOf(type: string, said: number): AttachmentKind {
  if (pictureTypes.some((one) => one === type)) return 'picture'
  if (type === 'mp4' || said === AttachmentType.video) return 'video'
  return said === AttachmentType.sound ? 'sound' : 'other'
}

/** The camera that a name tells, e.g. 65 of `00_65_6502_0_….jpg`; 0 where it tells none. Source: T/JSATL 12, table 23. */
export function channelOfName(name: string): number {
  const channel = Number(/^\d{2}_(\d{1,3})_/.exec(name)?.[1] ?? 0)
  return channel <= 255 ? channel : 0
}

/** True when the tenant has room for so many bytes more today. */
export const hasRoom = async (db: Database, tenantId: number, bytes: number) =>
  (await db.within({ tenantId }, (tx) => sumOfDay(tx, tenantId))) + bytes <= mostOfDay

/** Makes a stored file one of an alarm, once however often it comes; `type` as in `AttachmentType`. */
export async function keepStored(
  db: Database,
  upload: UploadRow,
  stored: Awaited<ReturnType<typeof storeBytes>>,
  { name, type }: Pick<WholeAttachment, 'name' | 'type'>,
) {
  const row = { ...stored.facts, kind: kindOf(stored.facts.type, type), channel: channelOfName(name), original: name }
  await db.within(upload, async (tx) => {
    if (await addAttachment(tx, upload, row)) await stored.keep()
  })
}

/** Stores a whole file of an alarm with the violation's files. */
export async function keepAttachment(
  { db, store }: { db: Database; store: FileStore },
  upload: UploadRow,
  file: WholeAttachment,
) {
  const stored = await storeFile(store, file.path)
  try {
    await keepStored(db, upload, stored, file)
  } finally {
    await stored.drop()
  }
}
