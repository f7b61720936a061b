import { randomBytes } from 'node:crypto'
import { type FileType, maxFileBytes } from '@huanwei/contract/files/codes'
import type { FastifyRequest } from 'fastify'
import { isDiskFull, Refused } from '../../http/refuse.ts'
import type { FileStore, Received } from './file-store.ts'

export type NewFile = { received: Received; type: FileType; fileName: string; original: string }

/** Limits of the form around the file. */
const formLimits = { files: 1, fields: 20, fieldSize: 1000, fieldNameSize: 100 }
/** Maximum number of bytes that the form adds to its file. */
const formBytes = 100_000

/**
 * Reads the field `file` of the request's form and passes it to `use`; a file that `use` did not keep is deleted.
 * Refuses with 400 without a file, 413 above `mostBytes`, 415 when its content (regardless of its name) is none of `types`, 507 when the disk is full.
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  store: FileStore,
  types: readonly FileType[],
  use: (file: NewFile) => Promise<T>,
  mostBytes = maxFileBytes,
): Promise<T> {
  const tooLarge = new Refused(413, 'files:tooLarge', { size: Math.floor(mostBytes / 1024 / 1024) })
  if (Number(request.headers['content-length']) > mostBytes + formBytes) throw tooLarge
  const part = await firstFile(request, mostBytes)
  if (part?.fieldname !== 'file') {
    part?.file.destroy()
    throw new Refused(400, 'files:missing')
  }
  part.file.on('limit', () => part.file.destroy(tooLarge))
  const received = await store.receive(part.file).catch((error) => {
    // An interrupted upload is the sender's error; a full disk is the server's.
    throw part.file.errored && part.file.errored !== tooLarge && !isDiskFull(error) ? cutOff() : roomFor(error)
  })
  try {
    // The limit was reached before the listener above was attached.
    if (part.file.truncated) throw tooLarge
    const type = await typeOf(received.path, types)
    if (!type) throw new Refused(415, 'files:type', { types: types.join(', ') })
    const fileName = `${randomBytes(16).toString('hex')}.${type}`
    return await use({ received, type, fileName, original: plainName(part.filename) }).catch((error) => {
      throw roomFor(error)
    })
  } finally {
    await received.drop()
  }
}

/** The refusal for a full disk; any other error unchanged. */
const roomFor = (error: unknown) => (isDiskFull(error) ? new Refused(507, 'refusals:diskFull') : error)

const cutOff = () => new Refused(400, 'files:cut')

/** The first file of the form; undefined without a form or a file. */
async function firstFile(request: FastifyRequest, fileSize: number) {
  if (!request.isMultipart()) return undefined
  // The form of a body that was cut off before its turn would never end.
  if (request.raw.readableAborted) throw cutOff()
  try {
    return await request.file({ limits: { ...formLimits, fileSize }, throwFileSizeLimit: false })
  } catch (error) {
    throw error instanceof Error && 'statusCode' in error ? error : cutOff()
  }
}

/** File type detected from the content. */
async function typeOf(path: string, types: readonly FileType[]) {
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path)
  const extension = found?.ext === 'apng' ? 'png' : found?.ext
  return types.find((type) => type === extension)
}

/** The last part of a path, safe to display and to return in a header. */
const plainName = (name: string) =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(-200)
