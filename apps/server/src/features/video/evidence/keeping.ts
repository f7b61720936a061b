import { type ClipType, clipTypes } from '@huanwei/contract/files/codes'
import { AttachmentType } from '@huanwei/terminal/messages/attachments'
import type { Database } from '../../../db/connect.ts'
import { Refused } from '../../../http/refuse.ts'
import { timeText } from '../../../lib/time.ts'
import type { RemoteEvidence } from '../../../media/remote/remote-evidence.ts'
import type { RemoteDevice } from '../../../media/remote/remote-uploads.ts'
import { VideoServerRefused } from '../../../media/remote/video-server.ts'
import type { FileStore } from '../../files/file-store.ts'
import { hasRoom, keepStored, kindOf } from '../attachments/keep.ts'
import { hasDisk } from '../disk.ts'
import { inWords } from '../sources/video-sources.ts'
import { storeBytes } from '../stored-file.ts'
import { keptWith, type OfVehicle } from './queries.ts'

/** Bytes of one file, and the time within which it has to come, ms. */
const [mostBytes, patience] = [256 * 1024 * 1024, 60_000]

export type KeepingParts = { db: Database; store: FileStore; config: { DATA_DIR: string } }

const notGiven = () => new Refused(502, 'video:refusal.fileNotGiven')

/**
 * Fetches a file of a video server and keeps it with the files of a violation. A clip that is no MP4 is kept to be downloaded. Refuses with 502 where the
 * server does not give it, or gives something else, with 429 with too much for one day, with 507 without room.
 */
export async function keepEvidence(
  { db, store, config }: KeepingParts,
  { violation, device, file }: { violation: OfVehicle; device: RemoteDevice; file: RemoteEvidence },
  { signal, bytes = mostBytes }: { signal?: AbortSignal; bytes?: number } = {},
) {
  if (!(await hasDisk(config, file.size))) throw new Refused(507, 'refusals:diskFull')
  const late = AbortSignal.timeout(patience)
  const body = await device.server.openDownload(file.address, signal ? AbortSignal.any([signal, late]) : late).catch(inWords)
  const stored = await storeBytes(store, limited(body, bytes)).catch((error: unknown) => {
    throw error instanceof VideoServerRefused ? notGiven() : error
  })
  const { type, fileSize } = stored.facts
  try {
    if (!fileSize || !isSaid(file, type, stored.isText)) throw notGiven()
    if (!(await hasRoom(db, violation.tenantId, fileSize))) throw new Refused(429, 'video:refusal.tooMuchToday')
    const upload = await db.within(violation, (tx) => keptWith(tx, violation, device.number))
    const ofFile = { ...upload, terminalNo: device.number, time: timeText(file.time) }
    const said = file.kind === 'picture' ? AttachmentType.picture : AttachmentType.video
    await keepStored(db, ofFile, stored, { name: `${evidenceStem(file)}.${type}`, type: said })
  } finally {
    await stored.drop()
  }
}

const isClipType = (type: string): type is ClipType => type in clipTypes

/** True for a file whose bytes are what the server says. A clip may have a form that only its maker knows, but is no text: that is a page or a refusal. */
function isSaid({ kind }: RemoteEvidence, type: string, isText: boolean) {
  if (kind === 'picture') return kindOf(type, AttachmentType.other) === 'picture'
  return type === 'mp4' || isClipType(type) || (type === 'bin' && !isText)
}

/** Name of a file as terminals name theirs, without its ending: the camera comes second. */
export function evidenceStem({ key, channel, time }: RemoteEvidence) {
  return `00_${channel}_${timeText(time).replace(/\D/g, '')}_${key.slice(0, 12)}`
}

/** The bytes of a file. Throws `VideoServerRefused` when there are more than `most`. */
async function* limited(body: AsyncIterable<Uint8Array>, most: number) {
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > most) throw new VideoServerRefused('other')
    yield piece
  }
}
