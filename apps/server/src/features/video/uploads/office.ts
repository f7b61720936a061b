import { randomBytes } from 'node:crypto'
import { dayMs, minuteMs } from '@huanwei/contract/time'
import { longestUpload, type UploadNetwork as NetworkName, type UploadAct } from '@huanwei/contract/video/codes'
import { mayControlUpload } from '@huanwei/contract/video/rules'
import { UploadNetwork } from '@huanwei/terminal/messages/upload'
import type { Database } from '../../../db/connect.ts'
import { conflict, notFound, Refused } from '../../../http/refuse.ts'
import { spanOf } from '../../../http/span.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { momentOf, timeText } from '../../../lib/time.ts'
import { accountOf, type NamedCamera } from '../cameras.ts'
import type { createFileLists, FileLists } from '../playback/file-lists.ts'
import { isRemote } from '../sources/video-sources.ts'
import { addUpload, changeUpload, findUploadRow, findUploads } from './queries.ts'
import type { Uploads } from './running.ts'

type Parts = {
  db: Database
  uploads: Uploads
  lists: Pick<ReturnType<typeof createFileLists>, 'find'>
  cameraFor(viewer: Viewer, camera: NamedCamera): Promise<{ deviceId: number; terminalNo: string; channel: number }>
}
type Wanted = NamedCamera & { startTime: string; endTime: string; networks: NetworkName[] }

/** Begins and controls uploads within what a viewer sees, for the page and for clients of the video interface. */
export function createUploadOffice({ db, uploads, lists, cameraFor }: Parts) {
  async function find(viewer: Viewer, id: number) {
    const [found] = await db.within(viewer, (tx) => findUploads(tx, viewer, { id }))
    if (!found) throw notFound()
    return found
  }

  /** Begins an upload; returns it. Refuses as `startUpload` says. */
  async function start(viewer: Viewer, { vehicleId, channel, startTime, endTime, networks }: Wanted) {
    const span = spanOf({ startTime, endTime }, (longestUpload * 1000) / dayMs)
    const { deviceId } = await cameraFor(viewer, { vehicleId, channel })
    const { tenantId, userId, username: createBy } = viewer
    const isOfServer = isRemote({ deviceId })
    const wanted = {
      tenantId,
      vehicleId,
      deviceId,
      channel,
      startTime,
      endTime,
      userId,
      createBy,
      networks: networks.reduce((bits, name) => bits | UploadNetwork[name], 0),
      ftpUser: `u${randomBytes(6).toString('hex')}`,
      ftpPassword: randomBytes(12).toString('hex'),
      // A task of a video server is begun here, and nobody else must begin it meanwhile.
      ...(isOfServer && { nextTime: timeText(Date.now() + minuteMs) }),
    }
    const id = await db.within(viewer, (tx) => addUpload(tx, wanted))
    if (id === 'same') throw conflict('video:refusal.isUploading')
    if (id === 'tooMany') throw new Refused(429, 'video:refusal.tooManyUploads')
    const row = await db.within(viewer, (tx) => findUploadRow(tx, tenantId, id))
    if (row) await uploads.begin(row)
    // The terminal's list takes a while: nobody waits for it. A video server says the size of its file.
    if (isOfServer) return find(viewer, id)
    void lists
      .find(accountOf(viewer), { deviceId, channel }, span)
      .then((list) => db.within(viewer, (tx) => changeUpload(tx, { tenantId, id }, { expected: expectedOf(list, span) })))
      .catch(() => undefined)
    return find(viewer, id)
  }

  /** Does something to an upload; returns it. Refuses as `controlUpload` says. */
  async function control(viewer: Viewer, id: number, act: UploadAct) {
    const { state } = await find(viewer, id)
    const row = await db.within(viewer, (tx) => findUploadRow(tx, viewer.tenantId, id))
    if (!row || !mayControlUpload(state, act)) throw conflict('video:refusal.uploadIsOver')
    if (!(await uploads.control(row, act))) throw conflict('video:refusal.uploadNotObeyed')
    return find(viewer, id)
  }
  return { start, control }
}

/** Bytes that files have within a span, as far as their sizes tell. */
function expectedOf({ records }: FileLists, { from, to }: { from: number; to: number }) {
  const parts = records.map(({ startTime, endTime, size }) => {
    const [start, end] = [momentOf(startTime), momentOf(endTime)]
    return (size * (Math.min(end, to) - Math.max(start, from))) / (end - start)
  })
  return Math.round(parts.reduce((all, part) => all + part, 0))
}
