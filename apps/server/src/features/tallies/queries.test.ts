import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, tallyIsExact } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
/** Sees everything; sees 一部, and elsewhere what is about `handler`. */
let people: Person[]
let dept: number

/** Number of events of each list from January to May, some in the last second of a month; a third of them in 二部. */
const events = 150
const drawn = `generate_series(1, ${events}) i
  cross join lateral (select case when i % 10 = 0 then timestamptz '2026-02-28 23:59:59.5' + (i % 4) * interval '31 days'
    else timestamptz '2026-01-03 00:00:00' + i * interval '22 hours 7 minutes' end as at) t
  join sys_dept d on d.tenant_id = 1 and d.name = case i % 3 when 0 then '二部' else '一部' end
  join sys_user p on p.tenant_id = 1 and p.username = case i % 4 when 0 then 'handler' else 'viewer' end
  join sys_user q on q.tenant_id = 1 and q.username = case i % 7 when 0 then 'handler' else 'admin' end
  join facility f on true`

beforeAll(async () => {
  server = await startTestServer()
  people = await Promise.all(['admin', 'handler'].map((name) => server.login(name)))
  const { owner } = server.db
  const { rows } = await owner.query(`select dept_id from sys_dept where tenant_id = 1 and name = '一部'`)
  dept = rows[0].dept_id
  await owner.query(`
    insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat) values (1, ${dept}, '公厕', 'F', 'gc', '1', 104, 30);
    insert into apply_for_record (tenant_id, create_time, object_id, dept_id, submitted_by, type, first_day, first_half, last_day, last_half, fate, reason, status)
      select 1, at, p.user_id, d.dept_id, q.user_id, 1, at::date, 'am', at::date, 'pm', 1, 'x', 1 + i % 4 from ${drawn};
    insert into inspect_event (tenant_id, create_time, report_person_id, responsible_id, dept_id, business_type, event_content, assessment_standard, score,
      position, dispose_time_limit, status, if_return)
      select 1, at, q.user_id, p.user_id, d.dept_id, '1', 'x', '1', 1, 'x', 4, 1 + i % 3, case i % 6 when 0 then 1 end from ${drawn};
    insert into wc_complaint (tenant_id, event_time, code, facility_id, facility_name, dept_id, event_type, content, status, position)
      select 1, at, 'R' || i, f.id, f.name, d.dept_id, i % 2, 'x', i % 3, 'x' from ${drawn};
    insert into wc_report_to_clean (tenant_id, report_time, code, dept_id, reporter_id, reporter, position, content, type, status, assignee_id)
      select 1, at, 'BJ' || i, d.dept_id, q.user_id, 'x', 'x', 'x', i % 3, i % 5, p.user_id from ${drawn}`)
})
afterAll(() => server.close())

const periods = [
  ['2026-02-01 00:00:00', '2026-03-31 23:59:59'],
  ['2026-01-15 08:00:00', '2026-04-02 07:59:59'],
  ['2026-02-10 00:00:00', '2026-02-28 23:59:59'],
  ['', '2026-03-31 23:59:59'],
  ['2026-02-20 00:00:00', ''],
] as const

type Row = { id: number; createTime: string; eventTime: string; reportTime: string }
type Listed = { records: Row[]; total: number }

test.each([
  [
    '/admin/applyForRecord/page',
    'createTime',
    ['status=1', 'mine=true', 'objectId=HANDLER', 'submittedBy=HANDLER&status=2', 'deptId=DEPT'],
  ],
  [
    '/admin/inspectEvent/page',
    'createTime',
    ['status=1', 'ifReturn=1', 'status=3', 'reportPersonId=HANDLER', 'deptId=DEPT', 'ascs=createTime'],
  ],
  ['/admin/wcComplaint/page', 'eventTime', ['status=1', 'status=2', 'eventType=1', 'eventType=0&status=1', 'deptId=DEPT']],
  [
    '/admin/wcReportToClean/page',
    'reportTime',
    ['status=1', 'over=false', 'over=true', 'type=2', 'assigneeId=HANDLER', 'deptId=DEPT', 'code=bj1'],
  ],
] as const)('%s: the total is that of its rows, in any period, and its pages are all of them', async (path, time, filters) => {
  for (const who of people) {
    const ask = async (query: string): Promise<Listed> => (await who.call('GET', `${path}?${query}`)).data
    for (const filter of ['', ...filters]) {
      const query = filter.replace('HANDLER', String(people[1]!.userId)).replace('DEPT', String(dept))
      const { records, total } = await ask(`size=3000&${query}`)
      expect([filter, total]).toEqual([filter, records.length])
      for (const [from, to] of periods) {
        const found = records.filter((row) => row[time] >= from && (!to || row[time] <= to))
        const asked = `${query}${from && `&startTime=${from}`}${to && `&endTime=${to}`}`
        const narrowed = await ask(`size=3000&${asked}`)
        expect([asked, narrowed.total, narrowed.records]).toEqual([asked, found.length, found])
      }
      const pages: Row[] = []
      for (let current = 1; current <= Math.ceil(total / 7); current++)
        pages.push(...(await ask(`size=7&current=${current}&${query}`)).records)
      expect([filter, pages]).toEqual([filter, records])
      expect((await ask(`size=7&current=1000&${query}`)).records).toEqual([])
    }
  }
  expect((await people[1]!.call('GET', `${path}?size=3000`)).data.total).toBeLessThan(events)
  await tallyIsExact(server.db)
})
