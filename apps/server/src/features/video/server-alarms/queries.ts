import { and, count, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { momentOf, timeText } from '../../../lib/time.ts'
import type { RemoteAlarm } from '../../../media/remote/remote-alarms.ts'
import { units } from '../../units/table.ts'
import { serverAlarms, serverAlarmsAsked } from '../table.ts'

/** Alarms of a vehicle within a day: a server that has more is wrong. */
const mostOfVehicle = 1000
const aDayAgo = sql`now() - interval '1 day'`
/** Days after which an alarm is forgotten: older ones change no violation. */
const keptDays = 30

type Vehicle = { tenantId: number; vehicleId: number }

/** Organisations with a video server of their own. */
export async function findServedTenants(tx: Tx): Promise<number[]> {
  const found = await tx.select({ tenantId: units.tenantId }).from(units).where(ne(units.videoSource, ''))
  return found.map(({ tenantId }) => tenantId)
}

/** Alarms that came within a day, by organisation. */
export async function countOfDay(tx: Tx): Promise<Map<number, number>> {
  const found = await tx
    .select({ tenantId: serverAlarms.tenantId, alarms: count() })
    .from(serverAlarms)
    .where(gt(serverAlarms.received, aDayAgo))
    .groupBy(serverAlarms.tenantId)
  return new Map(found.map(({ tenantId, alarms }) => [tenantId, alarms]))
}

/** How far the alarms of vehicles are known, and when they were asked for, epoch ms, by vehicle. */
export async function findAsked(tx: Tx, tenantId: number) {
  const found = await tx.select().from(serverAlarmsAsked).where(eq(serverAlarmsAsked.tenantId, tenantId))
  return new Map(
    found.map(({ vehicleId, until, asked }) => [
      vehicleId,
      { until: until === null ? null : momentOf(until), asked: momentOf(asked) },
    ]),
  )
}

/** Notes that the alarms of a vehicle were asked for, and until when they are known now, epoch ms; null where the server did not tell. */
export async function noteAsked(tx: Tx, vehicle: Vehicle, until: number | null) {
  const asked = { asked: sql`now()`, ...(until !== null && { until: timeText(until) }) }
  await tx
    .insert(serverAlarmsAsked)
    .values({ ...vehicle, ...asked })
    .onConflictDoUpdate({ target: [serverAlarmsAsked.tenantId, serverAlarmsAsked.vehicleId], set: asked })
}

/**
 * Adds the alarms of a vehicle that are new, at most `room` of them. One that is known stays as it came first; only an end that was not known is added,
 * and then it is judged again. Returns how many were added, how many left out as the vehicle has too many of this day, and those that there was no room for.
 */
export async function addAlarms(tx: Tx, vehicle: Vehicle, alarms: readonly RemoteAlarm[], room: number) {
  if (!alarms.length) return { added: 0, leftOut: 0, waiting: [] }
  const ofVehicle = and(eq(serverAlarms.tenantId, vehicle.tenantId), eq(serverAlarms.vehicleId, vehicle.vehicleId))
  const keys = alarms.map(({ key }) => key)
  const found = await tx
    .select({ key: serverAlarms.key, endTime: serverAlarms.endTime })
    .from(serverAlarms)
    .where(and(ofVehicle, inArray(serverAlarms.key, keys)))
  const known = new Map(found.map(({ key, endTime }) => [key, endTime]))
  const ends = alarms.flatMap(({ key, end }) => (end !== null && known.get(key) === null ? { key, end } : []))
  if (ends.length)
    await tx.execute(sql`
      update ${serverAlarms} a set end_time = greatest(a.time, e.until), judged = false
      from unnest(${sql.param(ends.map(({ key }) => key))}::text[], ${sql.param(ends.map(({ end }) => timeText(end)))}::timestamptz[]) as e (key, until)
      where a.tenant_id = ${vehicle.tenantId} and a.vehicle_id = ${vehicle.vehicleId} and a.key = e.key and a.end_time is null`)
  const fresh = alarms.filter(({ key }) => !known.has(key))
  const ofDay = await tx.$count(serverAlarms, and(ofVehicle, gt(serverAlarms.received, aDayAgo)))
  const wanted = fresh.slice(0, Math.max(0, mostOfVehicle - ofDay))
  const taken = wanted.slice(0, room)
  if (taken.length)
    await tx
      .insert(serverAlarms)
      .values(
        taken.map(({ key, time, end, alarm, safety, lng, lat }) => ({
          ...vehicle,
          key,
          time: timeText(time),
          endTime: end === null ? null : timeText(end),
          alarm,
          safety,
          lng,
          lat,
        })),
      )
      .onConflictDoNothing()
  return { added: taken.length, leftOut: fresh.length - wanted.length, waiting: wanted.slice(room) }
}

export const dropOldAlarms = (tx: Tx) =>
  tx.delete(serverAlarms).where(lt(serverAlarms.received, sql`now() - make_interval(days => ${keptDays}::int)`))
