import { claimEvent, lookAtEvent } from '@huanwei/contract/presence/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { conflict, denied, notFound } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { claim, type Event, findPresence, findRights, type Queue, setLooking, unclaim } from './queries.ts'

/** `queues`: the events of each kind of message. */
export function presenceRoutes(app: FastifyInstance, db: Database, queues: Record<Event['msgType'], Queue>) {
  serve(app, lookAtEvent, ({ isHere, ...event }, viewer) =>
    db.within(viewer, async (tx) => {
      const { mayLook } = await findRights(tx, viewer, queues[event.msgType], event)
      if (isHere && !mayLook) throw notFound()
      await setLooking(tx, viewer, event, isHere)
      // A viewer who leaves an event that is gone meanwhile gets an empty answer.
      return mayLook ? findPresence(tx, viewer, event) : { viewers: [], claim: null }
    }),
  )

  serve(app, claimEvent, ({ isClaimed, ...event }, viewer) =>
    db.within(viewer, async (tx) => {
      const { mayLook, mayAct } = await findRights(tx, viewer, queues[event.msgType], event)
      if (!mayLook) throw notFound()
      if (!mayAct) throw denied()
      if (!isClaimed) await unclaim(tx, viewer, event.msgType, [event.id])
      else if (!(await claim(tx, viewer, event))) {
        const { claim: other } = await findPresence(tx, viewer, event)
        throw conflict('list:presence.taken', { who: other?.username ?? '', until: other?.until ?? '' })
      }
      return findPresence(tx, viewer, event)
    }),
  )
}
