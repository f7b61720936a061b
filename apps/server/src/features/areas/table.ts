import type { Shape } from '@huanwei/contract/areas/endpoints'
import { sql } from 'drizzle-orm'
import { foreignKey, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'
import { departments } from '../departments/table.ts'
import { vehicles } from '../vehicles/table.ts'

export const areas = pgTable(
  'area',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    deptId: integer().notNull(),
    name: text().notNull(),
    shape: jsonb().$type<Shape>().notNull(),
    remark: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
    /** Time of the last change of the shape. */
    shapeTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }),
  ],
)

/** What areas were until they were changed or removed. Written by a trigger. */
export const formerAreas = pgTable(
  'former_area',
  {
    tenantId: tenantId(),
    areaId: integer().notNull(),
    until: instant().notNull(),
    deptId: integer().notNull(),
    name: text().notNull(),
    shape: jsonb().$type<Shape>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.areaId, t.until] })],
)

/** Vehicles assigned to areas. */
export const areaVehicles = pgTable(
  'area_vehicle',
  { tenantId: tenantId(), areaId: integer().notNull(), vehicleId: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.areaId, t.vehicleId] }),
    foreignKey({ columns: [t.tenantId, t.areaId], foreignColumns: [areas.tenantId, areas.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.vehicleId], foreignColumns: [vehicles.tenantId, vehicles.id] }).onDelete('cascade'),
  ],
)
