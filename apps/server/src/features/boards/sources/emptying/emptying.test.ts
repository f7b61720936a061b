import { daysLater } from '@huanwei/contract/reports/rules'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText } from '../../../../lib/time.ts'
import { startTestServer } from '../../../../test-kit.ts'
import { departments } from '../../../departments/table.ts'
import { facilities } from '../../../facilities/table.ts'
import { makeVisits } from '../../../plans/queries.ts'
import { createComputer } from '../../compute.ts'
import { findEmptyings } from './queries.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let dept: Record<string, number>
/** Households of the plan, and one that no plan visits. */
let [first, second, third]: number[] = []

const ago = (days: number) => daysLater(dayText(Date.now()), -days)
const own = (text: string, values: unknown[] = []) => server.db.owner.query(text, values)

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  await server.db.system(async (tx) => {
    const all = await tx.select().from(departments).where(eq(departments.tenantId, 1))
    dept = Object.fromEntries(all.map((one) => [one.name, one.id]))
    const common = { tenantId: 1, deptId: dept.一部!, initials: 'x', lng: 104.07, lat: 30.66, facilityType: '9' }
    const added = await tx
      .insert(facilities)
      .values(['一部1号户厕', '一部2号户厕', '一部3号户厕'].map((name, i) => ({ ...common, name, code: `H${i}` })))
      .returning()
    ;[first, second, third] = added.map(({ id }) => id)
  })
})
afterAll(() => server.close())

async function read(source: 'emptyings' | 'emptyingForecast', among: number[] | null = null) {
  const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
  return (await computer.of({ tenantId: 1, departments: among }, source, {}, 'zh-CN')).data
}
/** The days of the last and the next emptying of each household. */
async function noticed(among: number[] | null = null) {
  const data = await read('emptyings', among)
  return new Map(data?.shape === 'rows' ? data.rows.map(({ key, cells }) => [Number(key), cells.slice(3)]) : [])
}
async function forecast(among: number[] | null = null) {
  const data = await read('emptyingForecast', among)
  return data?.shape === 'series' ? data.lines.map(({ values }) => values) : []
}

test('rounds of plans and requests say when a household is emptied next, rounds that were made when it was emptied last', async () => {
  expect([await noticed(), await forecast()]).toEqual([new Map(), [Array(14).fill(0), Array(14).fill(0)]])
  const plan = { name: '抽粪', deptId: dept.一部, userId: admin.userId, dueMinutes: [480, 1020], facilityIds: [first, second] }
  const { data: made } = await admin.call('POST', '/admin/jobTaskPlan', plan)
  await own("update job_task_plan set effective_from = now() - interval '3 days' where id = $1", [made.id])
  await server.db.system((tx) => makeVisits(tx))
  // Twice on the day is one household. The third one has asked for it.
  await own(
    `insert into wc_report_to_clean (tenant_id, code, facility_id, dept_id, reporter_id, reporter, position, content, type, soon_time, due_time)
     values (1, 'BJ1', $1, $2, 1, 'x', 'x', 'x', '0', now(), date_trunc('day', now()) + interval '3 days 9 hours')`,
    [third, dept.一部],
  )
  const requests = Array.from({ length: 14 }, (_, day) => (day === 3 ? 1 : 0))
  expect(await forecast()).toEqual([Array(14).fill(2), requests])
  expect(await noticed()).toEqual(
    new Map([
      [first, ['–', ago(0)]],
      [second, ['–', ago(0)]],
      [third, ['–', ago(-3)]],
    ]),
  )
  expect([(await noticed([dept.二部!])).size, await forecast([dept.二部!])]).toEqual([0, [Array(14).fill(0), Array(14).fill(0)]])

  await own(
    `update job_task_record set done_time = now() where plan_id = $1 and facility_id = $2 and due_time >= date_trunc('day', now())`,
    [made.id, first],
  )
  await own(
    `update job_task_record set done_time = due_time where plan_id = $1 and facility_id = $2 and due_time < date_trunc('day', now())`,
    [made.id, second],
  )
  await own(
    `insert into wc_report_to_clean (tenant_id, code, facility_id, dept_id, reporter_id, reporter, position, content, type, status, process_time, soon_time, due_time)
     values (1, 'BJ2', $1, $2, 1, 'x', 'x', 'x', '0', 2, now() - interval '9 days', now(), now())`,
    [second, dept.一部],
  )
  expect(await noticed()).toEqual(
    new Map([
      [first, [ago(0), ago(-1)]],
      [second, [ago(1), ago(0)]],
      [third, ['–', ago(-3)]],
    ]),
  )
  expect((await forecast())[0]).toEqual([1, ...Array(13).fill(2)])

  // A plan that is gone visits nobody; what was done on it was done.
  await admin.call('DELETE', `/admin/jobTaskPlan/${made.id}`)
  expect((await forecast())[0]!.slice(1)).toEqual(Array(13).fill(0))
  expect((await noticed()).get(first!)).toEqual([ago(0), '–'])
})

test('a notice that ends before the households do says how many more there are', async () => {
  const viewer = { tenantId: 1, departments: null } as Parameters<typeof findEmptyings>[1]
  const all = await server.db.system((tx) => findEmptyings(tx, viewer, 100))
  const [one, ...rest] = await server.db.system((tx) => findEmptyings(tx, viewer, 1))
  expect([rest, one!.total]).toEqual([[], all.length])
  expect(all.length).toBeGreaterThan(1)
})
