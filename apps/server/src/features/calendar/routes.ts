import { listCalendarDays, removeCalendarDay, setCalendarDay } from '@huanwei/contract/calendar/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { dayText } from '../../lib/time.ts'
import { isUsedBeyond } from '../rules/queries.ts'
import { deleteCalendarDay, findCalendarDays, upsertCalendarDay } from './queries.ts'

export function calendarRoutes(app: FastifyInstance, db: Database) {
  serve(app, listCalendarDays, ({ year }, viewer) => db.within(viewer, (tx) => findCalendarDays(tx, viewer.tenantId, year)))

  serve(app, setCalendarDay, async (fields, viewer) => {
    if (fields.day < dayText(Date.now())) throw conflict('calendar:refusal.dayOver')
    return db.within(viewer, async (tx) => {
      await mustBeTheirs(tx, viewer)
      return upsertCalendarDay(tx, viewer.tenantId, fields)
    })
  })

  serve(app, removeCalendarDay, async ({ day }, viewer) => {
    if (day <= dayText(Date.now())) throw conflict('calendar:refusal.dayOver')
    return db.within(viewer, async (tx) => {
      await mustBeTheirs(tx, viewer)
      if (!(await deleteCalendarDay(tx, viewer.tenantId, day))) throw notFound()
      return true
    })
  })
}

/** Refuses with 403 when rules beyond the viewer's scope keep to the calendar. */
async function mustBeTheirs(tx: Tx, viewer: Viewer) {
  if (await isUsedBeyond(tx, viewer, { calendar: true }))
    throw new Refused(403, 'calendar:refusal.usedBeyond', {}, 'access_denied')
}
