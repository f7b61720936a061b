import type { GroupKind, SpeechEnd } from '@huanwei/contract/intercom/codes'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Groups of the intercom. One that was removed or has ended stays for its speeches. */
export const intercomGroups = pgTable(
  'intercom_group',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    kind: text().$type<GroupKind>().notNull(),
    /** Empty for two people. */
    name: text().notNull().default(''),
    /** Null for two people. */
    deptId: integer(),
    areaId: integer(),
    /** Two people, the smaller id first: `12 40`; null for other kinds. */
    pair: text(),
    /** Its vehicles hear and are not heard. */
    isBroadcast: boolean().notNull().default(false),
    /** The call for help that it was opened for. */
    emergencyId: bigint({ mode: 'number' }),
    expires: instant(),
    removedTime: instant(),
    createBy: integer(),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('intercom_group_pair').on(t.tenantId, t.pair),
    uniqueIndex('intercom_group_emergency').on(t.tenantId, t.emergencyId),
  ],
)

/** People who are named in groups. */
export const intercomMembers = pgTable(
  'intercom_member',
  { tenantId: tenantId(), groupId: integer().notNull(), userId: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.groupId, t.userId] }),
    foreignKey({ columns: [t.tenantId, t.groupId], foreignColumns: [intercomGroups.tenantId, intercomGroups.id] }),
    index().on(t.tenantId, t.userId),
  ],
)

/** Vehicles that are named in groups: their terminals are spoken with. */
export const intercomVehicles = pgTable(
  'intercom_vehicle',
  { tenantId: tenantId(), groupId: integer().notNull(), vehicleId: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.groupId, t.vehicleId] }),
    foreignKey({ columns: [t.tenantId, t.groupId], foreignColumns: [intercomGroups.tenantId, intercomGroups.id] }),
  ],
)

/** Speeches, from the grant of the floor on. */
export const intercomSpeeches = pgTable(
  'intercom_speech',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    groupId: integer().notNull(),
    /** Who spoke: a person, or in the cab of a vehicle. */
    userId: integer(),
    vehicleId: integer(),
    startTime: instant().notNull().default(sql`now()`),
    /** Length, samples. */
    samples: integer().notNull().default(0),
    /** Null while it is being spoken. */
    endReason: text().$type<SpeechEnd>(),
    /** The process that takes it; empty in older rows. */
    holder: text().notNull().default(''),
    /** Of the sound, hex. */
    sha256: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.tenantId, t.groupId, t.id),
    index().on(t.tenantId, t.userId, t.id),
    index('intercom_speech_open').on(t.id).where(sql`end_reason is null`),
    index().on(t.startTime),
  ],
)

/** Sound of speeches in pieces as they were kept, G.711 A-law. */
export const intercomSounds = pgTable(
  'intercom_sound',
  {
    tenantId: tenantId(),
    speechId: integer().notNull(),
    /** Place of the first sample. */
    at: integer().notNull(),
    sound: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.speechId, t.at] }),
    foreignKey({ columns: [t.tenantId, t.speechId], foreignColumns: [intercomSpeeches.tenantId, intercomSpeeches.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** Last speech of a group that somebody has heard, or has seen that it was missed. */
export const intercomMarks = pgTable(
  'intercom_mark',
  {
    tenantId: tenantId(),
    userId: integer().notNull(),
    groupId: integer().notNull(),
    speechId: integer().notNull(),
    /** Last speech that a reminder told of. */
    toldId: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId, t.groupId] }),
    foreignKey({ columns: [t.tenantId, t.groupId], foreignColumns: [intercomGroups.tenantId, intercomGroups.id] }),
  ],
)
