import { randomBytes } from 'node:crypto'
import { type FileType, maxFileBytes } from '@huanwei/contract/files/codes'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromFile } from 'file-type'
import type { FileStore, Received } from './file-store.ts'
import { isDiskFull, Refused } from './refuse.ts'

export type NewFile = { received: Received; type: FileType; fileName: string; original: string }

/** What a form may hold beside its file. */
const formLimits = { files: 1, fields: 20, fieldSize: 1000, fieldNameSize: 100 }
/** What the form adds to the bytes of its file, at most. */
const formBytes = 100_000

/**
 * Takes the field `file` out of the form that `request` brings and hands it to `use`; what `use` did not keep is gone afterwards.
 * Refuses with 400 without a file, 413 above `mostBytes`, 415 when its content (whatever its name says) is none of `types`, 507 when there is no room.
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  store: FileStore,
  types: readonly FileType[],
  use: (file: NewFile) => Promise<T>,
  mostBytes = maxFileBytes,
): Promise<T> {
  const tooLarge = new Refused(413, 'fileTooLarge', { size: Math.floor(mostBytes / 1024 / 1024) })
  if (Number(request.headers['content-length']) > mostBytes + formBytes) throw tooLarge
  const part = await firstFile(request, mostBytes)
  if (part?.fieldname !== 'file') {
    part?.file.destroy()
    throw new Refused(400, 'fileMissing')
  }
  part.file.on('limit', () => part.file.destroy(tooLarge))
  const received = await store.receive(part.file).catch((error) => {
    // What breaks off on its way is the sender's end; a disk that is full is ours.
    throw part.file.errored && part.file.errored !== tooLarge && !isDiskFull(error) ? cutOff() : roomFor(error)
  })
  try {
    // Its end was cut off before anybody listened.
    if (part.file.truncated) throw tooLarge
    const type = await typeOf(received.path, types)
    if (!type) throw new Refused(415, 'fileType', { types: types.join(', ') })
    const fileName = `${randomBytes(16).toString('hex')}.${type}`
    return await use({ received, type, fileName, original: plainName(part.filename) }).catch((error) => {
      throw roomFor(error)
    })
  } finally {
    await received.drop()
  }
}

/** A full disk in words. */
const roomFor = (error: unknown) => (isDiskFull(error) ? new Refused(507, 'diskFull') : error)

const cutOff = () => new Refused(400, 'fileCut')

/** Undefined when there is no form, or none with a file. */
async function firstFile(request: FastifyRequest, fileSize: number) {
  if (!request.isMultipart()) return undefined
  try {
    return await request.file({ limits: { ...formLimits, fileSize }, throwFileSizeLimit: false })
  } catch (error) {
    throw error instanceof Error && 'statusCode' in error ? error : cutOff()
  }
}

/** By its content. */
async function typeOf(path: string, types: readonly FileType[]) {
  const found = await fileTypeFromFile(path)
  const extension = found?.ext === 'apng' ? 'png' : found?.ext
  return types.find((type) => type === extension)
}

/** The last part of a name, as it may be shown and sent back. */
const plainName = (name: string) =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(-200)
