import type pg from 'pg'
import { daysLock } from '../../features/history/table.ts'
import { dayStart, dayText } from '../../lib/time.ts'
import { isAhead } from '../device-clock.ts'
import type { Fix } from '../judge/fix.ts'
import { fixOf } from '../judge/location-fix.ts'
import type { Report } from '../report.ts'
import { CopyRows, copyIn } from './copy.ts'
import { columns, eachLocation, writeRows } from './position-rows.ts'

/** Time after a duplicate position during which COPY is not tried, ms: a terminal that sends one again sends more. */
const avoidCopyMs = 2000
const uniqueViolation = '23505'
/** Error of COPY for an owner who is bound by row-level security, as COPY ignores that. */
const notSupported = '0A000'

export type PositionStore = ReturnType<typeof createPositionStore>

/** Stores positions with COPY, which costs half as much as INSERT but fails when one of them is stored already. */
export function createPositionStore(now: () => number = () => performance.now()) {
  const rows = new CopyRows()
  let copyFrom = 0

  /** Tries COPY; returns false when the rows have to be inserted otherwise. */
  async function tryCopy(client: pg.ClientBase): Promise<boolean> {
    if (now() < copyFrom) return false
    try {
      await copyIn(client, `copy position (${columns}) from stdin (format binary)`, rows)
      return true
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== uniqueViolation && code !== notSupported) throw error
      copyFrom = code === notSupported ? Number.POSITIVE_INFINITY : now() + avoidCopyMs
      await client.query('rollback; begin')
      return false
    }
  }

  /**
   * Stores reports, each location once even if it was sent before, for the tenant that the terminal belongs to now. It must be the first
   * statement of the client's transaction. Returns the new fixes of the terminals that are `watched`, by terminal.
   */
  return async (client: pg.ClientBase, reports: readonly Report[], watched: (deviceId: number) => boolean) => {
    const count = writeRows(rows, reports, await findTenants(client, reports))
    const added = (await tryCopy(client)) ? null : await addMissing(client, rows, count)
    await deleteFinishedDays(client, reports)
    const fixes = new Map<number, Fix[]>()
    eachLocation(reports, ({ deviceId, receivedAt }, location, serial) => {
      if (!watched(deviceId) || isAhead(location.time, receivedAt)) return
      if (added && !added.has(keyOf(deviceId, location.time, serial))) return
      const list = fixes.get(deviceId)
      if (list) list.push(fixOf(location))
      else fixes.set(deviceId, [fixOf(location)])
    })
    return fixes
  }
}

/** Deletes the stored results of finished days to which these reports add positions. See `claimDays`. */
async function deleteFinishedDays(client: pg.ClientBase, reports: readonly Report[]) {
  const today = dayStart(Date.now())
  const days = new Map<string, [deviceId: number, day: string]>()
  for (const { deviceId, locations } of reports)
    for (const { time } of locations) {
      if (time >= today) continue
      const day = dayText(time)
      days.set(`${deviceId} ${day}`, [deviceId, day])
    }
  if (!days.size) return
  await client.query('select pg_advisory_xact_lock_shared($1)', [daysLock])
  await client.query(
    'delete from track_day d using unnest($1::int[], $2::date[]) as u (device_id, day) where d.device_id = u.device_id and d.day = u.day',
    [[...days.values()].map(([id]) => id), [...days.values()].map(([, day]) => day)],
  )
}

async function findTenants(client: pg.ClientBase, reports: readonly Report[]) {
  const { rows } = await client.query<[number, number]>({
    name: 'find-tenants',
    text: 'select id, tenant_id from device where id = any($1::int[]) and tenant_id is not null',
    values: [`{${[...new Set(reports.map(({ deviceId }) => deviceId))].join()}}`],
    rowMode: 'array',
  })
  return new Map(rows)
}

const keyOf = (deviceId: number, time: number, serial: number) => `${deviceId} ${time} ${serial}`

/** Inserts the rows that are not stored yet. Returns their keys, or null when it inserted all rows. */
async function addMissing(client: pg.ClientBase, rows: CopyRows, count: number): Promise<ReadonlySet<string> | null> {
  await client.query('create temp table if not exists position_inbox (like position) on commit delete rows')
  await copyIn(client, `copy position_inbox (${columns}) from stdin (format binary)`, rows)
  const { rows: results } = await client.query<{ count: number; added: [number, number, number][] | null }>({
    name: 'add-positions',
    text: `
      with added as (
        insert into position (${columns}) select ${columns} from position_inbox on conflict do nothing returning device_id, time, serial
      )
      select count(*) as count,
        case when count(*) < $1 then json_agg(json_build_array(device_id, extract(epoch from time)::float8, serial)) end as added
      from added`,
    values: [count],
  })
  const { count: stored, added } = results[0]!
  return stored === count ? null : new Set(added?.map(([id, time, serial]) => keyOf(id, time * 1000, serial)))
}
