import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import { type listVehicleEvidence, mostOfDay, type VehicleEvidence } from '@huanwei/contract/violations/endpoints'
import { and, desc, eq, gte, inArray, lte } from 'drizzle-orm'
import type { Tx } from '../../../../db/connect.ts'
import { inScope } from '../../../../db/scope.ts'
import type { Viewer } from '../../../../http/viewer.ts'
import { terminalBindings, terminalPhotos } from '../../../terminals/table.ts'
import { vehicles } from '../../../vehicles/table.ts'
import { alarmAttachments } from '../../../video/table.ts'
import { attachmentColumns, photoTime, terminalPhotoColumns } from '../queries.ts'

type Asked = Parsed<typeof listVehicleEvidence>

/** Evidence of a vehicle from a span, whatever it was judged by; undefined out of scope. */
export async function findVehicleEvidence(tx: Tx, viewer: Viewer, asked: Asked): Promise<VehicleEvidence | undefined> {
  const { tenantId } = viewer
  const isSeen = and(eq(vehicles.tenantId, tenantId), eq(vehicles.id, asked.vehicleId), inScope(viewer, vehicles.deptId))
  if (!(await tx.$count(vehicles, isSeen))) return undefined
  return { photos: await findPhotos(tx, tenantId, asked), attachments: await findAttachments(tx, tenantId, asked) }
}

async function findPhotos(tx: Tx, tenantId: number, { vehicleId, startTime, endTime }: Asked) {
  const newest = await tx
    .select(terminalPhotoColumns)
    .from(terminalPhotos)
    .where(
      and(
        eq(terminalPhotos.tenantId, tenantId),
        eq(terminalPhotos.objectType, ObjectType.vehicle),
        eq(terminalPhotos.objectId, vehicleId),
        gte(photoTime, startTime),
        lte(photoTime, endTime),
      ),
    )
    .orderBy(desc(photoTime), desc(terminalPhotos.id))
    .limit(mostOfDay)
  return newest.reverse()
}

async function findAttachments(tx: Tx, tenantId: number, { vehicleId, startTime, endTime }: Asked) {
  const bound = await tx
    .selectDistinct({ deviceId: terminalBindings.deviceId })
    .from(terminalBindings)
    .where(
      and(
        eq(terminalBindings.tenantId, tenantId),
        eq(terminalBindings.objectType, ObjectType.vehicle),
        eq(terminalBindings.objectId, vehicleId),
      ),
    )
  // What a video server told of is no terminal's.
  const deviceIds = [...bound.map(({ deviceId }) => deviceId), -vehicleId]
  const newest = await tx
    .select(attachmentColumns)
    .from(alarmAttachments)
    .where(
      and(
        eq(alarmAttachments.tenantId, tenantId),
        inArray(alarmAttachments.deviceId, deviceIds),
        eq(alarmAttachments.vehicleId, vehicleId),
        gte(alarmAttachments.time, startTime),
        lte(alarmAttachments.time, endTime),
      ),
    )
    .orderBy(desc(alarmAttachments.time), desc(alarmAttachments.id))
    .limit(mostOfDay)
  return newest.reverse()
}
