import { getOverview } from '@huanwei/contract/home/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { languageOf } from '../../http/language.ts'
import { serve } from '../../http/serve.ts'
import { countWaiting } from '../cleaning/queries.ts'
import { countQueues, countStaff, countToday, findOldest } from './queries.ts'

/** Number of waiting events listed by name. */
const oldestShown = 6

export function homeRoutes(app: FastifyInstance, db: Database) {
  serve(app, getOverview, (_, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const isMine = viewer.permissions.has('violation_handle')
      return {
        queues: await countQueues(tx, viewer),
        cleaning: await countWaiting(tx, viewer),
        staff: await countStaff(tx, viewer),
        today: await countToday(tx, viewer),
        oldest: await findOldest(tx, viewer, isMine, oldestShown, languageOf(headers)),
      }
    }),
  )
}
