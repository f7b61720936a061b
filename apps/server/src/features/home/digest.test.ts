import type { DayKind } from '@huanwei/contract/calendar/codes'
import { ReminderTask } from '@huanwei/contract/messages/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText } from '../../lib/time.ts'
import { startTestServer } from '../../test-kit.ts'
import { addDuty, applyForLeave } from '../attendance/attendance.test-kit.ts'
import { addPhoto, inspectionForm } from '../inspections/inspection.test-kit.ts'
import { tellAllDeadlines } from './jobs.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
let server: Awaited<ReturnType<typeof startTestServer>>
let [admin, viewer, handler]: Person[] = []

beforeAll(async () => {
  server = await startTestServer()
  await addPhoto(server.db, { createUser: 'admin' })
  ;[admin, viewer, handler] = await Promise.all(['admin', 'viewer', 'handler'].map((name) => server.login(name)))
  await setParameter('deadline_digest_hour', 0)
  await markToday('work')
})
afterAll(() => server.close())

const sql = async (text: string, values: unknown[] = []) => (await server.db.owner.query(text, values)).rows
const setParameter = (key: string, value: number) =>
  sql('update sys_public_param set public_value = $2 where tenant_id = 1 and public_key = $1', [key, String(value)])
/** Marks today in the work calendar. */
const markToday = (kind: DayKind) =>
  sql(
    'insert into calendar_day (tenant_id, day, kind) values (1, current_date, $1) on conflict (tenant_id, day) do update set kind = $1',
    [kind],
  )
/** As if the last ones had been told yesterday. */
const tomorrow = async () => {
  await sql('update sys_tenant set digest_day = digest_day - 1')
  await sql("update msg_push set event_id = to_char(current_date - 1, 'YYYYMMDD')::int where msg_type = '2' and kind = 12")
}
const told = async (who: Person | undefined, status?: number) =>
  (
    await who!.call(
      'GET',
      `/admin/msgPush/page?msgType=2&task=${ReminderTask.deadlines}&pushObjectId=${who!.userId}${status ? `&status=${status}` : ''}`,
    )
  ).data.records

test('on the day an organisation comes nobody is told; then who has something overdue or due today is, once a day', async () => {
  const [{ id: deptId }] = await sql("select dept_id as id from sys_dept where tenant_id = 1 and name = '一部'")
  const form = inspectionForm({ responsibleId: viewer!.userId, deptId }, { disposeTimeLimit: 500, img: '' })
  const { id } = (await admin!.call('POST', '/admin/inspectEvent', form)).data
  await tellAllDeadlines(server.db)
  expect([await told(admin), await told(viewer)]).toEqual([[], []])

  // Due in three weeks: nothing to tell.
  await tomorrow()
  await tellAllDeadlines(server.db)
  expect([await told(admin), await told(viewer)]).toEqual([[], []])

  await sql("update inspect_event set due_time = now() - interval '1 hour' where id = $1", [id])
  await sql("update msg_push set due_time = now() - interval '1 hour' where msg_type = '3' and event_id = $1", [id])
  await tellAllDeadlines(server.db)
  expect(await told(admin)).toEqual([])
  await tomorrow()
  await tellAllDeadlines(server.db)
  await tellAllDeadlines(server.db)
  const [{ day }] = await sql('select current_date::text as day')
  const reminder = { task: ReminderTask.deadlines, msgDescribe: day, status: 1, readUnread: 0 }
  expect([await told(admin), await told(viewer), await told(handler)]).toMatchObject([[reminder], [reminder], []])
  expect((await viewer!.call('GET', '/admin/home/briefing?parts=deadlines')).data.deadlines).toContainEqual({
    queue: 'inspection',
    overdue: 1,
    today: 0,
  })
})

test('who has read it has done with it, one by one or all at once, and the next day takes its place', async () => {
  const [{ pushId }] = await told(viewer)
  await viewer!.call('PUT', '/admin/msgPush/updateRead', { id: pushId })
  await admin!.call('PUT', '/admin/msgPush/updateAllRead', { msgType: '2' })
  for (const who of [viewer, admin]) expect([await told(who, 1), await told(who, 2)]).toMatchObject([[], [{ readUnread: 1 }]])
  await tomorrow()
  await tellAllDeadlines(server.db)
  expect([await told(viewer), await told(admin)]).toMatchObject([[{ status: 1 }], [{ status: 1 }]])
})

test('who does not work today, by the calendar, by their shifts or on leave, is told on the next day that they do', async () => {
  const turn = async () => {
    await tomorrow()
    await tellAllDeadlines(server.db)
    return [(await told(viewer)).length, (await told(admin)).length]
  }
  const [{ today, others }] = await sql(`select array_agg(d) filter (where d = extract(isodow from current_date)) as today,
    array_agg(d) filter (where d <> extract(isodow from current_date)) as others from generate_series(1, 7) d`)
  await markToday('rest')
  expect(await turn()).toEqual([0, 0])
  // Of the viewer's department alone.
  const { shiftId } = await addDuty(sql, { weekdays: today })
  expect(await turn()).toEqual([1, 0])
  await markToday('work')
  await sql('update shift set weekdays = $2 where id = $1', [shiftId, others])
  expect(await turn()).toEqual([0, 1])
  await sql('update shift set weekdays = $2 where id = $1', [shiftId, today])
  await applyForLeave(sql, viewer!.userId, dayText(Date.now()))
  expect(await turn()).toEqual([0, 1])
  await sql('delete from apply_for_record')
  // What was due meanwhile is overdue.
  expect(await turn()).toEqual([1, 1])
})

test('nobody is told before the hour, and nobody where the organisation does not want it', async () => {
  await sql("delete from msg_push where msg_type = '2' and kind = 12")
  const [{ hour }] = await sql('select extract(hour from localtime)::int as hour')
  if (hour < 23) {
    await setParameter('deadline_digest_hour', hour + 1)
    await tomorrow()
    await tellAllDeadlines(server.db)
    expect(await told(viewer)).toEqual([])
    await setParameter('deadline_digest_hour', 0)
  }
  await setParameter('deadline_digest', 0)
  await sql('update sys_tenant set digest_day = current_date - 1')
  await tellAllDeadlines(server.db)
  expect(await told(viewer)).toEqual([])
})

test('an organisation is told of its own only', async () => {
  await setParameter('deadline_digest', 1)
  await tomorrow()
  await tellAllDeadlines(server.db)
  expect(await sql("select distinct tenant_id from msg_push where msg_type = '2' and kind = 12")).toEqual([{ tenant_id: 1 }])
})
