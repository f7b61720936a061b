import { dayMs, minuteMs } from '@huanwei/contract/time'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Location } from '@huanwei/terminal/messages/location'
import type pg from 'pg'
import { daysLock } from '../../features/history/table.ts'
import { dayStart, dayText } from '../../lib/time.ts'
import { aheadMs, isAhead } from '../device-clock.ts'
import type { Fix } from '../judge/fix.ts'
import { fixOf } from '../judge/location-fix.ts'
import type { Report } from '../report.ts'
import { CopyRows, copyIn } from './copy.ts'
import { touchLate } from './late.ts'
import { columns, eachLocation, setTenants, writeRows } from './position-rows.ts'

/** Time after a duplicate position during which COPY is not tried, ms: a terminal that sends one again sends more. */
const avoidCopyMs = 2000
/** Columns in which a position that a terminal sends again is the same: an alarm of the same second is another position. Record: docs/decisions/0032. */
const sameness = ['tenant_id', 'device_id', 'time', 'lng', 'lat', 'status', 'alarm'] as const
const samenessOf = (row: string) => sameness.map((column) => `${row}.${column}`).join()
/** SQL: the key of a row. */
const key = (row: string) => `${row}.tenant_id, ${row}.device_id, ${row}.time, ${row}.message_id, ${row}.serial`
/** Messages that bring positions, 0 those of an app, as an array of SQL. */
const kinds = `'{0,${MessageId.location},${MessageId.queriedLocation},${MessageId.batchLocation}}'::int2[]`
/** SQL: messages of which a stored position is not stored again by the message `kind`: those of another kind, and batches of stored ones. */
const othersThan = (kind: string) =>
  `case ${kind} when ${MessageId.batchLocation} then ${kinds} else array_remove(${kinds}, ${kind}) end`
/** Errors of COPY after which the rows are inserted: one is stored already, or the day has no partition. */
const [uniqueViolation, undefinedTable] = ['23505', '42P01']

export type PositionStore = ReturnType<typeof createPositionStore>

/** Memory of the rows of a batch, which is used again. */
class RowMemory {
  /** Rows of today that are later than all their terminal sent before. */
  readonly newRows = new CopyRows()
  readonly otherRows = new CopyRows()
}

/** The rows of reports: `others` are the places, among all, of those in `otherRows`. `day`: begin of the day of the new rows, epoch ms. */
type Written = {
  memory: RowMemory
  day: number
  others: ReadonlySet<number>
  tenantPlaces: ReturnType<typeof writeRows>
}

/**
 * Stores positions: with COPY, which costs half as much as INSERT, those of today that are later than all their terminal sent before; the others
 * may be stored already, and are looked for. PostgreSQL allows COPY for a table without row-level security only, which is the partition of a day.
 */
export function createPositionStore(now: () => number = () => performance.now()) {
  /** Rows that were written ahead: of the batch that is stored next, and of the one before it until that begins. */
  const ahead = new WeakMap<readonly Report[], Written>()
  let [aheadMemory, otherAheadMemory] = [new RowMemory(), new RowMemory()]
  const memory = new RowMemory()
  const { isLater, unknownAmong, learn, forget, forgets } = createLatestTimes()
  let copyFrom = 0

  /** Writes rows without their tenants. Of reports that were written before none is later than all before, so that all are others. */
  function write(reports: readonly Report[], memory: RowMemory): Written {
    const { newRows, otherRows } = memory
    const day = dayStart(Date.now())
    const others = new Set<number>()
    const mayCopy = now() >= copyFrom
    newRows.clear()
    otherRows.clear()
    const tenantPlaces = writeRows(reports, (report, location, at) => {
      if (isLater(report, location) && mayCopy && dayStart(location.time) === day) return newRows
      others.add(at)
      return otherRows
    })
    return { memory, day, others, tenantPlaces }
  }

  function rowsOf(reports: readonly Report[]): Written {
    const written = ahead.get(reports)
    ahead.delete(reports)
    return written ?? write(reports, memory)
  }

  /** Tries COPY; returns false when the rows have to be inserted otherwise. */
  async function tryCopy(client: pg.ClientBase, { memory, day }: Written): Promise<boolean> {
    try {
      const partition = `position_${dayText(day).replaceAll('-', '')}`
      await copyIn(client, `copy ${partition} (${columns}) from stdin (format binary)`, memory.newRows)
      return true
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== uniqueViolation && code !== undefinedTable) throw error
      copyFrom = now() + avoidCopyMs
      await client.query(`rollback; ${beginStoring}`)
      return false
    }
  }

  /**
   * Stores reports, each location once even if it was sent before, also within another message (see `isSame`). They belong to the tenant that the
   * terminal belongs to now. The client's transaction has begun with `beginStoring`, and with nothing else. Returns the new fixes of the terminals
   * that are `watched`, by terminal. `onSent` is called when the rows are on their way.
   */
  async function store(
    client: pg.ClientBase,
    reports: readonly Report[],
    watched: (deviceId: number) => boolean,
    onSent?: () => void,
  ) {
    const knowledge = forgets()
    let rows = rowsOf(reports)
    setTenants(rows.tenantPlaces, await findTenants(client, reports))
    const copying = rows.tenantPlaces.length > rows.others.size ? tryCopy(client, rows) : undefined
    onSent?.()
    if (copying && !(await copying)) {
      rows = write(reports, rows.memory)
      setTenants(rows.tenantPlaces, await findTenants(client, reports))
    }
    const { others } = rows
    const added = others.size ? await addMissing(client, rows.memory.otherRows, others.size) : null
    const unknown = unknownAmong(reports)
    if (unknown.length) learn(await findLatestTimes(client, unknown), knowledge)
    await deleteFinishedDays(client, reports)
    await touchLate(client, reports)
    const isAdded = (deviceId: number, time: number, serial: number, at: number) =>
      !added || !others.has(at) || added.has(keyOf(deviceId, time, serial))
    return fixesOf(reports, watched, isAdded)
  }

  return Object.assign(store, {
    /** See `Recorder.forget`. */
    forget,
    /** Writes the rows of the reports that are stored next, while those before them are being stored. */
    writeAhead(reports: readonly Report[]) {
      ;[aheadMemory, otherAheadMemory] = [otherAheadMemory, aheadMemory]
      try {
        ahead.set(reports, write(reports, aheadMemory))
      } catch {
        // Storing them fails in the same way, and finds out which of them it is.
        ahead.delete(reports)
      }
    },
  })
}

/** Tells whether a position is later than all that its terminal sent before, whichever process stored it. */
function createLatestTimes() {
  /** Time of the latest position of each terminal, epoch ms; also of one whose transaction failed. */
  const latest = new Map<number, number>()
  /** The same of what came here alone, of terminals of which it is not known yet what was stored before. */
  const unknown = new Map<number, number>()
  let count = 0
  return {
    isLater({ deviceId, receivedAt }: Report, { time }: Location): boolean {
      if (isAhead(time, receivedAt)) return false
      const before = latest.get(deviceId)
      const times = before === undefined ? unknown : latest
      if (time > (times.get(deviceId) ?? Number.NEGATIVE_INFINITY)) times.set(deviceId, time)
      return before !== undefined && time > before
    },
    unknownAmong: (reports: readonly Report[]) => [
      ...new Set(reports.flatMap(({ deviceId }) => (unknown.has(deviceId) ? deviceId : []))),
    ],
    /** Takes what was stored of terminals, unless something was forgotten since it was asked for. */
    learn(stored: ReadonlyMap<number, number>, knowledge: number) {
      if (knowledge !== count) return
      for (const [deviceId, time] of stored) {
        latest.set(deviceId, Math.max(time, unknown.get(deviceId) ?? time))
        unknown.delete(deviceId)
      }
    },
    /** Number of times that something was forgotten. */
    forgets: () => count,
    forget(isTheirs: (deviceId: number) => boolean) {
      count++
      for (const times of [latest, unknown]) for (const deviceId of times.keys()) if (isTheirs(deviceId)) times.delete(deviceId)
    },
  }
}

/** Days that are looked through for the latest position of a terminal. */
const daysKnown = 2

/** Time of the latest stored position of terminals, epoch ms, apart from those of a clock that was ahead; of one that sent nothing lately the begin of that time. */
async function findLatestTimes(client: pg.ClientBase, deviceIds: readonly number[]) {
  const now = Date.now()
  const from = now - daysKnown * dayMs
  // The last row of an index for each terminal. The bounds leave the other days out when the statement is planned.
  const { rows } = await client.query<[number, number | null]>({
    text: `
      select d.id, (
        select extract(epoch from p.time)::float8 * 1000 from position p
        where p.tenant_id = coalesce(d.tenant_id, 0) and p.device_id = d.id
          and p.time between to_timestamp(${from / 1000}) and to_timestamp(${(now + aheadMs) / 1000})
        order by p.time desc limit 1
      ) from device d where d.id = any($1::int[])`,
    values: [`{${deviceIds.join()}}`],
    rowMode: 'array',
  })
  return new Map(rows.map(([deviceId, time]) => [deviceId, time ?? from]))
}

/** The fixes of the terminals that are `watched`, by terminal: those that are new and whose clock was not ahead. */
function fixesOf(
  reports: readonly Report[],
  watched: (deviceId: number) => boolean,
  isNew: (deviceId: number, time: number, serial: number, at: number) => boolean,
) {
  const fixes = new Map<number, Fix[]>()
  const add = ({ deviceId, receivedAt }: Report, location: Location, serial: number, at: number) => {
    if (isAhead(location.time, receivedAt) || !isNew(deviceId, location.time, serial, at)) return
    const list = fixes.get(deviceId)
    if (list) list.push(fixOf(location))
    else fixes.set(deviceId, [fixOf(location)])
  }
  eachLocation(reports, add, ({ deviceId }) => watched(deviceId))
  return fixes
}

/**
 * Begins a transaction that stores positions. The lock is taken before the tenants are read: a terminal that is being claimed is waited for. COPY into a
 * partition does not lock the table itself.
 */
export const beginStoring = 'begin; lock table only position in row exclusive mode'

/** A day counts as finished so long before its end, ms: no transaction that stores its positions is then still open and not waited for once it is computed. */
const endingMs = 20 * minuteMs

/** Deletes the stored results of finished days to which these reports add positions. See `claimDays`. */
async function deleteFinishedDays(client: pg.ClientBase, reports: readonly Report[]) {
  const today = dayStart(Date.now() + endingMs)
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

/**
 * Inserts the rows that are not stored yet, by their key or by what they say. Returns their keys, or null when it inserted all `count` rows.
 * What is stored of a moment is read once for all rows of that moment: a clock that stands gives thousands the same.
 */
async function addMissing(client: pg.ClientBase, rows: CopyRows, count: number): Promise<ReadonlySet<string> | null> {
  await client.query('create temp table if not exists position_inbox (like position) on commit delete rows')
  await copyIn(client, `copy position_inbox (${columns}) from stdin (format binary)`, rows)
  const { rows: results } = await client.query<{ count: number; added: [number, number, number][] | null }>({
    name: 'add-positions',
    text: `
      with known as (
        select sent.message_id, ${samenessOf('other')}
        from (select distinct tenant_id, device_id, time, message_id from position_inbox) sent
        cross join lateral (
          select ${sameness} from position
          where (tenant_id, device_id, time) = (sent.tenant_id, sent.device_id, sent.time) and message_id = any(${othersThan('sent.message_id')})
          -- Keeps it a question for each moment, which reads the index of one day.
          offset 0
        ) other
      ), fresh as (
        -- Of those that say the same the first is 1: of the first kind of message, and of batches the first one.
        select *, rank() over (
          partition by ${sameness} order by message_id, case message_id when ${MessageId.batchLocation} then serial end
        ) as place
        from position_inbox sent
        where not exists (
          -- Inserting it would wait for whoever moves that one to a tenant, and waits for this.
          select from position other where (${key('other')}) = (${key('sent')})
          offset 0
        ) and not exists (select from known where (known.message_id, ${samenessOf('known')}) = (sent.message_id, ${samenessOf('sent')}))
      ), added as (
        insert into position (${columns})
        select ${columns} from fresh where place = 1
        on conflict do nothing returning device_id, time, serial
      )
      select count(*) as count,
        case when count(*) < $1 then json_agg(json_build_array(device_id, extract(epoch from time)::float8, serial)) end as added
      from added`,
    values: [count],
  })
  const { count: stored, added } = results[0]!
  return stored === count ? null : new Set(added?.map(([id, time, serial]) => keyOf(id, time * 1000, serial)))
}
