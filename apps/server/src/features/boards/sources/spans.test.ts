import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, addViolation, startTestServer } from '../../../test-kit.ts'
import { createComputer } from '../compute.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
const now = Date.parse('2026-03-10T00:30:00+08:00')
const month = { period: 'month', firstDay: '2026-03-01', lastDay: '2026-03-31' } as const

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const read = async (source: 'spanDays' | 'spanJobs' | 'spanVehicles' | 'spanViolations', departments: number[] | null = null) => {
  const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log }, () => now)
  return (await computer.of({ tenantId: 1, departments }, source, {}, 'zh-CN', { span: month })).data
}

test('days of this month that are to come are not drawn, and not counted as days that could be worked out', async () => {
  const vehicle = await addVehicle(server.db)
  await addViolation(server.db, vehicle, [], '2026-03-10 00:10:00')
  const days = await read('spanDays')
  if (days?.shape !== 'series') throw new Error('no curve')
  expect(days.labels.length).toBe(31)
  expect(days.lines.map(({ values }) => values.length)).toEqual([10, 10, 10])
  expect(days.lines[0]?.values).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  const crews = await read('spanVehicles')
  expect(crews?.shape === 'rows' && crews.rows.at(-1)?.cells[0]).toContain('/ 10 ')
})

test('a table of more departments than it has room for says how many are left out', async () => {
  const vehicle = await addVehicle(server.db, { plateNumber: '川A00002', terminalNo: '13900000002' })
  const { rows } = await server.db.owner.query(
    `insert into sys_dept (tenant_id, parent_id, name) select 1, parent_id, '班组' || n
     from sys_dept, generate_series(1, 63) n where dept_id = $1 returning dept_id as id`,
    [vehicle.deptId],
  )
  for (const { id } of rows) await addViolation(server.db, { ...vehicle, deptId: id }, [], '2026-03-02 08:00:00')
  const ids = rows.map(({ id }) => id)
  const table = await read('spanViolations', ids)
  if (table?.shape !== 'rows') throw new Error('no table')
  expect(table.rows.length).toBe(62)
  expect(table.rows.slice(-2).map(({ key, cells }) => [key, cells[0]])).toEqual([
    ['more', expect.stringContaining('3')],
    ['total', expect.anything()],
  ])
  expect(table.rows.at(-1)?.cells[1]).toBe('63')

  await server.db.owner.query(
    `with plan as (
       insert into work_plan (tenant_id, dept_id, name, job_type, area_ids, facility_ids, vehicle_ids, shift_ids, times, calendar, goal, enabled)
       values (1, $1, '计划', 'clean', '{}', '{}', '{}', '{}', 1, false, 90, false) returning id
     ), basis as (
       insert into work_basis (tenant_id, plan_id, digest, basis) select 1, id, 'x', '{}' from plan returning id, plan_id
     )
     insert into work_task (tenant_id, plan_id, basis_id, dept_id, vehicle_ids, day, shift_id, shift_name, turn, turns, start_time, end_time,
       planned_metres, stop_count, done_time, open)
     select 1, plan_id, id, dept_id, '{}', '2026-03-02', dept_id, '早班', 1, 1, '2026-03-02 08:00', '2026-03-02 10:00', 0, 0, '2026-03-02 09:00', false
     from basis, unnest($2::int[]) as dept_id`,
    [vehicle.deptId, ids],
  )
  const jobs = await read('spanJobs', ids)
  if (jobs?.shape !== 'rows') throw new Error('no table')
  expect(jobs.rows.length).toBe(61)
  expect(jobs.rows[0]?.cells[1]).toBe('1')
  expect(jobs.rows.at(-1)).toMatchObject({ key: 'more', cells: [expect.stringContaining('3'), '', '', '', '', ''] })
})
