import { getSummaries, listPushes, markRead, type Push } from '@huanwei/contract/messages/endpoints'
import { pageOf } from '@huanwei/contract/page'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { notFound } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { type FindPushes, findSummaries, setRead } from './queries.ts'
import { mustBeRecipient } from './recipient.ts'

/** `queues`: finds the messages of each kind together with the events they are about. */
export function messageRoutes(app: FastifyInstance, db: Database, queues: Record<Push['msgType'], { findPushes: FindPushes }>) {
  serve(app, listPushes, ({ pushObjectId, ...filter }, viewer, { headers }) => {
    mustBeRecipient(viewer, pushObjectId)
    return db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await queues[filter.msgType].findPushes(tx, viewer, { filter, departments }, languageOf(headers))
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
    return db.within(viewer, (tx) => findSummaries(tx, viewer))
  })
}
