import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type FileType, fileTypes } from '@huanwei/contract/files/codes'
import { fileTypeFromBuffer } from 'file-type'
import type { FileStore } from '../files/file-store.ts'

/** Bytes that tell the type of a file. */
const headLength = 4100
/** Type of what is none of the files that the product knows: it is downloaded and never shown. */
const unknownType = 'bin'

const isFileType = (type: string | undefined): type is FileType => type !== undefined && type in fileTypes

/** Takes the file at `path` into the store under a new name; `keep` makes it stay, `drop` removes it unless it stays. */
export async function storeFile(store: FileStore, path: string) {
  const detected = (await fileTypeFromBuffer(await headOf(path)))?.ext
  const type = isFileType(detected) ? detected : unknownType
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const piece of createReadStream(path)) {
      hash.update(piece)
      yield piece
    }
  }
  const received = await store.receive(Readable.from(hashed(), { objectMode: false }))
  const fileName = `${randomBytes(16).toString('hex')}.${type}`
  return {
    facts: { type, fileName, fileSize: received.size, sha256: hash.digest('hex') },
    keep: () => received.keep(fileName),
    drop: received.drop,
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
