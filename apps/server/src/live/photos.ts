import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pictureTypes } from '@huanwei/contract/files/codes'
import type { Media } from '@huanwei/terminal/media'
import { fileTypeFromBuffer } from 'file-type'
import type { Database } from '../db/connect.ts'
import { addFile } from '../features/files/queries.ts'
import { devicePhotos } from '../features/terminals/table.ts'
import { bucket } from '../lib/file-addresses.ts'
import type { FileStore } from '../lib/file-store.ts'
import type { NameOfPlace } from '../lib/place.ts'
import type { Terminal } from './registry.ts'

/** False for what is no picture, and for a terminal on nothing: then nothing is stored, and sending again would not help. */
export type KeepPhoto = (terminal: Terminal, media: Media, receivedAt: number) => Promise<boolean>

/** Stores the pictures of terminals as files of the organisation, once each, however often they are sent. Resolves after the commit. */
export function photoKeeper({ db, store, nameOfPlace }: { db: Database; store: FileStore; nameOfPlace: NameOfPlace }): KeepPhoto {
  return async ({ id: deviceId, terminalNo, tenantId, objectType, objectId }, media, receivedAt) => {
    const found = await fileTypeFromBuffer(media.data)
    const type = pictureTypes.find((one) => one === found?.ext)
    if (!type || !tenantId || objectType === null || objectId === null) return false
    const received = await store.receive(Readable.from([media.data]))
    const fileName = `${randomBytes(16).toString('hex')}.${type}`
    const { mediaId, event, channel, location } = media
    const { lng = null, lat = null, time } = location ?? {}
    const file = {
      ...{ tenantId, bucketName: bucket, fileName, original: `${terminalNo}-${mediaId}.${type}`, type, fileSize: received.size },
      ...{ createUser: terminalNo, uploadKey: createHash('sha256').update(media.data).digest('hex'), isConfirmed: true },
    }
    try {
      await db.within({ tenantId }, async (tx) => {
        if (!(await addFile(tx, file))) return
        await tx.insert(devicePhotos).values({
          ...{ tenantId, fileName, deviceId, objectType, objectId, event, channel, lng, lat },
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
