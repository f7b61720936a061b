import type { Parsed } from '@huanwei/contract/endpoint'
import { type addRecordingSchedule, mostRecordingSchedules } from '@huanwei/contract/recordings/endpoints'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departments } from '../departments/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { recordings } from '../video/table.ts'
import { recordingSchedules } from './table.ts'

type Fields = Omit<Parsed<typeof addRecordingSchedule>, 'deptId' | 'vehicleId'> & {
  deptId: number | null
  vehicleId: number | null
}

const { tenantId: _, ...columns } = getTableColumns(recordingSchedules)

const running = sql<number>`(select count(*)::int from ${recordings} r
  where r.tenant_id = ${recordingSchedules.tenantId} and r.schedule_id = ${recordingSchedules.id} and r.end_time is null)`

/** The schedules in scope, newest first. */
export const findRecordingSchedules = (tx: Tx, viewer: Viewer, id?: number) =>
  tx
    .select({
      ...columns,
      target: sql<string>`coalesce(${vehicles.plateNumber}, ${departments.name}, '')`,
      running,
    })
    .from(recordingSchedules)
    .leftJoin(
      departments,
      and(eq(departments.tenantId, recordingSchedules.tenantId), eq(departments.id, recordingSchedules.deptId)),
    )
    .leftJoin(vehicles, and(eq(vehicles.tenantId, recordingSchedules.tenantId), eq(vehicles.id, recordingSchedules.vehicleId)))
    .where(
      and(
        eq(recordingSchedules.tenantId, viewer.tenantId),
        inScope(viewer, sql`coalesce(${vehicles.deptId}, ${recordingSchedules.deptId})`),
        id === undefined ? undefined : eq(recordingSchedules.id, id),
      ),
    )
    .orderBy(desc(recordingSchedules.id))
    .limit(mostRecordingSchedules)

const one = ({ tenantId }: Pick<Viewer, 'tenantId'>, id: number) =>
  and(eq(recordingSchedules.tenantId, tenantId), eq(recordingSchedules.id, id))

export const countRecordingSchedules = (tx: Tx, { tenantId }: Viewer) =>
  tx.$count(recordingSchedules, eq(recordingSchedules.tenantId, tenantId))

/** True when the vehicle is there and in the viewer's scope. */
export async function isVehicleInSight(tx: Tx, viewer: Viewer, id: number): Promise<boolean> {
  const where = and(eq(vehicles.tenantId, viewer.tenantId), eq(vehicles.id, id), inScope(viewer, vehicles.deptId))
  return (await tx.$count(vehicles, where)) > 0
}

/** Returns the new id. */
export async function insertRecordingSchedule(tx: Tx, { tenantId, username: updateBy }: Viewer, fields: Fields): Promise<number> {
  const [added] = await tx
    .insert(recordingSchedules)
    .values({ tenantId, updateBy, ...fields })
    .returning({ id: recordingSchedules.id })
  return added!.id
}

export const updateRecordingSchedule = (tx: Tx, viewer: Viewer, id: number, fields: Fields) =>
  tx
    .update(recordingSchedules)
    .set({ ...fields, ...updatedBy(recordingSchedules, viewer) })
    .where(one(viewer, id))

export const deleteRecordingSchedule = (tx: Tx, viewer: Viewer, id: number) =>
  tx.delete(recordingSchedules).where(one(viewer, id))

/** Organisations with a schedule that is not stopped. */
export async function findSchedulingTenants(tx: Tx): Promise<number[]> {
  const found = await tx
    .selectDistinct({ tenantId: recordingSchedules.tenantId })
    .from(recordingSchedules)
    .where(eq(recordingSchedules.isStopped, false))
  return found.map(({ tenantId }) => tenantId)
}

/** A schedule that is not stopped, with the vehicles that it is about. */
export type ActiveSchedule = Pick<
  typeof recordingSchedules.$inferSelect,
  'tenantId' | 'id' | 'channels' | 'stream' | 'start' | 'end' | 'weekdays'
> & { vehicleIds: number[] }

/** The schedules of these organisations that are not stopped, the oldest first. */
export async function findActiveSchedules(tx: Tx, tenantIds: readonly number[]): Promise<ActiveSchedule[]> {
  const { rows } = await tx.execute<ActiveSchedule>(sql`
    select s.tenant_id as "tenantId", s.id, s.channels, s.stream, s.start, s."end", s.weekdays, array(
      select v.id from ${vehicles} v where v.tenant_id = s.tenant_id and (v.id = s.vehicle_id
        or v.dept_id in (select departments_below(s.tenant_id, array[s.dept_id])))
      order by v.id) as "vehicleIds"
    from ${recordingSchedules} s where s.tenant_id = any(${sql.param([...tenantIds])}::int[]) and not s.is_stopped
    order by s.tenant_id, s.id`)
  return rows
}
