import { mostUploads, openUploads, type UploadFailure, type VideoUploadState } from '@huanwei/contract/video/codes'
import type { VideoUpload } from '@huanwei/contract/video/endpoints'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { inScope } from '../../../db/scope.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { bucket } from '../../files/file-addresses.ts'
import { addFile } from '../../files/queries.ts'
import { dropReceived } from '../../files/received/queries.ts'
import { vehicles } from '../../vehicles/table.ts'
import { videoUploadFiles, videoUploads } from '../table.ts'

export type VideoUploadRow = typeof videoUploads.$inferSelect
type NewUpload = typeof videoUploads.$inferInsert

/** Uploads that a person sees in one list, and the days after which they leave it. */
const [mostShown, shownDays] = [200, 30]

const isOpen = inArray(videoUploads.state, [...openUploads])
const itself = ({ tenantId, id }: Pick<VideoUploadRow, 'tenantId' | 'id'>) =>
  and(eq(videoUploads.tenantId, tenantId), eq(videoUploads.id, id))

/** Adds an upload; returns its id, or the reason why there can be no more. */
export async function addUpload(tx: Tx, upload: NewUpload): Promise<number | 'same' | 'tooMany'> {
  const { tenantId, vehicleId, userId, channel } = upload
  // Two at once must not both be the last one.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('video_upload'), ${tenantId})`)
  const ofTenant = and(eq(videoUploads.tenantId, tenantId), isOpen)
  const count = (of?: ReturnType<typeof and>) => tx.$count(videoUploads, and(ofTenant, of))
  const isSame = and(
    eq(videoUploads.vehicleId, vehicleId),
    eq(videoUploads.channel, channel),
    sql`${videoUploads.startTime} = ${upload.startTime} and ${videoUploads.endTime} = ${upload.endTime}`,
  )
  if (await count(isSame)) return 'same'
  const isTooMany =
    (await count()) >= mostUploads.ofTenant ||
    (await count(eq(videoUploads.vehicleId, vehicleId))) >= mostUploads.ofVehicle ||
    (await count(eq(videoUploads.userId, userId))) >= mostUploads.ofAccount
  if (isTooMany) return 'tooMany'
  const [added] = await tx.insert(videoUploads).values(upload).returning({ id: videoUploads.id })
  if (!added) throw new Error('an upload was not added')
  return added.id
}

const shown = {
  id: videoUploads.id,
  vehicleId: videoUploads.vehicleId,
  plateNumber: vehicles.plateNumber,
  channel: videoUploads.channel,
  startTime: videoUploads.startTime,
  endTime: videoUploads.endTime,
  state: videoUploads.state,
  failure: videoUploads.failure,
  bytes: videoUploads.bytes,
  expected: videoUploads.expected,
  createBy: videoUploads.createBy,
  createTime: videoUploads.createTime,
}

/** Uploads of vehicles in scope, newest first, with their files: those of one vehicle, or one of them, where it is named. */
export async function findUploads(
  tx: Tx,
  viewer: Viewer,
  { vehicleId, id }: { vehicleId?: number | undefined; id?: number },
): Promise<VideoUpload[]> {
  const found = await tx
    .select(shown)
    .from(videoUploads)
    .innerJoin(vehicles, and(eq(vehicles.tenantId, videoUploads.tenantId), eq(vehicles.id, videoUploads.vehicleId)))
    .where(
      and(
        eq(videoUploads.tenantId, viewer.tenantId),
        inScope(viewer, vehicles.deptId),
        vehicleId === undefined ? undefined : eq(videoUploads.vehicleId, vehicleId),
        id === undefined
          ? sql`${videoUploads.createTime} > now() - make_interval(days => ${shownDays}::int)`
          : eq(videoUploads.id, id),
      ),
    )
    .orderBy(desc(videoUploads.createTime), desc(videoUploads.id))
    .limit(mostShown)
  const ids = found.map((one) => one.id)
  const kept = ids.length
    ? await tx
        .select()
        .from(videoUploadFiles)
        .where(and(eq(videoUploadFiles.tenantId, viewer.tenantId), inArray(videoUploadFiles.uploadId, ids)))
        .orderBy(asc(videoUploadFiles.original), asc(videoUploadFiles.id))
    : []
  return found.map((one) => ({
    ...one,
    files: kept
      .filter(({ uploadId }) => uploadId === one.id)
      .map(({ id: fileId, fileName, original, fileSize, sha256 }) => ({
        id: fileId,
        fileName,
        original,
        fileSize,
        sha256,
        isPlayable: fileName.endsWith('.mp4'),
      })),
  }))
}

/** An upload of the tenant with all that the server knows of it. */
export async function findUploadRow(tx: Tx, tenantId: number, id: number): Promise<VideoUploadRow | undefined> {
  const [found] = await tx.select().from(videoUploads).where(itself({ tenantId, id }))
  return found
}

/** The open upload that a terminal was asked for under this serial. */
export async function findBySerial(tx: Tx, deviceId: number, serial: number): Promise<VideoUploadRow | undefined> {
  const [found] = await tx
    .select()
    .from(videoUploads)
    .where(and(eq(videoUploads.deviceId, deviceId), eq(videoUploads.serial, serial), isOpen))
    .orderBy(desc(videoUploads.id))
    .limit(1)
  return found
}

/** Takes at most so many open uploads of these tenants that are to be looked at now; no other process takes them for a minute. */
export const takeOpenUploads = (tx: Tx, tenantIds: readonly number[], most: number): Promise<VideoUploadRow[]> =>
  tx
    .update(videoUploads)
    .set({ nextTime: sql`now() + interval '1 minute'` })
    .where(
      sql`(tenant_id, id) in (
        select tenant_id, id from ${videoUploads} where state in ('waiting', 'asked', 'uploading', 'paused') and next_time <= now()
          and tenant_id = any(${sql.param([...tenantIds])}::int[])
        order by next_time limit ${most}::int for update skip locked)`,
    )
    .returning()

/** What another process asked for these tenants is asked for at once. */
export const restartUploads = (tx: Tx, tenantIds: readonly number[]) =>
  tx
    .update(videoUploads)
    .set({ nextTime: sql`now()` })
    .where(and(inArray(videoUploads.tenantId, [...tenantIds]), inArray(videoUploads.state, ['asked', 'uploading'])))

type Changes = {
  state?: VideoUploadState
  failure?: UploadFailure
  serial?: number
  tries?: number
  bytes?: number
  expected?: number
  /** Until it is looked at again. */
  seconds?: number
}

/** Changes an upload that is open, or only while it is in the state `only`; false when it is not any more. */
export async function changeUpload(
  tx: Tx,
  upload: Pick<VideoUploadRow, 'tenantId' | 'id'>,
  { seconds, ...changes }: Changes,
  only?: VideoUploadState,
) {
  const next = seconds === undefined ? undefined : { nextTime: sql`now() + make_interval(secs => ${seconds}::int)` }
  const { rowCount } = await tx
    .update(videoUploads)
    .set({ ...changes, ...next })
    .where(and(itself(upload), isOpen, only && eq(videoUploads.state, only)))
  return rowCount === 1
}

/** Bytes that came for a tenant within a day. */
export async function sumOfUploads(tx: Tx, tenantId: number): Promise<number> {
  const [found] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${videoUploadFiles.fileSize}), 0)::float8` })
    .from(videoUploadFiles)
    .where(and(eq(videoUploadFiles.tenantId, tenantId), sql`${videoUploadFiles.received} > now() - interval '1 day'`))
  return found?.bytes ?? 0
}

type NewFile = Pick<typeof videoUploadFiles.$inferInsert, 'original' | 'fileName' | 'fileSize' | 'sha256'> & { type: string }

/** Adds a file of an upload; false when one of its name is there already. */
export async function addUploadFile(tx: Tx, upload: VideoUploadRow, { type, ...file }: NewFile) {
  const { tenantId, id: uploadId, vehicleId } = upload
  const { rowCount } = await tx
    .insert(videoUploadFiles)
    .values({ tenantId, uploadId, vehicleId, ...file })
    .onConflictDoNothing({ target: [videoUploadFiles.tenantId, videoUploadFiles.uploadId, videoUploadFiles.original] })
  if (!rowCount) return false
  const { fileName, original, fileSize } = file
  return addFile(tx, {
    tenantId,
    bucketName: bucket,
    fileName,
    original,
    type,
    fileSize,
    createUser: `upload ${uploadId}`,
    isConfirmed: true,
  })
}

/** Removes uploads of more than `keepDays` ago; the bytes of their files go with the files that nothing refers to. */
export async function dropOldUploads(tx: Tx, keepDays: number) {
  await dropReceived(tx, videoUploadFiles, keepDays)
  await tx.delete(videoUploads).where(sql`${videoUploads.createTime} < now() - make_interval(days => ${keepDays}::int)`)
}
