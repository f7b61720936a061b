import { pictureTypes } from '@huanwei/contract/files/codes'
import type { AttachmentKind } from '@huanwei/contract/video/codes'
import { AttachmentType } from '@huanwei/terminal/messages/attachments'
import type { Database } from '../../../db/connect.ts'
import type { WholeAttachment } from '../../../media/attachments/alarm-upload.ts'
import type { FileStore } from '../../files/file-store.ts'
import { storeFile } from '../stored-file.ts'
import { addAttachment, type UploadRow } from './queries.ts'

/** Kind of a file: a picture by its bytes, all others as the terminal says. */
function kindOf(type: string, said: number): AttachmentKind {
  if (pictureTypes.some((one) => one === type)) return 'picture'
  if (type === 'mp4' || said === AttachmentType.video) return 'video'
  return said === AttachmentType.sound ? 'sound' : 'other'
}

/** The camera that a name tells, e.g. 65 of `00_65_6502_0_….jpg`; 0 where it tells none. Source: T/JSATL 12, table 23. */
export function channelOfName(name: string): number {
  const channel = Number(/^\d{2}_(\d{1,3})_/.exec(name)?.[1] ?? 0)
  return channel <= 255 ? channel : 0
}

/** Stores a whole file of an alarm with the violation's files, once however often it comes. */
export async function keepAttachment(
  { db, store }: { db: Database; store: FileStore },
  upload: UploadRow,
  file: WholeAttachment,
) {
  const stored = await storeFile(store, file.path)
  try {
    const kind = kindOf(stored.facts.type, file.type)
    const row = { ...stored.facts, kind, channel: channelOfName(file.name), original: file.name }
    await db.within(upload, async (tx) => {
      if (await addAttachment(tx, upload, row)) await stored.keep()
    })
  } finally {
    await stored.drop()
  }
}
