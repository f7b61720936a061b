import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ObjectType } from '@huanwei/contract/objects'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import { and, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { listen } from './db/changes.ts'
import { type Database, inTx, type Tx } from './db/connect.ts'
import { asOwner, prepare } from './db/migrate.ts'
import { connectOwned, type OwnedDatabase } from './db/owned.ts'
import { departments } from './features/departments/table.ts'
import { facilities } from './features/facilities/table.ts'
import { pushes } from './features/messages/table.ts'
import { roles } from './features/roles/table.ts'
import { encodePassword, hashPassword } from './features/session/password.ts'
import { createTenant, grantMenus } from './features/tenants/queries.ts'
import { terminalBindings, terminals } from './features/terminals/table.ts'
import { userRoles, users } from './features/users/table.ts'
import { vehicles } from './features/vehicles/table.ts'
import { violationSteps, violations } from './features/violations/table.ts'
import { newCode } from './lib/code.ts'
import { createLog } from './lib/log.ts'
import { startLatest } from './position/latest/latest.ts'
import { type IngestCalls, noIngest } from './position/link.ts'
import { startReadings } from './position/store/readings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL cluster, as a URL to its maintenance database. */
    databaseUrl: string
  }
}

const template = 'huanwei_template'
/** An arbitrary time; tests that depend on it pass their own. */
const now = new Date()

const urlOf = (cluster: string, database: string) => {
  const url = new URL(cluster)
  url.pathname = `/${database}`
  return url.toString()
}

async function asAdmin<T>(cluster: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The migrated template with two organisations, created once per run by the first caller. */
async function ensureTemplate(cluster: string) {
  await asAdmin(cluster, async (client) => {
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount) return
    await client.query(`create database ${template}_making`)
    const url = urlOf(cluster, `${template}_making`)
    await asOwner(url, async (owner) => {
      await prepare(owner, url, now)
      await inTx(owner, seed)
    })
    await client.query(`alter database ${template}_making rename to ${template}`)
  })
}

export const password = '123456'
/** Password of accounts that a test adds by call. */
export const newPassword = 'broom-and-cart'

/** Tenant 1 (may run the platform) and tenant 2, each with `admin`; tenant 1 also with departments 一部 and 二部, `handler`, `viewer` of 一部 and `nobody`. */
async function seed(tx: Tx) {
  const passwordHash = await hashPassword(password)
  const common = { type: 'sanitation' as const, title: '测试系统', shortName: '测试', admin: { username: 'admin', passwordHash } }
  const { rootDeptId } = await createTenant(tx, {
    id: 1,
    name: '甲公司',
    code: 'one',
    hosts: ['localhost'],
    platform: true,
    ...common,
  })
  await createTenant(tx, { id: 2, name: '乙公司', code: 'two', hosts: ['two.localhost'], platform: false, ...common })
  const [first] = await tx
    .insert(departments)
    .values([
      { tenantId: 1, parentId: rootDeptId, name: '一部' },
      { tenantId: 1, parentId: rootDeptId, name: '二部' },
    ])
    .returning()
  const people = [
    {
      username: 'handler',
      permissions: ['violation_handle', 'approval_handle', 'complaint_handle', 'admin_device_command'],
      paths: true,
    },
    { username: 'viewer', permissions: [], paths: true },
    { username: 'nobody', permissions: [], paths: false },
  ]
  for (const { username, permissions, paths } of people) {
    const [role] = await tx
      .insert(roles)
      .values({ tenantId: 1, roleName: username, roleCode: `ROLE_${username.toUpperCase()}`, dsType: 2 })
      .returning()
    const [user] = await tx.insert(users).values({ tenantId: 1, username, password: passwordHash, deptId: first!.id }).returning()
    await tx.insert(userRoles).values({ tenantId: 1, userId: user!.id, roleId: role!.id })
    if (paths) await grantMenus(tx, 1, role!.id, (menu) => menu.path !== null || permissions.includes(menu.permission ?? ''))
  }
}

/** A database of its own, dropped with the run's cluster. */
export async function createTestDatabase() {
  const cluster = inject('databaseUrl')
  await ensureTemplate(cluster)
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(cluster, (client) => client.query(`create database ${name} template ${template}`))
  return urlOf(cluster, name)
}

/** A database without any table, dropped with the run's cluster. */
export async function createEmptyDatabase() {
  const cluster = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(cluster, (client) => client.query(`create database ${name}`))
  return urlOf(cluster, name)
}

/** Runs `work` while the database at `url` accepts no connections. */
export async function whileAway(url: string, work: () => Promise<void>) {
  const name = new URL(url).pathname.slice(1)
  await asAdmin(inject('databaseUrl'), async (admin) => {
    await admin.query(`alter database ${name} with allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await work().finally(() => admin.query(`alter database ${name} with allow_connections true`))
  })
}

/** Rules that evaluate nothing, for tests of readings. */
export const noRules: Parameters<typeof startReadings>[0]['rules'] = {
  isWatched: () => false,
  inTurn: (work) => work(),
  load: async () => undefined,
  judge: async () => ({ keep: () => undefined }),
  forget: () => undefined,
  suspend: () => undefined,
}

/** Starts a gateway of the server under test. */
type Gateway = (config: Config, db: Database) => Promise<IngestCalls>

/** A real server on a database of its own, or on a test's, without a gateway unless one is given. Close it when done. */
export async function startTestServer(settings: Record<string, string> = {}, own?: string, gateway?: Gateway) {
  const url = own ?? (await createTestDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'huanwei-test-'))
  const config = readConfig({
    LOG_LEVEL: 'error',
    DEMO: 'off',
    JT1078_PORT: '0',
    JT808_FILES_PORT: '0',
    FTP_PORT: '0',
    VIDEO_API_PORT: '0',
    DATA_DIR: dataDir,
    ...settings,
  })
  const db = connectOwned(url, { system: 3, app: 5 })
  const changes = await listen(db.addresses.app)
  const log = createLog(config.LOG_LEVEL, 'test')
  const latest = await startLatest({ db, changes, log })
  // No gateway runs here: every terminal is offline, while sensors that call are heard.
  const readings = startReadings({ db, rules: noRules, publish: latest.apply, log, keepDays: config.KEEP_DAYS })
  const ingest = (await gateway?.(config, db)) ?? { ...noIngest, recordReadings: readings.record }
  const app = await buildApp({ db, changes, config, latest, ingest })

  /** Logs in and returns a function that makes calls as that user, plus the token reply. */
  async function login(username: string, tenantId = 1, typed = password) {
    const reply = await app.inject({
      method: 'POST',
      url: '/auth/oauth/token?grant_type=password',
      headers: {
        authorization: clientAuthorization,
        'tenant-id': String(tenantId),
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({
        username,
        password: config.PASSWORD_KEY[0] ? encodePassword(typed, config.PASSWORD_KEY[0]) : btoa(typed),
      }).toString(),
    })
    if (reply.statusCode !== 200) throw new Error(`log-in as ${username} failed: ${reply.body}`)
    const token = reply.json()
    const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
      const answer = await app.inject({
        method,
        url: path,
        headers: { authorization: `Bearer ${token.access_token}` },
        ...(payload && { payload }),
      })
      return { status: answer.statusCode, ...answer.json() }
    }
    return { token, call, userId: Number(token.user_id) }
  }

  return {
    app,
    db,
    url,
    changes,
    latest,
    config,
    login,
    close: async () => {
      await app.close()
      await latest.close()
      await changes.close()
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A vehicle with a bound terminal in tenant 1, in 一部 unless said otherwise. */
export async function addVehicle(
  db: Database,
  { department = '一部', plateNumber = '川A00001', terminalNo = '13900000001' } = {},
) {
  return db.system(async (tx) => {
    const deptId = await departmentOf(tx, department)
    const [vehicle] = await tx
      .insert(vehicles)
      .values({
        tenantId: 1,
        deptId,
        plateNumber,
        plateColour: 2,
        initials: plateNumber.toLowerCase(),
        vehicleType: '1',
        vehicleFunction: '1',
      })
      .returning()
    const vehicleId = vehicle!.id
    return { deptId, vehicleId, deviceId: await bind(tx, ObjectType.vehicle, vehicleId, terminalNo), plateNumber, terminalNo }
  })
}

/** A public toilet with a bound sensor in tenant 1, in 一部 unless said otherwise. */
export async function addFacility(
  db: Database,
  { department = '一部', name = '乙路公共厕所', facilityType = '1', terminalNo = '13900000004' } = {},
) {
  return db.system(async (tx) => {
    const deptId = await departmentOf(tx, department)
    const place = { lng: 104.07, lat: 30.66 }
    const [facility] = await tx
      .insert(facilities)
      .values({ tenantId: 1, deptId, name, code: newCode(), initials: 'x', facilityType, ...place })
      .returning()
    const facilityId = facility!.id
    return { deptId, facilityId, deviceId: await bind(tx, ObjectType.facility, facilityId, terminalNo) }
  })
}

async function departmentOf(tx: Tx, name: string) {
  const [dept] = await tx
    .select()
    .from(departments)
    .where(and(eq(departments.tenantId, 1), eq(departments.name, name)))
  return dept!.id
}

/** Adds a terminal that has always been bound to the object; returns its id. */
async function bind(tx: Tx, objectType: ObjectType, objectId: number, terminalNo: string) {
  const [device] = await tx.insert(terminals).values({ tenantId: 1, terminalNo, objectType, objectId }).returning()
  const deviceId = device!.id
  await tx.insert(terminalBindings).values({ tenantId: 1, deviceId, objectType, objectId, started: sql`'-infinity'` })
  return deviceId
}

/** A pending violation of that vehicle, pushed to `recipients`. */
export async function addViolation(
  db: Database,
  vehicle: { deptId: number; vehicleId: number; deviceId: number; plateNumber: string },
  recipients: number[],
  createTime = '2026-01-05 08:00:00',
) {
  const { deptId, vehicleId: objectId, deviceId, plateNumber } = vehicle
  return db.system(async (tx) => {
    const [violation] = await tx
      .insert(violations)
      .values({
        tenantId: 1,
        createTime,
        endTime: sql`${createTime}::timestamptz + interval '125 seconds'`,
        lastTime: createTime,
        ruleId: 1,
        deviceId,
        objectType: '1',
        objectId,
        objectName: plateNumber,
        objectTypeValue: '1',
        deptId,
        deptName: '一部',
        violationEvent: '超速行驶',
        severity: 'alarm',
        position: '建设路',
        lng: 104.1,
        lat: 30.6,
        limit: 60,
        peak: 83,
        executeAction: 'recorded',
      })
      .returning({ id: violations.id })
    const id = violation!.id
    await tx.insert(violationSteps).values({ tenantId: 1, violationId: id, objectName: '超速行驶', alarmType: -1, remark: '' })
    if (recipients.length)
      await tx.insert(pushes).values(
        recipients.map((pushObjectId) => ({
          tenantId: 1,
          createTime,
          msgType: '1' as const,
          pushObjectId,
          eventId: id,
          objectType: '1' as const,
          objectId,
          deptId,
        })),
      )
    return id
  })
}

/** Queries of the tallies kept by triggers, and recounts over the rows. */
const figures = [
  [
    `select tenant_id, push_object_id, msg_type, object_type, status, dept_id, sum(total)::int, sum(folded)::int, sum(unread)::int
     from msg_push_tally group by 1, 2, 3, 4, 5, 6 having sum(total) <> 0 or sum(folded) <> 0 or sum(unread) <> 0`,
    `select tenant_id, push_object_id, msg_type, object_type, status, dept_id, count(*)::int, (count(*) filter (where folded))::int, (count(*) filter (where read_unread = 0 and not folded))::int from msg_push
     where not merged group by 1, 2, 3, 4, 5, 6`,
  ],
  [
    'select tenant_id, list, month, dept_id, status, kind, total from event_tally where total <> 0',
    `select tenant_id, list, date_trunc('month', at at time zone 'Asia/Shanghai')::date, dept_id, status, kind, count(*)::int from (
       select tenant_id, 'apply_for_record' as list, create_time as at, dept_id, status, 0 as kind from apply_for_record
       union all select tenant_id, 'inspect_event', create_time, dept_id, case if_return when 1 then 4 else status end, 0 from inspect_event
       union all select tenant_id, 'wc_complaint', event_time, dept_id, status, event_type from wc_complaint
       union all select tenant_id, 'wc_report_to_clean', report_time, dept_id, status, type::int from wc_report_to_clean
     ) rows group by 1, 2, 3, 4, 5, 6`,
  ],
] as const

/** Asserts that the tallies equal a recount, and that nobody has an event twice. */
export async function tallyIsExact({ owner }: Pick<OwnedDatabase, 'owner'>) {
  for (const [kept, counted] of figures)
    for (const [these, those] of [
      [kept, counted],
      [counted, kept],
    ])
      expect((await owner.query(`(${these}) except all (${those})`)).rows).toEqual([])
  const twice = 'select from msg_push group by tenant_id, msg_type, kind, event_id, push_object_id having count(*) > 1'
  expect((await owner.query(twice)).rowCount).toBe(0)
}

/** Runs `round` this many times, `atOnce` in parallel. */
export async function rounds(times: number, round: (index: number) => Promise<void>, atOnce = 10) {
  for (let first = 0; first < times; first += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, times - first) }, (_, i) => round(first + i)))
}
