import type { ExportStatus } from '@huanwei/contract/exports/codes'
import { columnsOf, Grouping, type ReportKind } from '@huanwei/contract/reports/codes'
import type { ReportDetail, ReportRow } from '@huanwei/contract/reports/endpoints'
import { daysLater, listOfCell } from '@huanwei/contract/reports/rules'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { cellsOf, partsOf } from '../../workbook.test-kit.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
let server: Awaited<ReturnType<typeof startTestServer>>
/** Sees everything; sees 一部 and may make reports; sees 一部. */
let [admin, handler, viewer]: Person[] = []
let dept: Record<string, number>
const path = '/admin/reportForms'
/** Days on which there are events. */
const [first, days] = ['2026-01-01', 60] as const

beforeAll(async () => {
  server = await startTestServer()
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and (permission like 'admin_report%')`)
  const { rows } = await server.db.owner.query(`select name, dept_id as id from sys_dept where tenant_id = 1`)
  dept = Object.fromEntries(rows.map(({ name, id }) => [name, id]))
  await server.db.owner.query(`insert into sys_dept (tenant_id, parent_id, name) values (1, ${dept.一部}, '一班')`)
  await addEvents()
  ;[admin, handler, viewer] = await Promise.all(['admin', 'handler', 'viewer'].map((name) => server.login(name)))
})
afterAll(() => server.close())

/** Some hundred events of each kind on the days, over all departments and some objects. */
async function addEvents() {
  const { owner } = server.db
  const any = (values: string) => `(array[${values}])[1 + floor(random() * ${values.split(',').length})::int]`
  const time = `'${first}'::timestamptz + random() * interval '${days} days'`
  const place = `(array(select dept_id from sys_dept where tenant_id = 1))[1 + floor(random() * 4)::int]`
  await owner.query(`
    insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat)
    select 1, ${dept.一部}, '公厕' || n, 'code' || n, 'gc', '1', 104, 30 from generate_series(1, 3) n`)
  await owner.query(
    `select ensure_partition('violation_event', d::date) from generate_series('2026-01-01'::date, '2026-03-01', interval '1 month') d`,
  )
  await owner.query(`
    insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value,
      dept_id, dept_name, violation_event, severity, position, execute_action, alarm_type, merged_into)
    select 1, t, t, 1, 1, ${any("'0', '1', '2'")}, 1 + floor(random() * 3), '对象', '1', ${place}, '部门', '超速行驶', ${any("'alarm', 'warning'")}, '',
      'recorded', ${any('-1, 0, 1, 2, 4')}, case when random() < 0.1 then 1 end
    from (select ${time} as t from generate_series(1, 300)) e`)
  await owner.query(`
    insert into wc_complaint (tenant_id, code, facility_id, facility_name, dept_id, event_type, event_time, content, status, position, result_time, score)
    select 1, 'c' || n, 1 + floor(random() * 3), '公厕', ${place}, ${any('0, 1')}, t, '地面积水', ${any('0, 1, 2')}, '', t + interval '3 hours', ${any('null::int, 3, 5')}
    from (select n, ${time} as t from generate_series(1, 200) n) e`)
  await owner.query(`
    insert into wc_report_to_clean (tenant_id, code, facility_id, dept_id, reporter_id, reporter, position, report_time, content, type, status, process_time, score)
    select 1, 'r' || n, ${any('null::int, 1, 2, 3')}, ${place}, 1, '甲', '', t, '清掏', ${any("'0', '1'")}, ${any('0, 1, 2, 3, 4')}, t + interval '2 hours', ${any('null::int, 4')}
    from (select n, ${time} as t from generate_series(1, 200) n) e`)
  await owner.query(`
    insert into attendance_day (tenant_id, user_id, dept_id, day, day_time, worked_state, state, basis)
    select 1, user_id, ${place}, d, d, 'normal', ${any("'normal', 'late', 'early', 'absent', 'leave', 'rest'")}, '{}'
    from sys_user, generate_series('${first}'::date, '${first}'::date + ${days}, interval '1 day') d where tenant_id = 1`)
  await owner.query(`
    insert into inspect_event (tenant_id, create_time, report_person_id, responsible_id, dept_id, business_type, event_content, assessment_standard,
      score, position, dispose_time_limit, dispose_time, status, if_return)
    select 1, ${time}, u.user_id, v.user_id, ${place}, '1', '路口', '1', 5, '', 24, ${any('null::int, 30, 90')}, ${any('1, 2, 3')}, ${any('null::int, 1')}
    from generate_series(1, 200) n, lateral (select user_id from sys_user where tenant_id = 1 and n > 0 order by random() limit 1) u,
      lateral (select user_id from sys_user where tenant_id = 1 and n > 0 order by random() limit 1) v`)
}

const span = { firstDay: first, lastDay: daysLater(first, days) }
const begin = (who: Person, asked: object) => who.call('POST', path, { kind: 'violations', grouping: 'day', ...span, ...asked })
const ended = (who: Person, id: number, status: ExportStatus = 'done') =>
  vi.waitFor(async () => {
    const { data } = await who.call('GET', `${path}/${id}`)
    expect(data).toMatchObject({ status, error: null })
    return data as ReportDetail
  }, 300_000)
async function make(who: Person, asked: object) {
  const begun = await begin(who, asked)
  expect(begun.status).toBe(200)
  return ended(who, begun.data.id)
}
const rowsOf = async (who: Person, id: number): Promise<ReportRow[]> =>
  (await who.call('GET', `${path}/row/page?id=${id}&size=3000`)).data.records

test('a report is made, shown with its totals and its rows, kept, fetched as a sheet and removed', async () => {
  const report = await make(admin!, { grouping: 'department' })
  expect(report).toMatchObject({
    name: `违章报警 ${span.firstDay} – ${span.lastDay}`,
    period: 'free',
    done: 61,
    total: 61,
    isOwn: true,
  })
  const rows = await rowsOf(admin!, report.id)
  expect(rows.map(({ label, level, isLeaf }) => [label, level, isLeaf])).toEqual([
    ['甲公司', 0, false],
    ['一部', 1, false],
    ['一班', 2, true],
    ['二部', 1, true],
  ])
  expect(rows[0]?.figures).toEqual(report.totals)
  const { data } = await admin!.call('GET', `${path}/url?id=${report.id}`)
  const { rawPayload, headers } = await server.app.inject({ url: data.url })
  const sheet = cellsOf(partsOf(rawPayload).get('xl/worksheets/sheet1.xml') ?? '')
  expect(sheet.map((cells) => cells[0])).toEqual(['部门', '甲公司', '    一部', '        一班', '    二部', '合计'])
  expect(sheet.at(-1)?.slice(1)).toEqual(report.totals)
  expect(headers['content-disposition']).toContain(encodeURIComponent('违章报警'))
  const listed = await admin!.call('GET', `${path}/page?kind=violations&name=&status=done&deptId=`)
  expect(listed.data.records.map(({ id }: { id: number }) => id)).toContain(report.id)
  expect((await admin!.call('DELETE', `${path}/${report.id}`)).data).toBe(true)
  expect((await admin!.call('GET', `${path}/${report.id}`)).status).toBe(404)
  expect((await server.app.inject({ url: data.url })).statusCode).toBe(404)
})

const kinds = [
  'violations',
  'attendance',
  'cleaning',
  'inspections',
  'complaints',
  'facilities',
  'people',
] as const satisfies ReportKind[]

test.each(kinds)('%s: each figure that counts rows is the number of rows of its list, for any days and scope', async (kind) => {
  const any = (most: number) => Math.floor(Math.random() * most)
  for (const who of [admin!, handler!]) {
    const firstDay = daysLater(first, any(40))
    const asked = {
      kind,
      firstDay,
      lastDay: daysLater(firstDay, any(25)),
      deptId: any(2) ? dept.一部 : undefined,
      grouping: Object.values(Grouping)[any(3)],
    }
    const report = await make(who, asked)
    const rows = await rowsOf(who, report.id)
    let checked = 0
    for (const row of [undefined, ...rows.slice(0, 6)])
      for (const [i, column] of columnsOf(kind).entries()) {
        const list = listOfCell(report, column.key, row && { grouping: asked.grouping!, key: row.key })
        if (!list) continue
        const figure = (row?.figures ?? report.totals)[i]
        const key = row ? `&key=${row.key}` : ''
        const cell = await who.call('GET', `${path}/cell/page?id=${report.id}&column=${column.key}${key}`)
        expect([asked, row?.key, column.key, cell.data.total]).toEqual([asked, row?.key, column.key, figure])
        checked++
        // The list itself says the same to whoever sees all of it; others have further rows of their own in some lists.
        if (who !== admin) continue
        const filter = { deptId: report.deptId ?? undefined, ...list.filter }
        const query = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
        const { data } = await who.call('GET', `${list.list}?${new URLSearchParams(query)}`)
        expect([asked, row?.key, column.key, data.total]).toEqual([asked, row?.key, column.key, figure])
      }
    expect(checked).toBeGreaterThan(0)
  }
})

test('a report belongs to its departments: who does not see all of them does not see it', async () => {
  const whole = await make(admin!, {})
  const part = await make(admin!, { deptId: dept.一部 })
  const own = await make(handler!, {})
  const seen = async (who: Person) =>
    (await who.call('GET', `${path}/page?size=100`)).data.records.map(({ id }: { id: number }) => id)
  expect(await seen(viewer!)).toEqual(expect.arrayContaining([part.id, own.id]))
  expect(await seen(viewer!)).not.toContain(whole.id)
  for (const call of [
    `${path}/${whole.id}`,
    `${path}/row/page?id=${whole.id}`,
    `${path}/url?id=${whole.id}`,
    `${path}/cell/page?id=${whole.id}&column=violations`,
  ])
    expect([call, (await viewer!.call('GET', call)).status]).toEqual([call, 404])
  expect((await begin(viewer!, {})).status).toBe(403)
  expect((await handler!.call('GET', `${path}/page?deptId=${dept.二部}`)).data.total).toBe(0)
  expect((await begin(handler!, { deptId: dept.二部 })).status).toBe(404)
  expect((await handler!.call('DELETE', `${path}/${whole.id}`)).status).toBe(404)
  expect((await handler!.call('PUT', `${path}/cancel`, { id: part.id })).status).toBe(403)
})

test.each([
  [{ firstDay: '2026-02-02', lastDay: '2026-02-01' }, 400],
  [{ firstDay: '2025-01-01', lastDay: '2026-01-02' }, 400],
  [{ firstDay: '2026-02-30' }, 400],
  [{ kind: 'weather' }, 400],
  [{ objectId: 1 }, 400],
  [{ objectType: '2', objectId: 1, grouping: 'department' }, 400],
  [{ objectType: '2', objectId: 99 }, 404],
  [{ projectId: 99 }, 404],
])('%j is refused with %i', async (asked, status) => {
  expect((await begin(admin!, asked)).status).toBe(status)
})

test('a report that failed is made again by its owner, with the same days', async () => {
  const { data: made } = await begin(admin!, {})
  await ended(admin!, made.id)
  const again = (who: Person) => who.call('PUT', `${path}/again`, { id: made.id })
  expect(await again(admin!)).toMatchObject({ status: 409, msg: '报表没有失败或取消，不用重新生成' })
  await server.db.owner.query(`update report_form set status = 'failed', error = '坏了' where id = $1`, [made.id])
  expect([403, 404]).toContain((await again(handler!)).status)
  expect((await again(admin!)).data).toMatchObject({ status: 'waiting', error: null, firstDay: span.firstDay })
  await ended(admin!, made.id)
})
