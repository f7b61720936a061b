import { Status } from '@huanwei/contract/live/codes'
import { offlineAfterMs } from '@huanwei/contract/live/rules'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findVehicleFacts } from '../../features/trees/queries.ts'
import { addFacility, addVehicle, startTestServer } from '../../test-kit.ts'
import { startLatest } from './latest.ts'
import { createObjectStore } from './object-store.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const fix = (time: number) => ({
  time,
  lng: 104.06,
  lat: 30.65,
  speed: 30,
  direction: 90,
  altitude: 500,
  status: 3,
  alarm: 0,
  mileage: 12,
  satellites: 9,
  signal: 20,
})

/** Blocks all reads of the latest positions; `waiting` counts the blocked reads of last fixes: others read positions, too. */
async function holdPositions() {
  const holder = await server.db.owner.connect()
  await holder.query('begin; lock table position in access exclusive mode')
  return {
    // Asked as the role that reads: to others the text of its queries is hidden.
    waiting: () =>
      server.db.system(async (tx) => {
        const { rows } = await tx.execute<{ n: number }>(sql`
          select count(*)::int as n from pg_locks join pg_stat_activity using (pid)
          where not granted and relation = 'position'::regclass and query like '%select d.id as device_id%' and pid <> pg_backend_pid()`)
        return rows[0]?.n
      }),
    async release() {
      await holder.query('rollback')
      holder.release()
    },
  }
}

test('a report that arrives while facts are reloaded is not lost for a vehicle among them', async () => {
  const held = await holdPositions()
  const { deviceId, vehicleId } = await addVehicle(server.db)
  await expect.poll(held.waiting).toBeGreaterThan(0)
  const now = Date.now()
  server.latest.apply([{ deviceId, connected: true, seenAt: now, fix: fix(now) }])
  await held.release()
  await expect
    .poll(() => server.latest.vehicles.of(1).get(vehicleId)?.live)
    .toMatchObject({ time: now, seenAt: now, status: Status.moving })
})

test('reloading facts twice at the same time loses no report', async () => {
  const { deviceId, vehicleId } = await addVehicle(server.db, { plateNumber: '川A00009', terminalNo: '13900000009' })
  const store = createObjectStore({
    db: server.db,
    find: findVehicleFacts,
    inForce: () => ({ alarms: 0, warnings: 0 }),
    clock: Date.now,
  })
  const held = await holdPositions()
  const readings = [store.read(), store.read({ objects: new Map([[1, new Set([vehicleId])]]) })]
  await expect.poll(held.waiting).toBeGreaterThan(0)
  const now = Date.now()
  store.apply([{ deviceId, connected: true, seenAt: now, fix: fix(now) }])
  await held.release()
  await Promise.all(readings)
  expect(store.of(1).get(vehicleId)?.live).toMatchObject({ time: now, seenAt: now, status: Status.moving })
})

test('a silent vehicle goes offline by time alone, with one change event', async () => {
  const { deviceId, vehicleId } = await addVehicle(server.db, { plateNumber: '川A00002', terminalNo: '13900000002' })
  let ahead = 0
  const latest = await startLatest({ ...server, log: server.app.log, clock: () => Date.now() + ahead })
  const changes: number[] = []
  latest.vehicles.onChange((_, changed) => changes.push(...changed.map(({ id }) => id).filter((id) => id === vehicleId)))
  latest.apply([{ deviceId, connected: true, seenAt: Date.now(), fix: fix(Date.now()) }])
  expect([latest.vehicles.of(1).get(vehicleId)?.live.status, changes]).toEqual([Status.moving, [vehicleId]])
  ahead = offlineAfterMs
  await expect.poll(() => latest.vehicles.of(1).get(vehicleId)?.live.status).toBe(Status.offline)
  expect(JSON.parse(latest.vehicles.of(1).get(vehicleId)?.json ?? '{}')).toMatchObject({ status: Status.offline })
  expect(changes).toEqual([vehicleId, vehicleId])
  await latest.close()
})

test('it knows how old the positions are that it learns of, and counts no other news', async () => {
  const { deviceId } = await addVehicle(server.db, { plateNumber: '川A00008', terminalNo: '13900000008' })
  const now = Date.now()
  const latest = await startLatest({ ...server, log: server.app.log, clock: () => now })
  latest.apply([{ deviceId, connected: false, seenAt: now - 9000 }])
  expect(latest.shown()).toEqual({ shownAt: 0, shownAfter: 0 })
  latest.apply([{ deviceId, connected: true, seenAt: now - 1500, fix: fix(now - 2000) }])
  expect(latest.shown()).toEqual({ shownAt: now, shownAfter: 1500 })
  await latest.close()
})

test('closing waits for what is being read', async () => {
  const latest = await startLatest({ ...server, log: server.app.log })
  const held = await holdPositions()
  await addVehicle(server.db, { plateNumber: '川A00003', terminalNo: '13900000003' })
  // That of the server and this one.
  await expect.poll(held.waiting).toBe(2)
  let isClosed = false
  const closing = latest.close().then(() => {
    isClosed = true
  })
  await held.waiting()
  expect(isClosed).toBe(false)
  await held.release()
  await closing
})

test('a person with a new terminal, changed or removed, is known at once; so is a facility’s alarm', async () => {
  const admin = await server.login('admin')
  const { deptId, facilityId, deviceId } = await addFacility(server.db)
  const { data: role } = await admin.call('POST', '/admin/role', { roleName: '保洁员', roleCode: 'ROLE_CLEANER', dsType: 3 })
  const fields = { username: 'wangfang', phone: '13800000041', deptId }
  const { data: user } = await admin.call('POST', '/admin/user', { ...fields, newpassword1: 'broom-and-cart', role: [] })
  const person = () => server.latest.people.of(1).get(user.userId)
  await server.db.owner.query(
    `insert into device (terminal_no, tenant_id, object_type, object_id) values ('13900000011', 1, '0', ${user.userId})`,
  )
  await expect.poll(person).toMatchObject({ deptId, name: 'wangfang', roles: [] })
  await admin.call('PUT', '/admin/user', { ...fields, userId: user.userId, role: [role.roleId] })
  await expect.poll(() => person()?.roles).toEqual([{ roleId: role.roleId, roleName: '保洁员' }])
  await admin.call('PUT', '/admin/user', { ...fields, userId: user.userId, role: [], lockFlag: '9' })
  await expect.poll(person).toBeUndefined()

  const facility = () => server.latest.facilities.of(1).get(facilityId)
  await expect.poll(() => facility()?.live).toMatchObject({ status: Status.offline, lng: 104.07, lat: 30.66 })
  server.latest.apply([{ deviceId, connected: true, seenAt: Date.now() }])
  expect(facility()?.live.status).toBe(Status.stationary)
  await server.db.owner.query(`insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value, dept_id, dept_name, violation_event, severity, position, execute_action)
    values (1, now(), now(), 1, ${deviceId}, '2', ${facilityId}, 'x', 'x', ${deptId}, 'x', 'x', 'warning', 'x', 'x')`)
  await expect.poll(() => facility()?.live.status).toBe(Status.warning)
})

/** Changes rows without telling anybody. */
const inSilence = (statement: string) =>
  server.db.owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`)

test('a change reads what it names and nothing else; one that names nothing reads the tenant', async () => {
  const one = await addVehicle(server.db, { plateNumber: '川A00021', terminalNo: '13900000021' })
  const other = await addVehicle(server.db, { plateNumber: '川A00022', terminalNo: '13900000022' })
  const platesOf = () => [one, other].map(({ vehicleId }) => server.latest.vehicles.of(1).get(vehicleId)?.plateNumber)
  await expect.poll(platesOf).toEqual(['川A00021', '川A00022'])
  await inSilence(`update vehicle set plate_number = '川A00031' where id = ${one.vehicleId}`)
  // A terminal's code is no fact of its vehicle.
  await server.db.owner.query(`update device set auth_code = 'x' where id = ${one.deviceId}`)
  await server.db.owner.query(`update vehicle set plate_number = '川A00032' where id = ${other.vehicleId}`)
  await expect.poll(platesOf).toEqual(['川A00021', '川A00032'])
  await server.db.owner.query("select send_change('vehicle', 1, null, null, null)")
  await expect.poll(platesOf).toEqual(['川A00031', '川A00032'])
})

test('violations are counted again for the object that they name', async () => {
  const one = await addFacility(server.db, { name: '丙路公共厕所', terminalNo: '13900000023' })
  const other = await addFacility(server.db, { name: '丁路公共厕所', terminalNo: '13900000024' })
  const alarmsOf = () => [one, other].map(({ facilityId }) => server.latest.facilities.of(1).get(facilityId)?.alarms)
  await expect.poll(alarmsOf).toEqual([0, 0])
  const raise = ({ facilityId, deviceId, deptId }: typeof one) => `insert into violation_event
    (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value, dept_id, dept_name, violation_event, severity, position, execute_action)
    values (1, now(), now(), 1, ${deviceId}, '2', ${facilityId}, 'x', 'x', ${deptId}, 'x', 'x', 'alarm', 'x', 'x')`
  await inSilence(raise(one))
  await server.db.owner.query(raise(other))
  await expect.poll(alarmsOf).toEqual([0, 1])
  await server.db.owner.query(
    `update violation_event set end_time = now() where object_type = '2' and object_id = ${other.facilityId}`,
  )
  await expect.poll(alarmsOf).toEqual([0, 0])
  await server.db.owner.query("select send_change('violation_event', 1, null, null, null)")
  await expect.poll(alarmsOf).toEqual([1, 0])
})
