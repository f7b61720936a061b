import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type ClipType, clipTypes, type FileType, fileTypes } from '@huanwei/contract/files/codes'
import type { FileStore } from '../files/file-store.ts'

/** Bytes that tell the type of a file. */
const headLength = 4100
/** Type of what is none of the files that the product knows: it is downloaded and never shown. */
const unknownType = 'bin'

type StoredType = FileType | ClipType | typeof unknownType

const isStoredType = (type: string | undefined): type is FileType | ClipType =>
  type !== undefined && (type in fileTypes || type in clipTypes)

/** Type of a file by its first bytes. What encoders of cameras put out is known by the units that it begins with. Source: H.264 and H.265, annex B. */
async function typeOf(head: Buffer): Promise<StoredType> {
  const { fileTypeFromBuffer } = await import('file-type')
  const detected = (await fileTypeFromBuffer(head))?.ext
  if (isStoredType(detected)) return detected
  const mark = head.indexOf(1)
  if ((mark !== 2 && mark !== 3) || head.subarray(0, mark).some((byte) => byte !== 0)) return unknownType
  const code = head[mark + 1] ?? 0
  if (code === 0x40 || code === 0x42) return 'h265'
  return (code & 0x1f) === 7 || (code & 0x1f) === 9 ? 'h264' : unknownType
}

/** True for the beginning of a text, such as a page or an answer in the place of a file: it has none of the bytes that are no part of texts. */
const isText = (head: Buffer) => head.subarray(0, 512).every((byte) => byte >= 32 || (byte >= 9 && byte <= 13))

/** Takes the file at `path` into the store, as `storeBytes`. */
export const storeFile = (store: FileStore, path: string) => storeBytes(store, createReadStream(path))

/** Takes bytes into the store as a file of a new name; `keep` makes it stay, `drop` removes it unless it stays. `isText`: it may be a page. Rejects where they break off. */
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
  const beginning = Buffer.concat(head)
  const type = await typeOf(beginning)
  const fileName = `${randomBytes(16).toString('hex')}.${type}`
  return {
    facts: { type, fileName, fileSize: received.size, sha256: hash.digest('hex') },
    isText: isText(beginning),
    keep: () => received.keep(fileName),
    drop: received.drop,
  }
}
