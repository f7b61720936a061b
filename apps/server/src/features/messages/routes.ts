import { MsgType } from '@huanwei/contract/messages/codes'
import { getSummaries, listPushes, markRead, type Push } from '@huanwei/contract/messages/endpoints'
import { pageOf } from '@huanwei/contract/page'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { notFound } from '../../lib/refuse.ts'
import { departmentsFor, mustBeRecipient } from '../../lib/scope.ts'
import { serve } from '../../lib/serve.ts'
import { languageOf } from '../../lib/words.ts'
import { findApprovalPushes } from '../approvals/queries.ts'
import { findComplaintPushes } from '../complaints/queries.ts'
import { findInspectionPushes } from '../inspections/queries.ts'
import { findViolationPushes } from '../violations/queries.ts'
import { type FindPushes, findSummaries, setRead } from './queries.ts'

/** Which noun shows which messages. */
const lists: Record<Push['msgType'], FindPushes> = {
  [MsgType.violation]: findViolationPushes,
  [MsgType.approval]: findApprovalPushes,
  [MsgType.inspection]: findInspectionPushes,
  [MsgType.public]: findComplaintPushes,
}

export function messageRoutes(app: FastifyInstance, db: Database) {
  serve(app, listPushes, ({ pushObjectId, ...filter }, viewer, { headers }) => {
    mustBeRecipient(viewer, pushObjectId)
    return db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await lists[filter.msgType](tx, viewer, { filter, departments }, languageOf(headers))
      return pageOf(records, total, filter)
    })
  })

  serve(app, markRead, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      if (!(await setRead(tx, viewer, id))) throw notFound()
      return true
    }),
  )

  serve(app, getSummaries, ({ objectId }, viewer) => {
    mustBeRecipient(viewer, objectId)
    return db.within(viewer, (tx) => findSummaries(tx, viewer.tenantId, viewer.userId))
  })
}
