import {
  acknowledgeEmergency,
  closeEmergency,
  type Emergency,
  getEmergencyRecord,
  listEmergencies,
  listOpenEmergencies,
  startDrill,
} from '@huanwei/contract/emergencies/endpoints'
import { acknowledgeRefusal, closeRefusal } from '@huanwei/contract/emergencies/rules'
import { pageOf } from '@huanwei/contract/page'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { conflict, notFound } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import {
  addDrill,
  findEmergencies,
  findEmergencyRecord,
  findOpenEmergencies,
  lockEmergency,
  setAcknowledged,
  setClosed,
} from './queries.ts'

export function emergencyRoutes(app: FastifyInstance, db: Database) {
  serve(app, listOpenEmergencies, (_, viewer) => db.within(viewer, (tx) => findOpenEmergencies(tx, viewer)))

  serve(app, listEmergencies, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const among = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await findEmergencies(tx, viewer, filter, among)
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getEmergencyRecord, (asked, viewer) =>
    db.within(viewer, async (tx) => (await findEmergencyRecord(tx, viewer, asked)) ?? null),
  )

  serve(app, acknowledgeEmergency, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      const emergency = await mustLock(tx, viewer, id)
      refuse(emergency, acknowledgeRefusal(emergency))
      await setAcknowledged(tx, viewer, id)
      return mustLock(tx, viewer, id)
    }),
  )

  serve(app, closeEmergency, ({ id, remark }, viewer) =>
    db.within(viewer, async (tx) => {
      const emergency = await mustLock(tx, viewer, id)
      refuse(emergency, closeRefusal(emergency))
      await setClosed(tx, viewer, id, remark)
      return mustLock(tx, viewer, id)
    }),
  )

  serve(app, startDrill, (object, viewer) =>
    db.within(viewer, async (tx) => {
      const id = await addDrill(tx, viewer, object, Date.now())
      if (id === null) throw notFound()
      if (id === undefined) throw conflict('emergencies:refusal.drillOpen')
      return mustLock(tx, viewer, id)
    }),
  )
}

async function mustLock(tx: Tx, viewer: Viewer, id: number) {
  const found = await lockEmergency(tx, viewer, id)
  if (!found) throw notFound()
  return found
}

type Refusal = ReturnType<typeof acknowledgeRefusal> | ReturnType<typeof closeRefusal>

/** Refuses with 409; who comes second is told who was first, and when. */
function refuse({ acknowledgement, closing }: Emergency, refusal: Refusal) {
  if (!refusal) return
  const first = refusal === 'closed' ? closing : acknowledgement
  throw conflict(`emergencies:refusal.${refusal}`, { who: first?.by ?? '', when: first?.time ?? '' })
}
