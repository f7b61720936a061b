import { randomBytes } from 'node:crypto'
import { ObjectType } from '@huanwei/contract/objects'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { vehicles } from '../../vehicles/table.ts'
import { one } from '../../violations/queries.ts'
import { violations } from '../../violations/table.ts'
import { type ChangedVehicles, keptOfServer, type UploadRow } from '../attachments/queries.ts'
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
  mergedInto: number | null
}

/** A violation of a vehicle in scope; null for one of another object, undefined for none. */
export const findOfVehicle = (tx: Tx, viewer: Viewer, id: number) => findWhere(tx, one(viewer, id))

/** The same of a tenant, whoever may see it. */
export const findOfTenant = (tx: Tx, { tenantId }: { tenantId: number }, id: number) =>
  findWhere(tx, and(eq(violations.tenantId, tenantId), eq(violations.id, id)))

async function findWhere(tx: Tx, where: SQL | undefined): Promise<OfVehicle | null | undefined> {
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
      mergedInto: violations.mergedInto,
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
    .where(where)
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

/** Names of the files that are kept of a violation and of what is merged into it, with the types of the files at their ends. */
export async function findKept(tx: Tx, found: OfVehicle): Promise<string[]> {
  const kept = await tx
    .select({ original: alarmAttachments.original })
    .from(alarmAttachments)
    .where(and(eq(alarmAttachments.tenantId, found.tenantId), sql`${alarmAttachments.uploadId} in ${keptOfServer(found)}`))
  return kept.map(({ original }) => original)
}

/** Age above which the files of a violation are no longer fetched. */
const oldest = sql.raw(`interval '3 days'`)

/**
 * Notes the violations that an organisation's video server has told of, or their wholes where they are merged, each once: their files are to be fetched. Those of
 * an alarm reach the server after it.
 */
export const noteServerEvidence = (tx: Tx, { tenantId, vehicleId }: ChangedVehicles) =>
  tx.execute(sql`
    insert into ${alarmUploads} (tenant_id, vehicle_id, device_id, terminal_no, mark, alarm_number, time, files, next_time)
    select distinct w.tenant_id, w.object_id, w.device_id, '', 'server ' || w.id, replace(gen_random_uuid()::text, '-', ''), w.create_time, 0,
      now() + interval '1 minute'
    from ${violations} v
    join ${violations} w on w.tenant_id = v.tenant_id and w.id = coalesce(v.merged_into, v.id)
    where v.tenant_id = ${tenantId} and v.device_id < 0 and v.object_type = ${ObjectType.vehicle} and v.create_time > now() - ${oldest}
      and ${vehicleId === undefined ? sql`true` : sql`v.object_id = ${vehicleId}`}
      and not exists (
        select from ${alarmUploads} u where u.tenant_id = w.tenant_id and u.device_id = w.device_id and u.mark = 'server ' || w.id)
    limit 1000
    on conflict do nothing`)

/** The violation whose files a row stands for; undefined for the alarm of a terminal. */
export function violationOf({ mark }: UploadRow): number | undefined {
  const [, id] = /^server (\d+)$/.exec(mark) ?? []
  return id === undefined ? undefined : Number(id)
}
