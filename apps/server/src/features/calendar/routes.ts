import { listCalendarDays, removeCalendarDay, setCalendarDay } from '@huanwei/contract/calendar/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { conflict, notFound } from '../../lib/refuse.ts'
import { serve } from '../../lib/serve.ts'
import { dayText } from '../../lib/time.ts'
import { deleteCalendarDay, findCalendarDays, upsertCalendarDay } from './queries.ts'

export function calendarRoutes(app: FastifyInstance, db: Database) {
  serve(app, listCalendarDays, ({ year }, viewer) => db.within(viewer, (tx) => findCalendarDays(tx, viewer.tenantId, year)))

  serve(app, setCalendarDay, async (fields, viewer) => {
    if (fields.day < dayText(Date.now())) throw conflict('dayOver')
    return db.within(viewer, (tx) => upsertCalendarDay(tx, viewer.tenantId, fields))
  })

  serve(app, removeCalendarDay, async ({ day }, viewer) => {
    if (day <= dayText(Date.now())) throw conflict('dayOver')
    if (!(await db.within(viewer, (tx) => deleteCalendarDay(tx, viewer.tenantId, day)))) throw notFound()
    return true
  })
}
