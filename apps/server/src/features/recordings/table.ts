import type { PictureStream } from '@huanwei/contract/video/codes'
import { boolean, foreignKey, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { tenantId, updated } from '../../db/columns.ts'
import { departments } from '../departments/table.ts'
import { vehicles } from '../vehicles/table.ts'

/** Cameras that are recorded at certain hours. */
export const recordingSchedules = pgTable(
  'recording_schedule',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** One of the two. */
    deptId: integer(),
    vehicleId: integer(),
    /** None: all. */
    channels: smallint().array().notNull(),
    stream: text().$type<PictureStream>().notNull(),
    /** `HH:mm` in Asia/Shanghai; `weekdays` 1 Monday to 7 Sunday. */
    start: text().notNull(),
    end: text().notNull(),
    weekdays: smallint().array().notNull(),
    isStopped: boolean().notNull().default(false),
    ...updated,
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.tenantId, t.vehicleId),
    index().on(t.tenantId, t.deptId),
    foreignKey({ columns: [t.tenantId, t.vehicleId], foreignColumns: [vehicles.tenantId, vehicles.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }).onDelete('cascade'),
  ],
)
