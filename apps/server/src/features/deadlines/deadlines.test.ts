import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { addPhoto, inspectionForm } from '../inspections/inspection.test-kit.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
let server: Awaited<ReturnType<typeof startTestServer>>
let [admin, viewer]: Person[] = []
let deptId: number

beforeAll(async () => {
  server = await startTestServer()
  await addPhoto(server.db, { createUser: 'admin' })
  ;[admin, viewer] = await Promise.all(['admin', 'viewer'].map((name) => server.login(name)))
  const { rows } = await server.db.owner.query("select dept_id from sys_dept where tenant_id = 1 and name = '一部'")
  deptId = rows[0].dept_id
})
afterAll(() => server.close())

const sql = async (text: string, values: unknown[] = []) => (await server.db.owner.query(text, values)).rows
const dueAfter = async (start: string, hours: number, byCalendar = true) =>
  (await sql('select due_after(1, $1, $2 * 60, $3)::text as due', [start, hours, byCalendar]))[0].due
const mark = (day: string, kind: string) => sql('insert into calendar_day (tenant_id, day, kind) values (1, $1, $2)', [day, kind])
const setParameter = (key: string, value: number) =>
  sql('update sys_public_param set public_value = $2 where tenant_id = 1 and public_key = $1', [key, String(value)])

test('only the hours of work days count by the calendar, whose marks go before the weekday', async () => {
  const friday = '2099-11-27 15:00:00+08'
  expect(await dueAfter(friday, 24, false)).toBe('2099-11-28 15:00:00+08')
  expect(await dueAfter(friday, 9)).toBe('2099-11-28 00:00:00+08')
  expect(await dueAfter(friday, 24)).toBe('2099-11-30 15:00:00+08')
  expect(await dueAfter('2099-11-28 10:00:00+08', 1)).toBe('2099-11-30 01:00:00+08')
  await mark('2099-11-28', 'work')
  expect(await dueAfter(friday, 24)).toBe('2099-11-28 15:00:00+08')
  await mark('2099-11-30', 'rest')
  expect(await dueAfter(friday, 48)).toBe('2099-12-01 15:00:00+08')
})

const inspect = async (hours: number) => {
  const form = inspectionForm({ responsibleId: viewer!.userId, deptId }, { disposeTimeLimit: hours, img: '' })
  return (await admin!.call('POST', '/admin/inspectEvent', form)).data
}
/** Moves the deadlines of an inspection and of its messages by hours. */
async function shift(id: number, hours: number) {
  const moved = `soon_time = soon_time + make_interval(hours => $2), due_time = due_time + make_interval(hours => $2)`
  await sql(`update inspect_event set ${moved} where id = $1`, [id, hours])
  await sql(`update msg_push set ${moved} where msg_type = '3' and event_id = $1`, [id, hours])
}

test('a deadline is that of the parameters when it was made, and its last quarter is soon', async () => {
  await setParameter('inspection_calendar', 0)
  const { id, createTime, soonTime, dueTime } = await inspect(8)
  const [stored] = await sql(
    `select $1::timestamp + interval '8 hours' = $2::timestamp and $1::timestamp + interval '6 hours' = $3::timestamp as "isRight"`,
    [createTime, dueTime, soonTime],
  )
  expect(stored.isRight).toBe(true)
  await setParameter('inspection_calendar', 1)
  expect((await admin!.call('GET', `/admin/inspectEvent/getHistoryInspectEvent?inspectEventId=${id}`)).data).toMatchObject({
    dueTime,
  })
  await setParameter('inspection_calendar', 0)
})

test('an application is to be decided before the leave begins', async () => {
  await setParameter('approval_calendar', 0)
  await setParameter('approval_hours', 100)
  const apply = async (day: string) =>
    (await viewer!.call('POST', '/admin/applyForRecord', { type: 3, firstDay: day, lastDay: day, reason: '家中有事' })).data
  const [{ tomorrow, later }] = await sql(`select (current_date + 1)::text as tomorrow, (current_date + 60)::text as later`)
  expect((await apply(tomorrow)).dueTime).toBe(`${tomorrow} 00:00:00`)
  const { createTime, dueTime } = await apply(later)
  expect(await sql(`select $1::timestamp + interval '100 hours' = $2::timestamp as "isRight"`, [createTime, dueTime])).toEqual([
    { isRight: true },
  ])
})

/** Names of the open ones that are due later today, the newest first. */
async function dueToday(ids: Record<string, number>) {
  const due = await sql(
    'select id from inspect_event where status = 1 and due_time >= now() and due_time < current_date + 1 order by create_time desc, id desc',
  )
  return due.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id))
}

test('what is due is filtered and sorted alike in the list of the scope and in that of what waits for a person', async () => {
  await sql('delete from inspect_event')
  await sql(`delete from msg_push where msg_type = '3'`)
  const ids: Record<string, number> = {}
  // Hours until each is due, of 8 in all.
  for (const [name, hours] of Object.entries({ overdue: -1, soon: 1, inTime: 7, late: -2, done: 3 })) {
    const { id } = await inspect(8)
    await shift(id, hours - 8)
    ids[name] = id
  }
  for (const name of ['late', 'done'])
    await viewer!.call('PUT', '/admin/inspectEvent', { id: ids[name], status: 2, remark: '已整改' })

  const lists = {
    scope: '/admin/inspectEvent/page?',
    pushed: `/admin/msgPush/page?msgType=3&pushObjectId=${admin!.userId}&`,
  }
  for (const [list, path] of Object.entries(lists)) {
    const found = async (query: string) => {
      const { data } = await admin!.call('GET', `${path}size=50&${query}`)
      expect(data.total).toBe(data.records.length)
      return data.records.map(({ id }: { id: number }) => Object.keys(ids).find((name) => ids[name] === id))
    }
    expect(await found('timeliness=overdue'), list).toEqual(['overdue'])
    expect(await found('timeliness=soon'), list).toEqual(['soon'])
    // Due within the hours until midnight, whatever the hour of the test.
    expect(await found('timeliness=today'), list).toEqual(await dueToday(ids))
    expect(await found('timeliness=late'), list).toEqual(['late'])
    expect((await found('timeliness=inTime')).sort(), list).toEqual(['done', 'inTime'])
    expect(await found('ascs=dueTime'), list).toEqual(['overdue', 'soon', 'inTime'])
    expect(await found('ascs=dueTime&timeliness=soon'), list).toEqual(['soon'])
    expect(await found('ascs=createTime'), list).toEqual(Object.keys(ids))
  }
  // Time alone moves one on, and a kept list notices.
  await shift(ids.soon!, -2)
  const { data } = await admin!.call('GET', `${lists.scope}timeliness=overdue`)
  expect(data).toMatchObject({ total: 2 })
})

test('who has how much to do is told of the scope, most overdue first', async () => {
  await sql('delete from inspect_event')
  for (const hours of [-1, 1, 7]) await shift((await inspect(8)).id, hours - 8)
  const loads = async (who: Person) => (await who.call('GET', '/admin/inspectEvent/loads')).data
  const load = { userId: viewer!.userId, name: 'viewer', open: 3, soon: 1, overdue: 1 }
  expect(await loads(admin!)).toMatchObject([load])
  const outside = await server.login('nobody')
  await sql(`update inspect_event set dept_id = (select min(dept_id) from sys_dept where tenant_id = 1 and dept_id <> $1)`, [
    deptId,
  ])
  expect([await loads(outside), (await loads(admin!)).length]).toEqual([[], 1])
})
