import type { Parsed } from '@huanwei/contract/endpoint'
import { pageOf } from '@huanwei/contract/page'
import {
  addPlan,
  changePlan,
  finishRecord,
  getPlanFacilities,
  listPlans,
  listRecords,
  pagePlans,
  removePlan,
} from '@huanwei/contract/plans/endpoints'
import { decideVisit } from '@huanwei/contract/plans/rules'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { mayUse } from '../../db/scope.ts'
import { conflict, denied, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { findDepartment } from '../departments/queries.ts'
import { findFacilityIds } from '../facilities/queries.ts'
import { findUserById } from '../users/queries.ts'
import {
  findPlan,
  findPlanPage,
  findPlans,
  findRecords,
  holdPlan,
  insertPlan,
  lockRecord,
  makeVisits,
  markDone,
  markPlanRemoved,
  planDepartments,
  updatePlan,
} from './queries.ts'

export function planRoutes(app: FastifyInstance, db: Database) {
  serve(app, listPlans, ({ deptId }, viewer) =>
    db.within(viewer, async (tx) => findPlans(tx, viewer, await planDepartments(tx, viewer, deptId))),
  )

  serve(app, pagePlans, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findPlanPage(tx, viewer, filter, await planDepartments(tx, viewer, filter.deptId))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getPlanFacilities, ({ id }, viewer) => db.within(viewer, async (tx) => (await mustFind(tx, viewer, id)).facilities))

  serve(app, addPlan, (fields, viewer) =>
    db.within(viewer, async (tx) => {
      await check(tx, viewer, fields)
      const planId = await insertPlan(tx, viewer, fields)
      await makeVisits(tx, { tenantId: viewer.tenantId, planId })
      return mustFind(tx, viewer, planId)
    }),
  )

  serve(app, changePlan, ({ id, updateTime, ...fields }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await check(tx, viewer, fields)
      await updatePlan(tx, viewer, id, fields)
      await makeVisits(tx, { tenantId: viewer.tenantId, planId: id })
      return mustFind(tx, viewer, id)
    }),
  )

  serve(app, removePlan, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await markPlanRemoved(tx, viewer.tenantId, id)
      return true
    }),
  )

  serve(app, listRecords, (filter, viewer) => db.within(viewer, (tx) => findRecords(tx, viewer, filter)))

  serve(app, finishRecord, ({ id, remark }, viewer) =>
    db.within(viewer, async (tx) => {
      const visit = await lockRecord(tx, viewer, id)
      if (!visit) throw notFound()
      const mayProcess = viewer.permissions.has('clean_process') && mayUse(viewer, visit.deptId)
      const decision = decideVisit(visit, { userId: viewer.userId, mayProcess })
      if (decision === 'done') return (await markDone(tx, viewer, id, remark)) ?? visit
      if (decision.refusal === 'notVisitor') throw new Refused(403, `plans:refusal.${decision.refusal}`, {}, 'access_denied')
      throw conflict(`plans:refusal.${decision.refusal}`, { who: visit.doneName, when: visit.doneTime ?? '' })
    }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const plan = await findPlan(tx, viewer, id)
  if (!plan) throw notFound()
  return plan
}

/** The plan as it stands, until the transaction ends. Refuses one outside the scope, and one changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await holdPlan(tx, viewer.tenantId, id)
  const plan = await mustFind(tx, viewer, id)
  if (!mayUse(viewer, plan.deptId)) throw denied()
  await mustBeCurrent(tx, viewer, plan, updateTime)
}

/** Everything a plan names must be there, and in the viewer's scope. */
async function check(tx: Tx, viewer: Viewer, { deptId, userId, facilityIds }: Parsed<typeof addPlan>) {
  if (!(await findDepartment(tx, viewer, deptId))) throw new Refused(409, 'departments:refusal.gone', {}, { field: 'deptId' })
  const visitor = await findUserById(tx, viewer, userId)
  if (visitor?.lockFlag !== '0') throw new Refused(409, 'cleaning:refusal.assigneeGone', {}, { field: 'userId' })
  const known = await findFacilityIds(tx, viewer, facilityIds)
  if (known.length < facilityIds.length) throw new Refused(409, 'facilities:refusal.gone', {}, { field: 'facilityIds' })
}
