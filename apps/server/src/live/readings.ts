import { randomUUID } from 'node:crypto'
import { ObjectType } from '@huanwei/contract/objects'
import type { Metric } from '@huanwei/contract/readings/codes'
import { readingKey } from '@huanwei/contract/readings/rules'
import type pg from 'pg'
import type { Database } from '../db/connect.ts'
import type { Fix } from './fix.ts'
import { daysOf } from './keep-days.ts'
import type { Log } from './log.ts'
import { aheadMs } from './positions.ts'
import type { Measured, Update } from './report.ts'
import type { Rules } from './rules-in-force.ts'
import { insist, inTransaction, messageOf } from './transaction.ts'

/** What one message of a sensor carries. Times epoch ms. */
export type ReadingReport = { deviceId: number; receivedAt: number; readings: Measured[] }

/** Committed; left out, as the sensor is bound to nothing; or not stored, to be sent again. */
export type Recorded = 'stored' | 'unbound' | 'failed'

export type Readings = {
  /** Resolves after the commit. Never rejects. */
  record(report: ReadingReport): Promise<Recorded>
  /** Records what waits. */
  close(): Promise<void>
}

type Waiting = ReadingReport & { settle(recorded: Recorded): void }

/** Messages of one transaction. */
const batchSize = 500

/** Commits readings, with what the rules make of them; what comes while a transaction is under way goes into the next together. */
export function startReadings(parts: {
  db: Database
  rules: Pick<Rules, 'inTurn' | 'ready' | 'isWatched' | 'judge' | 'forget' | 'rest'>
  /** What was committed, for the live view. */
  publish(updates: Update[]): void
  log: Log
  /** Days of readings to keep. */
  keepDays: number
  clock?: () => number
  patienceMs?: number
}): Readings {
  const { db, rules, publish, log, clock = Date.now } = parts
  const ensureDays = daysOf('reading', { db, keepDays: parts.keepDays, clock })
  const waiting: Waiting[] = []
  let working: Promise<void> | undefined

  async function work() {
    while (waiting.length) {
      const reports = waiting.splice(0, batchSize)
      if (reports.some(isWatched)) await rules.inTurn(() => recordAll(reports))
      else await recordAll(reports, false)
    }
    working = undefined
  }

  const isWatched = ({ deviceId }: ReadingReport) => rules.isWatched(deviceId, 'reading')

  async function recordAll(reports: Waiting[], isJudged = true): Promise<void> {
    try {
      let bound: ReadonlySet<number> = new Set()
      const isCommitted = await insist(
        async () => {
          bound = await commit(reports, isJudged)
        },
        log,
        parts.patienceMs,
      )
      settle(reports, ({ deviceId }) => (!isCommitted ? 'failed' : bound.has(deviceId) ? 'stored' : 'unbound'))
    } catch (error) {
      if (reports.length > 1) for (const report of reports) await recordAll([report], isJudged)
      else await alone(reports[0]!, isJudged, error)
    }
  }

  /** What fails by itself is tried without its rules. */
  async function alone(report: Waiting, isJudged: boolean, error: unknown) {
    const { deviceId } = report
    if (isJudged) {
      rules.rest(deviceId, error)
      return recordAll([report], false)
    }
    log.error({ reference: randomUUID(), deviceId, error: messageOf(error) }, 'readings cannot be stored')
    settle([report], () => 'failed')
  }

  /** Which devices belong to a tenant; the readings of the others are left out. */
  async function commit(reports: Waiting[], isJudged: boolean): Promise<ReadonlySet<number>> {
    const deviceIds = isJudged ? new Set(reports.filter(isWatched).map(({ deviceId }) => deviceId)) : new Set<number>()
    try {
      await ensureDays(reports.flatMap(({ readings }) => readings.map(({ time }) => time)))
      if (isJudged) await rules.ready(deviceIds)
      const { bound, outcome } = await inTransaction(db, async (client) => {
        const { bound, fresh } = await store(client, reports, [...deviceIds])
        return { bound, outcome: isJudged ? await rules.judge(client, fresh) : undefined }
      })
      outcome?.keep()
      return bound
    } catch (error) {
      // Whether the commit came through is not known.
      rules.forget(deviceIds)
      throw error
    }
  }

  function settle(reports: Waiting[], outcomeOf: (report: Waiting) => Recorded) {
    const stored: Waiting[] = []
    for (const report of reports) {
      const outcome = outcomeOf(report)
      if (outcome === 'stored') stored.push(report)
      report.settle(outcome)
    }
    if (stored.length) publish(stored.map(updateOf))
  }

  return {
    record: (report) =>
      new Promise((settle) => {
        waiting.push({ ...report, settle })
        working ??= work()
      }),
    close: async () => working,
  }
}

const updateOf = ({ deviceId, receivedAt, readings }: ReadingReport): Update => ({
  deviceId,
  connected: false,
  seenAt: receivedAt,
  readings: readings.filter(({ time }) => time <= receivedAt + aheadMs),
})

/**
 * Stores readings once each, whatever was sent before and in whatever order: of two with one key the larger stays. Returns the devices that
 * belong to a tenant (those of the others are left out), and of the devices that are `watched` what is new.
 */
async function store(client: pg.ClientBase, reports: readonly ReadingReport[], watched: readonly number[]) {
  const rows = reports.flatMap(({ deviceId, receivedAt, readings }) => readings.map((one) => ({ ...one, deviceId, receivedAt })))
  const { rows: bound } = await client.query<{ id: number; fresh: Measuring[] | null }>({
    name: 'store-readings',
    text: `
      with sent as (
        select d.tenant_id, d.id as device_id, s.metric, s.channel, to_timestamp(s.time / 1000) as time, max(s.value) as value,
          to_timestamp(min(s.received) / 1000) as received
        from unnest($1::int[], $2::text[], $3::smallint[], $4::float8[], $5::float8[], $6::float8[]) as s (device_id, metric, channel, time, value, received)
        join device d on d.id = s.device_id and d.tenant_id is not null
        group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      ), stored as (
        insert into reading as r (tenant_id, device_id, metric, channel, time, value, received) select * from sent
        on conflict (tenant_id, device_id, metric, channel, time) do update set value = excluded.value where excluded.value > r.value
        returning device_id, metric, channel, time, value, received
      ), newest as (
        insert into reading_latest as l (tenant_id, device_id, metric, channel, time, value)
        select distinct on (tenant_id, device_id, metric, channel) tenant_id, device_id, metric, channel, time, value
        from sent where time <= received + make_interval(secs => $7::float8) order by tenant_id, device_id, metric, channel, time desc
        on conflict (tenant_id, device_id, metric, channel) do update set time = excluded.time, value = excluded.value
        where (excluded.time, excluded.value) > (l.time, l.value)
      )
      select s.device_id as id, (${measuredOf('stored', 'n.device_id = s.device_id and n.device_id = any($8::int[])')}) as fresh
      from (select distinct device_id from sent) s`,
    values: [
      rows.map(({ deviceId }) => deviceId),
      rows.map(({ metric }) => metric),
      rows.map(({ channel }) => channel),
      rows.map(({ time }) => time),
      rows.map(({ value }) => value),
      rows.map(({ receivedAt }) => receivedAt),
      aheadMs / 1000,
      watched,
    ],
  })
  const fresh = bound.flatMap(({ id, fresh }): [number, Fix[]][] => (fresh ? [[id, fixesOf(fresh)]] : []))
  return { bound: new Set(bound.map(({ id }) => id)), fresh: new Map(fresh) }
}

/** One measurement as it is stored, with where its facility is. `time` epoch ms. */
type Measuring = { metric: Metric; channel: number; time: number; value: number; lng: number; lat: number }

/** The measurements `n` of a table as JSON, those with a clock that ran ahead left out; null when there are none. */
const measuredOf = (table: string, condition: string) => `
  select json_agg(json_build_object('metric', n.metric, 'channel', n.channel, 'value', n.value,
    'time', round(extract(epoch from n.time) * 1000), 'lng', f.lng, 'lat', f.lat))
  from ${table} n
  join device d on d.id = n.device_id and d.object_type = '${ObjectType.facility}'
  join facility f on f.tenant_id = d.tenant_id and f.id = d.object_id
  where ${condition} and n.time <= n.received + interval '${aheadMs} ms'`

/** As rules look at them: what was measured at one moment together. */
function fixesOf(measured: readonly Measuring[]): Fix[] {
  const byTime = Map.groupBy(measured, ({ time }) => time)
  return Array.from(byTime, ([time, all]) => {
    const { lng, lat } = all[0]!
    const values = Object.fromEntries(all.map(({ metric, channel, value }) => [readingKey(metric, channel), value]))
    return { time, lng, lat, speed: 0, located: true, alarm: 0, values }
  })
}

/** Stored readings from a device time on (epoch ms), by device. */
export async function readMeasured(
  client: pg.ClientBase,
  wishes: readonly { tenantId: number; deviceId: number; from: number }[],
) {
  if (!wishes.length) return new Map<number, Fix[]>()
  const { rows } = await client.query<{ id: number; stored: Measuring[] | null }>(
    `select u.device_id as id, (${measuredOf('reading', 'n.tenant_id = u.tenant_id and n.device_id = u.device_id and n.time >= to_timestamp(u.since)')}) as stored
     from unnest($1::int[], $2::int[], $3::float8[]) as u (tenant_id, device_id, since)`,
    [wishes.map(({ tenantId }) => tenantId), wishes.map(({ deviceId }) => deviceId), wishes.map(({ from }) => from / 1000)],
  )
  return new Map(rows.map(({ id, stored }) => [id, fixesOf(stored ?? []).sort((a, b) => a.time - b.time)]))
}
