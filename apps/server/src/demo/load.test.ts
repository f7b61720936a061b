import { MsgType } from '@huanwei/contract/messages/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../db/connect.ts'
import { isPassword } from '../lib/password.ts'
import { createTestDatabase } from '../test-kit.ts'
import { loadDemo } from './load.ts'

const now = new Date('2026-06-15T03:00:00Z')
let db: Database
let told: string

beforeAll(async () => {
  db = connect(await createTestDatabase(), { owner: 3, app: 1 })
  // The template holds two tenants; the demo wants an empty installation.
  await db.owner.query(
    'truncate sys_tenant, sys_dept, sys_menu, sys_role, sys_user, sys_user_role, sys_role_menu, sys_dict_item cascade',
  )
  told = await loadDemo(db, now)
})
afterAll(() => db.close())

const one = async (text: string, values: unknown[] = []) => (await db.owner.query(text, values)).rows[0]

test('says what it loaded, and the second time that it is there', async () => {
  expect(told).toMatch(/^loaded 318 vehicles, \d{4,5} violations$/)
  expect(await loadDemo(db, now)).toBe('already there')
})

test('every vehicle has a bound terminal and tenants are of their types', async () => {
  const { bound, kinds } = await one(`
    select count(*) bound, count(distinct v.vehicle_type) kinds from vehicle v
    join device d on d.tenant_id = v.tenant_id and d.object_type = '1' and d.object_id = v.id
    join device_binding b on b.device_id = d.id and b.ended is null and b.object_id = v.id
    where v.tenant_id = 1`)
  expect(bound).toBe(306)
  expect(kinds).toBeGreaterThanOrEqual(8)
  const { rows } = await db.owner.query('select id, type from sys_tenant order by id')
  expect(rows).toEqual([
    { id: 1, type: 'sanitation' },
    { id: 2, type: 'no-title' },
    { id: 34, type: 'rural-toilet' },
    { id: 62, type: 'sanitation' },
  ])
})

test('the accounts know the password', async () => {
  const { rows } = await db.owner.query('select username, password from sys_user where tenant_id = 1 order by user_id')
  expect(rows.slice(0, 4).map((row) => row.username)).toEqual(['admin', 'dispatcher', 'inspector', 'viewer'])
  expect(await isPassword(rows[1].password, '123456')).toBe(true)
})

test('every company and crew has its people, with names, phones and one role each', async () => {
  const found = await one(`select count(*) total, count(distinct u.phone) phones, count(distinct u.dept_id) departments,
      count(distinct r.role_name) roles, bool_and(u.name <> '' and u.initials <> '') named
    from sys_user u join sys_user_role ur using (tenant_id, user_id) join sys_role r using (tenant_id, role_id)
    where u.tenant_id = 1 and u.username <> 'admin'`)
  expect(found).toEqual({ total: 57, phones: 57, departments: 24, roles: 4, named: true })
})

test('the history covers thirty days, lies in months of its own, is judged but for the latest, and never in the future', async () => {
  const found = await one(
    `select count(*) total, count(*) filter (where alarm_type = -1) pending,
      count(*) filter (where alarm_type = -1 and create_time < $1::timestamptz - interval '3 days') stale,
      max(end_time) < $1::timestamptz over_by_now, min(create_time) < $1::timestamptz - interval '29 days' old from violation_event`,
    [now],
  )
  expect(found).toMatchObject({ stale: 0, over_by_now: true, old: true })
  expect(found.total).toBeGreaterThan(8000)
  expect(found.pending).toBeGreaterThan(30)
  expect(found.pending).toBeLessThan(120)
  expect(await one('select count(*) stray from violation_event_default')).toEqual({ stray: 0 })
})

test('push records, tallies and steps agree with the violations', async () => {
  const { rows } = await db.owner.query(
    `select u.username, (select count(*) from msg_push p where p.push_object_id = u.user_id and p.tenant_id = 1) pushed,
       (select sum(total) from msg_push_tally t where t.push_object_id = u.user_id and t.tenant_id = 1 and t.msg_type = $1) tallied
     from sys_user u where u.tenant_id = 1 order by u.user_id`,
    [MsgType.violation],
  )
  const { total } = await one('select count(*) total from violation_event')
  expect(rows[0]).toEqual({ username: 'admin', pushed: total, tallied: total })
  expect(rows[1].pushed).toBeGreaterThan(total / 10)
  expect(rows[1].tallied).toBe(rows[1].pushed)
  expect(rows[2]).toMatchObject({ pushed: 0 })
  const { wrong } = await one(`
    select count(*) wrong from violation_event v where alarm_type <> (
      select s.alarm_type from violation_process s where s.violation_id = v.id order by s.id desc limit 1)`)
  expect(wrong).toBe(0)
})
