import { hourMs, minuteMs } from '@huanwei/contract/time'
import { keepServerEvidence, listServerEvidence } from '@huanwei/contract/video/endpoints'
import { photoMinutes } from '@huanwei/contract/violations/endpoints'
import { AttachmentType } from '@huanwei/terminal/messages/attachments'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/connect.ts'
import { notFound, Refused } from '../../../http/refuse.ts'
import { serve } from '../../../http/serve.ts'
import { createTurns } from '../../../http/turns.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { momentOf, timeText } from '../../../lib/time.ts'
import { listEvidence, type RemoteEvidence } from '../../../media/remote/remote-evidence.ts'
import type { RemoteDevice } from '../../../media/remote/remote-uploads.ts'
import { VideoServerRefused } from '../../../media/remote/video-server.ts'
import type { FileStore } from '../../files/file-store.ts'
import { hasRoom, keepStored, kindOf } from '../attachments/keep.ts'
import { accountOf } from '../cameras.ts'
import { inWords } from '../sources/video-sources.ts'
import { storeBytes } from '../stored-file.ts'
import { findKept, findOfVehicle, keptWith, type OfVehicle } from './queries.ts'

/** Bytes of one file, and the time within which it has to come, ms. */
const [mostBytes, patience] = [256 * 1024 * 1024, 60_000]
/** Files that one account fetches at once. */
const mostAtOnce = 2
/** Part of a violation whose files are asked for, ms: some last for days. */
const longest = 2 * hourMs

export type EvidenceParts = {
  db: Database
  store: FileStore
  /** The device that sends the pictures of a vehicle at its organisation's video server; undefined for none. */
  remoteOf(vehicle: { tenantId: number; vehicleId: number }): Promise<RemoteDevice | undefined>
}

type Found = { violation: OfVehicle; device: RemoteDevice; files: RemoteEvidence[] }

/** Photos and clips that an organisation's video server holds of the alarms of a violation's vehicle: they are listed, and kept with the violation's own files. */
export function evidenceRoutes(app: FastifyInstance, { db, store, remoteOf }: EvidenceParts) {
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
      isKept: kept.some((name) => name.startsWith(`${stemOf(file)}.`)),
    }))
  })

  serve(app, keepServerEvidence, ({ violationEventId, key }, viewer) =>
    inTurn(accountOf(viewer), async () => {
      const found = await find(viewer, violationEventId)
      const file = found?.files.find((one) => one.key === key)
      if (!found || !file) throw notFound()
      await keep(viewer, found, file)
      return true
    }),
  )

  async function keep(viewer: Viewer, { violation, device }: Found, file: RemoteEvidence) {
    const signal = AbortSignal.timeout(patience)
    const body = await device.server.openDownload(file.address, signal).catch(inWords)
    const stored = await storeBytes(store, limited(body)).catch((error: unknown) => {
      throw error instanceof VideoServerRefused ? notGiven() : error
    })
    const { type, fileSize } = stored.facts
    const said = file.kind === 'picture' ? AttachmentType.picture : AttachmentType.video
    try {
      // What its bytes do not show to be a picture or a clip is a page or a refusal.
      if (!fileSize || kindOf(type, AttachmentType.other) !== file.kind) throw notGiven()
      if (!(await hasRoom(db, viewer.tenantId, fileSize))) throw new Refused(429, 'video:refusal.tooMuchToday')
      const upload = await db.within(viewer, (tx) => keptWith(tx, violation, device.number))
      const ofFile = { ...upload, time: timeText(file.time) }
      await keepStored(db, ofFile, stored, { name: `${stemOf(file)}.${type}`, type: said })
    } finally {
      await stored.drop()
    }
  }
}

const notGiven = () => new Refused(502, 'video:refusal.fileNotGiven')

/** Half-open, epoch ms: from shortly before the violation until shortly after it. */
function spanOf({ createTime, until }: OfVehicle) {
  const [start, end] = [momentOf(createTime), momentOf(until)]
  return {
    from: start - photoMinutes.before * minuteMs,
    to: Math.min(end, start + longest) + photoMinutes.after * minuteMs,
  }
}

/** Name of a file as terminals name theirs, without its ending: the camera comes second. */
function stemOf({ key, channel, time }: RemoteEvidence) {
  return `00_${channel}_${timeText(time).replace(/\D/g, '')}_${key.slice(0, 12)}`
}

/** The bytes of a file. Throws `VideoServerRefused` when there are too many. */
async function* limited(body: AsyncIterable<Uint8Array>) {
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > mostBytes) throw new VideoServerRefused('other')
    yield piece
  }
}
