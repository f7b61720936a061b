import { type FileType, fileTypes } from '@huanwei/contract/files/codes'
import { getFile, getFileUrls, removeFile, uploadFile } from '@huanwei/contract/files/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { bucket, type FileAddresses, filePath } from '../../lib/file-addresses.ts'
import type { FileStore } from '../../lib/file-store.ts'
import { type NewFile, receiveFile } from '../../lib/receive-file.ts'
import { notFound } from '../../lib/refuse.ts'
import { Bytes, serve, type Viewer } from '../../lib/serve.ts'
import { addFile, findAnyFile, findFiles, removeFileRow } from './queries.ts'

type Parts = { db: Database; store: FileStore; addresses: FileAddresses }

const isFileType = (type: string): type is FileType => type in fileTypes
const allTypes = Object.keys(fileTypes).filter(isFileType)

/** Shown in place; everything else is saved. */
const isShown = (type: string) => /^(image\/(?!heic)|video\/)/.test(type)

export function fileRoutes(app: FastifyInstance, { db, store, addresses }: Parts) {
  serve(app, uploadFile, async (_, viewer, request) =>
    receiveFile(request, store, allTypes, async (file) => {
      await keepFile(db, viewer, file)
      const { fileName, original } = file
      return { bucketName: bucket, fileName, original, url: filePath(fileName) }
    }),
  )

  serve(app, getFileUrls, async ({ fileName: names, expires }, viewer) => {
    const found = names.length ? await db.within(viewer, (tx) => findFiles(tx, viewer.tenantId, names)) : []
    const own = new Set(found.map(({ fileName }) => fileName))
    return names.filter((name) => own.has(name)).map((fileName) => ({ fileName, url: addresses.addressOf(fileName, expires) }))
  })

  serve(app, getFile, async ({ bucket: bucketName, file: name }, viewer) => {
    const file = viewer
      ? (await db.within(viewer, (tx) => findFiles(tx, viewer.tenantId, [name])))[0]
      : await db.system((tx) => findAnyFile(tx, name))
    if (!file || file.bucketName !== bucketName) throw notFound()
    const { bytes, size } = await store.read(file.fileName)
    const type = isFileType(file.type) ? fileTypes[file.type] : 'application/octet-stream'
    return new Bytes(bytes, {
      'content-type': type,
      'content-length': size,
      'content-disposition': `${isShown(type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.original)}`,
      // Nothing in it may act, whatever a browser takes it for.
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': viewer ? 'private, no-cache' : 'private, max-age=86400',
    })
  })

  serve(app, removeFile, async ({ id }, viewer) => {
    const file = await db.within(viewer, (tx) => removeFileRow(tx, viewer.tenantId, id))
    if (!file) throw notFound()
    await store.remove(file.fileName)
    return true
  })
}

/** Makes a received file the viewer's: its bytes are in their place before its row is committed, and without a row nobody sees them. */
export async function keepFile(db: Database, { tenantId, username }: Viewer, { received, type, fileName, original }: NewFile) {
  await db.within({ tenantId }, async (tx) => {
    await addFile(tx, {
      ...{ tenantId, bucketName: bucket, fileName, original, type },
      ...{ fileSize: received.size, createUser: username },
    })
    await received.keep(fileName)
  })
}
