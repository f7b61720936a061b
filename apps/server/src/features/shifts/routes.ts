import { addShift, changeShift, listShifts, removeShift } from '@huanwei/contract/shifts/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { conflict, isUniqueViolation, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { isUsedBeyond, ruleUsing } from '../rules/queries.ts'
import { isUsedByPlansBeyond, planUsing } from '../work/queries.ts'
import { deleteShift, findShifts, insertShift, lockShift, updateShift } from './queries.ts'

export function shiftRoutes(app: FastifyInstance, db: Database) {
  serve(app, listShifts, (_, viewer) => db.within(viewer, (tx) => findShifts(tx, viewer.tenantId)))

  serve(app, addShift, (fields, viewer) =>
    db.within(viewer, async (tx) => {
      const added = await insertShift(tx, viewer, fields)
      if (!added) throw conflict('shifts:refusal.taken')
      return added
    }),
  )

  serve(app, changeShift, async ({ id, updateTime, ...fields }, viewer) => {
    return db
      .within(viewer, async (tx) => {
        await mustBeCurrent(tx, viewer, await lockShift(tx, viewer.tenantId, id), updateTime)
        const changed = await updateShift(tx, viewer, id, fields)
        await mustBeTheirs(tx, viewer, id)
        return changed
      })
      .catch((error) => {
        throw isUniqueViolation(error, 'shift') ? conflict('shifts:refusal.taken') : error
      })
  })

  serve(app, removeShift, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      await mustBeCurrent(tx, viewer, await lockShift(tx, viewer.tenantId, id), updateTime)
      await deleteShift(tx, viewer.tenantId, id)
      await mustBeTheirs(tx, viewer, id)
      const rule = await ruleUsing(tx, viewer.tenantId, { shiftId: id })
      if (rule) throw conflict('shifts:refusal.inUse', { what: rule })
      const plan = await planUsing(tx, viewer.tenantId, { shiftId: id })
      if (plan) throw conflict('work:refusal.shiftInUse', { what: plan })
      return true
    }),
  )
}

/** Refuses with 403 when rules or plans beyond the viewer's scope keep to the shift. Asked after the row is written, so that none joins meanwhile. */
async function mustBeTheirs(tx: Tx, viewer: Viewer, shiftId: number) {
  const use = { shiftId }
  if ((await isUsedBeyond(tx, viewer, use)) || (await isUsedByPlansBeyond(tx, viewer, use)))
    throw new Refused(403, 'shifts:refusal.usedBeyond', {}, 'access_denied')
}
