import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Tx } from '../../db/connect.ts'
import { aheadMs } from '../device-clock.ts'
import { alarmEnd, longestMs } from './server-alarms.ts'
import type { FixSource, WatchedTerminal } from './subject.ts'

/**
 * Device time from which a terminal's fixes must be read to restore the states of its rules: `since`, else its latest fix; null when it
 * never sent one. `heardAt`: arrival of the latest one. `inForce`: it has violations in force. Times epoch ms.
 */
export type TrackStart = { since: number | null; from: number | null; heardAt: number | null; inForce: boolean }

const recentDays = 3

/** The start of the track of each terminal. A fix that is ahead of `now`, epoch ms, came before the platform's clock was set back, and is none. */
export async function findTrackStarts(
  client: pg.ClientBase,
  subjects: readonly WatchedTerminal[],
  now: number,
): Promise<Map<number, TrackStart>> {
  const found = new Map<number, TrackStart>()
  const notAhead = `and time <= to_timestamp(${(now + aheadMs) / 1000})`
  // Most terminals have a fix in the latest partitions; only for the others all partitions are searched.
  await search(client, subjects, `${notAhead} and time > now() - interval '${recentDays} days'`, found)
  await search(
    client,
    subjects.filter(({ deviceId }) => found.get(deviceId)?.heardAt === null),
    notAhead,
    found,
  )
  return found
}

/** SQL for the latest fix of a terminal, by the source of its fixes. */
const latest: Record<FixSource, (condition: string) => string> = {
  position: (condition) => `select time, received from position
    where tenant_id = u.tenant_id and device_id = u.device_id and time <= received + interval '${aheadMs} ms' ${condition}
    order by position.time desc limit 1`,
  reading: (condition) => `select time, coalesce(r.received, time) as received from reading_latest l
    left join reading r using (tenant_id, device_id, metric, channel, time)
    where l.tenant_id = u.tenant_id and l.device_id = u.device_id ${condition} order by time desc limit 1`,
  // Nothing lasts any more when the last one ends, which need not be that which began last.
  alarm: (condition) => `select ${alarmEnd} as time, received from server_alarm
    where tenant_id = u.tenant_id and vehicle_id = -u.device_id and judged and time <= received + interval '${aheadMs} ms' ${condition}
      and time >= (select max(time) from server_alarm where tenant_id = u.tenant_id and vehicle_id = -u.device_id and judged)
        - interval '${longestMs} ms'
    order by 1 desc limit 1`,
}

async function search(
  client: pg.ClientBase,
  subjects: readonly WatchedTerminal[],
  condition: string,
  found: Map<number, TrackStart>,
) {
  const bySource = Map.groupBy(subjects, ({ source }) => source)
  for (const [source, some] of bySource) await searchIn(client, some, latest[source](condition), found)
}

async function searchIn(
  client: pg.ClientBase,
  subjects: readonly WatchedTerminal[],
  latest: string,
  found: Map<number, TrackStart>,
) {
  const { rows } = await client.query<TrackStart & { deviceId: number }>(
    `select u.device_id as "deviceId", s.since, least(s.since, p.time) as from, p.received as "heardAt",
       exists (select from violation_event where tenant_id = u.tenant_id and device_id = u.device_id and end_time is null) as "inForce"
     from unnest($1::int[], $2::int[]) as u (tenant_id, device_id)
     left join lateral (
       select round(extract(epoch from since) * 1000)::float8 as since from rule_state
       where tenant_id = u.tenant_id and device_id = u.device_id
     ) s on true
     left join lateral (
       select round(extract(epoch from time) * 1000)::float8 as time, round(extract(epoch from received) * 1000)::float8 as received
       from (${latest}) newest
     ) p on true`,
    [subjects.map(({ tenantId }) => tenantId), subjects.map(({ deviceId }) => deviceId)],
  )
  for (const { deviceId, ...beginning } of rows) found.set(deviceId, beginning)
}

/** Stores the starts for the next start of the process; null deletes one. */
export async function saveTrackStarts(
  client: pg.ClientBase,
  changes: readonly { subject: WatchedTerminal; since: number | null }[],
) {
  if (!changes.length) return
  const going = changes.filter(({ since }) => since !== null)
  const quiet = changes.filter(({ since }) => since === null)
  if (going.length)
    await client.query(
      `insert into rule_state (tenant_id, device_id, since)
       select u.tenant_id, u.device_id, to_timestamp(u.since) from unnest($1::int[], $2::int[], $3::float8[]) as u (tenant_id, device_id, since)
       on conflict (tenant_id, device_id) do update set since = excluded.since`,
      [...idsOf(going), going.map(({ since }) => (since ?? 0) / 1000)],
    )
  if (quiet.length)
    await client.query(
      `delete from rule_state s using unnest($1::int[], $2::int[]) as u (tenant_id, device_id)
       where s.tenant_id = u.tenant_id and s.device_id = u.device_id`,
      idsOf(quiet),
    )
}

const idsOf = (changes: readonly { subject: WatchedTerminal }[]) => [
  changes.map(({ subject }) => subject.tenantId),
  changes.map(({ subject }) => subject.deviceId),
]

type Place = { tenantId: number; facilityId: number }

/** Facilities with calibrations that were added or taken back since the rules last looked at them. */
export async function findNewlyCalibrated(tx: Tx) {
  const { rows } = await tx.execute<Place>(
    sql`select distinct tenant_id as "tenantId", facility_id as "facilityId" from box_calibration where not judged`,
  )
  return rows
}

/** Marks them as looked at, unless the transaction fails; returns where the earliest begins, epoch ms, null when there is none. */
export async function takeNewCalibrations(client: pg.ClientBase, { tenantId, facilityId }: Place): Promise<number | null> {
  const { rows } = await client.query<{ since: number | null }>(
    `with taken as (
       update box_calibration set judged = true where tenant_id = $1 and facility_id = $2 and not judged returning start_time
     ) select extract(epoch from min(start_time))::float8 * 1000 as since from taken`,
    [tenantId, facilityId],
  )
  return rows[0]?.since ?? null
}
