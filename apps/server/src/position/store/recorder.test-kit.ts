/** A recorder on a real database, and reports to give it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ObjectType } from '@huanwei/contract/objects'
import type { Condition } from '@huanwei/contract/rules/endpoints'
import pg from 'pg'
import { afterAll, afterEach } from 'vitest'
import { type Changes, listen } from '../../db/changes.ts'
import { connectOwned, type OwnedDatabase } from '../../db/owned.ts'
import { createTestDatabase } from '../../test-kit.ts'
import { createStream } from '../ingest/stream.ts'
import type { RuleCommand } from '../judge/findings.ts'
import { startRules } from '../judge/rules-in-force.ts'
import type { DeviceLocation, Report, Update } from '../report.ts'
import { NotOwned, type Ownership } from './ownership.ts'
import { startReadings } from './readings.ts'
import { startRecorder } from './recorder.ts'

const quiet = { debug: () => undefined, info: () => undefined }

/** Located, near the middle of Chengdu. Time epoch ms. */
export const place = (time: number, more: Partial<DeviceLocation> = {}): DeviceLocation => ({
  alarm: 0,
  status: 3,
  lat: 30.65712,
  lng: 104.06571,
  altitude: 500,
  speed: 30,
  direction: 90,
  time,
  additions: { activeSafety: [], raw: [] },
  ...more,
})

/** A rule's condition, and a fix that fulfils it. */
export const speeding = { kind: 'speeding', limit: 60 } as const
export const fast = (time: number, speed = 80) => place(time, { speed })

/** Ends all other connections to the database again and again, until the returned function is called. */
export function cutConnections(url: string) {
  let cutting = true
  const cutter = (async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (let cuts = 0; cutting; cuts++) {
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await sleep(cuts % 30)
    }
    await client.end()
  })()
  return async () => {
    cutting = false
    await cutter
  }
}

export async function createRig() {
  const url = await createTestDatabase()
  return { ...rigOn(url, connectOwned(url, { system: 5, app: 2 }), await listen(url)) }
}

/** The rig of a test file: each test has its own rules, and the recorders that it starts end with it. */
export async function useRig() {
  const rig = await createRig()
  const running = new Set<Recorder>()
  afterEach(async () => {
    for (const recorder of running) await recorder.close()
    await rig.query('delete from monitoring_rule')
  })
  afterAll(() => rig.close())
  return {
    ...rig,
    async start(clock?: () => number, ownership?: Ownership): Promise<Recorder> {
      const started = await rig.start(clock, ownership)
      const recorder = {
        ...started,
        close() {
          running.delete(recorder)
          return started.close()
        },
      }
      running.add(recorder)
      return recorder
    },
  }
}

/** Outputs of a rig's recorders other than stored rows. */
type Observed = { updates: Update[]; commands: RuleCommand[]; warnings: object[]; errors: object[] }
type Recorder = Awaited<ReturnType<typeof startOn>>
type Query = ReturnType<typeof queryOn>

const queryOn =
  (db: OwnedDatabase) =>
  async (text: string, values: unknown[] = []) =>
    (await db.owner.query(text, values)).rows

export function rigOn(url: string, db: OwnedDatabase, changes: Changes) {
  const observed: Observed = { updates: [], commands: [], warnings: [], errors: [] }
  const query = queryOn(db)
  let serials = 0
  return {
    url,
    db,
    changes,
    ...observed,
    start: (clock: () => number = Date.now, ownership?: Ownership) => startOn(db, changes, observed, clock, ownership),
    report: (deviceId: number, locations: DeviceLocation[], more: Partial<Report> = {}): Omit<Report, 'settle'> => ({
      deviceId,
      messageId: locations.length > 1 ? 0x0704 : 0x0200,
      serial: serials++ % 65_536,
      receivedAt: Math.max(Date.now(), ...locations.map(({ time }) => time)),
      locations,
      ...more,
    }),
    ...addersOn(query),
    ...findersOn(query),
    query,
    close: async () => {
      await changes.close()
      await db.close()
    },
  }
}

async function startOn(
  db: OwnedDatabase,
  changes: Changes,
  { updates, commands, warnings, errors }: Observed,
  clock: () => number,
  ownership?: Ownership,
) {
  const stream = createStream({ capacity: 10_000 })
  const log = { ...quiet, warn: (facts: object) => warnings.push(facts), error: (facts: object) => errors.push(facts) }
  const publish = (some: Update[]) => updates.push(...some)
  const rules = await startRules({
    db,
    changes,
    send: (command) => commands.push(command),
    log,
    nameOfPlace: (lng, lat) => `${lng.toFixed(5)}, ${lat.toFixed(5)}`,
    clock,
    tickMs: 50,
    ...(ownership && { ownership }),
  })
  const shared = { db, rules, publish, log, keepDays: 180, clock }
  const recorder = startRecorder({ ...shared, stream, ownership })
  const readings = startReadings(shared)
  return {
    figures: recorder.figures,
    measure: readings.record,
    async close() {
      await recorder.close()
      await readings.close()
      await rules.close()
    },
    /** Resolves to what the report was settled with. */
    send: (report: Omit<Report, 'settle'>) =>
      new Promise<boolean>((resolve) => {
        stream.push({ ...report, settle: resolve })
      }),
  }
}

/** A worker that has only these terminals. */
export const ownerOf = (deviceIds: readonly number[]): Ownership => ({
  owns: (deviceId) => deviceIds.includes(deviceId),
  holds: () => true,
  moveOn: async () => undefined,
  async check(_, some) {
    for (const deviceId of some) if (!deviceIds.includes(deviceId)) throw new NotOwned()
  },
  putBack: () => undefined,
  refuse: async () => undefined,
})

const addersOn = (query: Query) => ({
  async addTerminals(count: number): Promise<number[]> {
    const rows = await query(
      `insert into device (terminal_no) select gen_random_uuid()::text from generate_series(1, $1::int) returning id`,
      [count],
    )
    return rows.map(({ id }) => id)
  },
  /** A terminal on a new vehicle of tenant 1. */
  async addVehicle(dept = '一部', boundBefore = '1 day') {
    const [id] = await this.addTerminals(1)
    const [vehicle] = await query(
      `insert into vehicle (tenant_id, dept_id, plate_number, plate_colour, initials, vehicle_type, vehicle_function)
       select 1, dept_id, '川A' || $2::int, 2, '', '1', '清扫' from sys_dept where tenant_id = 1 and name = $1 returning id`,
      [dept, id],
    )
    await query(`update device set tenant_id = 1, object_type = '1', object_id = $2 where id = $1`, [id, vehicle.id])
    await query(
      `insert into device_binding (tenant_id, device_id, object_type, object_id, started) values (1, $1, '1', $2, now() - $3::interval)`,
      [id, vehicle.id, boundBefore],
    )
    return { deviceId: id!, vehicleId: Number(vehicle.id) }
  },
  /** A rule of tenant 1 that has been in force for a day. */
  async addRule(
    condition: Condition,
    more: {
      name?: string
      voiceText?: string
      photo?: boolean
      minDuration?: number
      cooldown?: number
      objectIds?: number[]
      deptIds?: number[]
      objectType?: ObjectType
      shiftIds?: number[]
      calendar?: boolean
    } = {},
  ) {
    const { name = '规则', voiceText = '', minDuration = 0, cooldown = 0, objectIds = [], deptIds = [] } = more
    const { objectType = ObjectType.vehicle, shiftIds = [], calendar = false, photo = false } = more
    const [rule] = await query(
      `insert into monitoring_rule (tenant_id, name, object_type, condition, severity, hours, min_duration, cooldown, voice_text, object_ids, dept_ids, shift_ids, calendar, photo, change_time)
       values (1, $1, $8, $2, 'alarm', '[]', $3, $4, $5, $6, $7, $9, $10, $11, now() - interval '1 day') returning id`,
      [
        name,
        JSON.stringify(condition),
        minDuration,
        cooldown,
        voiceText,
        objectIds,
        deptIds,
        objectType,
        shiftIds,
        calendar,
        photo,
      ],
    )
    return Number(rule.id)
  },
})

const findersOn = (query: Query) => ({
  pushesOf: (eventId: number) =>
    query(
      `select p.*, u.username from msg_push p join sys_user u on u.tenant_id = p.tenant_id and u.user_id = p.push_object_id
       where event_id = $1 order by username`,
      [eventId],
    ),
  /** Push records as the triggers tally them, and as they are counted. */
  tallies: async () => ({
    kept: await query(
      `select push_object_id, dept_id, status, sum(total)::int as total, sum(folded)::int as folded, sum(unread)::int as unread
       from msg_push_tally group by 1, 2, 3 having sum(total) <> 0 order by 1, 2, 3`,
    ),
    counted: await query(
      `select push_object_id, dept_id, status, count(*)::int as total,
         (count(*) filter (where folded))::int as folded, (count(*) filter (where read_unread = 0 and not folded))::int as unread
       from msg_push where not merged group by 1, 2, 3 order by 1, 2, 3`,
    ),
  }),
  /** Stored violations of a terminal by start, times epoch ms. */
  events: (deviceId: number) =>
    query(
      `select e.*, e.create_time::text, round(extract(epoch from e.create_time) * 1000)::float8 as start,
         round(extract(epoch from e.end_time) * 1000)::float8 as end, round(extract(epoch from e.last_time) * 1000)::float8 as last
       from violation_event e where device_id = $1 order by e.create_time, e.rule_id`,
      [deviceId],
    ),
})
