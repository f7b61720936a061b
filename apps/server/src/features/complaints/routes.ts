import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ComplaintStatus, citizenPaths, reportLimits } from '@huanwei/contract/complaints/codes'
import {
  getComplaint,
  getFacilityByCode,
  getNearby,
  getReportPhoto,
  getReportStatus,
  listComplaints,
  replyToComplaint,
  report,
  uploadCitizenPhoto,
  viewIdentity,
} from '@huanwei/contract/complaints/endpoints'
import { decide } from '@huanwei/contract/complaints/rules'
import { fileTypes } from '@huanwei/contract/files/codes'
import { MsgType } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { pageOf } from '@huanwei/contract/page'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { beginTry } from '../../lib/attempts.ts'
import { newCode } from '../../lib/code.ts'
import { bucket } from '../../lib/file-addresses.ts'
import type { FileStore } from '../../lib/file-store.ts'
import { holdPhotos } from '../../lib/photos.ts'
import { redraw } from '../../lib/picture.ts'
import { receiveFile } from '../../lib/receive-file.ts'
import { conflict, notFound, Refused } from '../../lib/refuse.ts'
import { departmentsFor, mustBeRecipient } from '../../lib/scope.ts'
import { Bytes, serve, type Viewer } from '../../lib/serve.ts'
import { languageOf } from '../../lib/words.ts'
import { findFacilityByCode } from '../facilities/queries.ts'
import { addFile, findAnyFile } from '../files/queries.ts'
import { pushTo, recipientsOf } from '../messages/queries.ts'
import { takeTurn } from '../presence/queries.ts'
import { lockAttempts } from '../session/queries.ts'
import { findUnit } from '../units/queries.ts'
import {
  addCitizenPhoto,
  addComplaint,
  answerComplaint,
  countNearby,
  findComplaint,
  findComplaints,
  findReport,
  findSent,
  lockComplaint,
  takeIdentity,
  usePhotos,
} from './queries.ts'

/** Larger pictures of an answer are not drawn anew for everybody who asks. */
const mostShownBytes = 20 * 1024 * 1024

export function complaintRoutes(app: FastifyInstance, db: Database) {
  serve(app, listComplaints, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await findComplaints(tx, viewer, filter, departments)
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getComplaint, ({ id, pushObjectId }, viewer) => {
    mustBeRecipient(viewer, pushObjectId)
    return db.within(viewer, (tx) => mustFind(tx, viewer, id))
  })

  serve(app, viewIdentity, ({ id, reason }, viewer) =>
    db.within(viewer, async (tx) => {
      const identity = await takeIdentity(tx, viewer, id, reason)
      if (!identity) throw notFound()
      return identity
    }),
  )

  serve(app, replyToComplaint, ({ id, resultContent, resultUrl }, viewer) =>
    db.within(viewer, async (tx) => {
      const complaint = await lockComplaint(tx, viewer, id)
      if (!complaint) throw notFound()
      const decision = decide(complaint.status, resultContent)
      if ('refusal' in decision) {
        if (decision.refusal === 'replyMissing') throw new Refused(400, 'replyMissing', {}, { field: 'resultContent' })
        const last = (await mustFind(tx, viewer, id)).eventVo.eventProcessList.at(-1)
        throw conflict('complaintHandled', { who: last?.objectName ?? '', when: last?.createTime ?? '' })
      }
      await takeTurn(tx, viewer, MsgType.public, id)
      await holdPhotos(tx, viewer, resultUrl, 'resultUrl')
      await answerComplaint(tx, viewer, id, { content: resultContent, url: resultUrl })
      return mustFind(tx, viewer, id)
    }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const found = await findComplaint(tx, viewer, id, viewer.permissions.has('sys_identity_view'))
  if (!found) throw notFound()
  return found
}

/** The citizens' side: without a login, each call bound to the code of a sticker or of a report. */
export function citizenRoutes(app: FastifyInstance, { db, store }: { db: Database; store: FileStore }) {
  const mustFindFacility = async (code: string, { headers }: FastifyRequest) => {
    const facility = await db.system((tx) => findFacilityByCode(tx, code, languageOf(headers)))
    if (!facility) throw new Refused(404, 'stickerUnknown')
    return facility
  }
  const mustFindReport = async (code: string) => {
    const found = await db.system((tx) => findReport(tx, code))
    if (!found) throw new Refused(404, 'reportUnknown')
    return found
  }

  serve(app, getFacilityByCode, async ({ facilityCode }, _, request) => {
    const { tenantId, name, address, facilityTypeName, deptName, lng, lat } = await mustFindFacility(facilityCode, request)
    const unit = await db.system((tx) => findUnit(tx, tenantId))
    return { name, address, facilityTypeName, unitName: unit?.shortName || deptName, lng, lat }
  })

  serve(app, getNearby, async ({ facilityCode, eventType }, _, request) => {
    const facility = await mustFindFacility(facilityCode, request)
    return db.system((tx) => countNearby(tx, facility, eventType))
  })

  serve(app, uploadCitizenPhoto, async ({ facilityCode }, _, request) => {
    const { tenantId, id: facilityId } = await mustFindFacility(facilityCode, request)
    await db.system((tx) => beginTry(tx, [`address:photo:${request.ip}`]))
    return receiveFile(
      request,
      store,
      ['jpg', 'png', 'webp'],
      async ({ received }) => {
        const picture = await redraw(received.path).catch(() => {
          throw new Refused(415, 'fileType', { types: 'jpg, png, webp' })
        })
        const redrawn = await store.receive(Readable.from([picture]))
        const fileName = `${randomBytes(16).toString('hex')}.jpg`
        try {
          await db.system(async (tx) => {
            await addFile(tx, {
              ...{ tenantId, bucketName: bucket, fileName, original: fileName, type: 'jpg' },
              ...{ fileSize: redrawn.size, createUser: '' },
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
  })

  serve(app, report, async ({ facilityCode, url, requestKey, ...said }, _, request) => {
    const { tenantId, id: facilityId, name, deptId } = await mustFindFacility(facilityCode, request)
    return db.system(async (tx) => {
      if (requestKey) {
        await lockAttempts(tx, [`report:${facilityId}:${requestKey}`])
        const sent = await findSent(tx, tenantId, facilityId, requestKey)
        if (sent) return sent
      }
      await beginTry(tx, [
        ...[`address:report:${request.ip}:${facilityId}`, `address:reports:${request.ip}`],
        `facility:report:${facilityId}`,
      ])
      if (!(await usePhotos(tx, tenantId, facilityId, url))) throw new Refused(400, 'photosGone', {}, { field: 'url' })
      const added = await addComplaint(tx, {
        ...{ tenantId, code: newCode(), facilityId, facilityName: name, deptId, url, requestKey: requestKey ?? null },
        ...said,
        position: said.position || name,
      })
      const event = {
        ...{ tenantId, createTime: added.eventTime, msgType: MsgType.public, eventId: added.id },
        ...{ objectType: ObjectType.facility, objectId: facilityId, deptId, kind: added.eventType },
      }
      await pushTo(tx, event, await recipientsOf(tx, tenantId, 'complaint_handle', deptId))
      return { code: added.code }
    })
  })

  serve(app, getReportStatus, async ({ reportCode }) => {
    const { resultUrl, ...found } = await mustFindReport(reportCode)
    const addressOf = (fileName: string) =>
      citizenPaths.photo.replace(':reportCode', encodeURIComponent(reportCode)).replace(':fileName', fileName)
    return { ...found, resultUrls: resultUrl.map(addressOf) }
  })

  serve(app, getReportPhoto, async ({ reportCode, fileName }) => {
    const found = await mustFindReport(reportCode)
    if (found.status !== ComplaintStatus.handled || !found.resultUrl.includes(fileName)) throw notFound()
    const file = await db.system((tx) => findAnyFile(tx, fileName))
    if (!file || file.fileSize > mostShownBytes) throw notFound()
    const picture = await redraw(await buffer(await store.read(fileName))).catch(() => {
      throw notFound()
    })
    return new Bytes(Readable.from([picture]), {
      'content-type': fileTypes.jpg,
      'content-length': picture.length,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400',
    })
  })
}
