import { emptiedBy } from '@huanwei/contract/cans/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { columnsOf, Grouping, hasRows, ReportKind, reportKinds, units } from '@huanwei/contract/reports/codes'
import type { ReportDetail, ReportRow } from '@huanwei/contract/reports/endpoints'
import { daysIn, daysLater } from '@huanwei/contract/reports/rules'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addFacility, addVehicle, startTestServer } from '../../test-kit.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
/** One entry of what a report is made of: `measures` as the kind stores them. */
type Entry = { day: string; dept: number; object: string; measures: Record<string, number> }
let server: Awaited<ReturnType<typeof startTestServer>>
/** Sees everything; sees 一部 and what is below it. */
let [admin, handler]: Person[] = []
let depts: { id: number; parent: number; name: string }[]
const [first, days] = ['2026-02-02', 6] as const
const dayList = Array.from({ length: days }, (_, i) => daysLater(first, i))

const any = (most: number) => Math.floor(Math.random() * most)
const one = <T>(of: readonly T[]) => of[any(of.length)]!
const query = async (text: string, values: unknown[] = []) => (await server.db.owner.query(text, values)).rows

beforeAll(async () => {
  server = await startTestServer()
  await query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission like 'admin_report%'`)
  await query(
    `insert into sys_dept (tenant_id, parent_id, name) select 1, dept_id, '一班' from sys_dept where tenant_id = 1 and name = '一部'`,
  )
  depts = await query('select dept_id as id, parent_id as parent, name from sys_dept where tenant_id = 1')
  await query(`select ensure_partition(t, d::date) from unnest(array['position', 'reading']) t, unnest($1::date[]) d`, [
    [daysLater(first, -1), ...dayList],
  ])
  await query(`select ensure_partition('violation_event', '2026-02-01')`)
  await addTracks()
  await addReadings()
  await addEvents()
  ;[admin, handler] = await Promise.all(['admin', 'handler'].map((name) => server.login(name)))
})
afterAll(() => server.close())

/** Drives of three vehicles and walks of two people: some minutes still with the ignition on, then on and on. */
async function addTracks() {
  const ways: number[] = []
  for (const [i, department] of ['一部', '一班', '二部'].entries())
    ways.push((await addVehicle(server.db, { department, plateNumber: `川A0000${i}`, terminalNo: `1390000001${i}` })).deviceId)
  for (const [i, name] of ['handler', 'viewer'].entries()) {
    const [{ id }] = await query(
      `insert into device (tenant_id, terminal_no, object_type, object_id)
       select 1, $1, '0', user_id from sys_user where tenant_id = 1 and username = $2 returning id`,
      [`1390000002${i}`, name],
    )
    await query(
      `insert into device_binding (tenant_id, device_id, object_type, object_id, started)
       select tenant_id, id, object_type, object_id, '-infinity' from device where id = $1`,
      [id],
    )
    ways.push(id)
  }
  for (const device of ways)
    for (const day of dayList.filter(() => any(3) > 0))
      await query(
        `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, mileage)
         select 1, $1, $2::timestamptz + i * interval '10 seconds', 512, i, now(), 104000000 + greatest(0, i - $3::int) * 1038, 30000000,
           case when i > $3 then 360 else 0 end, 90, 4, 3, 0, null from generate_series(0, $4::int) i`,
        [device, `${day} ${String(8 + any(8)).padStart(2, '0')}:00:00+08`, 20 + any(60), 100 + any(100)],
      )
}

/** Fills, doors and people counted, every two hours; one sensor moves from a can to another in the middle. */
async function addReadings() {
  const can = await addFacility(server.db, { facilityType: '8', terminalNo: '13900000031' })
  const other = await addFacility(server.db, { facilityType: '8', terminalNo: '13900000032', department: '二部' })
  const toilet = await addFacility(server.db, { terminalNo: '13900000033', department: '一班' })
  const noon = `${dayList[2]} 12:00:00+08`
  await query('update device_binding set ended = $2 where device_id = $1', [can.deviceId, noon])
  await query(`insert into device_binding (tenant_id, device_id, object_type, object_id, started) values (1, $1, '2', $2, $3)`, [
    can.deviceId,
    other.facilityId,
    noon,
  ])
  const fill = (device: number, metric: string, value: string) =>
    query(
      `insert into reading (tenant_id, device_id, metric, channel, time, value, received)
       select 1, $1, $2, 0, $3::timestamptz + n * interval '2 hours', ${value}, now() from generate_series(0, $4::int) n`,
      [device, metric, `${daysLater(first, -1)} 01:00:00+08`, (days + 1) * 12 - 2],
    )
  await fill(can.deviceId, 'fill', 'floor(random() * 100)')
  await fill(other.deviceId, 'fill', 'floor(random() * 100)')
  await fill(toilet.deviceId, 'occupied', 'floor(random() * 2)')
  await fill(toilet.deviceId, 'peopleIn', 'floor(random() * 9)')
}

async function addEvents() {
  const pick = (values: string) => `(array[${values}])[1 + floor(random() * ${values.split(',').length})::int]`
  const time = `'${first}'::timestamptz + random() * interval '${days} days'`
  const place = pick(depts.map(({ id }) => id).join())
  const facility = `(select id from facility where tenant_id = 1 and n > 0 order by random() limit 1)`
  const person = `(select user_id from sys_user where tenant_id = 1 and n > 0 order by random() limit 1)`
  await query(`
    insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value,
      dept_id, dept_name, violation_event, severity, position, execute_action, alarm_type, merged_into)
    select 1, t, t, 1, 1, ${pick("'0', '1', '2'")}, 1 + floor(random() * 3), '对象', '1', ${place}, '部门', '超速行驶', ${pick("'alarm', 'warning'")}, '',
      'recorded', ${pick('-1, 0, 1, 2, 4')}, case when random() < 0.1 then 1 end
    from (select ${time} as t from generate_series(1, 300)) e`)
  await query(`
    insert into wc_complaint (tenant_id, code, facility_id, facility_name, dept_id, event_type, event_time, content, status, position, result_time, score)
    select 1, 'c' || n, ${facility}, '公厕', ${place}, ${pick('0, 1')}, t, '地面积水', ${pick('0, 1, 2')}, '',
      case when random() < 0.5 then t + random() * interval '9 hours' end, ${pick('null::int, 3, 5')}
    from (select n, ${time} as t from generate_series(1, 200) n) e`)
  await query(`
    insert into wc_report_to_clean (tenant_id, code, facility_id, dept_id, reporter_id, reporter, position, report_time, content, type, status, process_time, score)
    select 1, 'r' || n, case when random() < 0.8 then ${facility} end, ${place}, 1, '甲', '', t, '清掏', ${pick("'0', '1'")}, ${pick('0, 1, 2, 3, 4')},
      case when random() < 0.5 then t + random() * interval '9 hours' end, ${pick('null::int, 4, 5')}
    from (select n, ${time} as t from generate_series(1, 200) n) e`)
  await query(`
    insert into attendance_day (tenant_id, user_id, dept_id, day, day_time, worked_state, state, basis)
    select 1, user_id, ${place}, d, d, 'normal', ${pick("'normal', 'late', 'early', 'absent', 'leave', 'rest'")}, '{}'
    from sys_user, generate_series('${first}'::date, '${first}'::date + ${days - 1}, interval '1 day') d where tenant_id = 1`)
  await query(`
    insert into inspect_event (tenant_id, create_time, report_person_id, responsible_id, dept_id, business_type, event_content, assessment_standard,
      score, position, dispose_time_limit, dispose_time, status, if_return)
    select 1, ${time}, ${person}, ${person}, ${place}, '1', '路口', '1', floor(random() * 6), '', 24, ${pick('null::int, 30, 95')}, ${pick('1, 2, 3')},
      ${pick('null::int, 1')} from generate_series(1, 200) n`)
}

const dayOf = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`
const is = (condition: boolean) => (condition ? 1 : 0)
type Row = Record<string, string & number>
/** Rows of a table as entries; `key` is the object. */
const entriesOf = async (text: string, measures: (row: Row) => Entry['measures']) =>
  (await query(text)).map((row): Entry => ({ day: row.day, dept: row.dept, object: row.key, measures: measures(row) }))

const violationsFrom = (where: string, measures: (row: Row) => Entry['measures']) =>
  entriesOf(
    `select *, ${dayOf('create_time')} as day, dept_id as dept, object_type || '-' || object_id as key
     from violation_event where tenant_id = 1 and merged_into is null and ${where}`,
    measures,
  )
const complaintsFrom = (measures: (row: Row) => Entry['measures']) =>
  entriesOf(
    `select *, ${dayOf('event_time')} as day, dept_id as dept, '2-' || facility_id as key,
       extract(epoch from result_time - event_time)::float8 as seconds from wc_complaint where tenant_id = 1`,
    measures,
  )
/** Readings by their series, each with the one before it at the same place. */
const readingsFrom = (where: string, measures: (row: Row) => Entry['measures']) =>
  entriesOf(
    `select *, ${dayOf('time')} as day from (
       select f.dept_id as dept, '2-' || f.id as key, f.facility_type as type, n.metric, n.time, n.value::float8 as value,
         lag(n.value::float8) over (partition by f.id, n.device_id, n.metric order by n.time) as before
       from reading n join device_binding b on b.device_id = n.device_id and n.time >= b.started and (b.ended is null or n.time < b.ended)
       join facility f on f.id = b.object_id where b.object_type = '2') e where ${where}`,
    measures,
  )

type Detail = { drivingSeconds: number; idleSeconds: number; stopSeconds: number; trips: unknown[] }
/** Days of the vehicles as the driving detail of each says them. */
async function drivenDays(measures: (detail: Detail, metres: number) => Entry['measures']) {
  const entries: Entry[] = []
  for (const { id, dept } of await query('select id, dept_id as dept from vehicle where tenant_id = 1'))
    for (const day of dayList) {
      const times = { startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` }
      const asked = { objectType: ObjectType.vehicle, objectId: id, ...times }
      const { data } = await admin!.call('POST', '/admin/device/data/getDataByDrivingDetail', asked)
      const { data: list } = await admin!.call('POST', '/admin/device/data/getVehicleMileageList', { vehicleIds: [id], ...times })
      if (list.length) entries.push({ day, dept, object: `1-${id}`, measures: measures(data, list[0].mileage * 1000) })
    }
  return entries
}

/** What each kind counts, read from what it is about by other ways than the report's. */
type RowsKind = Exclude<ReportKind, 'workReport'>
const recounts: Record<RowsKind, () => Promise<Entry[]>> = {
  vehicles: () =>
    drivenDays(({ drivingSeconds: driving, idleSeconds: idle, stopSeconds: standing, trips }, metres) => ({
      days: 1,
      work: driving + idle,
      driving,
      standing,
      metres,
      trips: trips.length,
    })),
  mileage: () => drivenDays((_, metres) => ({ days: 1, metres, longest: metres })),
  people: async () => [
    ...(await violationsFrom(`object_type = '0'`, () => ({ violations: 1 }))),
    ...(await entriesOf(
      `select ${dayOf('p.time')} as day, u.dept_id as dept, '0-' || u.user_id as key, count(*)::int as fixes
       from position p join device_binding b on b.device_id = p.device_id join sys_user u on u.user_id = b.object_id
       where b.object_type = '0' group by 1, 2, 3`,
      ({ fixes }) => ({ days: 1, fixes: fixes! }),
    )),
  ],
  violations: () =>
    violationsFrom('true', ({ alarm_type: verdict, severity }) => ({
      total: 1,
      pending: is(verdict === -1),
      real: is(verdict === 0),
      falseSystem: is(verdict === 1),
      falseDispatch: is(verdict === 2),
      revoked: is(verdict === 4),
      alarms: is(severity === 'alarm'),
    })),
  attendance: () =>
    entriesOf(
      `select state, day::text, dept_id as dept, '0-' || user_id as key from attendance_day where tenant_id = 1`,
      ({ state }) => ({
        total: 1,
        [state!]: 1,
      }),
    ),
  facilities: async () => [
    ...(await violationsFrom(`object_type = '2'`, () => ({ alarms: 1 }))),
    ...(await complaintsFrom(() => ({ complaints: 1 }))),
    ...(await readingsFrom('true', ({ metric, value, before }) => ({
      readings: 1,
      opens: is(metric === 'occupied' && value === 1 && before === 0),
      visitors: metric === 'peopleIn' ? value! : 0,
    }))),
  ],
  cans: () =>
    readingsFrom(`type = '8' and metric = 'fill'`, ({ value, before }) => ({
      fill: value!,
      readings: 1,
      highest: value!,
      overflows: is(value! >= 80 && (before === null || before! < 80)),
      emptied: is(before !== null && before! - value! >= emptiedBy),
    })),
  cleaning: () =>
    entriesOf(
      `select *, ${dayOf('report_time')} as day, dept_id as dept, coalesce('2-' || facility_id, 'none') as key,
         extract(epoch from process_time - report_time)::float8 as seconds from wc_report_to_clean where tenant_id = 1`,
      ({ status, seconds, score }) => ({
        total: 1,
        [['created', 'assigned', 'processed', 'evaluated', 'over'][status!]!]: 1,
        ...timed(seconds),
        ...scored(score),
      }),
    ),
  inspections: () =>
    entriesOf(
      `select *, ${dayOf('create_time')} as day, dept_id as dept, '0-' || responsible_id as key, dispose_time * 60 as seconds
       from inspect_event where tenant_id = 1`,
      ({ status, seconds, score, if_return: back }) => ({
        total: 1,
        waiting: is(status === 1),
        fedBack: is(status === 2),
        closed: is(status === 3),
        returned: is(back === 1),
        score: score!,
        ...timed(seconds),
      }),
    ),
  complaints: () =>
    complaintsFrom(({ event_type: type, status, seconds, score }) => ({
      total: 1,
      complaints: is(type === 0),
      feedback: is(type === 1),
      waiting: is(status !== 2),
      handled: is(status === 2),
      ...timed(seconds),
      ...scored(score),
    })),
}
const timed = (seconds: number | null | undefined): Entry['measures'] => (seconds == null ? {} : { seconds, timed: 1 })
const scored = (score: number | null | undefined): Entry['measures'] => (score == null ? {} : { score, scored: 1 })

/** The figures of some entries; sums of km that were rounded one by one are a little off. */
function figuresOf(kind: ReportKind, entries: readonly Entry[]) {
  const measures: Record<string, 'sum' | 'max'> = reportKinds[kind].measures
  const value = (name: string) => {
    const all = entries.map((entry) => entry.measures[name] ?? 0)
    return measures[name] === 'max' ? Math.max(0, ...all) : all.reduce((sum, part) => sum + part, 0)
  }
  return columnsOf(kind).map(({ unit, of, per }) => {
    const divisor = per ? value(per) : 1
    if (divisor === 0) return null
    const { digits, size } = units[unit]
    const figure = value(of) / divisor / size
    return unit === 'km' ? expect.closeTo(figure, 1) : Math.round(figure * 10 ** digits) / 10 ** digits
  })
}

const below = (id: number): number[] => [id, ...depts.filter(({ parent }) => parent === id).flatMap((dept) => below(dept.id))]
const idOf = (name: string) => depts.find((dept) => dept.name === name)!.id

async function make(who: Person, asked: object) {
  const begun = await who.call('POST', '/admin/reportForms', asked)
  expect([asked, begun.status]).toEqual([asked, 200])
  const report = await vi.waitFor(async () => {
    const { data } = await who.call('GET', `/admin/reportForms/${begun.data.id}`)
    expect(data).toMatchObject({ status: 'done', error: null })
    return data as ReportDetail
  }, 300_000)
  const { data } = await who.call('GET', `/admin/reportForms/row/page?id=${report.id}&size=3000`)
  await who.call('DELETE', `/admin/reportForms/${report.id}`)
  return { report, rows: data.records as ReportRow[] }
}

test.each(Object.values(ReportKind).filter((kind): kind is RowsKind => hasRows(kind)))(
  '%s: every figure is what a recount of its entries comes to, for any days, scope, object and grouping',
  async (kind) => {
    const all = await recounts[kind]()
    const known = (
      await query(`select '0-' || user_id as key from sys_user where tenant_id = 1 union all select '1-' || id from vehicle
        union all select '2-' || id from facility where tenant_id = 1`)
    ).map(({ key }) => key)
    expect(all.length).toBeGreaterThan(5)
    for (let round = 0; round < 10; round++) {
      const who = one([admin!, handler!])
      const from = any(days)
      const [firstDay, lastDay] = [dayList[from]!, dayList[from + any(days - from)]!]
      const deptId = one([undefined, undefined, idOf('一部'), idOf('一班'), ...(who === admin ? [idOf('二部')] : [])])
      const grouping = one(Object.values(Grouping))
      const objectType = reportKinds[kind].objectType
      const object =
        grouping === Grouping.day && objectType && any(2)
          ? one(all.filter((entry) => known.includes(entry.object))).object
          : undefined
      const asked = { kind, grouping, firstDay, lastDay, deptId }
      const narrowed = object ? { ...asked, objectType, objectId: Number(object.slice(2)) } : asked
      if (object && who === handler) continue
      const { report, rows } = await make(who, narrowed)
      const scope = below(
        deptId ?? (who === admin ? depts.find(({ parent }) => !depts.some(({ id }) => id === parent))!.id : idOf('一部')),
      )
      const meant = all.filter(
        ({ day, dept, object: key }) =>
          day >= firstDay && day <= lastDay && scope.includes(dept) && (object === undefined || object === key),
      )
      expect([narrowed, 'totals', report.totals]).toEqual([narrowed, 'totals', figuresOf(kind, meant)])
      const isOf = (key: string) => (entry: Entry) =>
        grouping === Grouping.day
          ? entry.day === key
          : grouping === Grouping.object
            ? entry.object === key
            : below(Number(key)).includes(entry.dept)
      for (const row of rows)
        expect([narrowed, row.key, row.figures]).toEqual([narrowed, row.key, figuresOf(kind, meant.filter(isOf(row.key)))])
      const keys = rows.map(({ key }) => key)
      expect([narrowed, meant.filter((entry) => !keys.some((key) => isOf(key)(entry)))]).toEqual([narrowed, []])
      if (grouping === Grouping.day) expect(keys).toHaveLength(daysIn(firstDay, lastDay))
    }
  },
  120_000,
)
