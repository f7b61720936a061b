import { hourMs, minuteMs } from '@huanwei/contract/time'
import { keepServerEvidence, listServerEvidence } from '@huanwei/contract/video/endpoints'
import { photoMinutes } from '@huanwei/contract/violations/endpoints'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../http/refuse.ts'
import { serve } from '../../../http/serve.ts'
import { createTurns } from '../../../http/turns.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { momentOf, timeText } from '../../../lib/time.ts'
import { listEvidence, type RemoteEvidence } from '../../../media/remote/remote-evidence.ts'
import type { RemoteDevice } from '../../../media/remote/remote-uploads.ts'
import { accountOf } from '../cameras.ts'
import { inWords } from '../sources/video-sources.ts'
import { evidenceStem, type KeepingParts, keepEvidence } from './keeping.ts'
import { findKept, findOfVehicle, type OfVehicle } from './queries.ts'

/** Files that one account fetches at once. */
const mostAtOnce = 2
/** Part of a violation whose files are asked for, ms: some last for days. */
const longest = 2 * hourMs

export type EvidenceParts = KeepingParts & {
  /** The device that sends the pictures of a vehicle at its organisation's video server; undefined for none. */
  remoteOf(vehicle: { tenantId: number; vehicleId: number }): Promise<RemoteDevice | undefined>
}

type Found = { violation: OfVehicle; device: RemoteDevice; files: RemoteEvidence[] }

/** Photos and clips that an organisation's video server holds of the alarms of a violation's vehicle: they are listed, and kept with the violation's own files. */
export function evidenceRoutes(app: FastifyInstance, { remoteOf, ...parts }: EvidenceParts) {
  const { db } = parts
  const inTurn = createTurns(mostAtOnce, { maxWaiting: 10 })

  /** What the server holds; undefined where there is no such server. Refuses with 404 out of scope, with 502 in the words of the server. */
  async function find(viewer: Viewer, id: number): Promise<Found | undefined> {
    const violation = await db.within(viewer, (tx) => findOfVehicle(tx, viewer, id))
    if (violation === undefined) throw notFound()
    const device = violation ? await remoteOf(violation) : undefined
    if (!violation || !device) return undefined
    const files = await listEvidence(device, violation.plateNumber, spanOf(violation)).catch(inWords)
    return { violation, device, files }
  }

  serve(app, listServerEvidence, async ({ violationEventId }, viewer) => {
    const found = await find(viewer, violationEventId)
    if (!found) return []
    const kept = await db.within(viewer, (tx) => findKept(tx, found.violation))
    return found.files.map((file) => ({
      key: file.key,
      kind: file.kind,
      channel: file.channel,
      time: timeText(file.time),
      size: file.size,
      isKept: kept.some((name) => name.startsWith(`${evidenceStem(file)}.`)),
    }))
  })

  serve(app, keepServerEvidence, ({ violationEventId, key }, viewer) =>
    inTurn(accountOf(viewer), async () => {
      const found = await find(viewer, violationEventId)
      const file = found?.files.find((one) => one.key === key)
      if (!found || !file) throw notFound()
      await keepEvidence(parts, { ...found, file })
      return true
    }),
  )
}

/** Half-open, epoch ms: from shortly before the violation until shortly after it. */
function spanOf({ createTime, until }: OfVehicle) {
  const [start, end] = [momentOf(createTime), momentOf(until)]
  return {
    from: start - photoMinutes.before * minuteMs,
    to: Math.min(end, start + longest) + photoMinutes.after * minuteMs,
  }
}
