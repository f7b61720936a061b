import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type FileType, fileTypes } from '@huanwei/contract/files/codes'
import { fileTypeFromBuffer } from 'file-type'
import type { FileStore } from '../files/file-store.ts'

/** Bytes that tell the type of a file. */
const headLength = 4100
/** Type of what is none of the files that the product knows: it is downloaded and never shown. */
const unknownType = 'bin'

const isFileType = (type: string | undefined): type is FileType => type !== undefined && type in fileTypes

/** Takes the file at `path` into the store, as `storeBytes`. */
export const storeFile = (store: FileStore, path: string) => storeBytes(store, createReadStream(path))

/** Takes bytes into the store as a file of a new name; `keep` makes it stay, `drop` removes it unless it stays. Rejects where they break off. */
export async function storeBytes(store: FileStore, bytes: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  let headSize = 0
  async function* hashed() {
    for await (const piece of bytes) {
      hash.update(piece)
      if (headSize < headLength) {
        head.push(Buffer.from(piece))
        headSize += piece.length
      }
      yield piece
    }
  }
  const received = await store.receive(Readable.from(hashed(), { objectMode: false }))
  const detected = (await fileTypeFromBuffer(Buffer.concat(head)))?.ext
  const type = isFileType(detected) ? detected : unknownType
  const fileName = `${randomBytes(16).toString('hex')}.${type}`
  return {
    facts: { type, fileName, fileSize: received.size, sha256: hash.digest('hex') },
    keep: () => received.keep(fileName),
    drop: received.drop,
  }
}
