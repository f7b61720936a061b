import { addShift, changeShift, listShifts, removeShift } from '@huanwei/contract/shifts/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { conflict, isTaken, notFound } from '../../lib/refuse.ts'
import { serve } from '../../lib/serve.ts'
import { ruleUsing } from '../rules/queries.ts'
import { deleteShift, findShifts, insertShift, updateShift } from './queries.ts'

export function shiftRoutes(app: FastifyInstance, db: Database) {
  serve(app, listShifts, (_, viewer) => db.within(viewer, (tx) => findShifts(tx, viewer.tenantId)))

  serve(app, addShift, (fields, viewer) =>
    db.within(viewer, async (tx) => {
      const added = await insertShift(tx, viewer.tenantId, fields)
      if (!added) throw conflict('shiftTaken')
      return added
    }),
  )

  serve(app, changeShift, async ({ id, ...fields }, viewer) => {
    const changed = await db
      .within(viewer, (tx) => updateShift(tx, viewer.tenantId, id, fields))
      .catch((error) => {
        throw isTaken(error, 'shift') ? conflict('shiftTaken') : error
      })
    if (!changed) throw notFound()
    return changed
  })

  serve(app, removeShift, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      if (!(await deleteShift(tx, viewer.tenantId, id))) throw notFound()
      const rule = await ruleUsing(tx, viewer.tenantId, { shiftId: id })
      if (rule) throw conflict('shiftInUse', { what: rule })
      return true
    }),
  )
}
