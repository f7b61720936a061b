import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'
import { departments } from '../departments/table.ts'

export const vehicles = pgTable(
  'vehicle',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    deptId: integer().notNull(),
    plateNumber: text().notNull(),
    plateColour: smallint().notNull(),
    name: text().notNull().default(''),
    /** Pinyin initials of name and plate, lower case, for search. */
    initials: text().notNull(),
    vehicleType: text().notNull(),
    /** Value of the dictionary `vehicle_function`. */
    vehicleFunction: text().notNull(),
    driverName: text().notNull().default(''),
    driverPhone: text().notNull().default(''),
    vin: text().notNull().default(''),
    vehicleCamera: smallint().notNull().default(0),
    /** Names of its camera channels, from channel 1; an empty one shows its number. */
    channelNames: text().array().notNull().default([]),
    /** Channels that are not shown. */
    hideChannel: smallint().array().notNull().default([]),
    /** Number of the terminal that sends video; empty: the one that says where it is. */
    videoDeviceId: text().notNull().default(''),
    intercomAccount: text().notNull().default(''),
    remark: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
    /** Removed vehicles keep their row for their history. */
    removedTime: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex().on(t.tenantId, t.plateNumber).where(sql`removed_time is null`),
    index().on(t.tenantId, t.deptId),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }),
  ],
)
