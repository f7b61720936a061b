import { canType } from '@huanwei/contract/dictionaries/codes'
import { minuteMs } from '@huanwei/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText, timeText } from '../../lib/time.ts'
import { addFacility, startTestServer } from '../../test-kit.ts'
import { countOpenTasks, makeTasks } from './jobs.ts'
import { addCrew, addPlan, addSweeper, type Crew, placeAt, shiftStart, yesterday } from './work.test-kit.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
let server: Awaited<ReturnType<typeof startTestServer>>
/** Sees everything; sees 一部 and may change plans; sees 一部. */
let [admin, chief, viewer]: Person[] = []
let crew: Crew
let fields: Record<string, unknown>
const query = async (text: string, values: unknown[] = []) => (await server.db.owner.query(text, values)).rows
const path = '/admin/workPlan'

beforeAll(async () => {
  server = await startTestServer()
  await query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission like 'admin_workplan_%'`)
  ;[admin, chief, viewer] = await Promise.all(['admin', 'handler', 'viewer'].map((name) => server.login(name)))
  crew = await addCrew(query, '川A00001')
  const { deptId, vehicleId, areaId, facilityId, shiftId } = crew
  const parts = { areaIds: [areaId], facilityIds: [facilityId], vehicleIds: [vehicleId], shiftIds: [shiftId] }
  fields = { name: '人民路早扫', deptId, jobType: 'clean', ...parts, times: 2, calendar: false, goal: 80, implementInput: 3 }
})
afterAll(() => server.close())

test('a plan keeps what is entered, is found by it, and goes', async () => {
  const { data: added } = await chief!.call('POST', path, { ...fields, firstDay: '2026-01-01', lastDay: '' })
  expect(added).toMatchObject({
    ...fields,
    deptName: '一部',
    firstDay: '2026-01-01',
    lastDay: null,
    roads: [{ id: crew.areaId, name: '人民路 川A00001' }],
    stops: [{ name: '公厕' }],
    vehicles: [{ name: '川A00001' }],
    shifts: [{ name: '早班 川A00001' }],
  })
  const { data: changed } = await chief!.call('PUT', path, { ...added, jobType: 'water', implementInput: null, enabled: false })
  expect(changed).toMatchObject({ jobType: 'water', implementInput: null, enabled: false })
  expect((await viewer!.call('GET', `${path}/${added.id}`)).data).toEqual(changed)
  const found = async (filter: string, who = admin!) => (await who.call('GET', `${path}/page?${filter}`)).data.records.length
  expect(await found('name=%E6%97%A9%E6%89%AB&deptId=&jobType=')).toBe(1)
  expect(await found('jobType=clean')).toBe(0)
  expect((await viewer!.call('PUT', path, { ...changed, name: 'x' })).status).toBe(403)
  const stranger = await server.login('admin', 2)
  expect((await stranger.call('GET', `${path}/${added.id}`)).status).toBe(404)

  expect(await admin!.call('DELETE', `/admin/area/${crew.areaId}`)).toMatchObject({
    status: 409,
    msg: '围栏被作业计划 人民路早扫 使用，不能删除',
  })
  expect(await admin!.call('DELETE', `/admin/shift/${crew.shiftId}`)).toMatchObject({
    status: 409,
    msg: '班次被作业计划 人民路早扫 使用，不能删除',
  })
  const shape = { kind: 'circle', centre: [104, 30], radius: 80 }
  const area = { id: crew.areaId, name: '人民路', deptId: crew.deptId, shape }
  expect((await admin!.call('PUT', '/admin/area', area)).msg).toContain('形状必须是线路')

  expect((await chief!.call('DELETE', `${path}/${added.id}`)).data).toBe(true)
  expect((await chief!.call('GET', `${path}/${added.id}`)).status).toBe(404)
})

test('what a plan cannot be is refused by its field', async () => {
  const refused = async (more: object, who = chief!) => {
    const { status, data } = await who.call('POST', path, { ...fields, ...more })
    return [status, data?.field ?? data?.fields?.[0]?.field]
  }
  const circle = (
    await admin!.call('POST', '/admin/area', {
      name: '场地',
      deptId: crew.deptId,
      shape: { kind: 'circle', centre: [104, 30], radius: 80 },
    })
  ).data.id
  const [second] = await query(`select dept_id as id from sys_dept where tenant_id = 1 and name = '二部'`)
  const beyond = await addSweeper(query, { deptId: second!.id, vehicleId: 0 })
  expect((await refused({ areaIds: [circle] }))[0]).toBe(409)
  expect((await refused({ areaIds: [], facilityIds: [] }))[0]).toBe(400)
  expect((await refused({ vehicleIds: [999_999] }))[0]).toBe(409)
  expect(await refused({ vehicleIds: [] })).toEqual([400, 'vehicleIds'])
  expect(await refused({ userIds: [999_999] })).toEqual([409, 'userIds'])
  expect(await refused({ userIds: [beyond.userId] })).toEqual([409, 'userIds'])
  expect((await refused({ shiftIds: [] }))[0]).toBe(400)
  expect((await refused({ times: 4 }))[0]).toBe(400)
  expect((await refused({ firstDay: '2026-02-01', lastDay: '2026-01-01' }))[0]).toBe(400)
  expect((await refused({ deptId: second!.id }))[0]).toBe(409)
})

test('people work for a plan beside vehicles or instead of them, and its tasks are found by them', async () => {
  const { userId } = await addSweeper(query, crew)
  const { data: added } = await chief!.call('POST', path, { ...fields, vehicleIds: [], userIds: [userId] })
  expect(added).toMatchObject({ userIds: [userId], people: [{ id: userId, name: '王保洁' }], vehicles: [] })
  const planId = await addPlan(query, crew, { userIds: [userId] })
  await makeTasks({ db: server.db, now: Date.now() })
  const list = async (filter: string) =>
    (await viewer!.call('GET', `/admin/workTask/page?day=${yesterday}&planId=${planId}&${filter}`)).data
  expect(await list(`userId=${userId}`)).toMatchObject({
    total: 1,
    records: [{ people: [{ id: userId, name: '王保洁' }], vehicles: [] }],
  })
  expect((await list(`userId=${userId + 1}`)).total).toBe(0)
  // A basis of an earlier version names vehicles alone.
  await query(`update work_basis set basis = basis - 'people' where plan_id = $1`, [planId])
  expect((await list('')).records).toMatchObject([{ people: [] }])
  await query('update work_plan set enabled = false where id = $1', [planId])
  await query('delete from work_task where plan_id = $1', [planId])
  await chief!.call('DELETE', `${path}/${added.id}`)
})

test('a can among the stops was emptied when its level fell in the time of the task, whoever was there', async () => {
  const can = await addFacility(server.db, { name: '果皮箱', facilityType: canType, terminalNo: '13900000077' })
  const toilet = await addFacility(server.db, { name: '公厕', terminalNo: '13900000078' })
  const planId = await addPlan(query, crew)
  await query('update work_plan set facility_ids = $2 where id = $1', [planId, [can.facilityId, toilet.facilityId]])
  await makeTasks({ db: server.db, now: Date.now() })
  await query(`select ensure_partition('reading', $1)`, [yesterday])
  const measure = (deviceId: number, minute: number, value: number) =>
    query(
      `insert into reading (tenant_id, device_id, metric, channel, time, value, received) values (1, $1, 'fill', 0, $2, $3, now())`,
      [deviceId, timeText(shiftStart + minute * minuteMs), value],
    )
  const emptied = async (count: number) => {
    const { data } = await viewer!.call('GET', `/admin/workTask/map?day=${yesterday}&planId=${planId}`)
    const { data: list } = await viewer!.call('GET', `/admin/workTask/page?day=${yesterday}&planId=${planId}`)
    expect(list.records).toMatchObject([{ stopCount: 2, measuredCount: 1, emptiedCount: count }])
    const { data: task } = await viewer!.call('GET', `/admin/workTask/${data[0].id}`)
    expect(task).toMatchObject({ stops: data[0].stops, measuredCount: 1, emptiedCount: count })
    return task.stops.map(({ emptyTime }: { emptyTime: string | null }) => emptyTime)
  }
  // It fell before the shift, a little in it, and much after it.
  for (const [minute, value] of [
    [-20, 90],
    [-10, 10],
    [30, 60],
    [40, 45],
    [481, 0],
  ] as const)
    await measure(can.deviceId, minute, value)
  for (const [minute, value] of [
    [30, 90],
    [40, 0],
  ] as const)
    await measure(toilet.deviceId, minute, value)
  expect(await emptied(0)).toEqual([null, null])
  // A late report: at 70 minutes it was empty, and full again later.
  for (const [minute, value] of [
    [70, 5],
    [200, 80],
    [210, 3],
  ] as const)
    await measure(can.deviceId, minute, value)
  expect(await emptied(1)).toEqual([timeText(shiftStart + 70 * minuteMs), null])
  await query('delete from work_task where plan_id = $1', [planId])
  await query('update work_plan set enabled = false where id = $1', [planId])
})

test('tasks of a day are found by crew, vehicle and state, and show what was done where', async () => {
  const planId = await addPlan(query, crew)
  await makeTasks({ db: server.db, now: Date.now() })
  const [from, to] = [placeAt(0), placeAt(500)]
  for (const [i, at] of Array.from({ length: 16 }, (_, n) => n / 15).entries())
    await query(
      `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
       values (1, $1, $2, 512, $3, now(), $4, $5, 120, 90, 500, 3, 0)`,
      [
        crew.deviceId,
        timeText(shiftStart + i * 10_000),
        i,
        Math.round((from[0] + (to[0] - from[0]) * at) * 1e6),
        Math.round(from[1] * 1e6),
      ],
    )
  await countOpenTasks({ db: server.db, now: Date.now() })
  const list = async (filter: string, who = viewer!) =>
    (await who.call('GET', `/admin/workTask/page?day=${yesterday}&${filter}`)).data
  const all = await list('deptId=&vehicleId=&workState=')
  const half = [480, 520] as const
  expect(all).toMatchObject({ total: 1, records: [{ planId, name: '早扫', state: 'missed', goal: 90, plannedMetres: 1000 }] })
  const { workedMetres, id } = all.records[0]
  expect(workedMetres).toBeGreaterThanOrEqual(half[0])
  expect(workedMetres).toBeLessThanOrEqual(half[1])
  expect((await list(`vehicleId=${crew.vehicleId}&workState=missed&planId=${planId}`)).total).toBe(1)
  expect((await list('workState=done')).total).toBe(0)
  expect((await list(`vehicleId=${crew.vehicleId + 1}`)).total).toBe(0)
  expect((await list('', await server.login('admin', 2))).total).toBe(0)

  const { data: task } = await viewer!.call('GET', `/admin/workTask/${id}`)
  expect(task).toMatchObject({ workedMetres, roads: [{ workedMetres, plannedMetres: 1000 }], stops: [{ visitTime: null }] })
  expect([task.roads[0].worked.length, task.roads[0].open.length]).toEqual([1, 1])
  expect((await (await server.login('admin', 2)).call('GET', `/admin/workTask/${id}`)).status).toBe(404)
  expect((await viewer!.call('GET', `/admin/workTask/map?day=${yesterday}`)).data).toMatchObject([
    { id, roads: [{ workedMetres }] },
  ])

  const { data: figures } = await viewer!.call('GET', `/admin/workTask/figures?day=${yesterday}`)
  expect(figures).toEqual([
    {
      deptId: crew.deptId,
      deptName: '一部',
      due: 0,
      running: 0,
      done: 0,
      missed: 1,
      plannedMetres: 1000,
      workedMetres,
      stopCount: 1,
      visitedCount: 0,
    },
  ])
})

test('a changed plan changes what has not begun; both lists become sheets', async () => {
  const now = Date.now()
  const clock = (ms: number) => timeText(ms).slice(11, 16)
  const shift = { name: '就要开始', weekdays: [1, 2, 3, 4, 5, 6, 7] }
  // Near midnight the shift is over it, and is the day's on which it begins.
  const { data: later } = await admin!.call('POST', '/admin/shift', {
    ...shift,
    start: clock(now + 5 * minuteMs),
    end: clock(now + 65 * minuteMs),
  })
  const { data: added } = await chief!.call('POST', path, { ...fields, shiftIds: [later.id], times: 1 })
  const day = dayText(now + 5 * minuteMs)
  const own = async () => (await viewer!.call('GET', `/admin/workTask/page?day=${day}&planId=${added.id}`)).data.records
  if (day === dayText(now)) {
    expect(await own()).toMatchObject([{ state: 'due', turns: 1, name: fields.name }])
    const { data: changed } = await chief!.call('PUT', path, { ...added, name: '新名', times: 3 })
    expect(await own()).toMatchObject([1, 2, 3].map((turn) => ({ turn, turns: 3, name: '新名' })))
    await chief!.call('DELETE', `${path}/${changed.id}`)
    expect(await own()).toEqual([])
  }
  for (const [list, filter] of [
    [`${path}/page`, { name: '' }],
    ['/admin/workTask/page', { day: yesterday }],
  ] as const) {
    const { data, status } = await admin!.call('POST', '/admin/export', { list, filter })
    expect([list, status]).toEqual([list, 200])
    await expect
      .poll(async () => (await query('select status from export_job where id = $1', [data.id]))[0], { timeout: 60_000 })
      .toEqual({ status: 'done' })
  }
})
