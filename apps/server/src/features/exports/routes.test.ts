import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exportListsWith } from '../../export-lists.ts'
import { addVehicle, addViolation, startTestServer } from '../../test-kit.ts'
import { cellsOf, partsOf } from '../../workbook.test-kit.ts'
import type { ExportRow } from './queries.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let handler: Awaited<ReturnType<typeof server.login>>
let mine: Awaited<ReturnType<typeof addVehicle>>
const violations = '/admin/violationEvent/page'
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  handler = await server.login('handler')
  mine = await addVehicle(server.db, { plateNumber: '=HYPERLINK("http://x")' })
  const theirs = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  await addViolation(server.db, mine, [admin.userId, handler.userId], '2026-01-05 08:00:00')
  await addViolation(server.db, theirs, [admin.userId], '2026-01-05 09:00:00')
})
afterAll(() => server.close())

const start = (who: typeof admin, list: string, filter: object = {}) => who.call('POST', '/admin/export', { list, filter })
const jobOf = async (who: typeof admin, id: number) =>
  (await who.call('GET', '/admin/export/list')).data.find((one: { id: number }) => one.id === id)
const until = (who: typeof admin, id: number, status: string, timeout = 60_000) =>
  vi.waitFor(async () => {
    const job = await jobOf(who, id)
    expect(job).toMatchObject({ status })
    return job
  }, timeout)
const fetchFile = (who: typeof admin, id: number, headers = {}) =>
  server.app.inject({
    url: `/admin/export/${id}/file`,
    headers: { authorization: `Bearer ${who.token.access_token}`, ...headers },
  })
async function rowsOf(who: typeof admin, id: number) {
  await until(who, id, 'done', 100_000)
  const { rawPayload } = await fetchFile(who, id)
  return cellsOf(partsOf(rawPayload).get('xl/worksheets/sheet1.xml') ?? '')
}
const addLogs = (count: number, by: string) =>
  server.db.owner.query(`
    insert into sys_log (tenant_id, type, title, service_id, create_by, remote_addr, user_agent, request_uri, method, params, time, create_time)
    select 1, '0', 'many', 'x', '${by}', '::1', 'agent', '/x', 'PUT', repeat('x', 200), i, now() - i * interval '1 ms' from generate_series(1, ${count}) i`)

test('a list becomes a sheet in the language of the caller: typed, no formulas, only what is in scope', async () => {
  const asked = await start(handler, violations, { alarmType: '-1' })
  expect(asked).toMatchObject({ status: 200, data: { name: '违章列表', total: null, error: null } })
  const [head, ...rows] = await rowsOf(handler, asked.data.id)
  expect(head?.slice(0, 4)).toEqual(['监控对象', '对象类型', '所属部门', '违章事件'])
  expect(rows).toHaveLength(1)
  expect(rows[0]).toEqual([
    '=HYPERLINK("http://x")',
    '洗扫车',
    '一部',
    '超速行驶',
    '报警',
    '建设路',
    104.1,
    30.6,
    46_027.333_333_33,
    46_027.334_780_09,
    125,
    '记录',
    '待处理',
  ])
  const { rawPayload, headers } = await fetchFile(handler, asked.data.id)
  expect(partsOf(rawPayload).get('xl/worksheets/sheet1.xml')).not.toContain('<f>')
  expect(headers['content-disposition']).toContain(encodeURIComponent('违章列表-'))
})

async function rowsInEnglish(list: string, filter: object) {
  const headers = { authorization: `Bearer ${admin.token.access_token}`, cookie: 'language=en-US' }
  const reply = await server.app.inject({ method: 'POST', url: '/admin/export', headers, payload: { list, filter } })
  return rowsOf(admin, reply.json().data.id)
}

test('a filter that the list does not know is refused as by the list: a sheet of everything would look like an answer', async () => {
  const filter = { plateNumber: '川A00001', plate: '川A00001', since: '2026-01-01' }
  const [sheet, list] = [
    await start(admin, '/admin/vehicle/page', filter),
    await admin.call('GET', `/admin/vehicle/page?${new URLSearchParams(filter)}`),
  ]
  expect(sheet).toMatchObject({ status: 400, msg: list.msg })
  expect(list.msg).toContain('plate, since')
})

test('in English, newest first, the pushed violations too', async () => {
  const rows = await rowsInEnglish('/admin/msgPush/page', { msgType: '1', pushObjectId: admin.userId, status: 1 })
  expect(rows.map((row) => row[0])).toEqual(['Monitored object', '川A00002', '=HYPERLINK("http://x")'])
  expect(rows[1]?.at(-1)).toBe('Pending')
})

test('handling steps are written in the language of the sheet', async () => {
  await vi.waitFor(async () => expect((await admin.call('GET', '/admin/log/page?text=导出列表')).data.total).toBeGreaterThan(0))
  const [, line] = await rowsInEnglish('/admin/log/page', { text: 'Export list' })
  expect(line?.[2]).toBe('Export list')
})

test('every list that can be exported gives a sheet', async () => {
  const pushes = ['1', '3', '4', '5'].map((msgType) => ({
    list: '/admin/msgPush/page',
    filter: { msgType, pushObjectId: admin.userId },
  }))
  const track = { objectType: '1', objectId: mine.vehicleId, startTime: '2026-01-05 00:00:00', endTime: '2026-01-05 23:59:59' }
  const tracks = ['/admin/device/data/page', '/admin/device/data/getDataByDrivingDetail']
  const filterOf = (list: string) => {
    if (tracks.includes(list)) return track
    const { startTime, endTime } = track
    if (list === '/admin/device/data/getVehicleMileageList') return { vehicleIds: [mine.vehicleId], startTime, endTime }
    if (list === '/admin/attendance/sheet') return { month: '2026-01' }
    if (list === '/admin/workTask/page') return { day: '2026-01-05' }
    return list.endsWith('/:id') ? { id: 1 } : {}
  }
  const pages = [...new Set(exportListsWith(server.latest).map(({ path }) => path))]
    .filter((path) => path !== '/admin/msgPush/page')
    .map((list) => ({ list, filter: filterOf(list) }))
  for (const { list, filter } of [...pages, ...pushes]) {
    const { data, msg } = await start(admin, list, filter)
    expect([list, msg]).toEqual([list, null])
    expect((await rowsOf(admin, data.id))[0]?.length, list).toBeGreaterThan(4)
    // A person keeps only so many.
    await admin.call('DELETE', `/admin/export/${data.id}`)
  }
})

test('unknown lists, filters that the call refuses, and lists without the permission are refused', async () => {
  expect((await start(admin, '/admin/nothing')).status).toBe(400)
  expect((await start(admin, violations, { startTime: 'yesterday' })).status).toBe(400)
  expect((await start(handler, '/admin/log/page')).status).toBe(403)
  const { data } = await start(handler, '/admin/msgPush/page', { msgType: '1', pushObjectId: admin.userId })
  expect((await until(handler, data.id, 'failed')).error).toBe('只能查询自己的消息')
})

test('a sheet is given to its owner only, by token or address', async () => {
  const { id } = (await start(handler, violations)).data
  await until(handler, id, 'done')
  expect((await fetchFile(admin, id)).statusCode).toBe(404)
  for (const [method, path] of [
    ['GET', `/admin/export/url?id=${id}`],
    ['PUT', '/admin/export/cancel'],
    ['PUT', '/admin/export/resume'],
    ['DELETE', `/admin/export/${id}`],
  ] as const)
    expect((await admin.call(method, path, method === 'PUT' ? { id } : undefined)).status).toBe(404)
  const { url } = (await handler.call('GET', `/admin/export/url?id=${id}`)).data
  expect((await server.app.inject({ url })).statusCode).toBe(200)
  expect((await server.app.inject({ url: url.replace(`/${id}/`, `/${id - 1}/`) })).statusCode).toBe(401)
  vi.useFakeTimers({ now: Date.now() + 301_000, toFake: ['Date'] })
  expect((await server.app.inject({ url })).statusCode).toBe(401)
  vi.useRealTimers()
})

test('a range of the sheet can be requested', async () => {
  const { id } = (await start(admin, violations)).data
  await until(admin, id, 'done')
  const whole = (await fetchFile(admin, id)).rawPayload
  const part = await fetchFile(admin, id, { range: 'bytes=10-19' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${whole.length}`])
  expect(part.rawPayload.equals(whole.subarray(10, 20))).toBe(true)
})

test('once the permission or part of the scope is lost, neither an address nor the sheet is given, nor is an export resumed', async () => {
  const { id } = (await start(handler, violations)).data
  await until(handler, id, 'done')
  const { url } = (await handler.call('GET', `/admin/export/url?id=${id}`)).data
  const scope = (type: number) =>
    server.db.owner.query(
      `update sys_role set ds_type = ${type}, ds_scope = '{}' where tenant_id = 1 and role_code = 'ROLE_HANDLER'`,
    )
  await scope(1)
  try {
    const refused = await fetchFile(handler, id)
    expect([refused.statusCode, refused.json().msg]).toEqual([403, '您的权限或数据范围已变化，不能再取得这些数据，请重新导出'])
    expect((await server.app.inject({ url })).statusCode).toBe(403)
    expect((await handler.call('GET', `/admin/export/url?id=${id}`)).status).toBe(403)
    await server.db.owner.query(`update export_job set status = 'cancelled' where id = ${id}`)
    await handler.call('PUT', '/admin/export/resume', { id })
    expect((await until(handler, id, 'failed')).error).toMatch(/^您的权限或数据范围已变化/)
  } finally {
    await scope(2)
  }
  await server.db.owner.query(`update sys_user set lock_flag = '9' where username = 'handler'`)
  expect((await server.app.inject({ url })).statusCode).toBe(403)
  await server.db.owner.query(`update sys_user set lock_flag = '0' where username = 'handler'`)
})

test('an export whose statement took too long is tried again', async () => {
  const blocker = await server.db.owner.connect()
  await blocker.query('begin; lock table violation_event in access exclusive mode')
  const { id } = (await start(handler, violations)).data
  const cancelled = await vi.waitFor(async () => {
    const { rows } = await server.db.owner.query(`select pg_cancel_backend(pid) as done from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%violation_event%' and query not like 'lock%'`)
    expect(rows.length).toBeGreaterThan(0)
    return rows
  }, 300_000)
  expect(cancelled[0]).toEqual({ done: true })
  await blocker.query('rollback')
  blocker.release()
  expect((await until(handler, id, 'done')).error).toBeNull()
})

/** Number of rows that a running export counts as done, and of those in its files; undefined when it reads no more rows. */
async function countRows(id: number) {
  const { rows } = await server.db.owner.query<Pick<ExportRow, 'done' | 'place'>>(
    `select done, place from export_job where id = ${id} and status = 'running'`,
  )
  const [job] = rows
  if (!job?.place) return undefined
  const { worker, sheets } = job.place
  const folder = join(server.config.DATA_DIR, 'exports', String(id))
  const inFiles = await Promise.all(
    sheets.map(async (sheet, i) => ((await stat(join(folder, `${worker}-${i}`))).size >= sheet.bytes ? sheet.rows : 0)),
  ).catch(() => undefined)
  return inFiles && { done: job.done, stored: inFiles.reduce((sum, count) => sum + count, 0) }
}

/** Rows of an export that takes long enough to be cancelled and watched. */
const crowd = 80_000

test('an export is cancelled in the middle, resumed there, and each row comes once; all rows counted as done are in its file', async () => {
  await addLogs(crowd, 'crowd')
  const { id } = (await start(admin, '/admin/log/page', { createBy: 'crowd' })).data
  await vi.waitFor(async () => expect((await jobOf(admin, id)).done).toBeGreaterThan(10_000), { timeout: 60_000, interval: 20 })
  expect((await admin.call('PUT', '/admin/export/cancel', { id })).data.status).toBe('cancelled')
  expect(await admin.call('PUT', '/admin/export/cancel', { id })).toMatchObject({ status: 409, msg: '导出已经结束' })
  expect((await fetchFile(admin, id)).statusCode).toBe(409)
  const stopped = (await jobOf(admin, id)).done
  expect(stopped).toBeLessThan(crowd)
  expect((await admin.call('PUT', '/admin/export/resume', { id })).status).toBe(200)
  expect(await admin.call('PUT', '/admin/export/resume', { id })).toMatchObject({ status: 409, msg: '导出正在进行或已完成' })

  let looks = 0
  for (let status = 'waiting'; status !== 'done'; await sleep(50)) {
    const job = await jobOf(admin, id)
    expect(job.done).toBeGreaterThanOrEqual(stopped)
    status = job.status
    const counted = await countRows(id)
    if (!counted) continue
    expect(counted.stored).toBe(counted.done)
    looks++
  }
  expect(looks).toBeGreaterThan(3)
  const rows = await rowsOf(admin, id)
  expect(rows).toHaveLength(crowd + 1)
  const times = rows.slice(1).map((row) => row[7])
  expect(times).toEqual(Array.from({ length: crowd }, (_, i) => i + 1))
})

test('an export that is removed in the middle ends without an error', async () => {
  const errors = vi.spyOn(server.app.log, 'error')
  const begin = async () => (await start(admin, '/admin/log/page', { createBy: 'crowd' })).data.id
  const removed = await begin()
  await vi.waitFor(async () => expect((await jobOf(admin, removed)).done).toBeGreaterThan(4000), {
    timeout: 60_000,
    interval: 20,
  })
  expect((await admin.call('DELETE', `/admin/export/${removed}`)).data).toBe(true)
  await until(admin, await begin(), 'done')
  expect(errors).not.toHaveBeenCalled()
  errors.mockRestore()
})

test('an export left by a crash is resumed when its worker has been silent; one that cannot be read back starts over', async () => {
  await addLogs(60_000, 'few')
  const { id } = (await start(admin, '/admin/log/page', { createBy: 'few' })).data
  await vi.waitFor(async () => expect((await jobOf(admin, id)).done).toBeGreaterThan(4000), { timeout: 60_000, interval: 20 })
  // Simulates a process that died: the worker is gone without a word.
  await server.db.owner.query(`update export_job set worker = 'gone', update_time = now() - interval '1 minute' where id = ${id}`)
  expect((await rowsOf(admin, id)).length).toBe(60_001)
})

test('the number of unfinished exports is limited; a finished one is removed with its sheet', async () => {
  await server.db.owner.query(`
    insert into export_job (tenant_id, user_id, list, filter, language, status, worker)
    select 1, ${handler.userId}, '${violations}', '{}', 'zh-CN', 'running', 'elsewhere' from generate_series(1, 5)`)
  expect(await start(handler, violations)).toMatchObject({ status: 409, msg: '您有 5 个导出还没有完成，请等待或取消' })
  await server.db.system((tx) => tx.execute(sql`delete from export_job where worker = 'elsewhere'`))
  const { id } = (await start(handler, violations)).data
  await until(handler, id, 'done')
  expect((await handler.call('DELETE', `/admin/export/${id}`)).data).toBe(true)
  expect((await fetchFile(handler, id)).statusCode).toBe(404)
})
