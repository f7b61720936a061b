import { getSummaries, listPushes, markRead } from '@huanwei/contract/messages/endpoints'
import { pageOf } from '@huanwei/contract/page'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { notFound, Refused } from '../../lib/refuse.ts'
import { departmentsFor } from '../../lib/scope.ts'
import { serve, type Viewer } from '../../lib/serve.ts'
import { languageOf } from '../../lib/words.ts'
import { findSummaries, findViolationPushes, setRead } from './queries.ts'

export function messageRoutes(app: FastifyInstance, db: Database) {
  serve(app, listPushes, ({ pushObjectId, ...filter }, viewer, { headers }) => {
    requireSelf(viewer, pushObjectId)
    return db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await findViolationPushes(tx, viewer, filter, departments, languageOf(headers))
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
    if (objectId !== undefined) requireSelf(viewer, objectId)
    return db.within(viewer, (tx) => findSummaries(tx, viewer.tenantId, viewer.userId))
  })
}

/** Messages are the recipient's own. Source: spec 3, section 10. */
function requireSelf(viewer: Viewer, userId: number) {
  if (userId !== viewer.userId) throw new Refused(403, 'notRecipient', {}, 'access_denied')
}
