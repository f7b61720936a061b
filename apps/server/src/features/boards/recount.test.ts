import { type FigureName, listFigureNames } from '@huanwei/contract/boards/codes'
import type { Figure } from '@huanwei/contract/boards/endpoints'
import { Facility } from '@huanwei/contract/facilities/endpoints'
import { say } from '@huanwei/words/say'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dayText } from '../../lib/time.ts'
import { createComputer } from './compute.ts'
import { type DemoServer, scopesOf, startDemoServer } from './recount.test-kit.ts'

let server: DemoServer

beforeAll(async () => {
  server = await startDemoServer()
}, 480_000)
afterAll(() => server.close())

type Filter = Record<string, string | number | boolean>
type Total = (path: string, filter?: Filter) => Promise<number>
const [violations, complaints, cleaning, inspections, tasks] = [
  '/admin/violationEvent/page',
  '/admin/wcComplaint/page',
  '/admin/wcReportToClean/page',
  '/admin/inspectEvent/page',
  '/admin/workTask/page',
]
const today = () => {
  const day = dayText(Date.now())
  return { startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` }
}
const suction = { type: '0' }

/** The list behind each figure. */
const lists: Partial<Record<FigureName, (total: Total) => Promise<number>>> = {
  eventsToday: (total) => total(violations, today()),
  eventsHandled: (total) => total(violations, { ...today(), handled: true }),
  eventsWaiting: (total) => total(violations, { handled: false }),
  complaintsWaiting: (total) => total(complaints, { status: 1 }),
  inspectionsWaiting: (total) => total(inspections, { status: 1 }),
  approvalsWaiting: (total) => total('/admin/applyForRecord/page', { status: 1 }),
  cleaningOpen: async (total) => (await total(cleaning, { status: 0 })) + (await total(cleaning, { status: 1 })),
  cleaningOverdue: (total) => total(cleaning, { timeliness: 'overdue' }),
  households: (total) => total('/admin/facility/page', { facilityType: '9' }),
  suctionsToday: (total) => total(cleaning, { ...suction, ...today() }),
  suctionsWaiting: (total) => total(cleaning, { ...suction, status: 0 }),
  suctionsUnderway: (total) => total(cleaning, { ...suction, status: 1 }),
  suctionsOverdue: (total) => total(cleaning, { ...suction, timeliness: 'overdue' }),
  suctionsAll: (total) => total(cleaning, suction),
  jobsDone: (total) => total(tasks, { day: dayText(Date.now()), workState: 'done' }),
  jobsRunning: (total) => total(tasks, { day: dayText(Date.now()), workState: 'running' }),
  toilets: (total) => total('/admin/facility/page', { facilityType: '1' }),
  jobsMissed: (total) => total(tasks, { day: dayText(Date.now()), workState: 'missed' }),
}

/** Figures of the board and totals of the lists, for an organisation or a department with all below it. */
async function both(tenantId: number, deptId: number | undefined, departments: number[] | null) {
  const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
  const scope = { tenantId, departments }
  const names = listFigureNames.filter((name) => name in lists)
  const { data } = await computer.of(scope, 'figures', { names }, 'zh-CN')
  const states = await computer.of(scope, 'cleaningStates', {}, 'zh-CN')
  const kinds = await computer.of(scope, 'waitingEvents', {}, 'zh-CN')
  const said = await computer.of(scope, 'satisfaction', {}, 'zh-CN')
  const figures = [data, states.data, kinds.data, said.data].map((one) => (one?.shape === 'figures' ? one.figures : []))
  const person = await server.login('admin', tenantId)
  const total: Total = async (path, filter = {}) => {
    const asked = Object.entries({ size: 1, ...filter, ...(deptId && { deptId }) }).map(([name, value]) => [name, String(value)])
    return (await person.call('GET', `${path}?${new URLSearchParams(asked)}`)).data.total
  }
  const counted: [string, number][] = []
  for (const name of names) counted.push([name, (await lists[name]?.(total)) ?? -1])
  const steps = ['created', 'assigned', 'processed', 'evaluated', 'over']
  for (const [status, name] of steps.entries()) counted.push([name, await total(cleaning, { status })])
  for (const objectType of ['1', '0', '2']) counted.push([objectType, await total(violations, { objectType, handled: false })])
  for (const satisfaction of ['satisfied', 'neutral', 'dissatisfied', 'unsaid'])
    counted.push([satisfaction, await total(complaints, { satisfaction })])
  const valuesOf = (some: Figure[]) => some.map(({ key, value }): [string, number] => [key, value])
  return { shown: figures.flatMap(valuesOf), counted }
}

test('the figures of boards are the totals of the lists, for two organisations and a department of one', async () => {
  for (const [tenantId, deptId, departments] of await scopesOf(server)) {
    // Time alone makes some of them overdue or begin.
    let figures = await both(tenantId, deptId, departments)
    for (let tries = 0; tries < 5 && JSON.stringify(figures.shown) !== JSON.stringify(figures.counted); tries++)
      figures = await both(tenantId, deptId, departments)
    expect(figures.shown, `${tenantId} ${deptId}`).toEqual(figures.counted)
    expect(figures.shown.filter(([, value]) => value > 0).length).toBeGreaterThan(8)
  }
}, 120_000)

test('what boards add up themselves is what the rows of the lists add up to', async () => {
  const person = await server.login('admin', 1)
  const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
  const read = async (source: Parameters<typeof computer.of>[1], params = {}) =>
    (await computer.of({ tenantId: 1, departments: null }, source, params, 'zh-CN')).data
  const rowsOf = async (path: string, filter: Filter = {}) => {
    const rows: Record<string, unknown>[] = []
    for (let current = 1; ; current++) {
      const asked = Object.entries({ ...filter, current, size: 100 }).map(([name, value]) => [name, String(value)])
      const { records } = (await person.call('GET', `${path}?${new URLSearchParams(asked)}`)).data
      rows.push(...records)
      if (records.length < 100) return rows
    }
  }
  const since = `${dayText(Date.now() - 29 * 86_400_000)} 00:00:00`
  const reports = await rowsOf(cleaning, { startTime: since, endTime: today().endTime })
  const scored = await read('scores')
  const expected = [5, 4, 3, 2, 1].map((score) => reports.filter((one) => one.score === score).length)
  expect(scored?.shape === 'figures' && scored.figures.map(({ value }) => value)).toEqual(expected)
  expect(Math.max(...expected)).toBeGreaterThan(0)

  const open = await rowsOf(cleaning, { over: false })
  const waiting = Map.groupBy(
    open.filter(({ status }) => status === 0 || status === 1),
    ({ deptName }) => deptName,
  )
  const queues = await read('crewQueues')
  const shown = queues?.shape === 'rows' ? queues.rows.map(({ cells }) => [cells[0], Number(cells[1])] as const) : []
  expect(new Map(shown.filter(([, count]) => count > 0))).toEqual(
    new Map([...waiting].map(([name, some]) => [name, some.length])),
  )
  expect(waiting.size).toBeGreaterThan(0)

  // The demo has jobs of the day on which it was loaded.
  const past = dayText(Date.now())
  const jobs = await computer.of({ tenantId: 1, departments: null }, 'jobStates', {}, 'zh-CN', { day: past })
  const states = jobs.data?.shape === 'figures' ? jobs.data.figures.map(({ key, value }) => [key, value]) : []
  const listed = []
  for (const workState of ['done', 'running', 'due', 'missed']) {
    const asked = new URLSearchParams({ size: '1', day: past, workState })
    listed.push([workState, (await person.call('GET', `${tasks}?${asked}`)).data.total])
  }
  expect(states).toEqual(listed)
  expect(states.some(([, value]) => Number(value) > 0)).toBe(true)

  const months = await read('months')
  const [events] = months?.shape === 'rows' ? months.rows : []
  const month = `${dayText(Date.now()).slice(0, 8)}01 00:00:00`
  const { total } = (await person.call('GET', `${violations}?${new URLSearchParams({ size: '1', startTime: month })}`)).data
  expect(events?.cells[1]).toBe(total.toLocaleString('en-US'))
}, 120_000)

const spans = {
  violations: 'spanViolations',
  attendance: 'spanAttendance',
  cleaning: 'spanCleaning',
  inspections: 'spanInspections',
  complaints: 'spanComplaints',
} as const

test('the tables of a report on paper are those of the kept reports of the same days', async () => {
  const person = await server.login('admin', 1)
  const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
  const day = (back: number) => dayText(Date.now() - back * 86_400_000)
  const [firstDay, lastDay] = [day(8), day(2)]
  const text = (figure: number | null) => (figure === null ? '–' : figure.toLocaleString('en-US'))
  for (const [kind, source] of Object.entries(spans)) {
    const { data: begun } = await person.call('POST', '/admin/reportForms', { kind, grouping: 'department', firstDay, lastDay })
    const kept = await vi.waitFor(async () => {
      const { data } = await person.call('GET', `/admin/reportForms/${begun.id}`)
      expect(data.status).toBe('done')
      return data
    }, 250_000)
    const { records } = (await person.call('GET', `/admin/reportForms/row/page?id=${begun.id}&size=200`)).data
    const listed = new Map(
      records.map(({ key, figures }: { key: string; figures: (number | null)[] }) => [key, figures.map(text)]),
    )
    const about = { span: { period: 'week' as const, firstDay, lastDay } }
    const { data } = await computer.of({ tenantId: 1, departments: null }, source, {}, 'zh-CN', about)
    const rows = data?.shape === 'rows' ? data.rows : []
    expect([kind, rows.at(-1)?.cells.slice(1)]).toEqual([kind, kept.totals.map(text)])
    for (const { key, cells } of rows.slice(0, -1)) expect([kind, key, cells.slice(1)]).toEqual([kind, key, listed.get(key)])
    expect(rows.length).toBeGreaterThan(3)
  }
})

test('the notice of emptied toilets says of each household what its requests and rounds say, without telling which one it is', async () => {
  const person = await server.login('admin', 34)
  const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
  const { data } = await computer.of({ tenantId: 34, departments: null }, 'emptyings', {}, 'zh-CN')
  const rows = data?.shape === 'rows' ? data.rows : []
  expect(rows.filter(({ cells }) => cells[3] !== '–').length).toBeGreaterThan(20)
  for (const { key, cells } of rows.slice(0, 40)) {
    const asked = new URLSearchParams({ ...suction, facilityId: key, size: '100' })
    const { records } = (await person.call('GET', `${cleaning}?${asked}`)).data
    const rounds = new URLSearchParams({ facilityId: key, done: 'true', startTime: '2000-01-01 00:00:00' })
    const visits = (await person.call('GET', `/admin/jobTaskRecord/list?${rounds}`)).data
    const times = [
      ...records.map(({ processTime }: { processTime: string | null }) => processTime),
      ...visits.map(({ doneTime }: { doneTime: string }) => doneTime),
    ]
    const done = times.flatMap((time: string | null) => time?.slice(0, 10) ?? [])
    expect([key, cells[3]]).toEqual([key, done.toSorted().at(-1) ?? '–'])
    expect(cells[1]).toMatch(/^\d\**号户厕$/)
    const { toiletKind } = Facility.parse((await person.call('GET', `/admin/facility/${key}`)).data)
    expect(cells[2]).toBe(toiletKind && say('zh-CN', `facilities:toilet.${toiletKind}`))
  }
})

test('kitchen waste on the board is what the readings of the restaurants add up to', async () => {
  const person = await server.login('admin', 1)
  const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
  const { rows } = await server.db.owner.query(
    `select dept_id as id, array(select departments_below(tenant_id, array[dept_id])) as below from sys_dept
     where tenant_id = 1 and parent_id = (select dept_id from sys_dept where tenant_id = 1 and parent_id = 0) order by dept_id limit 1`,
  )
  for (const [deptId, departments] of [
    [undefined, null],
    [rows[0].id, rows[0].below],
  ] as const) {
    const read = async (source: Parameters<typeof computer.of>[1]) =>
      (await computer.of({ tenantId: 1, departments }, source, {}, 'zh-CN')).data
    const asked = new URLSearchParams({ facilityType: 'restaurant', size: '500', ...(deptId && { deptId: String(deptId) }) })
    const { records, total } = (await person.call('GET', `/admin/facility/page?${asked}`)).data
    const day = (back: number) => dayText(Date.now() - back * 86_400_000)
    const days = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(day)
    const byDay = new Map(days.map((one) => [one, { times: 0, weight: 0 }]))
    const visited = new Set<number>()
    for (const { id } of records) {
      const span = { objectType: '2', objectId: String(id), metric: 'weight', startTime: `${days[0]} 00:00:00` }
      const { data } = await person.call(
        'GET',
        `/admin/reading/history?${new URLSearchParams({ ...span, endTime: `${day(0)} 23:59:59` })}`,
      )
      for (const { time, avg, count } of data.points) {
        const sum = byDay.get(time.slice(0, 10))!
        sum.times += count
        sum.weight += avg * count
        if (time >= day(0)) visited.add(id)
      }
    }
    const now = byDay.get(day(0))!
    const figures = await read('kitchenToday')
    const values = figures?.shape === 'figures' ? figures.figures.map(({ key, value }) => [key, value]) : []
    expect(Object.fromEntries(values)).toMatchObject({
      restaurants: total,
      collectionsToday: now.times,
      weightToday: Math.round(now.weight),
      restaurantsLeft: total - visited.size,
    })
    const trend = await read('kitchenDays')
    const shown = trend?.shape === 'series' ? trend.lines[0]?.values : []
    expect(shown).toEqual(days.map((one) => Math.round(byDay.get(one)!.weight)))
    expect(Math.min(...shown!.slice(0, -1).map(Number))).toBeGreaterThan(0)
    const trucks = await read('kitchenTrucks')
    const byTruck = trucks?.shape === 'figures' ? trucks.figures.reduce((sum, { value }) => sum + value, 0) : 0
    expect(byTruck).toBe(Math.round(now.weight))
    const left = await read('kitchenUnvisited')
    const unvisited = left?.shape === 'rows' ? left.rows.map(({ key }) => Number(key)) : []
    expect(unvisited.some((id) => visited.has(id))).toBe(false)
    expect(unvisited).toHaveLength(total - visited.size)
    const places = await read('restaurantPlaces')
    expect(places?.shape === 'points' && places.points.length).toBe(total)
  }
}, 120_000)

test('a call for help stands on the board, without a name, until somebody acknowledges it', async () => {
  const person = await server.login('admin', 1)
  const { rows } = await server.db.owner.query(`
    insert into emergency (tenant_id, object_type, object_id, object_name, dept_id, dept_name, position, time, last_time)
    select 1, '0', user_id, '求助人甲', dept_id, '三班', '上饶市信州区建设路', now(), now()
    from sys_user where tenant_id = 1 and username = 'viewer' returning id`)
  const key = String(rows[0].id)
  const read = async () => {
    const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
    const { data } = await computer.of({ tenantId: 1, departments: null }, 'sosCalls', {}, 'zh-CN')
    return data?.shape === 'rows' ? data.rows : []
  }
  const total = async () => (await person.call('GET', '/admin/emergency/page?emergencyState=waiting&isDrill=false')).data.total
  const found = await read()
  expect(found.find((row) => row.key === key)?.cells.slice(1, 3)).toEqual(['人员', '三班'])
  expect(JSON.stringify(found)).not.toContain('求助人甲')
  expect(found).toHaveLength(await total())
  expect((await person.call('PUT', '/admin/emergency/acknowledge', { id: rows[0].id })).status).toBe(200)
  expect((await read()).some((row) => row.key === key)).toBe(false)
})

test('steps, days and people on boards are what the rows of the lists add up to', async () => {
  const person = await server.login('admin', 1)
  const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
  const read = async (source: Parameters<typeof computer.of>[1], params = {}) =>
    (await computer.of({ tenantId: 1, departments: null }, source, params, 'zh-CN')).data
  const total = async (path: string, filter: Filter = {}) => {
    const asked = Object.entries({ ...filter, size: 1 }).map(([name, value]) => [name, String(value)])
    return (await person.call('GET', `${path}?${new URLSearchParams(asked)}`)).data.total as number
  }
  const states = await Promise.all([0, 1, 2, 3, 4].map((status) => total(cleaning, { status })))
  const funnel = await read('cleaningFunnel')
  const reached = funnel?.shape === 'figures' ? funnel.figures.map(({ value }) => value) : []
  expect(reached).toEqual(states.map((_, place) => states.slice(place).reduce((sum, one) => sum + one, 0)))

  const calendar = await read('eventCalendar')
  const days = calendar?.shape === 'days' ? calendar.days : []
  expect(new Date(`${days[0]?.day}T00:00:00Z`).getUTCDay()).toBe(1)
  for (const { day, value } of days.slice(-2))
    expect([day, value]).toEqual([day, await total(violations, { startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` })])
  expect(Math.max(...days.map(({ value }) => value))).toBeGreaterThan(0)

  const queues = await read('personQueues')
  const people = queues?.shape === 'rows' ? queues.rows : []
  expect(people.some(({ cells }) => Number(cells[2]) > 0)).toBe(true)
  for (const { key, cells } of people.slice(0, 10)) {
    const open =
      (await total(cleaning, { assigneeId: key, status: 1 })) + (await total(inspections, { responsibleId: key, status: 1 }))
    expect([key, Number(cells[2])]).toEqual([key, open])
  }

  const handlers = await read('handlerQueues')
  const recipients = handlers?.shape === 'rows' ? handlers.rows : []
  const { rows: pushed } = await server.db.owner.query(`select p.push_object_id::text as key,
      (count(*) filter (where msg_type = '1'))::text as events, (count(*) filter (where msg_type = '5'))::text as complaints,
      (count(*) filter (where msg_type = '4'))::text as approvals, to_char(min(create_time), 'MM-DD HH24:MI') as oldest
    from msg_push p where tenant_id = 1 and status = 1 and not merged and not folded and msg_type in ('1', '4', '5') group by 1`)
  const known = new Map(recipients.map(({ key, cells }) => [key, cells.slice(2, 6)]))
  expect(pushed.length).toBeGreaterThan(1)
  for (const { key, events, complaints, approvals, oldest } of pushed)
    expect([key, known.get(key)]).toEqual([key, [events, complaints, approvals, oldest]])

  const orders = await read('orderKinds')
  const late = orders?.shape === 'rows' ? orders.rows.map(({ cells }) => cells[2]) : []
  const lists = [cleaning, inspections, '/admin/wcComplaint/page', '/admin/applyForRecord/page']
  const overdue = await Promise.all(lists.map((path) => total(path, { timeliness: 'overdue' })))
  expect(late).toEqual(['–', ...overdue.map(String)])

  const begun = await read('eventPlaces')
  const { rows: placed } = await server.db.owner.query(`select count(*)::int as total from violation_event
    where tenant_id = 1 and create_time >= date_trunc('day', now()) and lng is not null and merged_into is null`)
  expect(begun?.shape === 'points' && begun.points.length).toBe(Math.min(5000, placed[0].total))
  const worked = await read('workAreas')
  expect(worked?.shape === 'areas' && worked.areas.length).toBe(Math.min(1000, await total('/admin/area/page', {})))
  const filled = await read('canFill')
  const cans = filled?.shape === 'figures' ? filled.figures.reduce((sum, { value }) => sum + value, 0) : 0
  const { rows: standing } = await server.db.owner.query(
    `select count(*)::int as total from facility where tenant_id = 1 and facility_type = '8' and removed_time is null`,
  )
  expect(cans).toBe(standing[0].total)

  const [kinds, years] = [await read('toiletKinds'), await read('builtYears')]
  const households = await total('/admin/facility/page', { facilityType: '9' })
  const { rows: built } = await server.db.owner.query(`select built_year as year, count(*)::int as total from facility
    where tenant_id = 1 and facility_type = '9' and removed_time is null group by 1 order by 1`)
  expect(kinds?.shape === 'figures' && kinds.figures.reduce((sum, { value }) => sum + value, 0)).toBe(households)
  const drawn = years?.shape === 'series' ? years.labels.map((year, place) => [Number(year), years.lines[0]?.values[place]]) : []
  expect(drawn.filter(([, value]) => value)).toEqual(built.map(({ year, total: value }) => [year, value]))

  const trucks = await read('emptyingTrucks')
  const { rows: emptied } = await server.db.owner.query(`select count(*)::int as total from wc_report_to_clean
    where tenant_id = 1 and type = '0' and vehicle_id is not null and process_time >= now() - interval '24 hours'`)
  const byTruck = trucks?.shape === 'figures' ? trucks.figures.reduce((sum, { value }) => sum + value, 0) : 0
  expect(byTruck).toBe(emptied[0].total)
  const forecast = await read('emptyingForecast')
  expect(forecast?.shape === 'series' && forecast.lines.map(({ values }) => values.length)).toEqual([14, 14])
  const places = await read('emptyingPlaces')
  expect(places?.shape === 'points' && places.points.some(({ key }) => key.startsWith('village-'))).toBe(true)
  const minutes = await read('positionMinutes')
  expect(minutes?.shape === 'series' && minutes.labels).toHaveLength(30)
  const kept = await read('speedDays')
  const percents = kept?.shape === 'series' ? kept.lines[0]!.values.filter((value) => value !== null) : []
  expect(percents.every((value) => value >= 0 && value <= 100)).toBe(true)
}, 250_000)

test('photos of finished work are those of the newest reports that have one', async () => {
  const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
  const { data } = await computer.of({ tenantId: 1, departments: null }, 'cleaningPhotos', {}, 'zh-CN')
  const photos = data?.shape === 'photos' ? data.photos : []
  expect(photos.length).toBeGreaterThan(3)
  const { rows } = await server.db.owner.query('select process_img as images from wc_report_to_clean where tenant_id = 1')
  const known = new Set(rows.flatMap(({ images }) => images))
  for (const { fileName } of photos) expect(known.has(fileName)).toBe(true)
})
