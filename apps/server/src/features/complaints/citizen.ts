import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { reportLimits } from '@huanwei/contract/complaints/codes'
import type { report } from '@huanwei/contract/complaints/endpoints'
import type { Parsed } from '@huanwei/contract/endpoint'
import { metresBetween } from '@huanwei/contract/geometry'
import { MsgType, ReminderTask } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { FastifyRequest } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { Refused } from '../../http/refuse.ts'
import { newCode } from '../../lib/code.ts'
import { bucket } from '../files/file-addresses.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Draw } from '../files/picture-drawer.ts'
import { addFile } from '../files/queries.ts'
import { receiveFile } from '../files/receive-file.ts'
import { pushTo, recipientsOf, remind } from '../messages/sending/queries.ts'
import { beginTry, isWithinShare } from '../session/attempts.ts'
import { lockAttempts } from '../session/queries.ts'
import { addCitizenPhoto, addComplaint, findSent, usePhotos } from './queries.ts'

type Facility = { tenantId: number; id: number; name: string; deptId: number; lng: number; lat: number }

/** Receives a photo from the page of a facility's sticker and stores it drawn anew, as a jpg without what else the file held. */
export function receiveCitizenPhoto(
  request: FastifyRequest,
  { db, store, draw }: { db: Database; store: FileStore; draw: Draw },
  { tenantId, facilityId }: { tenantId: number; facilityId: number },
) {
  return receiveFile(
    request,
    store,
    ['jpg', 'png', 'webp'],
    async ({ received }) => {
      const picture = await draw('redraw', received.path)
      if (picture === 'tooManyPixels') throw new Refused(413, 'files:tooManyPixels')
      if (picture === 'noPicture') throw new Refused(415, 'files:type', { types: 'jpg, png, webp' })
      const redrawn = await store.receive(Readable.from([picture]))
      const fileName = `${randomBytes(16).toString('hex')}.jpg`
      try {
        await db.system(async (tx) => {
          await addFile(tx, {
            tenantId,
            bucketName: bucket,
            fileName,
            original: fileName,
            type: 'jpg',
            fileSize: redrawn.size,
            createUser: '',
          })
          await addCitizenPhoto(tx, { tenantId, fileName, facilityId })
          await redrawn.keep(fileName)
        })
      } finally {
        await redrawn.drop()
      }
      return { fileName }
    },
    reportLimits.photoBytes,
  )
}

/** Adds a citizen's report and pushes it to the people who may answer it. A report resent with its key is added once. */
export async function takeReport(
  tx: Tx,
  { tenantId, id: facilityId, name, deptId, lng, lat }: Facility,
  { requestKey, ...fields }: Omit<Parsed<typeof report>, 'facilityCode'>,
  address: string,
) {
  if (requestKey) {
    await lockAttempts(tx, [`report:${facilityId}:${requestKey}`])
    const sent = await findSent(tx, tenantId, facilityId, requestKey)
    if (sent) return sent
  }
  await beginTry(tx, [`address:report:${address}:${facilityId}`, `address:reports:${address}`])
  const isFlood = !(await isWithinShare(tx, `facility:report:${facilityId}`))
  if (!(await usePhotos(tx, tenantId, facilityId, fields.url)))
    throw new Refused(400, 'complaints:refusal.photosGone', {}, { field: 'url' })
  const phone = fields.lng === undefined || fields.lat === undefined ? undefined : { lng: fields.lng, lat: fields.lat }
  const added = await addComplaint(tx, {
    ...fields,
    // Where the phone was not located, the facility tells the place, as it does in words.
    ...(phone ?? { lng, lat }),
    distance: phone ? Math.round(metresBetween(lng, lat, phone.lng, phone.lat)) : null,
    isFlood,
    tenantId,
    code: newCode(),
    facilityId,
    facilityName: name,
    deptId,
    requestKey: requestKey ?? null,
    position: fields.position || name,
  })
  const event = { tenantId, eventId: added.id, objectType: ObjectType.facility, objectId: facilityId, deptId }
  const handlers = await recipientsOf(tx, tenantId, 'complaint_handle', deptId)
  const { eventTime: createTime, eventType: kind, soonTime, dueTime } = added
  await pushTo(tx, { ...event, createTime, soonTime, dueTime, msgType: MsgType.public, kind }, handlers)
  // It waits in the list like any other, but many at once interrupt nobody.
  if (!isFlood) await remind(tx, { ...event, task: ReminderTask.complaint }, handlers)
  return { code: added.code }
}
