import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import {
  addAdjustment,
  decideAdjustments,
  getAdjustment,
  getAdjustments,
  listAdjustments,
} from '@huanwei/contract/adjustments/endpoints'
import { type AdjustmentRefusal, decideAdjustment } from '@huanwei/contract/adjustments/rules'
import type { Parsed } from '@huanwei/contract/endpoint'
import { pageOf } from '@huanwei/contract/page'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { holdPhotos } from '../files/photos.ts'
import { recipientsOf } from '../messages/sending/queries.ts'
import {
  decideAll,
  findAdjustment,
  findAdjustments,
  findAdjustmentsOf,
  findLastAdjustmentSteps,
  insertAdjustment,
  lockAdjustments,
  lockDay,
} from './queries.ts'

export function adjustmentRoutes(app: FastifyInstance, db: Database) {
  serve(app, listAdjustments, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findAdjustments(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getAdjustments, ({ objectId, day }, viewer) =>
    db.within(viewer, (tx) => findAdjustmentsOf(tx, viewer, objectId, day)),
  )

  serve(app, getAdjustment, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      const found = await findAdjustment(tx, viewer, id)
      if (!found) throw notFound()
      return found
    }),
  )

  serve(app, addAdjustment, (fields, viewer, { headers }) => {
    const objectId = fields.objectId ?? viewer.userId
    if (objectId !== viewer.userId && !viewer.permissions.has('attendance_handle'))
      throw new Refused(403, 'attendance:refusal.notForOthers', {}, { field: 'objectId' })
    return db.within(viewer, (tx) => ask(tx, viewer, { ...fields, objectId }, languageOf(headers)))
  })

  serve(app, decideAdjustments, (decisions, viewer, { headers }) =>
    db.within(viewer, (tx) => decide(tx, viewer, decisions, languageOf(headers))),
  )
}

type Fields = Omit<Parsed<typeof addAdjustment>, 'objectId'> & { objectId: number }

/** Stores an adjustment for those who may decide it. Refuses one of a day that is another by now, or waits already, or nobody may decide. */
async function ask(tx: Tx, viewer: Viewer, fields: Fields, language: Language) {
  const day = await lockDay(tx, viewer, fields.objectId, fields.day)
  if (!day) throw notFound()
  if (day.state !== fields.fromState)
    throw conflict('attendance:refusal.otherState', { state: say(language, `attendance:states.${day.state}`) })
  await holdPhotos(tx, viewer, fields.img, 'img')
  const holders = await recipientsOf(tx, viewer.tenantId, 'attendance_handle', day.deptId)
  const deciders = holders.filter((userId) => userId !== fields.objectId && userId !== viewer.userId)
  if (!deciders.length) throw conflict('attendance:refusal.nobodyDecides')
  const id = await insertAdjustment(tx, viewer, { ...fields, deptId: day.deptId }, deciders)
  const added = id === undefined ? undefined : await findAdjustment(tx, viewer, id)
  if (!added) throw conflict('attendance:refusal.waitsAlready')
  return added
}

type Decisions = Parsed<typeof decideAdjustments>

/** Decides those of the adjustments in scope that may be decided, in one transaction; the others come back with their refusal. */
async function decide(tx: Tx, viewer: Viewer, decisions: Decisions, language: Language) {
  const wanted = new Map(decisions.map((one) => [one.id, one]))
  const rows = await lockAdjustments(tx, viewer, [...wanted.keys()])
  if (!rows.length) throw notFound()
  const last = await findLastAdjustmentSteps(tx, viewer, [...wanted.keys()])
  const judged = rows.map((row) => {
    const { status, opinion } = wanted.get(row.id)!
    const decision = decideAdjustment(row, status, { userId: viewer.userId, opinion })
    return { row, status, opinion, refusal: 'refusal' in decision ? decision.refusal : null }
  })
  const allowed = judged.filter(({ refusal }) => refusal === null)
  await decideAll(
    tx,
    viewer,
    allowed.map(({ row, status, opinion }) => ({ ...row, status, reason: opinion })),
  )
  return judged.map(({ row: { id, objectName, day }, refusal }) => ({
    id,
    objectName,
    day,
    refusal: refusal && refusalText(refusal, last.get(id), language),
  }))
}

type LastStep = { status: AdjustmentStatus; userName: string; createTime: string }

/** The refusal in words: a person who comes second learns who decided first, when and how. */
function refusalText(refusal: AdjustmentRefusal, last: LastStep | undefined, language: Language) {
  if (refusal !== 'decided') return say(language, `attendance:refusal.${refusal}`)
  const what = say(language, `attendance:statuses.${last?.status ?? AdjustmentStatus.approved}`)
  return say(language, 'attendance:refusal.decided', { who: last?.userName ?? '', when: last?.createTime ?? '', what })
}
