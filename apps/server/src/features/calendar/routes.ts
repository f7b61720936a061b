import { listCalendarDays, removeCalendarDay, setCalendarDay } from '@huanwei/contract/calendar/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { conflict, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { dayText } from '../../lib/time.ts'
import { isUsedBeyond } from '../rules/queries.ts'
import { isUsedByPlansBeyond } from '../work/queries.ts'
import { deleteCalendarDay, findCalendarDays, insertCalendarDay, lockCalendarDay, updateCalendarDay } from './queries.ts'

export function calendarRoutes(app: FastifyInstance, db: Database) {
  serve(app, listCalendarDays, ({ year }, viewer) => db.within(viewer, (tx) => findCalendarDays(tx, viewer.tenantId, year)))

  serve(app, setCalendarDay, async ({ updateTime, ...fields }, viewer) => {
    if (fields.day < dayText(Date.now())) throw conflict('calendar:refusal.dayOver')
    return db.within(viewer, async (tx) => {
      await mustBeTheirs(tx, viewer)
      // What somebody else adds at the same moment is waited for, and looked at then.
      const added = updateTime ? undefined : await insertCalendarDay(tx, viewer, fields)
      if (added) return added
      await mustBeCurrent(tx, viewer, await lockCalendarDay(tx, viewer.tenantId, fields.day), updateTime)
      return updateCalendarDay(tx, viewer, fields)
    })
  })

  serve(app, removeCalendarDay, async ({ day, updateTime }, viewer) => {
    if (day <= dayText(Date.now())) throw conflict('calendar:refusal.dayOver')
    return db.within(viewer, async (tx) => {
      await mustBeTheirs(tx, viewer)
      await mustBeCurrent(tx, viewer, await lockCalendarDay(tx, viewer.tenantId, day), updateTime)
      await deleteCalendarDay(tx, viewer.tenantId, day)
      return true
    })
  })
}

/** Refuses with 403 when rules or plans beyond the viewer's scope keep to the calendar. */
async function mustBeTheirs(tx: Tx, viewer: Viewer) {
  const use = { calendar: true } as const
  if ((await isUsedBeyond(tx, viewer, use)) || (await isUsedByPlansBeyond(tx, viewer, use)))
    throw new Refused(403, 'calendar:refusal.usedBeyond', {}, 'access_denied')
}
