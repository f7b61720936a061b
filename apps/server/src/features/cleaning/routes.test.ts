import { ApprovalStatus, LeaveType } from '@huanwei/contract/approvals/codes'
import { Status } from '@huanwei/contract/live/codes'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, rounds, startTestServer, tallyIsExact } from '../../test-kit.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'
import { files } from '../files/table.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
let server: Awaited<ReturnType<typeof startTestServer>>
/** In this order: all permissions everywhere; reporting, assigning and evaluating in 一部; processing; reading only. */
let [admin, dispatcher, worker, onlooker]: Person[] = []
let dept: Record<string, number>
let toilet: number
let vehicle: Awaited<ReturnType<typeof addVehicle>>

const base = '/admin/wcReportToClean'
const photo = `${'a'.repeat(32)}.png`
const foreignPhoto = `${'b'.repeat(32)}.png`

beforeAll(async () => {
  server = await startTestServer()
  vehicle = await addVehicle(server.db)
  await server.db.system(async (tx) => {
    dept = Object.fromEntries(
      (await tx.select().from(departments).where(eq(departments.tenantId, 1))).map((one) => [one.name, one.id]),
    )
    await tx.execute(`insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
      where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission in ('clean_add', 'clean_assign', 'clean_evaluate')`)
    const place = { code: 'AAAA', initials: 'x', address: '建设路', lng: 104.07, lat: 30.66, facilityType: '1' }
    const [added] = await tx
      .insert(facilities)
      .values({ tenantId: 1, deptId: dept.一部!, name: '建设路公共厕所', ...place })
      .returning()
    toilet = added!.id
    const common = { bucketName: 'huanwei', original: 'x', type: 'png', fileSize: 1, createUser: 'handler' }
    await tx.insert(files).values([
      { ...common, tenantId: 1, fileName: photo },
      { ...common, tenantId: 2, fileName: foreignPhoto },
    ])
  })
  ;[admin, dispatcher, worker, onlooker] = await Promise.all(
    ['admin', 'handler', 'viewer', 'nobody'].map((name) => server.login(name)),
  )
})
afterAll(() => server.close())

const report = async (changes = {}, who = dispatcher!): Promise<number> =>
  (await who.call('POST', base, { type: '1', content: '地面有积水', facilityId: toilet, ...changes })).data.id
const act = (who: Person, name: string, id: number, more: object = {}) => who.call('POST', `${base}/${name}`, { id, ...more })
const assign = (who: Person, id: number, more: object = {}) =>
  act(who, 'assignTask', id, { assigneeId: worker!.userId, vehicleId: vehicle.vehicleId, ...more })
const done = { processRemark: '已清扫', processImg: photo }
const waiting = async (who: Person, query = '') =>
  (await who.call('GET', `${base}/getPend${query}`)).data.map(({ id }: { id: number }) => id)
const detail = async (who: Person, id: number) => (await who.call('GET', `${base}/${id}`)).data

test('reported, assigned, processed, evaluated and closed: a report waits for the person who acts next, every step is kept', async () => {
  const id = await report({ img: photo })
  expect(await detail(onlooker!, id)).toMatchObject({
    status: 0,
    facilityName: '建设路公共厕所',
    position: '建设路',
    lng: 104.07,
    lat: 30.66,
    reporter: 'handler',
    deptName: '一部',
    img: photo,
    code: expect.stringMatching(/^BJ\d{8}0001$/),
  })
  const waits = async () => Promise.all([dispatcher!, worker!, onlooker!].map(async (who) => (await waiting(who)).includes(id)))
  expect(await waits()).toEqual([true, false, false])

  expect(await assign(dispatcher!, id, { remark: '尽快' })).toMatchObject({
    data: { status: 1, assigneeName: 'viewer', plateNumber: vehicle.plateNumber, assignTime: expect.any(String) },
  })
  expect(await waits()).toEqual([false, true, false])
  expect(await act(worker!, 'processingTask', id, done)).toMatchObject({ data: { status: 2, processImg: photo } })
  expect(await waits()).toEqual([true, false, false])
  expect(await act(dispatcher!, 'evaluateTask', id, { score: 4, evaluation: '干净' })).toMatchObject({
    data: { status: 3, score: 4 },
  })
  expect(await waits()).toEqual([true, false, false])
  expect(await act(admin!, 'overTask', id, { remark: '归档' })).toMatchObject({
    data: { status: 4, overTime: expect.any(String) },
  })
  expect(await waits()).toEqual([false, false, false])

  const { process } = await detail(onlooker!, id)
  expect(process.map(({ createTime: _, ...step }: { createTime: string }) => step)).toEqual([
    { status: 0, objectName: 'handler', remark: '地面有积水', img: photo },
    { status: 1, objectName: 'handler', remark: '尽快', img: '' },
    { status: 2, objectName: 'viewer', remark: '已清扫', img: photo },
    { status: 3, objectName: 'handler', remark: '干净', img: '' },
    { status: 4, objectName: 'admin', remark: '归档', img: '' },
  ])
})

test('a code is used once: also after its report was removed, and when people report at once', async () => {
  const codeOf = async (id: number) => (await detail(admin!, id)).code
  const first = await report()
  const code = await codeOf(first)
  expect((await admin!.call('DELETE', `${base}/${first}`)).status).toBe(200)
  const ids = await Promise.all(Array.from({ length: 10 }, () => report()))
  const codes = await Promise.all(ids.map(codeOf))
  const numberOf = (text: string) => Number(text.slice(-4))
  expect(codes.map(numberOf).sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, i) => numberOf(code) + 1 + i))
})

test('an act in the wrong state is refused, naming the person who set that state', async () => {
  const id = await report()
  const acts = [
    () => assign(admin!, id),
    () => act(admin!, 'processingTask', id, done),
    () => act(admin!, 'evaluateTask', id, { score: 5 }),
    () => act(admin!, 'overTask', id),
  ]
  const words = ['上报', '派单', '处理', '评价', '办结']
  for (let status = 0; status <= acts.length; status++) {
    for (const [i, one] of acts.entries()) {
      if (i === status) continue
      const refused = await one()
      expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining(words[status]!)])
    }
    if (status > 0) expect((await admin!.call('DELETE', `${base}/${id}`)).status).toBe(409)
    if (acts[status]) expect((await acts[status]!()).status).toBe(200)
  }
  expect((await detail(admin!, id)).process).toHaveLength(5)
})

test('people neither act on nor see reports that are not theirs', async () => {
  const id = await report()
  expect((await worker!.call('POST', base, { type: '1', content: 'x', facilityId: toilet })).status).toBe(403)
  expect((await assign(worker!, id)).status).toBe(403)
  expect((await worker!.call('DELETE', `${base}/${id}`)).status).toBe(403)
  await assign(dispatcher!, id)
  expect((await act(onlooker!, 'processingTask', id, done)).status).toBe(403)
  await act(worker!, 'processingTask', id, done)
  expect((await act(worker!, 'evaluateTask', id, { score: 5 })).status).toBe(403)
  expect((await act(worker!, 'overTask', id)).status).toBe(403)

  const elsewhere = await report({ deptId: dept.二部 }, admin)
  expect((await dispatcher!.call('GET', `${base}/${elsewhere}`)).status).toBe(404)
  expect((await assign(dispatcher!, elsewhere)).status).toBe(404)
  // An assignee sees the report in any department, and may only process it.
  await assign(admin!, elsewhere, { assigneeId: dispatcher!.userId })
  expect(await waiting(dispatcher!)).toContain(elsewhere)
  expect([(await detail(dispatcher!, elsewhere)).isInScope, (await detail(admin!, elsewhere)).isInScope]).toEqual([false, true])
  expect((await dispatcher!.call('GET', `${base}/${elsewhere}/suggestions`)).status).toBe(200)
  expect((await act(dispatcher!, 'processingTask', elsewhere, done)).status).toBe(200)
  expect((await act(dispatcher!, 'evaluateTask', elsewhere, { score: 5 })).status).toBe(403)
})

test('the people, vehicles and facilities that a request names must exist', async () => {
  const post = (body: object) => dispatcher!.call('POST', base, { type: '1', content: 'x', ...body })
  expect(await post({})).toMatchObject({ status: 400, data: { field: 'position' } })
  expect(await post({ facilityId: 999_999 })).toMatchObject({ status: 409, data: { field: 'facilityId' } })
  expect(await post({ position: '路口', deptId: dept.二部 })).toMatchObject({ status: 409, data: { field: 'deptId' } })
  expect(await post({ position: '路口', img: foreignPhoto })).toMatchObject({ status: 409, data: { field: 'img' } })
  expect((await post({ position: '路口', content: ' ' })).status).toBe(400)
  // Without a department the report goes to the reporter's own; without a position text the coordinates stand in.
  expect(await post({ lng: 104.1, lat: 30.6 })).toMatchObject({ data: { position: '104.10000, 30.60000', deptName: '一部' } })
  const id = await report()
  expect(await assign(dispatcher!, id, { assigneeId: 999_999 })).toMatchObject({ status: 409, data: { field: 'assigneeId' } })
  expect(await assign(dispatcher!, id, { vehicleId: 999_999 })).toMatchObject({ status: 409, data: { field: 'vehicleId' } })
  expect((await act(dispatcher!, 'assignTask', id)).status).toBe(400)
  await assign(dispatcher!, id)
  expect((await act(worker!, 'processingTask', id, { processRemark: '' })).status).toBe(400)
  expect(await act(worker!, 'processingTask', id, { ...done, processImg: foreignPhoto })).toMatchObject({ status: 409 })
  await act(worker!, 'processingTask', id, done)
  for (const score of [0, 6, 2.5]) expect((await act(dispatcher!, 'evaluateTask', id, { score })).status).toBe(400)
})

test('many at once: all or none', async () => {
  const list = [1, 2, 3].map((n) => ({ type: '2', content: `水管 ${n}`, facilityId: toilet }))
  const total = async () => (await admin!.call('GET', `${base}/page?size=1`)).data.total
  const before = await total()
  const added = await dispatcher!.call('POST', `${base}/insertWcReportToCleanList`, { list })
  expect(added.data.map(({ content }: { content: string }) => content)).toEqual(['水管 1', '水管 2', '水管 3'])
  const numbers = added.data.map(({ code }: { code: string }) => Number(code.slice(2)))
  expect(numbers).toEqual([numbers[0], numbers[0] + 1, numbers[0] + 2])
  const broken = [...list, { type: '2', content: 'x', facilityId: 999_999 }]
  expect((await dispatcher!.call('POST', `${base}/insertWcReportToCleanList`, { list: broken })).status).toBe(409)
  expect(await total()).toBe(before + 3)
})

test('two people at once, 200 times at each step: one succeeds, the other learns who was first; codes stay unique', async () => {
  const score = { score: 5, evaluation: '干净' }
  await rounds(200, async () => {
    const id = await report({}, admin)
    const steps = ['派单', '处理', '评价', '办结'] as const
    const both = {
      派单: () => [assign(admin!, id), assign(dispatcher!, id)],
      处理: () => [act(admin!, 'processingTask', id, done), act(worker!, 'processingTask', id, done)],
      评价: () => [act(admin!, 'evaluateTask', id, score), act(dispatcher!, 'evaluateTask', id, score)],
      办结: () => [act(admin!, 'overTask', id), act(dispatcher!, 'overTask', id)],
    }
    for (const [i, step] of steps.entries()) {
      const replies = await Promise.all(both[step]())
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      const { process } = await detail(admin!, id)
      expect(process).toHaveLength(i + 2)
      const message = new RegExp(`^${process[i + 1].objectName} 已于 .* ${step}，`)
      expect(replies.find(({ status }) => status === 409)?.msg).toMatch(message)
    }
  })
  const { data } = await admin!.call('GET', `${base}/page?size=3000`)
  const codes = data.records.map(({ code }: { code: string }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  await tallyIsExact(server.db)
})

test('assigning a report that is removed at the same moment names the remover, and the other way round', async () => {
  await rounds(50, async () => {
    const id = await report({}, admin)
    const [assigned, removed] = await Promise.all([assign(dispatcher!, id), admin!.call('DELETE', `${base}/${id}`)])
    expect([assigned.status, removed.status].sort()).toEqual([200, 409])
    if (assigned.status === 409) expect(assigned.msg).toMatch(/^admin 已于 .* 删除$/)
    else expect(removed.msg).toMatch(/^handler 已于 .* 派单，/)
  })
  const elsewhere = await report({ deptId: dept.二部 }, admin)
  await admin!.call('DELETE', `${base}/${elsewhere}`)
  expect((await assign(dispatcher!, elsewhere)).status).toBe(404)
  await tallyIsExact(server.db)
})

test('the list by state, kind, department, facility, assignee, code and day', async () => {
  const [mine, other] = [
    await report({ type: '0' }),
    await report({ deptId: dept.二部, position: '路口', facilityId: undefined }, admin),
  ]
  await assign(dispatcher!, mine)
  const ids = async (query: string, who = admin!) =>
    (await who.call('GET', `${base}/page?size=3000&${query}`)).data.records.map(({ id }: { id: number }) => id)
  const { records } = (await admin!.call('GET', `${base}/page?size=3000`)).data
  const times = records.map(({ reportTime }: { reportTime: string }) => reportTime)
  expect(times).toEqual(times.toSorted().toReversed())
  for (const query of [
    'status=1',
    'type=0',
    `deptId=${dept.一部}`,
    `facilityId=${toilet}`,
    `assigneeId=${worker!.userId}`,
    'over=false',
  ])
    expect([query, (await ids(query)).includes(mine)]).toEqual([query, true])
  for (const query of ['status=0', 'type=1', `deptId=${dept.二部}`, 'over=true', 'endTime=2020-01-01 00:00:00', 'assigneeId=1'])
    expect([query, (await ids(query)).includes(mine)]).toEqual([query, false])
  const { code } = await detail(admin!, mine)
  expect(await ids(`code=${code.toLowerCase()}`)).toEqual([mine])
  expect(await ids('', dispatcher)).not.toContain(other)
  expect(await waiting(admin!, `?code=${code}`)).toEqual([mine])
})

test('a report has a due time by its type; overdue and late ones are found', async () => {
  const [suction, clean, repair, late] = [
    await report({ type: '0' }),
    await report({ type: '1' }),
    await report({ type: '2' }),
    await report({ type: '1' }),
  ]
  await assign(dispatcher!, clean)
  const inTime = await report({ type: '1' })
  for (const id of [late, inTime]) {
    await assign(dispatcher!, id)
    await act(worker!, 'processingTask', id, done)
  }
  const ids = [suction, clean, repair, late, inTime]
  const long = `update wc_report_to_clean set report_time = '2026-03-02 08:00:00+08',
    soon_time = '2026-03-02 08:00:00+08'::timestamptz + (soon_time - date_trunc('second', report_time)),
    due_time = '2026-03-02 08:00:00+08'::timestamptz + (due_time - date_trunc('second', report_time)) where id = any($1)`
  await server.db.owner.query(long, [ids])
  await server.db.owner.query("update wc_report_to_clean set process_time = '2026-03-02 20:00:00.5+08' where id = $1", [inTime])
  const due = async (query: string) => {
    const { data } = await dispatcher!.call('GET', `${base}/page?endTime=2026-03-02 23:59:59&${query}`)
    return { total: data.total, ids: data.records.map(({ id }: { id: number }) => id).sort() }
  }
  expect(await Promise.all(ids.map(async (id) => (await detail(dispatcher!, id)).dueTime))).toEqual([
    '2026-03-03 08:00:00',
    '2026-03-02 20:00:00',
    '2026-03-04 08:00:00',
    '2026-03-02 20:00:00',
    '2026-03-02 20:00:00',
  ])
  expect(await due('')).toEqual({ total: 5, ids: ids.toSorted() })
  expect(await due('timeliness=overdue')).toEqual({ total: 3, ids: [suction, clean, repair].sort() })
  expect(await due('timeliness=late')).toEqual({ total: 1, ids: [late] })
  expect(await due('timeliness=inTime')).toEqual({ total: 1, ids: [inTime] })
  expect(await due('timeliness=overdue&status=1')).toEqual({ total: 1, ids: [clean] })
  const fresh = await report()
  const { data } = await dispatcher!.call('GET', `${base}/page?timeliness=overdue&size=50`)
  expect(data.records.map(({ id }: { id: number }) => id)).not.toContain(fresh)
})

test('a report is removed while nobody is assigned, by its reporter or by people who may assign', async () => {
  const id = await report()
  expect((await dispatcher!.call('DELETE', `${base}/${id}`)).data).toBe(true)
  expect((await dispatcher!.call('GET', `${base}/${id}`)).status).toBe(404)
})

/** A report of standing at `lng`. */
const fix = (deviceId: number, lng: number) => ({
  deviceId,
  seenAt: Date.now(),
  connected: true,
  fix: {
    lng,
    lat: 30.66,
    speed: 0,
    direction: 0,
    time: Date.now(),
    status: 3,
    altitude: 0,
    alarm: 0,
    mileage: null,
    satellites: null,
    signal: null,
  },
})

test('suggests the nearest vehicle that fits', async () => {
  const suction = await addVehicle(server.db, { plateNumber: '川A00002', terminalNo: '13900000002' })
  const near = await addVehicle(server.db, { plateNumber: '川A00003', terminalNo: '13900000003' })
  await server.db.owner.query(`update vehicle set vehicle_function = '4' where id = $1`, [suction.vehicleId])
  await expect.poll(() => server.latest.vehicles.of(1).get(suction.vehicleId)?.vehicleFunction).toBe('4')
  await expect.poll(() => server.latest.vehicles.of(1).has(near.vehicleId)).toBe(true)
  server.latest.apply([fix(vehicle.deviceId, 104.08), fix(near.deviceId, 104.071), fix(suction.deviceId, 104.2)])
  expect(server.latest.vehicles.of(1).get(near.vehicleId)?.live.status).toBe(Status.stationary)

  const id = await report({ type: '0' })
  const { data } = await dispatcher!.call('GET', `${base}/${id}/suggestions`)
  expect(data.vehicles.map((one: { plateNumber: string }) => one.plateNumber)).toEqual(['川A00002', '川A00003', '川A00001'])
  expect(data.vehicles[1].metres).toBeGreaterThan(90)
  expect(data.vehicles[1].metres).toBeLessThan(100)
  expect((await worker!.call('GET', `${base}/${id}/suggestions`)).status).toBe(403)
})

test('suggests people whose role may process, who are on shift and not on leave, with the reason', async () => {
  const id = await report()
  const suggested = async () => {
    const { people } = (await dispatcher!.call('GET', `${base}/${id}/suggestions`)).data
    return people.map(({ name, ...why }: { name: string }) => ({ name, ...why }))
  }
  const names = async () => (await suggested()).map(({ name }: { name: string }) => name)
  // Nobody but the administrator may process, who is not in the dispatcher's scope.
  expect(await names()).toEqual([])
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code in ('ROLE_VIEWER', 'ROLE_NOBODY') and permission = 'clean_process'`)
  expect((await names()).sort()).toEqual(['nobody', 'viewer'])

  // Both have the shift of their department's rule; whether it runs decides.
  const { rows } = await server.db.owner.query(`insert into shift (tenant_id, name, start, "end", weekdays)
    values (1, '全天班', '00:00', '24:00', '{1,2,3,4,5,6,7}') returning id`)
  await server.db.owner.query(
    `insert into monitoring_rule (tenant_id, name, object_type, condition, severity, dept_ids, hours, shift_ids, min_duration, cooldown)
    values (1, '脱岗', '0', '{"kind": "absent", "areaIds": [1], "after": 900}', '1', $1, '[]', $2, 0, 60)`,
    [[dept.一部], [rows[0].id]],
  )
  expect((await suggested()).map(({ shiftName }: { shiftName: string }) => shiftName)).toEqual(['全天班', '全天班'])

  // The near one first, however busy.
  const { rows: badges } = await server.db.owner.query(
    `insert into device (tenant_id, terminal_no, object_type, object_id) values (1, '13900000011', '0', $1) returning id`,
    [worker!.userId],
  )
  await expect.poll(() => server.latest.people.of(1).get(worker!.userId)?.deviceId).toBe(badges[0].id)
  server.latest.apply([fix(badges[0].id, 104.071)])
  expect(await suggested()).toMatchObject([
    { name: 'viewer', shiftName: '全天班', metres: expect.any(Number) },
    { name: 'nobody', metres: null, open: 0 },
  ])

  const away = (type: number, status: number) =>
    server.db.owner.query(
      `insert into apply_for_record (tenant_id, object_id, dept_id, submitted_by, type, first_day, first_half, last_day, last_half, fate, reason, status)
      values (1, $1, $2, $1, $3, current_date, 'am', current_date, 'pm', 1, 'x', $4)`,
      [worker!.userId, dept.一部, type, status],
    )
  await away(LeaveType.annual, ApprovalStatus.pending)
  await away(LeaveType.work, ApprovalStatus.approved)
  expect(await names()).toEqual(['viewer', 'nobody'])
  await away(LeaveType.annual, ApprovalStatus.approved)
  expect(await names()).toEqual(['nobody'])
})
