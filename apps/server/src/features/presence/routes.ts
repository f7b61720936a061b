import { claimEvent, lookAtEvent } from '@huanwei/contract/presence/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { conflict, denied, notFound } from '../../lib/refuse.ts'
import { serve } from '../../lib/serve.ts'
import { claim, findPresence, findRights, setLooking, unclaim } from './queries.ts'

export function presenceRoutes(app: FastifyInstance, db: Database) {
  serve(app, lookAtEvent, ({ isHere, ...event }, viewer) =>
    db.within(viewer, async (tx) => {
      const { mayLook } = await findRights(tx, viewer, event)
      if (isHere && !mayLook) throw notFound()
      await setLooking(tx, viewer, event, isHere)
      // Who leaves an event that is gone by now sees no more of it.
      return mayLook ? findPresence(tx, viewer, event) : { viewers: [], claim: null }
    }),
  )

  serve(app, claimEvent, ({ isClaimed, ...event }, viewer) =>
    db.within(viewer, async (tx) => {
      const { mayLook, mayAct } = await findRights(tx, viewer, event)
      if (!mayLook) throw notFound()
      if (!mayAct) throw denied()
      if (!isClaimed) await unclaim(tx, viewer, event.msgType, [event.id])
      else if (!(await claim(tx, viewer, event))) {
        const { claim: other } = await findPresence(tx, viewer, event)
        throw conflict('claimed', { who: other?.username ?? '', until: other?.until ?? '' })
      }
      return findPresence(tx, viewer, event)
    }),
  )
}
