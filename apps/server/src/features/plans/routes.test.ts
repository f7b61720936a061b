import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'
import { makeVisits } from './queries.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
type Visit = { id: number; dueTime: string; facilityName: string; doneTime: string | null; doneName: string }
let server: Awaited<ReturnType<typeof startTestServer>>
let [admin, worker, other]: Person[] = []
let places: number[]
let dept: Record<string, number>

beforeAll(async () => {
  server = await startTestServer()
  await server.db.system(async (tx) => {
    dept = Object.fromEntries(
      (await tx.select().from(departments).where(eq(departments.tenantId, 1))).map((one) => [one.name, one.id]),
    )
    const common = { tenantId: 1, deptId: dept.一部!, initials: 'x', lng: 104.07, lat: 30.66, facilityType: '1' }
    const added = await tx
      .insert(facilities)
      .values(['甲路公厕', '乙路公厕'].map((name, i) => ({ ...common, name, code: `A${i}` })))
      .returning()
    places = added.map(({ id }) => id)
  })
  ;[admin, worker, other] = await Promise.all(['admin', 'viewer', 'nobody'].map((name) => server.login(name)))
})
afterAll(() => server.close())

const plan = (changes = {}) => ({
  name: '早晚保洁',
  deptId: dept.一部,
  userId: worker!.userId,
  dueMinutes: [1020, 420, 420],
  facilityIds: places,
  ...changes,
})
const add = async (changes = {}) => (await admin!.call('POST', '/admin/jobTaskPlan', plan(changes))).data
const visits = async (jobId: number, who = admin!): Promise<Visit[]> => {
  const days = 'startTime=2020-01-01 00:00:00&endTime=2099-01-01 00:00:00'
  return (await who.call('GET', `/admin/jobTaskRecord/list?jobId=${jobId}&${days}`)).data
}
/** Moves the start of the plan back by `days`. */
const asOf = (id: number, days: number) =>
  server.db.owner.query(`update job_task_plan set effective_from = now() - make_interval(days => $2) where id = $1`, [id, days])
const run = () => server.db.system((tx) => makeVisits(tx))

test('a plan is made, read, changed and removed', async () => {
  const made = await add()
  expect(made).toMatchObject({ userName: 'viewer', deptName: '一部', dueMinutes: [420, 1020] })
  const lavatories = (await worker!.call('GET', `/admin/jobTaskPlan/getLavatoryByJobId/${made.id}`)).data
  expect(lavatories.map((one: { facilityName: string }) => one.facilityName).sort()).toEqual(['乙路公厕', '甲路公厕'])
  const changed = await admin!.call('PUT', '/admin/jobTaskPlan', {
    ...plan({ name: '夜间', facilityIds: [places[0]] }),
    id: made.id,
    updateTime: made.updateTime,
  })
  expect(changed.data).toMatchObject({ name: '夜间', facilities: [{ facilityName: '甲路公厕' }] })
  const late = await admin!.call('PUT', '/admin/jobTaskPlan', { ...plan(), id: made.id, updateTime: made.updateTime })
  expect([late.status, late.msg]).toEqual([409, expect.stringContaining('admin')])
  const names = async () => (await admin!.call('GET', '/admin/jobTaskPlan/list')).data.map(({ name }: { name: string }) => name)
  expect(await names()).toContain('夜间')
  await admin!.call('DELETE', `/admin/jobTaskPlan/${made.id}`)
  expect(await names()).not.toContain('夜间')
  expect((await admin!.call('GET', `/admin/jobTaskPlan/getLavatoryByJobId/${made.id}`)).status).toBe(404)
})

test('plans come by page, the newest first, by department and a part of the name, also to whoever makes their visits', async () => {
  const first = await add({ name: '一段清扫' })
  const second = await add({ name: '二段清扫', deptId: dept.二部 })
  const page = async (query: string, who = admin!) => {
    const { records, total } = (await who.call('GET', `/admin/jobTaskPlan/page?${query}`)).data
    return [total, ...records.map(({ id }: { id: number }) => id)]
  }
  const named = `name=${encodeURIComponent('清扫')}`
  expect(await page(named)).toEqual([2, second.id, first.id])
  expect(await page(`${named}&size=1&current=2`)).toEqual([2, first.id])
  expect(await page(`${named}&deptId=${dept.二部}`)).toEqual([1, second.id])
  expect(await page(named, worker)).toEqual([2, second.id, first.id])
  expect(await page(named, other)).toEqual([1, first.id])
  for (const { id } of [first, second]) await admin!.call('DELETE', `/admin/jobTaskPlan/${id}`)
  expect(await page(named)).toEqual([0])
})

test('invalid plans are refused, and so is adding one without the permission to assign', async () => {
  const post = (changes: object, who = admin!) => who.call('POST', '/admin/jobTaskPlan', plan(changes))
  expect(await post({ facilityIds: [999_999] })).toMatchObject({ status: 409, data: { field: 'facilityIds' } })
  expect(await post({ userId: 999_999 })).toMatchObject({ status: 409, data: { field: 'userId' } })
  for (const wrong of [{ name: ' ' }, { dueMinutes: [] }, { dueMinutes: [1440] }, { facilityIds: [] }])
    expect((await post(wrong)).status).toBe(400)
  expect((await post({}, worker)).status).toBe(403)
})

test('the visits of the day come into being once, however often the job runs', async () => {
  const { id } = await add({ dueMinutes: [0, 1] })
  // Both were over before the plan was made.
  expect(await visits(id)).toEqual([])
  await asOf(id, 1)
  await Promise.all([run(), run(), run()])
  const due = await visits(id)
  expect(due).toHaveLength(4)
  expect(new Set(due.map(({ dueTime, facilityName }) => dueTime.slice(11) + facilityName))).toHaveProperty('size', 4)
  await run()
  expect(await visits(id)).toHaveLength(4)
  await admin!.call('DELETE', `/admin/jobTaskPlan/${id}`)
  // Visits that were due stay.
  expect(await visits(id)).toHaveLength(4)
})

test('the last second of a range of visits is in it to its end', async () => {
  const { id } = await add({ dueMinutes: [1439], facilityIds: [places[0]] })
  await server.db.owner.query("update job_task_record set due_time = '2026-02-04 23:59:59.4+08' where plan_id = $1", [id])
  const found = async (endTime: string) =>
    (await admin!.call('GET', `/admin/jobTaskRecord/list?jobId=${id}&startTime=2026-02-04 00:00:00&endTime=${endTime}`)).data
  expect(await found('2026-02-04 23:59:59')).toHaveLength(1)
  expect(await found('2026-02-04 23:59:58')).toEqual([])
})

test('a change takes the visits with it that are still to come', async () => {
  const { id } = await add({ dueMinutes: [1439], facilityIds: [places[0]] })
  expect(await visits(id)).toHaveLength(1)
  await admin!.call('PUT', '/admin/jobTaskPlan', { ...plan({ dueMinutes: [1439], facilityIds: [places[1]] }), id })
  expect((await visits(id)).map(({ facilityName }) => facilityName)).toEqual(['乙路公厕'])
  await admin!.call('DELETE', `/admin/jobTaskPlan/${id}`)
  expect(await visits(id)).toEqual([])
})

test('its person marks a visit done, once; others may not', async () => {
  const { id } = await add({ dueMinutes: [0] })
  await asOf(id, 1)
  await run()
  const [visit] = await visits(id, worker)
  const finish = (who: Person) => who.call('PUT', '/admin/jobTaskRecord', { id: visit!.id, remark: '已保洁' })
  expect((await finish(other!)).status).toBe(403)
  const both = await Promise.all([finish(worker!), finish(admin!)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [done] = (await visits(id)).filter(({ doneTime }) => doneTime !== null)
  expect(done).toMatchObject({ id: visit!.id, remark: '已保洁' })
  expect(both.find(({ status }) => status === 409)?.msg).toContain(done!.doneName)
})
