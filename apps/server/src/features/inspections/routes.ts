import type { Parsed } from '@huanwei/contract/endpoint'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import {
  getInspection,
  getInspectionLoads,
  type InspectionStep,
  listInspections,
  removeInspection,
  reportInspection,
  submitInspection,
  suggestInspection,
  verifyInspection,
} from '@huanwei/contract/inspections/endpoints'
import { actOf, decide, decideRemoval, disposeMinutes, type InspectionRefusal } from '@huanwei/contract/inspections/rules'
import { MsgType } from '@huanwei/contract/messages/codes'
import { pageOf } from '@huanwei/contract/page'
import type { Language } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { departmentsFor, mayUse } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, invalid, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { inside, type Region, region } from '../../lib/geometry.ts'
import type { NameOfPlace } from '../../lib/place-names.ts'
import { findAreaShapes } from '../areas/queries.ts'
import { findDepartment } from '../departments/queries.ts'
import { mustBeOffered } from '../dictionaries/offered.ts'
import { holdPhotos } from '../files/photos.ts'
import { releaseFiles } from '../files/queries.ts'
import { mustBeRecipient } from '../messages/recipient.ts'
import { takeTurn } from '../presence/queries.ts'
import { findProject } from '../projects/queries.ts'
import { refusalOfMissing } from '../removals/queries.ts'
import { findUserById } from '../users/queries.ts'
import {
  deleteInspection,
  findInspectionDetail,
  findInspectionLoads,
  findInspectionSteps,
  findInspections,
  findLastResponsible,
  insertInspection,
  lockInspection,
  moveInspection,
} from './queries.ts'
import { inspections } from './table.ts'

export function inspectionRoutes(app: FastifyInstance, { db, nameOfPlace }: { db: Database; nameOfPlace: NameOfPlace }) {
  serve(app, listInspections, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await findInspections(tx, viewer, filter, departments, languageOf(headers))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getInspectionLoads, (_, viewer) => db.within(viewer, (tx) => findInspectionLoads(tx, viewer)))

  for (const endpoint of [getInspection, verifyInspection])
    serve(app, endpoint, ({ inspectEventId, pushObjectId }, viewer, { headers }) => {
      mustBeRecipient(viewer, pushObjectId)
      return db.within(viewer, (tx) => mustFind(tx, viewer, inspectEventId, languageOf(headers)))
    })

  serve(app, suggestInspection, ({ lng, lat, deptId: chosen = null }, viewer) =>
    db.within(viewer, async (tx) => {
      const isPlaced = lng !== undefined && lat !== undefined
      const deptId = isPlaced ? departmentAround(await findAreaShapes(tx, viewer), lng, lat) : chosen
      const responsibleId = deptId === null ? null : await findLastResponsible(tx, viewer, deptId)
      return { position: isPlaced ? nameOfPlace(lng, lat) : '', deptId, responsibleId }
    }),
  )

  serve(app, reportInspection, (fields, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const language = languageOf(headers)
      await checkReport(tx, viewer, fields)
      return mustFind(tx, viewer, await insertInspection(tx, viewer, fields), language)
    }),
  )

  serve(app, submitInspection, ({ id, status, ifReturn, ...fields }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const act = actOf(status, ifReturn)
      if (!act) throw invalid('ifReturn')
      await holdPhotos(tx, viewer, fields.img, 'img')
      const inspection = await mustLock(tx, viewer, id)
      const decision = decide(inspection, act, { ...actorOn(inspection, viewer), remark: fields.remark })
      if ('refusal' in decision) throw await refusalOf(decision.refusal, tx, viewer, id, languageOf(headers))
      await takeTurn(tx, viewer, MsgType.inspection, id)
      const { reported, now } = inspection
      const used = act === 'feedback' ? { disposeTime: disposeMinutes(reported, now) } : {}
      await moveInspection(tx, viewer, inspection, { ...decision.next, ...used }, fields)
      return mustFind(tx, viewer, id, languageOf(headers))
    }),
  )

  serve(app, removeInspection, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const inspection = await mustLock(tx, viewer, id)
      const { status, reportPersonId, disposeTime } = inspection
      const decision = decideRemoval({ status, reportPersonId, isAnswered: disposeTime !== null }, actorOn(inspection, viewer))
      if (decision !== 'may') throw await refusalOf(decision.refusal, tx, viewer, id, languageOf(headers))
      await takeTurn(tx, viewer, MsgType.inspection, id)
      await releaseFiles(tx, viewer.tenantId, inspection.img)
      await deleteInspection(tx, viewer, inspection)
      return true
    }),
  )
}

/** The department of the smallest area around the point; null outside of all. */
function departmentAround(areas: Awaited<ReturnType<typeof findAreaShapes>>, lng: number, lat: number) {
  const sizeOf = ({ box }: Region) => (box.east - box.west) * (box.north - box.south)
  const around = areas
    .map(({ deptId, shape }) => ({ deptId, region: region(shape) }))
    .filter((one) => inside(one.region, lng, lat))
    .sort((a, b) => sizeOf(a.region) - sizeOf(b.region))
  return around[0]?.deptId ?? null
}

async function mustFind(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const found = await findInspectionDetail(tx, viewer, id, language)
  if (!found) throw notFound()
  return found
}

async function mustLock(tx: Tx, viewer: Viewer, id: number) {
  const locked = await lockInspection(tx, viewer, id)
  if (!locked) throw await refusalOfMissing(tx, viewer, inspections, id)
  return locked
}

const actorOn = ({ deptId }: { deptId: number }, viewer: Viewer) => ({
  userId: viewer.userId,
  mayHandle: viewer.permissions.has('inspection_handle') && mayUse(viewer, deptId),
})

/** Everything a report names must be there, and in the viewer's scope. */
async function checkReport(tx: Tx, viewer: Viewer, fields: Parsed<typeof reportInspection>) {
  const { deptId, projectId, responsibleId, img } = fields
  if (!(await findDepartment(tx, viewer, deptId))) throw new Refused(409, 'departments:refusal.gone', {}, { field: 'deptId' })
  if (projectId !== undefined && !(await findProject(tx, viewer, projectId)))
    throw new Refused(409, 'projects:refusal.gone', {}, { field: 'projectId' })
  const responsible = await findUserById(tx, viewer, responsibleId)
  if (responsible?.lockFlag !== '0') throw new Refused(409, 'inspections:refusal.responsibleGone', {}, { field: 'responsibleId' })
  const dictionaries = { businessType: 'inspection_business', assessmentStandard: 'assessment_standard' } as const
  for (const field of ['businessType', 'assessmentStandard'] as const)
    await mustBeOffered(tx, viewer, dictionaries[field], { field, value: fields[field] })
  await holdPhotos(tx, viewer, img, 'img')
}

/** 403 for who may not, 400 for what is missing, else 409: what stands against it was done by somebody, who is named. */
async function refusalOf(refusal: InspectionRefusal, tx: Tx, viewer: Viewer, id: number, language: Language) {
  if (refusal === 'notResponsible' || refusal === 'notReporter')
    return new Refused(403, `inspections:refusal.${refusal}`, {}, 'access_denied')
  if (refusal === 'reasonMissing') return new Refused(400, `inspections:refusal.${refusal}`, {}, { field: 'remark' })
  const last = (await findInspectionSteps(tx, viewer, id)).at(-1)
  if (!last || (refusal === 'inspectionWaits' && last.ifReturn === null)) return conflict('inspections:refusal.inspectionWaits')
  return conflict('inspections:refusal.moved', { who: last.objectName, when: last.createTime, what: say(language, wordOf(last)) })
}

function wordOf({ status, ifReturn }: InspectionStep): TextKey {
  if (status === InspectionStatus.waiting) return ifReturn === 1 ? 'inspections:step.returned' : 'inspections:step.waiting'
  return status === InspectionStatus.fedBack ? 'inspections:step.fedBack' : 'inspections:step.closed'
}
