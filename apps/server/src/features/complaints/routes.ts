import { CauseKind, CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { ComplaintStatus, citizenPaths, ReportProgress } from '@huanwei/contract/complaints/codes'
import {
  getComplaint,
  getFacilityByCode,
  getNearby,
  getReportPhoto,
  getReportStatus,
  listComplaints,
  replyToComplaint,
  report,
  scoreAnswer,
  uploadCitizenPhoto,
  viewIdentity,
} from '@huanwei/contract/complaints/endpoints'
import { decide } from '@huanwei/contract/complaints/rules'
import { MsgType } from '@huanwei/contract/messages/codes'
import { pageOf } from '@huanwei/contract/page'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { senderOf } from '../../http/addresses.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { findWork } from '../cleaning/causes/queries.ts'
import { findFacilityByCode } from '../facilities/queries.ts'
import type { FileStore } from '../files/file-store.ts'
import type { VariantOf } from '../files/file-variants.ts'
import { holdPhotos } from '../files/photos.ts'
import type { Draw } from '../files/picture-drawer.ts'
import { findAnyFile } from '../files/queries.ts'
import { sendFile } from '../files/send-file.ts'
import { mustBeRecipient } from '../messages/recipient.ts'
import { takeTurn } from '../presence/queries.ts'
import { beginTry } from '../session/attempts.ts'
import { findUnit } from '../units/queries.ts'
import { receiveCitizenPhoto, takeReport } from './citizen.ts'
import {
  answerComplaint,
  countNearby,
  findComplaint,
  findComplaints,
  findReport,
  lockComplaint,
  storeScore,
  takeIdentity,
} from './queries.ts'

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
        if (decision.refusal === 'replyMissing')
          throw new Refused(400, 'complaints:refusal.replyMissing', {}, { field: 'resultContent' })
        const last = (await mustFind(tx, viewer, id)).eventVo.eventProcessList.at(-1)
        throw conflict('complaints:refusal.complaintHandled', { who: last?.objectName ?? '', when: last?.createTime ?? '' })
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

/** Work as the citizen sees it, by the status of its report. */
const progressOf: Record<CleaningStatus, ReportProgress> = {
  [CleaningStatus.created]: ReportProgress.planned,
  [CleaningStatus.assigned]: ReportProgress.underway,
  [CleaningStatus.processed]: ReportProgress.done,
  [CleaningStatus.evaluated]: ReportProgress.done,
  [CleaningStatus.over]: ReportProgress.done,
}

type Report = NonNullable<Awaited<ReturnType<typeof findReport>>>
type Work = Awaited<ReturnType<typeof findWork>>[number]

const isHandled = ({ status }: Report) => status === ComplaintStatus.handled

/** Photos of work that the citizen sees: none before the answer, in which the bureau stands for them. */
function photosOf(report: Report, work: Work | undefined) {
  const photos = (names: string) => names.split(',').filter(Boolean)
  return work && isHandled(report) ? { before: photos(work.img), after: photos(work.processImg) } : { before: [], after: [] }
}

type CitizenParts = { db: Database; store: FileStore; draw: Draw; variantOf: VariantOf }

/** The citizens' side: without a login, each call bound to the code of a sticker or of a report. */
export function citizenRoutes(app: FastifyInstance, { db, store, draw, variantOf }: CitizenParts) {
  const mustFindFacility = async (code: string, { headers }: FastifyRequest) => {
    const facility = await db.system((tx) => findFacilityByCode(tx, code, languageOf(headers)))
    if (!facility) throw new Refused(404, 'complaints:refusal.stickerUnknown')
    return facility
  }
  const mustFindReport = async (code: string) => {
    const found = await db.system((tx) => findReport(tx, code))
    if (!found) throw new Refused(404, 'complaints:refusal.reportUnknown')
    return found
  }

  /** The newest work that a citizen's report led to. */
  const workOfReport = async ({ tenantId, id }: Report) => {
    const [newest] = await db.system((tx) => findWork(tx, tenantId, { kind: CauseKind.publicEvent, id }))
    return newest
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
    await db.system((tx) => beginTry(tx, [`address:photo:${senderOf(request)}`]))
    return receiveCitizenPhoto(request, { db, store, draw }, { tenantId, facilityId })
  })

  serve(app, report, async ({ facilityCode, ...fields }, _, request) => {
    const facility = await mustFindFacility(facilityCode, request)
    return db.system((tx) => takeReport(tx, facility, fields, senderOf(request)))
  })

  serve(app, getReportStatus, async ({ reportCode }) => {
    const found = await mustFindReport(reportCode)
    const { tenantId: _, id: __, resultUrl, ...report } = found
    const work = await workOfReport(found)
    const addressesOf = (fileNames: string[]) =>
      fileNames.map((fileName) =>
        citizenPaths.photo.replace(':reportCode', encodeURIComponent(reportCode)).replace(':fileName', fileName),
      )
    const { before, after } = photosOf(found, work)
    return {
      ...report,
      resultUrls: addressesOf(resultUrl),
      work: work ? { state: progressOf[work.status], time: work.processTime ?? work.assignTime ?? work.reportTime } : null,
      beforeUrls: addressesOf(before),
      afterUrls: addressesOf(after),
    }
  })

  serve(app, scoreAnswer, async ({ reportCode, score, remark: scoreRemark }) => {
    if (await db.system((tx) => storeScore(tx, reportCode, { score, scoreRemark }))) return true
    const { status } = await mustFindReport(reportCode)
    throw conflict(status === ComplaintStatus.handled ? 'complaints:refusal.scored' : 'complaints:refusal.notAnswered')
  })

  serve(app, getReportPhoto, async ({ reportCode, fileName }, _, request) => {
    const found = await mustFindReport(reportCode)
    const { before, after } = photosOf(found, await workOfReport(found))
    if (!isHandled(found) || ![...found.resultUrl, ...before, ...after].includes(fileName)) throw notFound()
    const file = await db.system((tx) => findAnyFile(tx, fileName))
    if (!file) throw notFound()
    const { stored, type } = await variantOf(file, 'outside')
    return sendFile(request, store, stored, {
      'content-type': type,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400',
    })
  })
}
