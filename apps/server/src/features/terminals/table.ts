import type { ObjectType } from '@huanwei/contract/objects'
import type { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import type { Protocol } from '@huanwei/contract/terminals/endpoints'
import { sql } from 'drizzle-orm'
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'

/** A terminal, sensor or phone. Belongs to no tenant (`tenantId` null) until it is bound to an object. */
export const terminals = pgTable(
  'device',
  {
    tenantId: integer(),
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Canonical number: digits without leading zeros; `app-<user id>` of the phone of a person, which no terminal can say. */
    terminalNo: text().notNull().unique(),
    objectType: text().$type<ObjectType>(),
    objectId: integer(),
    protocol: text().$type<Protocol>(),
    manufacturer: text(),
    model: text(),
    /** Identifier sent in its registration; with manufacturer and model it tells the terminal from an impostor with its number. */
    terminalId: text(),
    /** The plate it registered with. */
    plateNumber: text(),
    /** The code that 0x8100 gave; null before registration. A code, not a password a person chose: compared in constant time. */
    authCode: text(),
    /** SHA-256 of the key that a sensor sends with its readings over HTTP; null before one was made. */
    keyHash: text(),
    /** Time of the last message; at most 30 s behind. */
    lastSeen: instant(),
    /** Time of the first binding; it takes over the earlier reports, which belonged to no object. Reports between two bindings are not taken over. */
    firstBound: instant(),
    createTime: instant().notNull().default(sql`now()`),
    /** Last change of the binding. */
    ...updated,
  },
  (t) => [
    uniqueIndex().on(t.tenantId, t.objectType, t.objectId).where(sql`object_id is not null`),
    index().on(t.tenantId, t.createTime, t.id),
    // Of one organisation's terminals together with nobody's, as the platform's administrator lists them.
    index().on(t.createTime, t.id),
    uniqueIndex('device_key').on(t.keyHash).where(sql`key_hash is not null`),
  ],
)

/** Bindings of terminals to objects over time; `ended` is null while bound. A history is read through them. */
export const terminalBindings = pgTable(
  'device_binding',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    deviceId: integer().notNull(),
    objectType: text().$type<ObjectType>().notNull(),
    objectId: integer().notNull(),
    started: instant().notNull(),
    ended: instant(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), index().on(t.tenantId, t.objectType, t.objectId), index().on(t.deviceId)],
)

/**
 * Everything a terminal reported, partitioned by day of `time`. The key makes a report that comes twice one row.
 * Coordinates are micro-degrees WGS-84 as sent; `tenantId` 0 while the terminal is unbound.
 */
export const positions = pgTable(
  'position',
  {
    tenantId: tenantId(),
    deviceId: integer().notNull(),
    /** Device time. */
    time: instant().notNull(),
    messageId: smallint().notNull(),
    serial: integer().notNull(),
    received: instant().notNull(),
    lng: integer().notNull(),
    lat: integer().notNull(),
    /** 0.1 km/h */
    speed: integer().notNull(),
    direction: integer().notNull(),
    /** m */
    altitude: integer().notNull(),
    /** Status and alarm bits of spec 4, IV.4. */
    status: bigint({ mode: 'number' }).notNull(),
    alarm: bigint({ mode: 'number' }).notNull(),
    /** 0.1 km */
    mileage: integer(),
    satellites: smallint(),
    signal: smallint(),
    /** Every other addition; unknown ones as hex. */
    additions: jsonb(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.deviceId, t.time, t.messageId, t.serial] }),
    // Rows lie in the order in which they came: a few bytes a block tell its times, and cost next to nothing to write.
    index('position_time').using('brin', t.time).with({ pages_per_range: 64, autosummarize: true }),
  ],
)

/**
 * Messages of a terminal other than positions (attributes, parameters, driver's card, CAN, transparent data, unreadable items of a batch), as they were
 * read; bytes as hex. `tenantId` 0 while the terminal is unbound.
 */
export const terminalMessages = pgTable(
  'device_message',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    deviceId: integer().notNull(),
    messageId: smallint().notNull(),
    serial: integer().notNull(),
    received: instant().notNull(),
    content: jsonb().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), index().on(t.deviceId, t.messageId, t.serial), index().on(t.received)],
)

/** Connections on which terminals said who they are, partitioned by day of `time`, when each came. */
export const terminalConnections = pgTable(
  'device_connection',
  {
    tenantId: tenantId(),
    deviceId: integer().notNull(),
    time: instant().notNull(),
    authenticated: instant().notNull(),
    address: text().notNull(),
    /** Null while it lasts. */
    ended: instant(),
    reason: text().$type<ConnectionEnd>(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.deviceId, t.time] }),
    index('device_connection_open').on(t.deviceId).where(sql`ended is null`),
  ],
)

/** Pictures that terminals took; the bytes are a file's. Coordinates WGS-84. */
export const terminalPhotos = pgTable(
  'device_photo',
  {
    tenantId: tenantId(),
    fileName: text().notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    deviceId: integer().notNull(),
    /** Object it was bound to then. */
    objectType: text().$type<ObjectType>().notNull(),
    objectId: integer().notNull(),
    event: smallint().notNull(),
    channel: smallint().notNull(),
    /** Device time; null when it had none. */
    time: instant(),
    lng: doublePrecision(),
    lat: doublePrecision(),
    address: text().notNull(),
    received: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.fileName] }),
    index().on(t.tenantId, t.deviceId, t.received, t.id),
    index().on(t.tenantId, t.deviceId, t.id),
    // The newest of an organisation, and of an object.
    index().on(t.tenantId, t.received, t.id),
    index().on(t.tenantId, t.objectType, t.objectId, t.received, t.id),
  ],
)
