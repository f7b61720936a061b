import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../db/connect.ts'
import { daysOf } from './keep-days.ts'
import type { Log } from './log.ts'
import { aheadMs } from './positions.ts'
import type { Measured, Update } from './report.ts'
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

/** Commits readings; what comes while a transaction is under way goes into the next together. */
export function startReadings(parts: {
  db: Database
  /** What was committed, for the live view. */
  publish(updates: Update[]): void
  log: Log
  /** Days of readings to keep. */
  keepDays: number
  clock?: () => number
  patienceMs?: number
}): Readings {
  const { db, publish, log, clock = Date.now } = parts
  const ensureDays = daysOf('reading', { db, keepDays: parts.keepDays, clock })
  const waiting: Waiting[] = []
  let working: Promise<void> | undefined

  async function work() {
    while (waiting.length) await recordAll(waiting.splice(0, batchSize))
    working = undefined
  }

  async function recordAll(reports: Waiting[]): Promise<void> {
    try {
      let bound: ReadonlySet<number> = new Set()
      const isCommitted = await insist(
        async () => {
          await ensureDays(reports.flatMap(({ readings }) => readings.map(({ time }) => time)))
          bound = await inTransaction(db, (client) => store(client, reports))
        },
        log,
        parts.patienceMs,
      )
      settle(reports, ({ deviceId }) => (!isCommitted ? 'failed' : bound.has(deviceId) ? 'stored' : 'unbound'))
    } catch (error) {
      if (reports.length > 1) for (const report of reports) await recordAll([report])
      else {
        const facts = { reference: randomUUID(), deviceId: reports[0]?.deviceId, error: messageOf(error) }
        log.error(facts, 'readings cannot be stored')
        settle(reports, () => 'failed')
      }
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
 * belong to a tenant; those of the others are left out.
 */
async function store(client: pg.ClientBase, reports: readonly ReadingReport[]): Promise<ReadonlySet<number>> {
  const rows = reports.flatMap(({ deviceId, receivedAt, readings }) => readings.map((one) => ({ ...one, deviceId, receivedAt })))
  const { rows: bound } = await client.query<{ id: number }>({
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
      ), newest as (
        insert into reading_latest as l (tenant_id, device_id, metric, channel, time, value)
        select distinct on (tenant_id, device_id, metric, channel) tenant_id, device_id, metric, channel, time, value
        from sent where time <= received + make_interval(secs => $7::float8) order by tenant_id, device_id, metric, channel, time desc
        on conflict (tenant_id, device_id, metric, channel) do update set time = excluded.time, value = excluded.value
        where (excluded.time, excluded.value) > (l.time, l.value)
      )
      select distinct device_id as id from sent`,
    values: [
      rows.map(({ deviceId }) => deviceId),
      rows.map(({ metric }) => metric),
      rows.map(({ channel }) => channel),
      rows.map(({ time }) => time),
      rows.map(({ value }) => value),
      rows.map(({ receivedAt }) => receivedAt),
      aheadMs / 1000,
    ],
  })
  return new Set(bound.map(({ id }) => id))
}
