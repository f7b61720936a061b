import { randomBytes } from 'node:crypto'
import { ObjectType } from '@huanwei/contract/objects'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { vehicles } from '../../vehicles/table.ts'
import { one } from '../../violations/queries.ts'
import { violations } from '../../violations/table.ts'
import type { UploadRow } from '../attachments/queries.ts'
import { alarmAttachments, alarmUploads } from '../table.ts'

/** A violation of a vehicle. */
export type OfVehicle = {
  tenantId: number
  id: number
  vehicleId: number
  deviceId: number
  plateNumber: string
  createTime: string
  /** Of one in force, the time at which it was last seen. */
  until: string
}

/** A violation of a vehicle in scope; null for one of another object, undefined for none. */
export async function findOfVehicle(tx: Tx, viewer: Viewer, id: number): Promise<OfVehicle | null | undefined> {
  const [found] = await tx
    .select({
      tenantId: violations.tenantId,
      id: violations.id,
      vehicleId: violations.objectId,
      deviceId: violations.deviceId,
      plateNumber: vehicles.plateNumber,
      createTime: violations.createTime,
      endTime: violations.endTime,
      lastTime: violations.lastTime,
    })
    .from(violations)
    .leftJoin(
      vehicles,
      and(
        eq(violations.objectType, ObjectType.vehicle),
        eq(vehicles.tenantId, violations.tenantId),
        eq(vehicles.id, violations.objectId),
      ),
    )
    .where(one(viewer, id))
  if (!found) return undefined
  const { plateNumber, endTime, lastTime, ...violation } = found
  return plateNumber === null ? null : { ...violation, plateNumber, until: endTime ?? lastTime }
}

/** Files of a video server count as those of one alarm for each violation. */
const markOf = ({ id }: OfVehicle) => `server ${id}`

const ofServer = (found: OfVehicle) =>
  and(eq(alarmUploads.tenantId, found.tenantId), eq(alarmUploads.deviceId, found.deviceId), eq(alarmUploads.mark, markOf(found)))

/** What the files of a violation are kept with, made at the first of them. */
export async function keptWith(tx: Tx, found: OfVehicle, device: string): Promise<UploadRow> {
  const { tenantId, vehicleId, deviceId, createTime: time } = found
  await tx
    .insert(alarmUploads)
    .values({
      tenantId,
      vehicleId,
      deviceId,
      terminalNo: device,
      mark: markOf(found),
      alarmNumber: randomBytes(16).toString('hex'),
      time,
      state: 'done',
      files: 0,
    })
    .onConflictDoNothing()
  const [row] = await tx.select().from(alarmUploads).where(ofServer(found))
  if (!row) throw new Error('files have nothing to be kept with')
  return row
}

/** Names of the files of a violation that are kept, with the types of the files at their ends. */
export async function findKept(tx: Tx, found: OfVehicle): Promise<string[]> {
  const kept = await tx
    .select({ original: alarmAttachments.original })
    .from(alarmAttachments)
    .innerJoin(
      alarmUploads,
      sql`${alarmUploads.tenantId} = ${alarmAttachments.tenantId} and ${alarmUploads.id} = ${alarmAttachments.uploadId}`,
    )
    .where(ofServer(found))
  return kept.map(({ original }) => original)
}
