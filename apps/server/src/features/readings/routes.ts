import { randomBytes } from 'node:crypto'
import { ObjectType } from '@huanwei/contract/objects'
import { mostReadingPoints } from '@huanwei/contract/readings/codes'
import { getLatestReadings, getReadingHistory, makeDeviceKey, sendReadings } from '@huanwei/contract/readings/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { conflict, invalid, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { spanOf } from '../../http/span.ts'
import { createRateLimiter } from '../../lib/rate-limiter.ts'
import { momentOf } from '../../lib/time.ts'
import { isDeviceTime } from '../../position/device-clock.ts'
import type { Ingest } from '../../position/link.ts'
import { mustSeeObject } from '../objects/queries.ts'
import { bearerOf, hashToken } from '../session/authenticate.ts'
import { findTerminalByKey, lockTerminal, setKey } from '../terminals/queries.ts'
import { findLimits } from './limits.ts'
import { findHistory, findLatest } from './queries.ts'

/** Calls of one sensor: these at once, which is what it kept while it was cut off, then one a second. */
const calls = { burst: 300, perSecond: 1, maxKeys: 200_000 }

/** Lengths of the spans of a history, seconds. */
const spans = [1, 10, 60, 300, 600, 1800, 3600, 10_800, 21_600]
/** Seconds of a day. */
const longestSpan = 86_400
/** A history of so many days, and the last second of its end, is in `mostPoints` spans of a day. */
const mostDays = mostReadingPoints - 1

export function readingRoutes(app: FastifyInstance, db: Database, ingest: Pick<Ingest, 'recordReadings'>) {
  const mayCall = createRateLimiter(calls)

  serve(app, sendReadings, async ({ readings }, _, request) => {
    const key = bearerOf(request)
    const terminal = key && (await db.system((tx) => findTerminalByKey(tx, hashToken(key))))
    if (!terminal) throw new Refused(401, 'readings:refusal.keyUnknown', {}, 'unauthorized')
    const receivedAt = Date.now()
    if (!mayCall(String(terminal.id), receivedAt)) throw new Refused(429, 'common:error.429')
    const measured = readings
      .map(({ time, ...reading }) => ({ ...reading, time: momentOf(time) }))
      .filter(({ time }) => isDeviceTime(time, receivedAt))
    if (!measured.length) return true
    const recorded = await ingest.recordReadings({ deviceId: terminal.id, receivedAt, readings: measured })
    if (recorded === 'unbound') throw conflict('readings:refusal.unbound')
    if (recorded === 'refused') throw invalid('readings')
    if (recorded === 'failed') throw new Refused(503, 'refusals:notStored')
    return true
  })

  serve(app, makeDeviceKey, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      if (!(await lockTerminal(tx, viewer, id))) throw notFound()
      const key = randomBytes(32).toString('base64url')
      await setKey(tx, id, hashToken(key))
      return { key }
    }),
  )

  serve(app, getLatestReadings, (object, viewer) =>
    db.within(viewer, async (tx) => {
      await mustSeeObject(tx, viewer, object.objectType, object.objectId)
      const latest = await findLatest(tx, viewer.tenantId, object)
      const isFacility = object.objectType === ObjectType.facility && latest.length > 0
      const limits = isFacility ? await findLimits(tx, viewer, object.objectId, Date.now()) : undefined
      return latest.map((reading) => ({ ...reading, limit: limits?.get(reading.metric) ?? null }))
    }),
  )

  serve(app, getReadingHistory, async ({ startTime, endTime, ...wish }, viewer) => {
    const { from, to } = spanOf({ startTime, endTime }, mostDays)
    const seconds = spans.find((span) => (to - from) / 1000 <= span * mostReadingPoints) ?? longestSpan
    const points = await db.within(viewer, async (tx) => {
      await mustSeeObject(tx, viewer, wish.objectType, wish.objectId)
      return findHistory(tx, viewer.tenantId, { ...wish, from: new Date(from), to: new Date(to), seconds })
    })
    return { seconds, points }
  })
}
