import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { inScope } from '../../../db/scope.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { vehicles } from '../../vehicles/table.ts'
import { isLive } from '../queries.ts'
import { intercomGroups, intercomVehicles } from '../table.ts'

/** The vehicles of a group that are still there, and the group's name; undefined where nobody may speak any more. */
export async function findGroupVehicles(tx: Tx, tenantId: number, groupId: number) {
  const rows = await tx
    .select({
      name: intercomGroups.name,
      kind: intercomGroups.kind,
      isBroadcast: intercomGroups.isBroadcast,
      vehicleId: vehicles.id,
      plateNumber: vehicles.plateNumber,
    })
    .from(intercomGroups)
    .leftJoin(
      intercomVehicles,
      and(eq(intercomVehicles.tenantId, intercomGroups.tenantId), eq(intercomVehicles.groupId, intercomGroups.id)),
    )
    .leftJoin(
      vehicles,
      and(eq(vehicles.tenantId, tenantId), eq(vehicles.id, intercomVehicles.vehicleId), isNull(vehicles.removedTime)),
    )
    .where(and(eq(intercomGroups.tenantId, tenantId), eq(intercomGroups.id, groupId), isLive))
    .orderBy(asc(vehicles.plateNumber))
  const [group] = rows
  if (!group) return undefined
  const named = rows.flatMap(({ vehicleId, plateNumber: name }) =>
    vehicleId === null || name === null ? [] : { vehicleId, name },
  )
  const { name, kind, isBroadcast } = group
  return { name, kind, isBroadcast, vehicles: named }
}

/** The vehicles among these that the viewer sees. */
export const findVehiclesInSight = (tx: Tx, viewer: Viewer, vehicleIds: readonly number[]) =>
  tx
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(
      and(
        eq(vehicles.tenantId, viewer.tenantId),
        inArray(vehicles.id, [...vehicleIds]),
        isNull(vehicles.removedTime),
        inScope(viewer, vehicles.deptId),
      ),
    )
