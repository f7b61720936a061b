import type { Parsed } from '@huanwei/contract/endpoint'
import { pageOf } from '@huanwei/contract/page'
import { hasRows } from '@huanwei/contract/reports/codes'
import {
  addReportSchedule,
  changeReportSchedule,
  getReportSchedule,
  listReportSchedules,
  removeReportSchedule,
} from '@huanwei/contract/reports/endpoints'
import { mostSchedules, nextTime } from '@huanwei/contract/reports/rules'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../../db/connect.ts'
import { mustBeCurrent } from '../../../db/last-change.ts'
import { languageOf } from '../../../http/language.ts'
import { conflict, notFound, Refused } from '../../../http/refuse.ts'
import { serve } from '../../../http/serve.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { timeText } from '../../../lib/time.ts'
import { groupingOf } from '../begin-report.ts'
import { findNames } from '../queries.ts'
import {
  areReceivers,
  countOwnSchedules,
  deleteSchedule,
  findSchedule,
  findSchedules,
  holdSchedule,
  insertSchedule,
  updateSchedule,
} from './queries.ts'

export function scheduleRoutes(app: FastifyInstance, db: Database) {
  serve(app, listReportSchedules, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findSchedules(tx, viewer, filter)
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getReportSchedule, ({ id }, viewer) => db.within(viewer, (tx) => mustFind(tx, viewer, id)))

  serve(app, addReportSchedule, (fields, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      if ((await countOwnSchedules(tx, viewer)) >= mostSchedules)
        throw conflict('reports:refusal.manySchedules', { n: mostSchedules })
      await check(tx, viewer, fields)
      return mustFind(tx, viewer, await insertSchedule(tx, viewer, storedOf(fields, headers)))
    }),
  )

  serve(app, changeReportSchedule, ({ id, updateTime, ...fields }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const { isOwn } = await take(tx, viewer, id, updateTime)
      if (!isOwn) throw new Refused(403, 'reports:refusal.notOwner', {}, 'access_denied')
      await check(tx, viewer, fields)
      await updateSchedule(tx, viewer, id, storedOf(fields, headers))
      return mustFind(tx, viewer, id)
    }),
  )

  serve(app, removeReportSchedule, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await deleteSchedule(tx, viewer.tenantId, id)
      return true
    }),
  )
}

type Fields = Parsed<typeof addReportSchedule>

const storedOf = (fields: Fields, headers: Parameters<typeof languageOf>[0]) => ({
  ...fields,
  grouping: groupingOf(fields),
  projectId: hasRows(fields.kind) ? fields.projectId : undefined,
  nextTime: nextTime(fields.every, fields.time, timeText(Date.now())),
  language: languageOf(headers),
})

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const found = await findSchedule(tx, viewer, id)
  if (!found) throw notFound()
  return found
}

/** The schedule as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await holdSchedule(tx, viewer.tenantId, id)
  const schedule = await mustFind(tx, viewer, id)
  await mustBeCurrent(tx, viewer, schedule, updateTime)
  return schedule
}

/** Refuses departments, projects and people that the owner does not see. */
async function check(tx: Tx, viewer: Viewer, { deptId, projectId, receiverIds }: Fields) {
  if (!(await findNames(tx, viewer, { deptId: deptId ?? null, projectId: projectId ?? null }))) throw notFound()
  if (!(await areReceivers(tx, viewer, receiverIds))) throw notFound()
}
