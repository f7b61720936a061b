import type { WasteType } from '@huanwei/contract/cans/codes'
import type { FacilityClass, ToiletKind } from '@huanwei/contract/facilities/codes'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'
import { departments } from '../departments/table.ts'

/** A public toilet, transfer station, garbage can or the like; `code` is printed on its QR sticker. */
export const facilities = pgTable(
  'facility',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    deptId: integer().notNull(),
    name: text().notNull(),
    /** Unguessable, unique over all tenants: a citizen's page sends nothing else to identify the facility. */
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
    /** Litres; garbage cans only. */
    capacity: integer(),
    /** Garbage cans only. */
    wasteType: text().$type<WasteType>(),
    toiletKind: text().$type<ToiletKind>(),
    /** 1 is the highest. */
    facilityClass: integer().$type<FacilityClass>(),
    builtYear: integer(),
    /** m². */
    floorArea: doublePrecision(),
    openingHours: text().notNull().default(''),
    managerName: text().notNull().default(''),
    equipment: text().notNull().default(''),
    cubiclesMen: integer(),
    cubiclesWomen: integer(),
    cubiclesShared: integer(),
    photos: text().array().notNull().default([]),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
    /** Set when removed; the row stays for the events at the facility. */
    removedTime: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique().on(t.code),
    index().on(t.tenantId, t.deptId),
    index('facility_photos').using('gin', t.photos),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }),
  ],
)

/** Condition of rows that name a facility of this type, a value of the dictionary `facility_type`. */
export const isAboutType = (
  row: Record<'tenantId' | 'facilityId', AnyPgColumn>,
  facilityType: string,
) => sql`exists (select from ${facilities} ft
  where ft.tenant_id = ${row.tenantId} and ft.id = ${row.facilityId} and ft.facility_type = ${facilityType})`
