import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addFacility, addVehicle, addViolation, startTestServer } from '../../test-kit.ts'
import { cellsOf, partsOf } from '../../workbook.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let handler: Awaited<ReturnType<typeof server.login>>
let mine: Awaited<ReturnType<typeof addVehicle>>
let theirs: typeof mine
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  handler = await server.login('handler')
  mine = await addVehicle(server.db)
  theirs = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
})
afterAll(() => server.close())

const headersOf = (who: typeof admin) => ({ authorization: `Bearer ${who.token.access_token}` })
const start = (who: typeof admin, list: string, filter: object = {}, language = 'zh-CN') =>
  server.app.inject({
    method: 'POST',
    url: '/admin/export',
    headers: { ...headersOf(who), cookie: `language=${language}` },
    payload: { list, filter },
  })
const fetchSheet = (who: typeof admin, id: number) =>
  server.app.inject({ url: `/admin/export/${id}/file`, headers: headersOf(who) })
async function finish(who: typeof admin, ...asked: [list: string, filter?: object, language?: string]): Promise<number> {
  const { id } = (await start(who, ...asked)).json().data
  await vi.waitFor(async () => {
    const jobs: { id: number; status: string }[] = (await who.call('GET', '/admin/export/list')).data
    expect(jobs.find((job) => job.id === id)).toMatchObject({ status: 'done' })
  }, 300_000)
  return id
}
/** Rows of the sheet, without the empty cells. */
async function sheetOf(who: typeof admin, ...asked: Parameters<typeof finish> extends [unknown, ...infer Rest] ? Rest : never) {
  const { rawPayload } = await fetchSheet(who, await finish(who, ...asked))
  return cellsOf(partsOf(rawPayload).get('xl/worksheets/sheet1.xml') ?? '')
}

const circle = { kind: 'circle', centre: [104.06, 30.65], radius: 500 }
const route = {
  kind: 'route',
  line: [
    [104.06, 30.57],
    [104.06, 30.58],
  ],
  width: 24,
}

test('areas with their measures, newest first, filtered by name, only those in scope', async () => {
  const { deptId } = mine
  await admin.call('POST', '/admin/area', { name: '东门', deptId, shape: circle, vehicleIds: [mine.vehicleId], remark: '=1+1' })
  await admin.call('POST', '/admin/area', { name: '人民路', deptId, shape: route })
  await admin.call('POST', '/admin/area', { name: '东门外', deptId: theirs.deptId, shape: circle })
  const [head, road, gate, ...more] = await sheetOf(handler, '/admin/area/page')
  expect(head?.slice(0, 6)).toEqual(['围栏名称', '所属部门', '形状', '半径（米）', '长度（米）', '宽度（米）'])
  expect(road?.slice(0, 5)).toEqual(['人民路', '一部', '路线', 1112, 24])
  expect(gate?.slice(0, 8)).toEqual(['东门', '一部', '圆形', 500, 104.06, 30.65, 1, '=1+1'])
  expect(more).toEqual([])
  const named = await sheetOf(admin, '/admin/area/page', { name: '东门', current: 7, size: 20 })
  expect(named.slice(1).map(([name]) => name)).toEqual(['东门外', '东门'])
})

test('rules with their conditions and names, with the filter of the list, in the caller’s language', async () => {
  const path = '/admin/vehicleMonitoringRule'
  const { data: area } = await admin.call('POST', '/admin/area', { name: '禁区', deptId: mine.deptId, shape: circle })
  const { data: shift } = await admin.call('POST', '/admin/shift', { name: '早班', start: '06:00', end: '12:00', weekdays: [1] })
  const add = (rule: object) => admin.call('POST', path, rule)
  await add({ name: '驶离', condition: { kind: 'outOfArea', ownAreas: true }, deptIds: [theirs.deptId] })
  await add({ name: '求助键', condition: { kind: 'terminalAlarm', bit: 0 }, deptIds: [theirs.deptId], enabled: true })
  await add({
    name: '禁区规则',
    condition: { kind: 'inArea', areaIds: [area.id] },
    objectIds: [mine.vehicleId],
    shiftIds: [shift.id],
    hours: [{ start: '22:00', end: '02:00', weekdays: [6, 7] }],
    severity: 'warning',
  })
  const list = `${path}/getList`
  const [head, ban, sos, own] = await sheetOf(admin, list, {}, 'en-US')
  expect(head?.slice(0, 3)).toEqual(['Name', 'Condition', 'Limit'])
  expect(ban?.slice(1, 8)).toEqual(['In a forbidden area', '禁区', 1, 'Sat, Sun 22:00–02:00', '早班', 'No', 'Warning'])
  expect(sos?.slice(0, 3)).toEqual(['求助键', 'Terminal alarm', 'SOS'])
  expect(own?.slice(0, 3)).toEqual(['驶离', 'Out of the area', 'each crew’s own areas'])
  expect((await sheetOf(admin, list, { name: '求助', enabled: 'true' })).map(([name]) => name)).toEqual(['规则名称', '求助键'])
  expect((await sheetOf(admin, list, { enabled: 'false' })).map(([name]) => name)).toEqual(['规则名称', '禁区规则', '驶离'])
  // A rule for a department out of scope is left out.
  expect((await sheetOf(handler, list)).map(([name]) => name)).toEqual(['规则名称', '禁区规则'])
})

test('departments follow their parents, with the totals of all departments below', async () => {
  const parent = await admin.call('POST', '/admin/dept', { parentId: mine.deptId, name: '一班', sort: 1 })
  await server.db.owner.query(`update vehicle set dept_id = $1 where id = $2`, [parent.data.deptId, mine.vehicleId])
  const rows = await sheetOf(admin, '/admin/dept/list')
  const [first, crew] = rows.slice(rows.findIndex(([, name]) => name === '一部'))
  expect(crew?.slice(0, 2)).toEqual([`${first?.[0]} / 一部`, '一班'])
  expect([first?.slice(4, 6), crew?.slice(4, 6)]).toEqual([
    [0, 1],
    [1, 1],
  ])
  const own = await sheetOf(handler, '/admin/dept/list')
  expect(own.map(([first]) => first)).toEqual(['上级部门', '一部', '一部'])
  expect(own[2]?.[1]).toBe('一班')
})

test('plans with their times, and the visits of the day', async () => {
  const { facilityId } = await addFacility(server.db)
  const { data: plan } = await admin.call('POST', '/admin/jobTaskPlan', {
    name: '早晚保洁',
    deptId: mine.deptId,
    userId: admin.userId,
    dueMinutes: [1200, 480],
    facilityIds: [facilityId],
  })
  expect(plan.name).toBe('早晚保洁')
  const [, row] = await sheetOf(admin, '/admin/jobTaskPlan/page')
  expect(row?.slice(0, 2)).toEqual(['早晚保洁', '一部'])
  expect(row?.slice(3, 5)).toEqual(['08:00, 20:00', 1])
  const [head, ...visits] = await sheetOf(admin, '/admin/jobTaskRecord/list')
  expect(head?.slice(0, 3)).toEqual(['应到时间', '设施', '计划名称'])
  expect(visits.map((visit) => visit[2])).toEqual(visits.map(() => '早晚保洁'))
})

test('cleaning reports say whether they are overdue, were processed late or in time', async () => {
  const base = '/admin/wcReportToClean'
  const report = async (content: string): Promise<number> => {
    const fields = { type: '1', content, position: '建设路', lng: 104.07, lat: 30.66, deptId: mine.deptId }
    return (await admin.call('POST', base, fields)).data.id
  }
  const ids = [await report('准时'), await report('迟了'), await report('没人管')]
  await server.db.owner.query(`update wc_report_to_clean set due_time = now() - interval '1 hour' where id = any($1)`, [
    ids.slice(1),
  ])
  await admin.call('POST', `${base}/assignTask`, { id: ids[1], assigneeId: admin.userId })
  await admin.call('POST', `${base}/processingTask`, { id: ids[1], processRemark: '已清扫', processImg: '' })
  const [head, ...rows] = await sheetOf(admin, `${base}/page`)
  expect(head).toEqual(expect.arrayContaining(['截止时间', '时限']))
  const words = ['准时', '没人管', '迟了', '未超时', '已超时', '超时办结']
  expect(rows.map((row) => row.filter((cell) => words.includes(String(cell))))).toEqual([
    ['没人管', '已超时'],
    ['迟了', '超时办结'],
    ['准时', '未超时'],
  ])
  expect((await sheetOf(admin, `${base}/page`, { timeliness: 'late' })).length).toBe(2)
})

test('the menu in the words of the screens, only with the permission, checked again when the sheet is fetched', async () => {
  expect((await start(handler, '/admin/menu/tree')).statusCode).toBe(403)
  const rows = await sheetOf(admin, '/admin/menu/tree')
  expect(rows[0]?.slice(0, 4)).toEqual(['上级菜单', '名称', '类型', '路径'])
  expect(rows[1]?.slice(0, 3)).toEqual(['首页', '菜单', '/wel/index'])
  expect(rows.find(([above, name]) => above === '系统管理 / 用户管理' && name === '新增用户')?.slice(2, 4)).toEqual([
    '按钮',
    'sys_user_add',
  ])
  const english = await sheetOf(admin, '/admin/menu/tree', {}, 'en-US')
  expect(english.some(([above, name]) => above === 'Event centre' && name === 'Vehicle violations')).toBe(true)

  const permit = (sql: string) => server.db.owner.query(sql)
  const held = `from sys_menu m, sys_role r where m.tenant_id = 1 and r.tenant_id = 1 and m.permission = 'sys_menu_view' and r.role_code = 'ROLE_HANDLER'`
  await permit(`insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id ${held}`)
  // A changed permission takes effect a moment after it is committed.
  await expect.poll(async () => (await start(handler, '/admin/menu/tree')).statusCode).toBe(200)
  const id = await finish(handler, '/admin/menu/tree')
  expect((await fetchSheet(handler, id)).statusCode).toBe(200)
  await permit(
    `delete from sys_role_menu rm using (select r.role_id, m.menu_id ${held}) gone
     where rm.tenant_id = 1 and rm.role_id = gone.role_id and rm.menu_id = gone.menu_id`,
  )
  await expect.poll(async () => (await fetchSheet(handler, id)).statusCode).toBe(403)
})

test('trips and stops of a vehicle are a sheet with their sum first', async () => {
  await server.db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, mileage)
       select 1, $1, timestamptz '2026-02-02 08:00:00+08' + i * interval '10 seconds', 512, i, now(), 104000000 + east * 1038, 30000000,
         case when i between 60 and 90 then 0 else 360 end, 90, 4, 3, 0, 1000 + east
       from generate_series(0, 150) i, lateral (select least(i, 60) + greatest(0, i - 90) as east) e`,
    [mine.deviceId],
  )
  await server.db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, mileage)
     values (1, $1, '2026-02-02 09:00:00+08', 512, 200, now(), 104140000, 30000000, 0, 90, 4, 3, 0, 1120)`,
    [mine.deviceId],
  )
  const driving = '/admin/device/data/getDataByDrivingDetail'
  const of = (objectId: number) => ({
    objectType: '1',
    objectId,
    startTime: '2026-02-02 00:00:00',
    endTime: '2026-02-02 23:59:59',
  })
  const [titles, ...rows] = await sheetOf(handler, driving, of(mine.vehicleId))
  expect(titles?.slice(0, 4)).toEqual(['类型', '开始时间', '结束时间', '时长（分）'])
  expect(rows.map(([kind]) => kind)).toEqual(['合计', '行程', '停车', '行程', '无定位'])
  expect(titles).toContain('无定位里程 (km)')
  // Each with the place at which it began.
  expect(titles).toContain('位置')
  const isPlace = (cell: unknown) => /^104\.\d{5}, 30\.00000$/.test(String(cell))
  expect(rows.map((row) => row.some(isPlace))).toEqual([false, true, true, true, true])
  expect(rows.map((row) => row.includes(1.487))).toEqual([true, false, false, false, true])
  expect(rows[0]).toContain(12)

  const mileages = '/admin/device/data/getVehicleMileageList'
  const days = {
    vehicleIds: [mine.vehicleId, theirs.vehicleId],
    startTime: '2026-02-01 00:00:00',
    endTime: '2026-02-03 23:59:59',
  }
  const [head, ...listed] = await sheetOf(handler, mileages, days)
  expect(head?.slice(0, 4)).toEqual(['车牌号', '日期', '里程 (km)', '行驶（分）'])
  // The vehicle of another department is left out, as are days on which nothing was heard.
  expect(listed.map((row) => row.slice(0, 2))).toEqual([['川A00001', '2026-02-02']])
  expect(listed[0]).toContain(1.487)
  const tooLong = { ...days, startTime: '2026-01-01 00:00:00' }
  const { id } = (await start(handler, mileages, tooLong)).json().data
  await vi.waitFor(async () => {
    const jobs: { id: number; status: string }[] = (await handler.call('GET', '/admin/export/list')).data
    expect(jobs.find((job) => job.id === id)).toMatchObject({ status: 'failed' })
  }, 300_000)
})

test('rows that work was dispatched from say so in the sheet, with its state and who does it', async () => {
  const place = { name: '建设路垃圾桶', deptId: mine.deptId, address: '建设路', lng: 104.1, lat: 30.6 }
  const { data: can } = await admin.call('POST', '/admin/garbageCan', place)
  await admin.call('POST', '/admin/garbageCan', { ...place, name: '人民路垃圾桶' })
  const report = { type: '1', content: '请清运', facilityId: can.id, cause: { kind: 'can', id: can.id } }
  const { data: made } = await admin.call('POST', '/admin/wcReportToClean', report)
  await admin.call('POST', '/admin/wcReportToClean/assignTask', { id: made.id, assigneeId: handler.userId })
  const [head, ...rows] = await sheetOf(admin, '/admin/garbageCan/page')
  expect(head).toEqual(expect.arrayContaining(['派单编号', '派单状态', '派单处理人']))
  const [other, its] = rows
  expect(its).toEqual(expect.arrayContaining([made.code, '待处理', 'handler']))
  expect(other).not.toContain('待处理')
})

test('a sheet has the rows of its list alone where that is filtered by what became of their work', async () => {
  const query = (text: string, values: unknown[] = []) => server.db.owner.query(text, values)
  const { facilityId } = await addFacility(server.db, { name: '滨河路公厕', terminalNo: '13800000077' })
  const { deptId } = mine
  for (let i = 0; i < 4; i++) {
    await addViolation(server.db, mine, [admin.userId])
    await query(
      `insert into wc_complaint (tenant_id, event_time, code, facility_id, facility_name, dept_id, event_type, content, status, position)
       values (1, now(), $1, $2, '滨河路公厕', $3, 0, '积水', 0, '门口')`,
      [`SHEET${i}`, facilityId, deptId],
    )
    await query(
      `insert into inspect_event (tenant_id, report_person_id, responsible_id, dept_id, business_type, event_content, assessment_standard,
         score, position, dispose_time_limit, status) values (1, $1, $1, $2, '1', $3, '1', 1, 'x', 4, 1)`,
      [admin.userId, deptId, `巡查 ${i}`],
    )
  }
  const lists = [
    { list: '/admin/violationEvent/page', kind: 'vehicleViolation', table: 'violation_event', filter: {} },
    {
      list: '/admin/msgPush/page',
      kind: 'vehicleViolation',
      table: 'violation_event',
      filter: { msgType: '1', pushObjectId: admin.userId },
    },
    { list: '/admin/wcComplaint/page', kind: 'publicEvent', table: 'wc_complaint', filter: {} },
    { list: '/admin/inspectEvent/page', kind: 'inspection', table: 'inspect_event', filter: {} },
  ]
  // Of each kind one is open, one is done, one was taken back and one was never dispatched.
  for (const { kind, table } of lists.filter(({ list }) => list !== '/admin/msgPush/page')) {
    const { rows } = await query(`select id from ${table} where tenant_id = 1 order by id desc limit 4`)
    const [open, done, gone] = rows.map(({ id }) => id)
    for (const [status, cause] of [[0, open] as const, [2, done] as const])
      await query(
        `insert into wc_report_to_clean (tenant_id, code, dept_id, reporter_id, reporter, position, content, type, status, cause_kind, cause_id)
         values (1, $1, $2, $3, 'x', 'x', 'x', '1', $4, $5, $6)`,
        [`${kind} ${status}`, deptId, admin.userId, status, kind, cause],
      )
    await query(
      `insert into event_removal (tenant_id, list, id, dept_id, owner_ids, user_name, cause_kind, cause_id)
       select 1, 'wc_report_to_clean', 9000000 + count(*), $1, '{}', 'x', $3, $2 from event_removal`,
      [deptId, gone, kind],
    )
  }
  for (const { list, kind, filter } of lists) {
    const codesOf = async (work: string) =>
      (await sheetOf(admin, list, { ...filter, work })).slice(1).map((row) => row.find((cell) => String(cell).startsWith(kind)))
    expect(await codesOf('open'), list).toEqual([`${kind} 0`])
    expect(await codesOf('done'), list).toEqual([`${kind} 2`])
    expect(await codesOf('takenBack'), list).toEqual([undefined])
    expect(
      (await codesOf('none')).every((code) => code === undefined),
      list,
    ).toBe(true)
  }
  const { rows } = await query(`select id from facility where name = '人民路垃圾桶'`)
  await query(
    `insert into event_removal (tenant_id, list, id, dept_id, owner_ids, user_name, cause_kind, cause_id)
     values (1, 'wc_report_to_clean', 9999999, $1, '{}', 'x', 'can', $2)`,
    [deptId, rows[0].id],
  )
  const cansOf = async (work: string) => (await sheetOf(admin, '/admin/garbageCan/page', { work })).slice(1).map(([name]) => name)
  expect([await cansOf('open'), await cansOf('takenBack'), await cansOf('done')]).toEqual([
    ['建设路垃圾桶'],
    ['人民路垃圾桶'],
    [],
  ])
})
