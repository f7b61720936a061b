import { type FileType, fileTypes } from '@huanwei/contract/files/codes'
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
import { bucket, type FileAddresses, filePath } from '../../lib/file-addresses.ts'
import type { FileStore } from '../../lib/file-store.ts'
import { removeStored, variantOf } from '../../lib/file-variants.ts'
import { type NewFile, receiveFile } from '../../lib/receive-file.ts'
import { conflict, denied, notFound } from '../../lib/refuse.ts'
import { sendFile } from '../../lib/send-file.ts'
import { serve, type Viewer } from '../../lib/serve.ts'
import type { Word } from '../../lib/words.ts'
import {
  addFile,
  type FileUse,
  findAnyFile,
  findFileRows,
  findFiles,
  findUpload,
  findUse,
  lockFile,
  removeFileRow,
} from './queries.ts'

type Parts = { db: Database; store: FileStore; addresses: FileAddresses }

const isFileType = (type: string): type is FileType => type in fileTypes
const allTypes = Object.keys(fileTypes).filter(isFileType)

/** Shown in place; everything else is saved. */
const isShown = (type: string) => /^(image\/(?!heic)|video\/)/.test(type)

export function fileRoutes(app: FastifyInstance, { db, store, addresses }: Parts) {
  serve(app, uploadFile, async ({ key }, viewer, request) => {
    const before = key && (await db.within(viewer, (tx) => findUpload(tx, viewer, key)))
    if (before) return answerUnread(request, shown(before))
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
    const found = names.length ? await db.within(viewer, (tx) => findFiles(tx, viewer.tenantId, names)) : []
    const own = new Set(found.map(({ fileName }) => fileName))
    return names
      .filter((name) => own.has(name))
      .map((fileName) => ({ fileName, url: addresses.addressOf(fileName, expires, { variant }) }))
  })

  serve(app, getFile, async ({ bucket: bucketName, file: name, variant }, viewer, request) => {
    // Drawing pictures costs: only for whom an address was made.
    if (viewer && variant) throw denied()
    const file = viewer
      ? (await db.within(viewer, (tx) => findFiles(tx, viewer.tenantId, [name])))[0]
      : await db.system((tx) => findAnyFile(tx, name))
    if (!file || file.bucketName !== bucketName) throw notFound()
    const { stored, type } = variant
      ? await variantOf(store, file, variant)
      : { stored: file.fileName, type: isFileType(file.type) ? fileTypes[file.type] : 'application/octet-stream' }
    return sendFile(request, store, stored, {
      'content-type': type,
      'content-disposition': `${variant || isShown(type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.original)}`,
      // Nothing in it may act, whatever a browser takes it for.
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': viewer ? 'private, no-cache' : 'private, max-age=86400',
    })
  })

  serve(app, removeFile, async ({ id }, viewer) => {
    const file = await db.within(viewer, async (tx) => {
      const fileName = await lockFile(tx, viewer, id)
      const use = fileName && (await findUse(tx, viewer.tenantId, fileName))
      if (use) throw conflict(useWords[use.as], { who: use.of })
      return fileName && removeFileRow(tx, viewer.tenantId, id)
    })
    if (!file) throw notFound()
    await removeStored(store, file.fileName)
    return true
  })
}

const useWords = {
  logo: 'fileIsLogo',
  ico: 'fileIsIcon',
  avatar: 'fileIsAvatar',
  terminal: 'fileOfTerminal',
  inspection: 'fileOfInspection',
  complaint: 'fileOfComplaint',
  cleaning: 'fileOfCleaning',
} as const satisfies Record<FileUse['as'], Word>

const shown = ({ fileName, original }: Pick<StoredFile, 'fileName' | 'original'>): StoredFile => ({
  ...{ bucketName: bucket, fileName, original, url: filePath(fileName) },
})

/** Answers while the same bytes come a second time: they are taken off the line, so that the sender hears the answer, and go nowhere. */
function answerUnread<T>({ raw }: FastifyRequest, answer: T): T {
  raw.resume()
  return answer
}

/**
 * Makes a received file the viewer's: its bytes are in their place before its row is committed, and without a row nobody sees them.
 * An upload whose key was there first stays what it was then.
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
