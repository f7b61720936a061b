import { randomUUID } from 'node:crypto'
import { ObjectType } from '@huanwei/contract/objects'
import { Metric } from '@huanwei/contract/readings/codes'
import type pg from 'pg'
import type { Database } from '../../db/connect.ts'
import { aheadMs, isAhead } from '../device-clock.ts'
import type { Fix } from '../judge/fix.ts'
import type { Rules } from '../judge/rules-in-force.ts'
import type { Log } from '../log.ts'
import type { Measurement, Update } from '../report.ts'
import { createDayPartitions } from './day-partitions.ts'
import { measurementFixes, measurementsSql, type StoredMeasurement } from './measured-fixes.ts'
import { NotOwned, type Ownership } from './ownership.ts'
import { inTransaction, isOfData, retryTransient } from './transaction.ts'

/** Readings of one message of a sensor. Times epoch ms. */
export type ReadingReport = { deviceId: number; receivedAt: number; readings: Measurement[] }

/** `stored`: committed. `unbound`: left out, as the sensor is bound to nothing. `failed`: not stored, to be sent again. `refused`: never to be stored, for what it says. */
export type Recorded = 'stored' | 'unbound' | 'failed' | 'refused'

export type Readings = {
  /** Resolves after the commit. Never rejects. */
  record(report: ReadingReport): Promise<Recorded>
  /** Resolves when the waiting reports are recorded. */
  close(): Promise<void>
}

type Waiting = ReadingReport & { settle(recorded: Recorded): void }

/** Messages of one transaction. */
const batchSize = 500

type Parts = {
  db: Database
  rules: Pick<Rules, 'inTurn' | 'load' | 'isWatched' | 'judge' | 'forget' | 'suspend'>
  /** Receives committed readings, for the live view. */
  publish(updates: Update[]): void
  log: Log
  /** Days of readings to keep. */
  keepDays: number
  ownership?: Pick<Ownership, 'check'> | undefined
  clock?: () => number
  patienceMs?: number
}

/** Commits readings together with their violations. Reports that come during a transaction go into the next one together. */
export function startReadings(parts: Parts): Readings {
  const { rules } = parts
  const isWatched = ({ deviceId }: ReadingReport) => rules.isWatched(deviceId, 'reading')
  const recordAll = createRecording(parts, createCommit(parts, isWatched))
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

  return {
    record: (report) =>
      new Promise((settle) => {
        waiting.push({ ...report, settle })
        working ??= work()
      }),
    close: async () => working,
  }
}

/** Returns a function that commits reports and settles each, also when they cannot be committed together. */
function createRecording({ rules, publish, log, patienceMs }: Parts, commit: ReturnType<typeof createCommit>) {
  async function recordAll(reports: Waiting[], isJudged = true): Promise<void> {
    try {
      let bound: ReadonlySet<number> = new Set()
      const commitAll = async () => {
        bound = await commit(reports, isJudged)
      }
      const isCommitted = await retryTransient(commitAll, log, patienceMs)
      settle(reports, ({ deviceId }) => (!isCommitted ? 'failed' : bound.has(deviceId) ? 'stored' : 'unbound'))
    } catch (error) {
      if (error instanceof NotOwned) settle(reports, () => 'failed')
      else if (reports.length > 1) for (const report of reports) await recordAll([report], isJudged)
      else await recordAlone(reports[0]!, isJudged, error)
    }
  }

  /** Tries a report that failed by itself again without rules. */
  async function recordAlone(report: Waiting, isJudged: boolean, error: unknown) {
    const { deviceId } = report
    if (isJudged) {
      rules.suspend(deviceId, error)
      return recordAll([report], false)
    }
    log.error({ reference: randomUUID(), deviceId, error }, 'readings cannot be stored')
    settle([report], () => (isOfData(error) ? 'refused' : 'failed'))
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

  return recordAll
}

/** Returns a function that commits reports. It returns the terminals that belong to a tenant; the readings of the others are left out. */
function createCommit(
  { db, rules, keepDays, ownership, clock = Date.now }: Parts,
  isWatched: (report: ReadingReport) => boolean,
) {
  const ensureDays = createDayPartitions('reading', { db, keepDays, clock })
  return async (reports: Waiting[], isJudged: boolean): Promise<ReadonlySet<number>> => {
    const deviceIds = isJudged ? new Set(reports.filter(isWatched).map(({ deviceId }) => deviceId)) : new Set<number>()
    try {
      await ensureDays(reports.flatMap(({ readings }) => readings.map(({ time }) => time)))
      if (isJudged) await rules.load(deviceIds)
      const { bound, outcome } = await inTransaction(db, async (client) => {
        const { bound, fresh } = await store(client, reports, [...deviceIds])
        const outcome = isJudged ? await rules.judge(client, fresh) : undefined
        await ownership?.check(client, deviceIds)
        return { bound, outcome }
      })
      outcome?.keep()
      return bound
    } catch (error) {
      // It is not known whether the commit succeeded.
      rules.forget(deviceIds)
      throw error
    }
  }
}

const updateOf = ({ deviceId, receivedAt, readings }: ReadingReport): Update => ({
  deviceId,
  connected: false,
  seenAt: receivedAt,
  readings: readings.filter(({ time }) => !isAhead(time, receivedAt)),
})

/**
 * Stores each reading once, also when it was sent before and in any order: of two with the same key the larger is stored. Returns the terminals
 * that belong to a tenant (readings of others are left out) and the new fixes of the terminals that are `watched`.
 */
async function store(client: pg.ClientBase, reports: readonly ReadingReport[], watched: readonly number[]) {
  const rows = reports.flatMap(({ deviceId, receivedAt, readings }) => readings.map((one) => ({ ...one, deviceId, receivedAt })))
  const { rows: bound } = await client.query<{ id: number; fresh: StoredMeasurement[] | null }>({
    name: 'store-readings',
    text: `
      with sent as (
        select d.tenant_id, d.id as device_id, s.metric, s.channel, to_timestamp(s.time / 1000) as time, max(s.value) as value,
          to_timestamp(min(s.received) / 1000) as received, min(f.id) as facility_id,
          case when min(f.id) is not null then min(d.object_id) end as vehicle_id
        from unnest($1::int[], $2::text[], $3::smallint[], $4::float8[], $5::float8[], $6::float8[], $9::text[])
          as s (device_id, metric, channel, time, value, received, facility)
        join device d on d.id = s.device_id and d.tenant_id is not null
        left join facility f on s.metric = '${Metric.weight}' and d.object_type = '${ObjectType.vehicle}'
          and f.tenant_id = d.tenant_id and f.code = s.facility
        group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      ), stored as (
        insert into reading as r (tenant_id, device_id, metric, channel, time, value, received, facility_id, vehicle_id) select * from sent
        on conflict (tenant_id, device_id, metric, channel, time) do update set value = excluded.value where excluded.value > r.value
        returning device_id, metric, channel, time, value, received
      ), newest as (
        insert into reading_latest as l (tenant_id, device_id, metric, channel, time, value)
        select distinct on (tenant_id, device_id, metric, channel) tenant_id, device_id, metric, channel, time, value
        from sent where time <= received + make_interval(secs => $7::float8) order by tenant_id, device_id, metric, channel, time desc
        on conflict (tenant_id, device_id, metric, channel) do update set time = excluded.time, value = excluded.value
        where (excluded.time, excluded.value) > (l.time, l.value)
      )
      select s.device_id as id, (${measurementsSql('stored', 'n.device_id = s.device_id and n.device_id = any($8::int[])')}) as fresh
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
      rows.map(({ facilityCode }) => facilityCode ?? null),
    ],
  })
  const fresh = bound.flatMap(({ id, fresh }): [number, Fix[]][] => (fresh ? [[id, measurementFixes(fresh)]] : []))
  return { bound: new Set(bound.map(({ id }) => id)), fresh: new Map(fresh) }
}
