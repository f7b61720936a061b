import { type PhonePosition, reportPositions } from '@huanwei/contract/people/endpoints'
import { AlarmBit, StatusBit } from '@huanwei/terminal/messages/alarm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { conflict, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { momentOf } from '../../lib/time.ts'
import { isDeviceTime } from '../../position/device-clock.ts'
import type { IngestCalls } from '../../position/link.ts'
import type { DeviceLocation } from '../../position/report.ts'
import { traceReports } from '../../position/trace.ts'
import { takePhone } from '../terminals/queries.ts'

export function peopleRoutes(app: FastifyInstance, db: Database, ingest: Pick<IngestCalls, 'recordPositions'>) {
  serve(app, reportPositions, async ({ positions }, { tenantId, userId }, { log }) => {
    const terminal = await db.system((tx) => takePhone(tx, tenantId, userId))
    if ('taken' in terminal) throw conflict('terminals:refusal.objectTaken', { what: terminal.taken })
    const receivedAt = Date.now()
    // A position of an impossible time is dropped: refused, the phone would send it again for ever, and those after it never.
    const possible = positions.map(locationOf).filter(({ time }) => isDeviceTime(time, receivedAt))
    // Positions of the app are no JT/T 808 messages: only their device time distinguishes them, and whether they call for help, by the serial.
    const reports = [false, true].flatMap((isCall, serial) => {
      const some = possible.filter(({ alarm }) => alarm > 0 === isCall)
      const locations = [...new Map(some.map((one) => [one.time, one])).values()]
      return locations.length ? [{ deviceId: terminal.id, messageId: 0, serial, receivedAt, locations }] : []
    })
    traceReports(log, 'received', reports)
    for (const recorded of await Promise.all(reports.map((report) => ingest.recordPositions(report))))
      if (recorded === 'failed') throw new Refused(503, 'refusals:notStored')
    return true
  })
}

const locationOf = ({ lng, lat, speed, direction, accuracy, battery, sos, time }: PhonePosition): DeviceLocation => ({
  lng,
  lat,
  speed,
  direction: Math.round(direction) % 360,
  altitude: 0,
  time: momentOf(time),
  status: 1 << StatusBit.located,
  alarm: sos ? 1 << AlarmBit.sos : 0,
  additions: {
    activeSafety: [],
    raw: [],
    ...(accuracy !== undefined && { accuracy }),
    ...(battery !== undefined && { battery }),
  },
})
