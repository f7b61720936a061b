import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../test-kit.ts'
import { type Change, changeTables } from './changes.ts'
import type { Tx } from './connect.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let viewerId: number
const heard: Change[] = []
beforeAll(async () => {
  server = await startTestServer()
  viewerId = (await server.login('viewer')).userId
  server.changes.on(changeTables, (change) => heard.push(change))
})
afterAll(() => server.close())

const last = 'nothing more comes'

/** Change events caused by a transaction of the app role, in order. */
const changesOf = (work: (tx: Tx) => Promise<unknown>, tenantId = 1) =>
  changesDuring(() => server.db.within({ tenantId, platform: false }, work))
/** Change events caused by a transaction of the owner, in order. */
const changesBySystem = (work: (tx: Tx) => Promise<unknown>) => changesDuring(() => server.db.system(work))

async function changesDuring(work: () => Promise<unknown>): Promise<Change[]> {
  heard.length = 0
  await work().catch((error: Error) => {
    if (error.message !== 'undone') throw error
  })
  await server.db.system((tx) => tx.execute(sql`select send_change('task_remind', 1, 1, null, ${last})`))
  await expect.poll(() => heard.at(-1)?.text).toBe(last)
  return heard.slice(0, -1)
}

test('the database watches every table that somebody can listen for', async () => {
  const { rows } = await server.db.owner.query<{ name: string }>(
    "select distinct tgrelid::regclass::text as name from pg_trigger where tgfoid = 'notify_change()'::regprocedure",
  )
  expect(
    [...rows.map(({ name }) => name), 'device_code', 'dispatched_work', 'msg_push', 'outgoing_event', 'task_remind'].sort(),
  ).toEqual([...changeTables].sort())
})

test('a change names the tenant, the user and the row; deleted rows too, and those that change hands both', async () => {
  const { deptId, vehicleId, deviceId } = await addVehicle(server.db)
  await changesOf(async () => undefined)
  expect(await changesOf((tx) => tx.execute(sql`update sys_user set phone = '13900000071' where user_id = ${viewerId}`))).toEqual(
    [{ table: 'sys_user', tenantId: 1, userId: viewerId }],
  )
  expect(await changesOf((tx) => tx.execute(sql`update vehicle set name = 'x' where id = ${vehicleId}`))).toEqual([
    { table: 'vehicle', tenantId: 1, id: vehicleId },
  ])
  expect(await changesOf((tx) => tx.execute(sql`update sys_dept set sort = 9 where dept_id = ${deptId}`))).toEqual([
    { table: 'sys_dept', tenantId: 1 },
  ])
  const roles = sql`(select role_id from sys_role where role_code = 'ROLE_VIEWER')`
  const [removed] = await changesOf((tx) => tx.execute(sql`delete from sys_role_menu where role_id = ${roles}`))
  expect(removed).toEqual({ table: 'sys_role_menu', tenantId: 1, id: expect.any(Number) })
  expect(await changesOf((tx) => tx.execute(sql`delete from sys_user_role where user_id = ${viewerId}`))).toEqual([
    { table: 'sys_user_role', tenantId: 1, userId: viewerId },
  ])
  const released = await changesBySystem((tx) =>
    tx.execute(sql`update device set tenant_id = null, object_id = null, object_type = null where id = ${deviceId}`),
  )
  expect(released).toHaveLength(2)
  expect(released).toEqual(
    expect.arrayContaining([
      { table: 'device', tenantId: 1, id: deviceId, objectType: '1', objectId: vehicleId },
      { table: 'device', tenantId: 0, id: deviceId },
    ]),
  )
})

test('a terminal that goes from one object to another names both, a new code neither', async () => {
  const one = await addVehicle(server.db, { plateNumber: '川A00002', terminalNo: '13900000002' })
  const other = await addVehicle(server.db, { plateNumber: '川A00003', terminalNo: '13900000003' })
  await changesOf(async () => undefined)
  await server.db.owner.query('delete from device where id = $1', [other.deviceId])
  const moved = await changesBySystem((tx) =>
    tx.execute(sql`update device set object_id = ${other.vehicleId} where id = ${one.deviceId}`),
  )
  const named = { table: 'device', tenantId: 1, id: one.deviceId, objectType: '1' }
  expect(moved).toEqual(
    expect.arrayContaining([
      { ...named, objectId: one.vehicleId },
      { ...named, objectId: other.vehicleId },
    ]),
  )
  const code = (value: string) =>
    changesBySystem((tx) => tx.execute(sql`update device set auth_code = ${value}, last_seen = now() where id = ${one.deviceId}`))
  expect(await code('x')).toEqual([{ table: 'device_code', tenantId: 1, id: one.deviceId }])
  expect(await code('x')).toEqual([])
})

test('work that was dispatched from something tells that it moved on, other work does not', async () => {
  const { deptId } = await addVehicle(server.db, { plateNumber: '川A00005', terminalNo: '13900000005' })
  await changesOf(async () => undefined)
  const add = (code: string, causeId: number | null) =>
    changesBySystem((tx) =>
      tx.execute(sql`insert into wc_report_to_clean (tenant_id, code, dept_id, reporter_id, reporter, position, content, type, cause_kind, cause_id)
        values (1, ${code}, ${deptId}, 1, '', '', '', '1', ${causeId && 'can'}, ${causeId})`),
    )
  const told = [{ table: 'dispatched_work', tenantId: 1 }]
  expect(await add('A', null)).toEqual([])
  expect(await add('B', 7)).toEqual(told)
  const act = (text: string) => changesBySystem((tx) => tx.execute(sql.raw(text)))
  expect(await act('update wc_report_to_clean set status = 1')).toEqual(told)
  expect(await act('update wc_report_to_clean set due_reminded = true')).toEqual([])
  expect(await act(`delete from wc_report_to_clean where code = 'A'`)).toEqual([])
  expect(await act(`delete from wc_report_to_clean where code = 'B'`)).toEqual(told)
})

test('a violation names its object', async () => {
  const { vehicleId, deviceId, deptId } = await addVehicle(server.db, { plateNumber: '川A00004', terminalNo: '13900000004' })
  await changesOf(async () => undefined)
  const violation = { table: 'violation_event', tenantId: 1, objectType: '1', objectId: vehicleId }
  const raised = await changesBySystem((tx) =>
    tx.execute(sql`insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name,
      object_type_value, dept_id, dept_name, violation_event, severity, position, execute_action)
      values (1, now(), now(), 1, ${deviceId}, '1', ${vehicleId}, 'x', 'x', ${deptId}, 'x', 'x', 'warning', 'x', 'x')`),
  )
  expect(raised).toEqual([violation])
  const lasting = sql`update violation_event set last_time = now() where object_id = ${vehicleId}`
  expect(await changesBySystem((tx) => tx.execute(lasting))).toEqual([])
})

test('unwatched columns, unchanged values and rolled-back changes cause no event', async () => {
  expect(
    await changesOf((tx) => tx.execute(sql`update sys_user set preferences = '{"theme":"dark"}' where tenant_id = 1`)),
  ).toEqual([])
  expect(await changesOf((tx) => tx.execute(sql`update sys_user set phone = phone, name = name`))).toEqual([])
  expect(await changesOf((tx) => tx.execute(sql`update sys_user set phone = '1' where user_id = -1`))).toEqual([])
  const undone = changesOf(async (tx) => {
    await tx.execute(sql`update sys_user set name = 'never' where user_id = ${viewerId}`)
    throw new Error('undone')
  })
  expect(await undone).toEqual([])
  // A renewal keeps the earlier access token: only its end causes an event.
  expect(await changesOf((tx) => tx.execute(sql`update sys_token set replaced_time = now()`))).toEqual([])
  const ended = await changesOf((tx) => tx.execute(sql`delete from sys_token where user_id = ${viewerId}`))
  expect(ended).toEqual([{ table: 'sys_token', tenantId: 1, userId: viewerId }])
})

test('many rows of one transaction are one change of the tenant, whether they come together or one by one', async () => {
  const insert = (from: number, to: number) => sql`
    insert into sys_user (tenant_id, username, password, dept_id)
    select 1, 'many' || n, '', (select min(dept_id) from sys_dept where tenant_id = 1) from generate_series(${from}::int, ${to}::int) n`
  const together = await changesOf((tx) => tx.execute(insert(1, 10_000)))
  expect(together).toHaveLength(101)
  expect(together.at(-1)).toEqual({ table: 'sys_user', tenantId: 1 })
  expect(together.filter(({ userId }) => userId === undefined)).toHaveLength(1)

  const oneByOne = await changesOf(async (tx) => {
    for (let n = 20_001; n <= 20_300; n++) await tx.execute(insert(n, n))
  })
  expect(oneByOne).toHaveLength(101)
  expect(oneByOne.at(-1)).toEqual({ table: 'sys_user', tenantId: 1 })
  // The next transaction counts from the beginning.
  expect(await changesOf((tx) => tx.execute(insert(20_301, 20_302)))).toEqual([
    { table: 'sys_user', tenantId: 1, userId: expect.any(Number) },
    { table: 'sys_user', tenantId: 1, userId: expect.any(Number) },
  ])
})

test('a long text is cut to the limit of a notification', async () => {
  for (const text of ['环'.repeat(5000), '\u0001'.repeat(5000), '"\\'.repeat(5000)]) {
    const [change] = await changesOf((tx) => tx.execute(sql`select send_change('task_remind', 1, 2, null, ${text})`))
    expect(change).toEqual({ table: 'task_remind', tenantId: 1, userId: 2, text: text.slice(0, 1000) })
  }
})
