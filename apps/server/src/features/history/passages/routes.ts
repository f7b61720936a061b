import { metresBetween } from '@huanwei/contract/geometry'
import { getPassages } from '@huanwei/contract/history/endpoints'
import { mostPassages, widestBox } from '@huanwei/contract/history/rules'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/connect.ts'
import { Refused } from '../../../http/refuse.ts'
import { serve } from '../../../http/serve.ts'
import { spanOf } from '../../../http/span.ts'
import { createTurns } from '../../../http/turns.ts'
import { timeText } from '../../../lib/time.ts'
import { type Box, staysIn } from './passages.ts'
import { findNearFixes } from './queries.ts'

/** How far around the box fixes are read: far enough for two fixes half a minute apart at 60 km/h. Degrees, about 500 m. */
const around = { lng: 0.0052, lat: 0.0045 }
/** Questions that are answered at once: each reads all positions of its time. */
const atOnce = 2

export function passageRoutes(app: FastifyInstance, db: Database) {
  const inTurn = createTurns(1, { maxWaiting: 2 })
  const ofAll = createTurns(atOnce, { maxWaiting: 20 })
  serve(app, getPassages, ({ startTime, endTime, ...box }, viewer) => {
    const span = spanOf({ startTime, endTime }, 1)
    mustFit(box)
    const { west, south, east, north } = box
    const wide = { west: west - around.lng, south: south - around.lat, east: east + around.lng, north: north + around.lat }
    const read = () => db.within(viewer, (tx) => findNearFixes(tx, viewer, wide, span))
    return inTurn(`${viewer.tenantId} ${viewer.userId}`, async () => {
      const fixes = await ofAll('', read)
      const passages = [...Map.groupBy(fixes, ({ objectType, objectId }) => `${objectType} ${objectId}`).values()].flatMap(
        (its) => {
          const { objectType, objectId, name, deptName } = its[0]!
          return staysIn(its, box).map((stay) => ({ ...stay, objectType, objectId, name, deptName }))
        },
      )
      passages.sort((one, other) => one.from - other.from || one.objectId - other.objectId)
      return {
        passages: passages
          .slice(0, mostPassages)
          .map(({ from, to, ...rest }) => ({ ...rest, startTime: timeText(from), endTime: timeText(to) })),
        total: passages.length,
      }
    })
  })
}

/** Refuses a box that is turned round or too wide. */
function mustFit({ west, south, east, north }: Box) {
  if (west >= east || south >= north) throw new Refused(400, 'history:refusal.box')
  // A box that was made of metres is not exact to one.
  const middle = (south + north) / 2
  const widest = Math.max(metresBetween(west, middle, east, middle), metresBetween(west, south, west, north))
  if (widest > widestBox + 1) throw new Refused(400, 'history:refusal.boxWide', { metres: widestBox })
}
