import { clipTypes, type FileType, fileTypes } from '@huanwei/contract/files/codes'
import {
  getFile,
  getFileUrls,
  getUpload,
  listFiles,
  removeFile,
  type StoredFile,
  uploadFile,
} from '@huanwei/contract/files/endpoints'
import { pageOf } from '@huanwei/contract/page'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { conflict, denied, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { isTokenValid } from '../boards/queries.ts'
import { findUserOfLogin, isEvidence, noteView } from '../violations/views/queries.ts'
import { bucket, type FileAddresses, filePath } from './file-addresses.ts'
import type { FileStore } from './file-store.ts'
import { removeStored, type VariantOf } from './file-variants.ts'
import {
  addFile,
  findAnyFile,
  findFileRows,
  findFilesInSight,
  findUpload,
  findUse,
  lockFile,
  recheckReleased,
  removeFileRow,
  sumUnused,
} from './queries.ts'
import { type NewFile, receiveFile } from './receive-file.ts'
import { sendFile } from './send-file.ts'

type Parts = { db: Database; store: FileStore; addresses: FileAddresses; variantOf: VariantOf }

/** Files of one account that no record refers to yet; they are removed after a day. */
const maxUnused = { count: 500, bytes: 1024 ** 3 }

const isFileType = (type: string): type is FileType => type in fileTypes
const allTypes = Object.keys(fileTypes).filter(isFileType)

/** Media types of stored files; of what nobody knows, bytes. */
const mediaTypes: Record<string, string> = { ...clipTypes, ...fileTypes }

/** True for types that browsers display inline; everything else is downloaded. */
const isShown = (type: string) => /^(image\/(?!heic)|video\/mp4$)/.test(type)

export function fileRoutes(app: FastifyInstance, { db, store, addresses, variantOf }: Parts) {
  serve(app, uploadFile, async ({ key }, viewer, request) => {
    const before = key && (await db.within(viewer, (tx) => findUpload(tx, viewer, key)))
    if (before) return answerUnread(request, shown(before))
    await mustHaveRoom(db, viewer)
    return receiveFile(request, store, allTypes, async (file) => shown(await keepFile(db, viewer, file, key)))
  })

  serve(app, getUpload, async ({ key }, viewer) => {
    const file = await db.within(viewer, (tx) => findUpload(tx, viewer, key))
    return file ? shown(file) : null
  })

  serve(app, listFiles, async (filter, viewer) => {
    const { records, total } = await db.within(viewer, (tx) => findFileRows(tx, viewer, filter))
    return pageOf(records, total, filter)
  })

  serve(app, getFileUrls, async ({ fileName: names, expires, variant }, viewer) => {
    const found = names.length ? await db.system((tx) => findFilesInSight(tx, viewer, names)) : []
    const own = new Set(found.map(({ fileName }) => fileName))
    return names
      .filter((name) => own.has(name))
      .map((fileName) => ({ fileName, url: addresses.addressOf(fileName, expires, { login: viewer.family, variant }) }))
  })

  serve(app, getFile, async ({ bucket: bucketName, file: name, variant, login, board }, viewer, request) => {
    // Converting pictures is expensive: only for a signed address.
    if (viewer && variant) throw denied()
    const file = viewer
      ? (await db.system((tx) => findFilesInSight(tx, viewer, [name])))[0]
      : await db.system((tx) => findAnyFile(tx, name, login))
    if (!file || file.bucketName !== bucketName) throw notFound()
    if (board !== undefined && !(await db.system((tx) => isTokenValid(tx, file.tenantId, board)))) throw notFound()
    const { stored, type } = variant
      ? await variantOf(file, variant)
      : { stored: file.fileName, type: mediaTypes[file.type] ?? 'application/octet-stream' }
    const reply = await sendFile(request, store, stored, {
      'content-type': type,
      'content-disposition': `${variant || isShown(type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.original)}`,
      // No script in the file may run, whatever type a browser takes it for.
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': viewer || board !== undefined ? 'private, no-cache' : 'private, max-age=86400',
    })
    if (variant || request.method !== 'GET' || reply.status >= 400) return reply
    try {
      await noteOpened(db, file, viewer ?? login)
    } catch (error) {
      reply.content.destroy()
      throw error
    }
    return reply
  })

  serve(app, removeFile, async ({ id }, viewer) => {
    const file = await db.within(viewer, async (tx) => {
      const fileName = await lockFile(tx, viewer, id)
      const use = fileName && (await findUse(tx, viewer.tenantId, fileName))
      if (use) throw conflict(`files:inUse.${use.as}`, { who: use.of })
      return fileName && removeFileRow(tx, viewer.tenantId, id)
    })
    if (!file) throw notFound()
    await removeStored(store, file.fileName)
    return true
  })
}

/** Notes who opened a file that is evidence; `by` is the user, or the log-in that the address was made for. Small pictures of lists are not opened. */
async function noteOpened(
  db: Database,
  { tenantId, fileName }: { tenantId: number; fileName: string },
  by: Viewer | string | undefined,
) {
  if (by === undefined) return
  await db.system(async (tx) => {
    if (!(await isEvidence(tx, tenantId, fileName))) return
    const user = typeof by === 'string' ? await findUserOfLogin(tx, by) : by
    if (user) await noteView(tx, user, { fileName })
  })
}

const shown = ({ fileName, original }: Pick<StoredFile, 'fileName' | 'original'>): StoredFile => ({
  bucketName: bucket,
  fileName,
  original,
  url: filePath(fileName),
})

/** Answers while the same bytes arrive a second time: they are read and discarded, so that the sender receives the answer. */
function answerUnread<T>({ raw }: FastifyRequest, answer: T): T {
  raw.resume()
  return answer
}

/** Refuses with 429 an account with too many files that no record refers to. What was given up is looked at when it would be refused for that. */
export async function mustHaveRoom(db: Database, viewer: Viewer) {
  if (await hasRoom(db, viewer)) return
  while (await db.system((tx) => recheckReleased(tx, viewer)));
  if (!(await hasRoom(db, viewer))) throw new Refused(429, 'files:tooMany')
}

async function hasRoom(db: Database, viewer: Viewer) {
  const unused = await db.within(viewer, (tx) => sumUnused(tx, viewer))
  return unused.bytes < maxUnused.bytes && unused.count < maxUnused.count
}

/**
 * Stores a received file for the viewer: its bytes are in place before its row is committed, and without a row nobody can read them.
 * With a key that was used before, the first upload is kept and returned.
 */
export async function keepFile(db: Database, viewer: Viewer, { received, type, fileName, original }: NewFile, key?: string) {
  const { tenantId, username: createUser } = viewer
  return db.within({ tenantId }, async (tx) => {
    const file = { tenantId, bucketName: bucket, fileName, original, type, fileSize: received.size, createUser }
    if (await addFile(tx, { ...file, uploadKey: key ?? null })) {
      await received.keep(fileName)
      return { fileName, original }
    }
    const before = key && (await findUpload(tx, viewer, key))
    if (!before) throw new Error('a file that is there and is not')
    return before
  })
}
