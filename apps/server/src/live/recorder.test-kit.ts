/** A recorder on a real database, and reports to give it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ObjectType } from '@huanwei/contract/objects'
import type { Condition } from '@huanwei/contract/rules/endpoints'
import type { Location } from '@huanwei/terminal/location'
import pg from 'pg'
import { type Changes, listen } from '../db/changes.ts'
import { connect, type Database } from '../db/connect.ts'
import { createTestDatabase } from '../test-kit.ts'
import { startReadings } from './readings.ts'
import { startRecorder } from './recorder.ts'
import type { Report, Update } from './report.ts'
import { startRules } from './rules-in-force.ts'
import { createStream } from './stream.ts'

const quiet = { debug: () => undefined, info: () => undefined, error: () => undefined }

/** Located, near the middle of Chengdu. Time epoch ms. */
export const place = (time: number, more: Partial<Location> = {}): Location => ({
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
  return { ...rigOn(url, connect(url, { owner: 5, app: 2 }), await listen(url)) }
}

export function rigOn(url: string, db: Database, changes: Changes) {
  const updates: Update[] = []
  const spoken: { deviceId: number; text: string }[] = []
  const warnings: object[] = []
  let serials = 0
  const rows = async (text: string, values: unknown[] = []) => (await db.owner.query(text, values)).rows

  async function start(clock: () => number = Date.now) {
    const stream = createStream({ capacity: 10_000 })
    const log = { ...quiet, warn: (facts: object) => warnings.push(facts) }
    const publish = (some: Update[]) => updates.push(...some)
    const rules = await startRules({
      db,
      changes,
      speak: (deviceId, text) => spoken.push({ deviceId, text }),
      log,
      nameOfPlace: (lng, lat) => `${lng.toFixed(5)}, ${lat.toFixed(5)}`,
      clock,
      tickMs: 50,
    })
    const shared = { db, rules, publish, log, keepDays: 180, clock }
    const recorder = startRecorder({ ...shared, stream })
    const readings = startReadings(shared)
    return {
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

  return {
    url,
    db,
    changes,
    updates,
    spoken,
    warnings,
    start,
    report: (deviceId: number, locations: Location[], more: Partial<Report> = {}): Omit<Report, 'settle'> => ({
      deviceId,
      messageId: locations.length > 1 ? 0x0704 : 0x0200,
      serial: serials++ % 65_536,
      receivedAt: Math.max(Date.now(), ...locations.map(({ time }) => time)),
      locations,
      ...more,
    }),
    async addDevices(count: number): Promise<number[]> {
      const { rows } = await db.owner.query<{ id: number }>(
        `insert into device (terminal_no) select gen_random_uuid()::text from generate_series(1, $1::int) returning id`,
        [count],
      )
      return rows.map(({ id }) => id)
    },
    /** A terminal on a new vehicle of tenant 1. */
    async addVehicle(dept = '一部', boundBefore = '1 day') {
      const [id] = await this.addDevices(1)
      const [vehicle] = await rows(
        `insert into vehicle (tenant_id, dept_id, plate_number, plate_colour, initials, vehicle_type, vehicle_function)
         select 1, dept_id, '川A' || $2::int, 2, '', '1', '清扫' from sys_dept where tenant_id = 1 and name = $1 returning id`,
        [dept, id],
      )
      await rows(`update device set tenant_id = 1, object_type = '1', object_id = $2 where id = $1`, [id, vehicle.id])
      await rows(
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
      const { objectType = ObjectType.vehicle, shiftIds = [], calendar = false } = more
      const [rule] = await rows(
        `insert into monitoring_rule (tenant_id, name, object_type, condition, severity, hours, min_duration, cooldown, voice_text, object_ids, dept_ids, shift_ids, calendar, change_time)
         values (1, $1, $8, $2, 'alarm', '[]', $3, $4, $5, $6, $7, $9, $10, now() - interval '1 day') returning id`,
        [name, JSON.stringify(condition), minDuration, cooldown, voiceText, objectIds, deptIds, objectType, shiftIds, calendar],
      )
      return Number(rule.id)
    },
    pushesOf: (eventId: number) =>
      rows(
        `select p.*, u.username from msg_push p join sys_user u on u.tenant_id = p.tenant_id and u.user_id = p.push_object_id
         where event_id = $1 order by username`,
        [eventId],
      ),
    /** What triggers keep of push records, and what counting gives. */
    tallies: async () => ({
      kept: await rows(
        'select push_object_id, dept_id, status, day::text, total, folded, unread from msg_push_tally where total <> 0 order by 1, 2, 3, 4',
      ),
      counted: await rows(
        `select push_object_id, dept_id, status, (create_time at time zone 'Asia/Shanghai')::date::text as day, count(*)::int as total,
           (count(*) filter (where folded))::int as folded, (count(*) filter (where read_unread = 0 and not folded))::int as unread
         from msg_push group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
      ),
    }),
    /** Stored violations of a terminal by start, times epoch ms. */
    events: (deviceId: number) =>
      rows(
        `select e.*, e.create_time::text, round(extract(epoch from e.create_time) * 1000)::float8 as start,
           round(extract(epoch from e.end_time) * 1000)::float8 as end, round(extract(epoch from e.last_time) * 1000)::float8 as last
         from violation_event e where device_id = $1 order by e.create_time, e.rule_id`,
        [deviceId],
      ),
    query: rows,
    close: async () => {
      await changes.close()
      await db.close()
    },
  }
}
