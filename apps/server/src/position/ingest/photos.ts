import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pictureTypes } from '@huanwei/contract/files/codes'
import type { Media } from '@huanwei/terminal/messages/media'
import type { Database } from '../../db/connect.ts'
import { bucket } from '../../features/files/file-addresses.ts'
import type { FileStore } from '../../features/files/file-store.ts'
import { addFile, terminalAsSender } from '../../features/files/queries.ts'
import { terminalPhotos } from '../../features/terminals/table.ts'
import type { NameOfPlace } from '../../lib/place-names.ts'
import type { Terminal } from './registry.ts'
import { loadTerminals } from './terminal-queries.ts'

/** Stores a picture. Resolves with false, without storing anything, when it is no picture or the terminal is bound to nothing. */
export type StorePhoto = (terminal: Terminal, media: Media, receivedAt: number) => Promise<boolean>

/** Stores the pictures of terminals as files of the tenant, each once however often it is sent. Resolves after the commit. */
export function createPhotoStore({
  db,
  store,
  nameOfPlace,
}: {
  db: Database
  store: FileStore
  nameOfPlace: NameOfPlace
}): StorePhoto {
  /** A binding is in memory a moment after it was made: what would be refused without one looks into the database. */
  async function present(known: Terminal) {
    if (known.tenantId) return known
    const [read] = await db.system((tx) => loadTerminals(tx, [known.id]))
    return read ?? known
  }
  return async (known, media, receivedAt) => {
    const { fileTypeFromBuffer } = await import('file-type')
    const detected = await fileTypeFromBuffer(media.data)
    const type = pictureTypes.find((extension) => extension === detected?.ext)
    if (!type) return false
    const { id: deviceId, terminalNo, tenantId, objectType, objectId } = await present(known)
    if (!tenantId || objectType === null || objectId === null) return false
    const received = await store.receive(Readable.from([media.data]))
    const fileName = `${randomBytes(16).toString('hex')}.${type}`
    const { mediaId, event, channel, location } = media
    const { lng = null, lat = null, time } = location ?? {}
    const file = {
      tenantId,
      bucketName: bucket,
      fileName,
      original: `${terminalNo}-${mediaId}.${type}`,
      type,
      fileSize: received.size,
      createUser: terminalAsSender(terminalNo),
      // A lens that is covered takes the same picture again and again.
      uploadKey: createHash('sha256')
        .update(`${mediaId} ${event} ${channel} ${time ?? ''} `)
        .update(media.data)
        .digest('hex'),
      isConfirmed: true,
    }
    try {
      await db.within({ tenantId }, async (tx) => {
        if (!(await addFile(tx, file))) return
        await tx.insert(terminalPhotos).values({
          tenantId,
          fileName,
          deviceId,
          objectType,
          objectId,
          event,
          channel,
          lng,
          lat,
          time: time === undefined ? null : new Date(time).toISOString(),
          address: lng === null || lat === null ? '' : nameOfPlace(lng, lat),
          received: new Date(receivedAt).toISOString(),
        })
        await received.keep(fileName)
      })
    } finally {
      await received.drop()
    }
    return true
  }
}
