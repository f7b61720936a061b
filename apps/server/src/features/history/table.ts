import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { tenantId } from '../../db/columns.ts'

/** Held by who stores positions of finished days, shared, and by who begins to work such days out, alone. */
export const daysLock = 810

/** A point of a stored way: epoch ms, micro-degrees, 0.1 km/h, degrees, m, status bits, 0.1 km, 1 after a break. */
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

/**
 * What a terminal's positions of one finished day come to, so that a year need not be read fix by fix. Whoever stores a position of such
 * a day takes its row away. `line` is null while somebody works it out, known by `token`.
 */
export const trackDays = pgTable(
  'track_day',
  {
    tenantId: tenantId(),
    deviceId: integer().notNull(),
    /** In Asia/Shanghai. */
    day: date({ mode: 'string' }).notNull(),
    token: bigint({ mode: 'number' }).notNull(),
    fixes: integer().notNull().default(0),
    /** m */
    mileage: integer().notNull().default(0),
    mileageSource: text().$type<'odometer' | 'distance'>().notNull().default('distance'),
    line: jsonb().$type<StoredPoint[]>(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.deviceId, t.day] }), index().on(t.deviceId, t.day)],
)
