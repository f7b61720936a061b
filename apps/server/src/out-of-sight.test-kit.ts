import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { MediaFormat, MediaType } from '@huanwei/terminal/messages/media'
import type { Tx } from './db/connect.ts'
import type { FileStore } from './features/files/file-store.ts'
import { openStore } from './features/files/open-store.ts'
import { recordingSchedules } from './features/recordings/table.ts'
import { addAttachment } from './features/video/attachments/queries.ts'
import { findOfTenant, keptWith } from './features/video/evidence/queries.ts'
import { addRecording, endRecording, findRunning } from './features/video/recordings/queries.ts'
import { alarmUploads } from './features/video/table.ts'
import { addUpload, addUploadFile, findUploadRow } from './features/video/uploads/queries.ts'
import { createPhotoStore } from './position/ingest/photos.ts'
import { addViolation, type startTestServer } from './test-kit.ts'
import { png } from './upload.test-kit.ts'

type Server = Pick<Awaited<ReturnType<typeof startTestServer>>, 'db' | 'config'>
/** `sender`: the id under which commands go to what sends its pictures. */
type Camera = Parameters<typeof addViolation>[1] & { terminalNo: string; sender: number }
type Asker = { userId: number; username: string }

const at = '2026-01-05 08:00:00'
const [tenantId, year2099] = [1, '2099-01-01 00:00:00']

/** For tests: keeps what the product keeps of the camera of a vehicle of tenant 1, asked for by one person, as far as it does without the camera. */
export async function keepPictures({ db, config }: Server, camera: Camera, asker: Asker) {
  const { vehicleId, deviceId, terminalNo } = camera
  const store = await openStore(config)
  const violationEventId = await addViolation(db, camera, [], at)
  const terminal = { id: deviceId, terminalNo, tenantId, objectType: '1', objectId: vehicleId, authCode: null } as const
  const taken = { id: MessageId.media, mediaType: MediaType.picture, format: MediaFormat.jpeg, event: 0, channel: 1, data: png }
  await createPhotoStore({ db, store, nameOfPlace: () => '' })(terminal, { ...taken, mediaId: violationEventId }, Date.now())
  return db.system(async (tx) => {
    await addEnded(tx, store, camera, { cause: 'demand' })
    await addEnded(tx, store, camera, { cause: 'alarm', violationId: violationEventId })
    await addAttachments(tx, store, camera, violationEventId)
    const hours = { channels: [], stream: 'sub' as const, start: '08:00', end: '18:00', weekdays: [1] }
    const [schedule] = await tx
      .insert(recordingSchedules)
      .values({ tenantId, name: '白天', vehicleId, isStopped: true, ...hours })
      .returning({ id: recordingSchedules.id })
    const running = { ...recordedFrom(camera), cause: 'demand' as const, startTime: at, fileName: newName('mp4') }
    return {
      violationEventId,
      uploadId: await addUploaded(tx, store, camera, asker),
      scheduleId: schedule!.id,
      // Another host has the pictures of it.
      recordingId: await addRecording(tx, { ...running, holder: 'elsewhere', userId: asker.userId, createBy: asker.username }),
    }
  })
}

const newName = (type: string) => `${randomBytes(16).toString('hex')}.${type}`

/** A file in the store. */
async function storePicture(store: FileStore, type: string) {
  const fileName = newName(type)
  await (await store.receive(Readable.from([png]))).keep(fileName)
  return { fileName, type, fileSize: png.length, sha256: '' }
}

const recordedFrom = ({ vehicleId, terminalNo }: Camera) => ({
  tenantId,
  vehicleId,
  terminalNo,
  channel: 1,
  stream: 'sub' as const,
})

async function addEnded(tx: Tx, store: FileStore, camera: Camera, why: { cause: 'demand' | 'alarm'; violationId?: number }) {
  const { fileName } = await storePicture(store, 'mp4')
  const id = await addRecording(tx, { ...recordedFrom(camera), ...why, startTime: at, fileName })
  const running = await findRunning(tx, tenantId, id)
  const whole = { start: Date.parse('2026-01-05T08:00:00+08:00'), duration: 20_000, size: png.length, frames: 1, sha256: '' }
  await endRecording(tx, running!, { ...whole, reason: 'asked', original: 'x.mp4' })
}

/** A file that the terminal kept of an alarm, and one that was fetched from a video server. */
async function addAttachments(tx: Tx, store: FileStore, { vehicleId, deviceId, terminalNo }: Camera, violationId: number) {
  const about = { tenantId, vehicleId, deviceId, terminalNo, time: at, state: 'done' as const, files: 1 }
  const [ofTerminal] = await tx
    .insert(alarmUploads)
    .values({ ...about, mark: randomBytes(16).toString('hex'), alarmNumber: randomBytes(16).toString('hex') })
    .returning()
  const ofServer = await keptWith(tx, (await findOfTenant(tx, { tenantId }, violationId))!, terminalNo)
  for (const row of [ofTerminal!, ofServer]) {
    const file = await storePicture(store, 'png')
    await addAttachment(tx, row, { ...file, kind: 'picture', channel: 65, original: 'x.png' })
  }
}

/** A file of a paused upload, which nobody looks at; returns its id. */
async function addUploaded(tx: Tx, store: FileStore, { vehicleId, sender: deviceId }: Camera, asker: Asker) {
  const log = { ftpUser: randomBytes(6).toString('hex'), ftpPassword: '' }
  const wanted = { channel: 1, startTime: at, endTime: '2026-01-05 08:00:20', networks: 7, nextTime: year2099 }
  const state = { state: 'paused' as const, serial: 1, userId: asker.userId, createBy: asker.username }
  const id = await addUpload(tx, { tenantId, vehicleId, deviceId, ...log, ...wanted, ...state })
  if (typeof id !== 'number') throw new Error(id)
  const upload = await findUploadRow(tx, tenantId, id)
  await addUploadFile(tx, upload!, { ...(await storePicture(store, 'mp4')), original: 'x.mp4' })
  return id
}
