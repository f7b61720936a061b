import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type FileType, fileTypes, pictureTypes } from '@huanwei/contract/files/codes'
import type { AttachmentKind } from '@huanwei/contract/video/codes'
import { AttachmentType } from '@huanwei/terminal/messages/attachments'
import { fileTypeFromBuffer } from 'file-type'
import type { Database } from '../../../db/connect.ts'
import type { WholeAttachment } from '../../../media/attachments/alarm-upload.ts'
import type { FileStore } from '../../files/file-store.ts'
import { addAttachment, type UploadRow } from './queries.ts'

/** Bytes that tell the type of a file. */
const headLength = 4100
/** Type of what is none of the files that the product knows: it is downloaded and never shown. */
const unknownType = 'bin'

const isFileType = (type: string | undefined): type is FileType => type !== undefined && type in fileTypes

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
  const detected = (await fileTypeFromBuffer(await headOf(file.path)))?.ext
  const type = isFileType(detected) ? detected : unknownType
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const piece of createReadStream(file.path)) {
      hash.update(piece)
      yield piece
    }
  }
  const received = await store.receive(Readable.from(hashed(), { objectMode: false }))
  try {
    const fileName = `${randomBytes(16).toString('hex')}.${type}`
    const row = {
      type,
      kind: kindOf(type, file.type),
      channel: channelOfName(file.name),
      original: file.name,
      fileName,
      fileSize: received.size,
      sha256: hash.digest('hex'),
    }
    await db.within(upload, async (tx) => {
      if (await addAttachment(tx, upload, row)) await received.keep(fileName)
    })
  } finally {
    await received.drop()
  }
}

async function headOf(path: string) {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
