import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { tenantId } from '../../db/columns.ts'

/** Advisory lock: shared while storing positions of finished days, exclusive while starting to compute such days. */
export const daysLock = 810

/** A point of a stored track: epoch ms, micro-degrees, 0.1 km/h, degrees, m, status bits, 0.1 km, 1 after a break. */
export type StoredPoint = [
  time: number,
  lng: number,
  lat: number,
  speed: number,
  direction: number,
  altitude: number,
  status: number,
  mileage: number | null,
  isBreak: 0 | 1,
]

/** A silence of a day: its beginning and end, epoch ms, and metres in a straight line. */
export type StoredSilence = [from: number, to: number, metres: number]
/** The first or the last fix of a day: epoch ms, micro-degrees. */
export type StoredEnd = [time: number, lng: number, lat: number]

/** Seconds of a day in trips, in stops and in stops with the ignition on, and the number of trips, each by the fixes of that day alone. */
export type DayWork = { driving: number; standing: number; idle: number; trips: number }

/**
 * Track and mileage of a terminal on one finished day, so that a year need not be read fix by fix. Storing another position of such a day
 * deletes its row. `line` is null while the day is being computed, `silences` also in a row from before there were any: both are computed
 * when they are asked for. `token` identifies the computation.
 */
export const trackDays = pgTable(
  'track_day',
  {
    tenantId: tenantId(),
    deviceId: integer().notNull(),
    /** Day in Asia/Shanghai. */
    day: date({ mode: 'string' }).notNull(),
    token: bigint({ mode: 'number' }).notNull(),
    fixes: integer().notNull().default(0),
    /** Number of its positions, of which the track leaves some out; null in a row from before it was kept. */
    reported: integer(),
    /** m */
    mileage: integer().notNull().default(0),
    mileageSource: text().$type<'odometer' | 'distance'>().notNull().default('distance'),
    line: jsonb().$type<StoredPoint[]>(),
    silences: jsonb().$type<StoredSilence[]>(),
    /** Null for a day without fixes. */
    ends: jsonb().$type<[StoredEnd, StoredEnd]>(),
    /** Null in a row from before it was kept: it is computed when a report asks for it. */
    work: jsonb().$type<DayWork>(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.deviceId, t.day] }), index().on(t.deviceId, t.day)],
)
