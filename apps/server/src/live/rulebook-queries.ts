import { ObjectType } from '@huanwei/contract/objects'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../db/connect.ts'
import { areas } from '../features/areas/table.ts'
import { departments } from '../features/departments/table.ts'
import { dictionaryItems } from '../features/dictionaries/table.ts'
import { rules } from '../features/rules/table.ts'
import { deviceBindings, devices } from '../features/terminals/table.ts'
import { vehicles } from '../features/vehicles/table.ts'

/** Whole epoch ms, rounded up. */
const epochMs = (column: PgColumn) => sql<number>`ceil(extract(epoch from ${column}) * 1000)::float8`

/** Enabled vehicle rules of all tenants. */
export const findRules = (tx: Tx) =>
  tx
    .select({
      tenantId: rules.tenantId,
      id: rules.id,
      name: rules.name,
      condition: rules.condition,
      severity: rules.severity,
      objectIds: rules.objectIds,
      deptIds: rules.deptIds,
      hours: rules.hours,
      minDuration: rules.minDuration,
      cooldown: rules.cooldown,
      voiceText: rules.voiceText,
      changedAt: epochMs(rules.changeTime),
    })
    .from(rules)
    .where(and(eq(rules.enabled, true), eq(rules.objectType, ObjectType.vehicle)))
    .orderBy(rules.id)

/** Areas that vehicles must not leave. */
export const findRuleAreas = (tx: Tx) =>
  tx
    .select({ id: areas.id, shape: areas.shape, changedAt: epochMs(areas.shapeTime) })
    .from(areas)
    .where(
      sql`exists (select from ${rules} r where r.tenant_id = ${areas.tenantId} and r.enabled
        and r.condition->>'kind' = ${ConditionKind.outOfArea} and r.condition->'areaIds' @> to_jsonb(${areas.id}))`,
    )

export const findParents = (tx: Tx) =>
  tx.select({ tenantId: departments.tenantId, id: departments.id, parentId: departments.parentId }).from(departments)

/** Terminals on vehicles, with what an event says of the vehicle. */
export const findSubjects = (tx: Tx) =>
  tx
    .select({
      tenantId: vehicles.tenantId,
      deviceId: devices.id,
      objectId: vehicles.id,
      objectName: vehicles.plateNumber,
      objectTypeName: sql<string>`coalesce(${dictionaryItems.label}, ${vehicles.vehicleType})`,
      deptId: vehicles.deptId,
      deptName: departments.name,
      boundAt: sql<number>`coalesce(${epochMs(deviceBindings.started)}, 0)`,
    })
    .from(devices)
    .innerJoin(
      vehicles,
      and(eq(vehicles.tenantId, devices.tenantId), eq(vehicles.id, devices.objectId), isNull(vehicles.removedTime)),
    )
    .innerJoin(departments, and(eq(departments.tenantId, vehicles.tenantId), eq(departments.id, vehicles.deptId)))
    .leftJoin(
      deviceBindings,
      and(eq(deviceBindings.tenantId, devices.tenantId), eq(deviceBindings.deviceId, devices.id), isNull(deviceBindings.ended)),
    )
    .leftJoin(
      dictionaryItems,
      and(
        eq(dictionaryItems.tenantId, vehicles.tenantId),
        eq(dictionaryItems.type, 'vehicle_type'),
        eq(dictionaryItems.value, vehicles.vehicleType),
      ),
    )
    .where(eq(devices.objectType, ObjectType.vehicle))
