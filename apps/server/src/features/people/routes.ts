import { type PhonePosition, reportPositions } from '@huanwei/contract/people/endpoints'
import { AlarmBit, StatusBit } from '@huanwei/terminal/alarm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { conflict, Refused } from '../../lib/refuse.ts'
import { serve } from '../../lib/serve.ts'
import { momentOf } from '../../lib/time.ts'
import type { Devices } from '../../live/link.ts'
import type { Located } from '../../live/report.ts'
import { takePhone } from '../terminals/queries.ts'

export function peopleRoutes(app: FastifyInstance, db: Database, ingest: Pick<Devices, 'recordPositions'>) {
  serve(app, reportPositions, async ({ positions }, { tenantId, userId }) => {
    const device = await db.system((tx) => takePhone(tx, tenantId, userId))
    if ('taken' in device) throw conflict('objectTaken', { what: device.taken })
    const locations = [...new Map(positions.map((one) => [one.time, locationOf(one)])).values()]
    // No message of JT/T 808: the device time alone tells one from another.
    const report = { deviceId: device.id, messageId: 0, serial: 0, receivedAt: Date.now(), locations }
    if ((await ingest.recordPositions(report)) === 'failed') throw new Refused(503, 'notStored')
    return true
  })
}

const locationOf = ({ lng, lat, speed, direction, accuracy, battery, sos, time }: PhonePosition): Located => ({
  ...{ lng, lat, speed, direction: Math.round(direction) % 360, altitude: 0, time: momentOf(time) },
  status: 1 << StatusBit.located,
  alarm: sos ? 1 << AlarmBit.sos : 0,
  additions: {
    activeSafety: [],
    raw: [],
    ...(accuracy !== undefined && { accuracy }),
    ...(battery !== undefined && { battery }),
  },
})
