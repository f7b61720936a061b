import { randomBytes } from 'node:crypto'
import { mostPoints } from '@huanwei/contract/readings/codes'
import { getLatestReadings, getReadingHistory, makeDeviceKey, sendReadings } from '@huanwei/contract/readings/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { bearerOf, hashToken } from '../../lib/authenticate.ts'
import { mustSeeObject } from '../../lib/objects.ts'
import { conflict, notFound, Refused } from '../../lib/refuse.ts'
import { serve } from '../../lib/serve.ts'
import { momentOf } from '../../lib/time.ts'
import { createAllowance } from '../../live/allowance.ts'
import type { Ingest } from '../../live/link.ts'
import { findDeviceByKey, lockDevice, setKey } from '../terminals/queries.ts'
import { findHistory, findLatest } from './queries.ts'

/** Calls of one sensor: these at once, which is what it kept while it was cut off, then one a second. */
const calls = { burst: 300, perSecond: 1, maxKeys: 200_000 }

/** Lengths of the spans of a history, seconds. */
const spans = [1, 10, 60, 300, 600, 1800, 3600, 10_800, 21_600, 86_400]

export function readingRoutes(app: FastifyInstance, db: Database, ingest: Pick<Ingest, 'recordReadings'>) {
  const mayCall = createAllowance(calls)

  serve(app, sendReadings, async ({ readings }, _, request) => {
    const key = bearerOf(request)
    const device = key && (await db.system((tx) => findDeviceByKey(tx, hashToken(key))))
    if (!device) throw new Refused(401, 'deviceKeyUnknown', {}, 'unauthorized')
    const receivedAt = Date.now()
    if (!mayCall(String(device.id), receivedAt)) throw new Refused(429, 'tooMany')
    const measured = readings.map(({ time, ...reading }) => ({ ...reading, time: momentOf(time) }))
    const recorded = await ingest.recordReadings({ deviceId: device.id, receivedAt, readings: measured })
    if (recorded === 'unbound') throw conflict('sensorUnbound')
    if (recorded === 'failed') throw new Refused(503, 'notStored')
    return true
  })

  serve(app, makeDeviceKey, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      if (!(await lockDevice(tx, viewer, id))) throw notFound()
      const key = randomBytes(32).toString('base64url')
      await setKey(tx, id, hashToken(key))
      return { key }
    }),
  )

  serve(app, getLatestReadings, (object, viewer) =>
    db.within(viewer, async (tx) => {
      await mustSeeObject(tx, viewer, object.objectType, object.objectId)
      return findLatest(tx, viewer.tenantId, object)
    }),
  )

  serve(app, getReadingHistory, async ({ startTime, endTime, ...wish }, viewer) => {
    // The end's second counts as well.
    const [from, to] = [momentOf(startTime), momentOf(endTime) + 1000]
    if (from >= to) throw new Refused(400, 'spanReversed')
    const seconds = spans.find((span) => (to - from) / 1000 <= span * mostPoints)
    if (!seconds) throw new Refused(400, 'spanTooLong', { days: ((spans.at(-1) ?? 0) * mostPoints) / 86_400 })
    const points = await db.within(viewer, async (tx) => {
      await mustSeeObject(tx, viewer, wish.objectType, wish.objectId)
      return findHistory(tx, viewer.tenantId, { ...wish, from: new Date(from), to: new Date(to), seconds })
    })
    return { seconds, points }
  })
}
