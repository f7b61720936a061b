import type { WasteType } from '@huanwei/contract/cans/codes'
import { sql } from 'drizzle-orm'
import { doublePrecision, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'
import { departments } from '../departments/table.ts'

/** A public toilet, transfer station, garbage can or the like; `code` stands on its QR sticker. */
export const facilities = pgTable(
  'facility',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    deptId: integer().notNull(),
    name: text().notNull(),
    /** Unguessable, unique over all tenants: it is all a citizen's page brings. */
    code: text().notNull(),
    /** Pinyin initials of the name, for searching. */
    initials: text().notNull(),
    /** Value of the dictionary `facility_type`. */
    facilityType: text().notNull(),
    address: text().notNull().default(''),
    /** WGS-84. */
    lng: doublePrecision().notNull(),
    lat: doublePrecision().notNull(),
    remark: text().notNull().default(''),
    intercomAccount: text().notNull().default(''),
    /** Of a garbage can, litres. */
    capacity: integer(),
    /** Of a garbage can. */
    wasteType: text().$type<WasteType>(),
    createTime: instant().notNull().default(sql`now()`),
    /** Removed facilities keep their row for what happened at them. */
    removedTime: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique().on(t.code),
    index().on(t.tenantId, t.deptId),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }),
  ],
)
