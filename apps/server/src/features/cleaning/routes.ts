import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import {
  addCleaning,
  assignTask,
  countPendingCleaning,
  evaluateTask,
  finishTask,
  getCauseWork,
  getCleaning,
  getCleaningLoads,
  getPendingCleaning,
  insertCleaning,
  insertCleaningList,
  listCleaning,
  type NewCleaning,
  processTask,
  removeCleaning,
  suggestAssignees,
} from '@huanwei/contract/cleaning/endpoints'
import { type CleaningAct, type CleaningRefusal, decide, decideRemoval, photoMissing } from '@huanwei/contract/cleaning/rules'
import { ReminderTask } from '@huanwei/contract/messages/codes'
import { pageOf } from '@huanwei/contract/page'
import type { Permission } from '@huanwei/contract/permissions'
import type { Language } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { departmentsFor, mayUse } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { NameOfPlace } from '../../lib/place-names.ts'
import type { Latest } from '../../position/latest/latest.ts'
import { findDepartment } from '../departments/queries.ts'
import { findFacility } from '../facilities/queries.ts'
import { holdPhotos } from '../files/photos.ts'
import { releaseFiles } from '../files/queries.ts'
import { refusalOfMissing } from '../removals/queries.ts'
import { findUserById } from '../users/queries.ts'
import { findVehicle } from '../vehicles/queries.ts'
import { findCause, takeCause, workFrom } from './causes/causes.ts'
import {
  countWaiting,
  deleteReport,
  type FullReport,
  findCleaningDetail,
  findCleaningLoads,
  findCleaningSteps,
  findMany,
  findReports,
  findStaff,
  findWaiting,
  insertReports,
  lockReport,
  moveReport,
  remindAssignee,
  tellReporter,
} from './queries.ts'
import { nearestVehicles, suggestedPeople } from './suggestions.ts'
import { cleaningReports } from './table.ts'

type Parts = { db: Database; latest: Pick<Latest, 'vehicles' | 'people'>; nameOfPlace: NameOfPlace }

const stateWord: Record<CleaningStatus, TextKey> = {
  [CleaningStatus.created]: 'cleaning:step.created',
  [CleaningStatus.assigned]: 'cleaning:step.assigned',
  [CleaningStatus.processed]: 'cleaning:step.processed',
  [CleaningStatus.evaluated]: 'cleaning:step.evaluated',
  [CleaningStatus.over]: 'cleaning:step.over',
}

export function cleaningRoutes(app: FastifyInstance, parts: Parts) {
  viewRoutes(app, parts)
  reportRoutes(app, parts)
  taskRoutes(app, parts)
}

function viewRoutes(app: FastifyInstance, { db }: Parts) {
  serve(app, listCleaning, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findReports(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getPendingCleaning, ({ code }, viewer) => db.within(viewer, (tx) => findWaiting(tx, viewer, code)))

  serve(app, countPendingCleaning, (_, viewer) => db.within(viewer, (tx) => countWaiting(tx, viewer)))

  serve(app, getCauseWork, ({ causeKind, causeId }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const cause = await findCause(tx, viewer, { kind: causeKind, id: causeId }, languageOf(headers))
      if (!cause) throw notFound()
      const { start, isOpen } = cause
      return { start, isOpen, isInScope: mayUse(viewer, start.deptId), work: await workFrom(tx, viewer, cause) }
    }),
  )

  serve(app, getCleaningLoads, (_, viewer) => db.within(viewer, (tx) => findCleaningLoads(tx, viewer)))

  serve(app, getCleaning, ({ id }, viewer) => db.within(viewer, (tx) => mustFind(tx, viewer, id)))
}

/** New reports, and their removal while nobody is assigned. */
function reportRoutes(app: FastifyInstance, { db, nameOfPlace }: Parts) {
  for (const endpoint of [addCleaning, insertCleaning])
    serve(app, endpoint, (fields, viewer, { headers }) =>
      db.within(viewer, async (tx) => {
        const report = await complete(tx, viewer, fields, nameOfPlace, languageOf(headers))
        const [id = 0] = await insertReports(tx, viewer, [report])
        return mustFind(tx, viewer, id)
      }),
    )

  serve(app, insertCleaningList, ({ list }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const reports: FullReport[] = []
      for (const fields of list) reports.push(await complete(tx, viewer, fields, nameOfPlace, languageOf(headers)))
      return findMany(tx, viewer, await insertReports(tx, viewer, reports))
    }),
  )

  serve(app, removeCleaning, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const { report, actor } = await mustLock(tx, viewer, id)
      const decision = decideRemoval(report, actor)
      if (decision !== 'may') throw await refusalOf(decision.refusal, tx, viewer, id, languageOf(headers))
      await releaseFiles(tx, viewer.tenantId, [...report.img, ...report.processImg])
      await deleteReport(tx, viewer, report)
      return true
    }),
  )
}

/** The steps of a report, from the assignment to the end. */
function taskRoutes(app: FastifyInstance, { db, latest }: Parts) {
  serve(app, suggestAssignees, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      const report = await mustFind(tx, viewer, id)
      const nearby = (await departmentsFor(tx, viewer, report.deptId)) ?? []
      const { tenantId, departments } = viewer
      const vehicles = [...latest.vehicles.of(tenantId).values()].filter(({ deptId }) => departments?.includes(deptId) ?? true)
      const staff = await findStaff(tx, viewer, report.deptId, nearby)
      const live = (userId: number) => latest.people.of(tenantId).get(userId)?.live
      return { people: suggestedPeople(staff, report, live, Date.now()), vehicles: nearestVehicles(vehicles, report) }
    }),
  )

  serve(app, assignTask, ({ id, assigneeId, vehicleId, remark }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const { next } = await decideOn(tx, viewer, id, 'assign', languageOf(headers))
      const assignee = await findUserById(tx, viewer, assigneeId)
      if (assignee?.lockFlag !== '0') throw new Refused(409, 'cleaning:refusal.assigneeGone', {}, { field: 'assigneeId' })
      if (vehicleId !== undefined && !(await findVehicle(tx, viewer, vehicleId, languageOf(headers))))
        throw new Refused(409, 'vehicles:refusal.gone', {}, { field: 'vehicleId' })
      const assigneeName = assignee.name || assignee.username
      await moveReport(tx, viewer, id, next, { assigneeId, assigneeName, vehicleId: vehicleId ?? null, remark })
      const assigned = await mustFind(tx, viewer, id)
      await remindAssignee(tx, viewer, assigned, assigneeId)
      return assigned
    }),
  )

  serve(app, processTask, ({ id, processRemark, processImg, beforeImg }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const { next, report } = await decideOn(tx, viewer, id, 'process', languageOf(headers))
      const { causeKind, img } = report
      const missing = photoMissing({ causeKind, hasPhotos: img.length > 0 }, { beforeImg, processImg })
      if (missing) throw new Refused(400, `cleaning:missing.${missing}`, {}, { field: missing })
      await holdPhotos(tx, viewer, beforeImg, 'beforeImg')
      await holdPhotos(tx, viewer, processImg, 'processImg')
      const step = { remark: processRemark, img: processImg, before: beforeImg }
      await moveReport(tx, viewer, id, next, { processRemark, processImg, ...step })
      await tellReporter(tx, viewer, ReminderTask.workDone, report)
      return mustFind(tx, viewer, id)
    }),
  )

  serve(app, evaluateTask, ({ id, score, evaluation }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const { next } = await decideOn(tx, viewer, id, 'evaluate', languageOf(headers))
      await moveReport(tx, viewer, id, next, { score, evaluation, remark: evaluation })
      return mustFind(tx, viewer, id)
    }),
  )

  serve(app, finishTask, ({ id, remark }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const { next } = await decideOn(tx, viewer, id, 'over', languageOf(headers))
      await moveReport(tx, viewer, id, next, { remark })
      return mustFind(tx, viewer, id)
    }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const found = await findCleaningDetail(tx, viewer, id)
  if (!found) throw notFound()
  return found
}

/** Locks the report; returns it with the viewer's permissions on it. */
async function mustLock(tx: Tx, viewer: Viewer, id: number) {
  const report = await lockReport(tx, viewer, id)
  if (!report) throw await refusalOfMissing(tx, viewer, cleaningReports, id)
  const may = (permission: Permission) => viewer.permissions.has(permission) && mayUse(viewer, report.deptId)
  const [mayAssign, mayProcess, mayEvaluate] = [may('clean_assign'), may('clean_process'), may('clean_evaluate')]
  return { report, actor: { userId: viewer.userId, mayAssign, mayProcess, mayEvaluate } }
}

/** The locked report, and the state that `act` of the viewer leads to. */
async function decideOn(tx: Tx, viewer: Viewer, id: number, act: CleaningAct, language: Language) {
  const { report, actor } = await mustLock(tx, viewer, id)
  const decision = decide(report, act, actor)
  if ('refusal' in decision) throw await refusalOf(decision.refusal, tx, viewer, id, language)
  return { report, next: decision.next }
}

/** 403 when the viewer may not act; else 409 naming the person who moved the report on. */
async function refusalOf(refusal: CleaningRefusal, tx: Tx, viewer: Viewer, id: number, language: Language) {
  if (refusal !== 'cleaningElsewhere') return new Refused(403, `cleaning:refusal.${refusal}`, {}, 'access_denied')
  const last = (await findCleaningSteps(tx, viewer, id)).at(-1)
  if (!last) return notFound()
  return conflict(`cleaning:refusal.${refusal}`, {
    who: last.objectName,
    when: last.createTime,
    what: say(language, stateWord[last.status]),
  })
}

/** Fills in the fields that the facility or the cause supplies; refuses a facility, department or cause that is not in the viewer's scope. */
async function complete(tx: Tx, viewer: Viewer, fields: NewCleaning, nameOfPlace: NameOfPlace, language: Language) {
  const cause = fields.cause && (await takeCause(tx, viewer, fields.cause, language))
  const facility = fields.facilityId === undefined ? undefined : await findFacility(tx, viewer, fields.facilityId, language)
  if (fields.facilityId !== undefined && !facility) throw new Refused(409, 'facilities:refusal.gone', {}, { field: 'facilityId' })
  const deptId = fields.deptId ?? cause?.start.deptId ?? facility?.deptId ?? viewer.deptId
  if (!(await findDepartment(tx, viewer, deptId))) throw new Refused(409, 'departments:refusal.gone', {}, { field: 'deptId' })
  const { lng = facility?.lng ?? null, lat = facility?.lat ?? null } = fields
  const named = lng === null || lat === null ? '' : nameOfPlace(lng, lat)
  const position = fields.position || facility?.address || named
  if (!position) throw new Refused(400, 'cleaning:refusal.placeMissing', {}, { field: 'position' })
  await holdPhotos(tx, viewer, fields.img, 'img')
  const { type, content, contact, img } = fields
  const place = { facilityId: facility?.id ?? null, facilityName: facility?.name ?? '', position, lng, lat }
  const { kind: causeKind = null, id: causeId = null } = cause ?? {}
  return { ...place, type, content, contact, img, deptId, causeKind, causeId } satisfies FullReport
}
