import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dropOldDays, ensurePartitions } from '../../db/partitions.ts'
import { startTestServer } from '../../test-kit.ts'
import { loginLogs, logs } from './table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
})
afterAll(() => server.close())
beforeEach(() => server.db.system((tx) => tx.delete(logs)))

const rows = async (query = '') => (await admin.call('GET', `/admin/log/page?${query}`)).data.records
/** The log is written behind the call's back. */
const until = (seen: (list: Record<string, unknown>[]) => void, query = '') => vi.waitFor(async () => seen(await rows(query)))

test('every writing call is in the log, with user, operation and address; reading calls are not', async () => {
  await admin.call('GET', '/admin/dept/tree')
  await admin.call('POST', '/admin/tree/getTreeByDeptVehicle', {})
  await admin.call('PUT', '/admin/user/preferences', { theme: 'dark' })
  const { data } = await admin.call('POST', '/admin/dept', { name: '三部', parentId: 1 })
  await admin.call('DELETE', `/admin/dept/${data.deptId}`)
  await until((list) =>
    expect(list).toMatchObject([
      { method: 'DELETE', requestUri: `/admin/dept/${data.deptId}`, title: '删除部门', params: `{"id":"${data.deptId}"}` },
      {
        type: '0',
        method: 'POST',
        requestUri: '/admin/dept',
        title: '新增部门',
        params: '{"name":"三部","parentId":1}',
        createBy: 'admin',
        remoteAddr: '127.0.0.1',
        serviceId: 'huanwei',
        exception: null,
        time: expect.any(Number),
      },
    ]),
  )
})

test('an endpoint is in the log unless it says that it reads', () => {
  const reading = server.app.endpoints.filter(({ method, reads }) => reads && method !== 'GET').map(({ path }) => path)
  // Looking at an event is told to the others while it lasts, and forgotten.
  for (const path of reading) expect(path).toMatch(/^\/admin\/(([a-zA-Z]+|device\/data)\/(get|select)|msgPush\/look$)/)
})

test('refused calls are in the log with the reason, also those without the permission', async () => {
  const viewer = await server.login('viewer')
  await viewer.call('DELETE', '/admin/dept/1')
  await admin.call('DELETE', '/admin/dept/999')
  await until((list) =>
    expect(list).toMatchObject([
      { createBy: 'admin', exception: '404 资源不存在' },
      { createBy: 'viewer', exception: '403 权限不足,不允许访问' },
    ]),
  )
})

test('a refusal that quotes a NUL, which no text of the database holds, is in the log', async () => {
  const sent = { parentId: -1, name: 'x', type: '0', path: '/x', query: { 'a\0': 'x' } }
  expect((await admin.call('POST', '/admin/menu', sent)).msg).toContain('a\0')
  await until((list) => expect(list).toMatchObject([{ createBy: 'admin', exception: expect.stringMatching(/^400 .*: record/) }]))
})

test('neither passwords nor tokens nor telephone numbers get into the log', async () => {
  await admin.call('POST', '/admin/dept?access_token=geheim', { name: 'x', password: 'geheim', phone: '13812345678' })
  await until((list) => expect(list).toHaveLength(1))
  const stored = JSON.stringify(await rows())
  expect(stored).not.toMatch(/geheim|13812345678/)
  expect(stored).toContain('138****5678')
})

const countOf = async (where: string, db = server.db) =>
  (await db.owner.query(`select count(*)::int as n from sys_log where ${where}`)).rows[0].n

test('operations right before the stop are written', async () => {
  const other = await startTestServer()
  const { call } = await other.login('admin')
  await Promise.all(Array.from({ length: 40 }, (_, n) => call('DELETE', `/admin/dept/${1000 + n}`)))
  await other.app.close()
  expect(await countOf(`method = 'DELETE'`, other.db)).toBe(40)
  await other.close()
})

test('while the log cannot be written, calls go on and their lines wait', async () => {
  const other = await startTestServer({ LOG_LEVEL: 'silent' })
  const { call } = await other.login('admin')
  await other.db.owner.query('alter table sys_log rename to sys_log_away')
  expect((await call('DELETE', '/admin/dept/999')).status).toBe(404)
  await other.db.owner.query('alter table sys_log_away rename to sys_log')
  await vi.waitFor(async () => expect(await countOf(`request_uri = '/admin/dept/999'`, other.db)).toBe(1))
  await other.close()
})

test('a line that the database does not take holds up no other', async () => {
  const other = await startTestServer({ LOG_LEVEL: 'silent' })
  const { call } = await other.login('admin')
  await other.db.owner.query(`alter table sys_log add constraint taken check (request_uri <> '/admin/dept/917')`)
  await Promise.all(Array.from({ length: 60 }, (_, n) => call('DELETE', `/admin/dept/${900 + n}`)))
  // With a pause for each line, as while the database cannot be reached, it would take a minute.
  await vi.waitFor(async () => expect(await countOf(`request_uri like '/admin/dept/9__'`, other.db)).toBe(59), 20_000)
  await other.close()
})

test('the filters: type, person, time, text', async () => {
  const base = { tenantId: 1, serviceId: '', remoteAddr: '', userAgent: '', method: 'PUT', params: '' }
  await server.db.system((tx) =>
    tx.insert(logs).values([
      { ...base, type: '0', title: '甲', createBy: 'admin', requestUri: '/a', createTime: '2026-01-01 23:59:59.4' },
      {
        ...base,
        type: '9',
        title: '乙',
        createBy: 'viewer',
        requestUri: '/b',
        createTime: '2026-01-02 00:00:00',
        exception: 'a_b',
      },
    ]),
  )
  const titles = async (query: string) => (await rows(query)).map(({ title }: { title: string }) => title)
  expect(await titles('')).toEqual(['乙', '甲'])
  expect(await titles('type=9')).toEqual(['乙'])
  expect(await titles('createBy=adm')).toEqual(['甲'])
  expect(await titles('startTime=2026-01-02 00:00:00')).toEqual(['乙'])
  expect(await titles('endTime=2026-01-01 23:59:59')).toEqual(['甲'])
  // As the family's clients ask: the column twice.
  const span = (from: string, to: string) => `descs=create_time&type=&createTime=${from}&createTime=${to}`
  expect(await titles(span('2026-01-02 00:00:00', '2026-01-03 00:00:00'))).toEqual(['乙'])
  expect(await titles(span('2026-01-01 00:00:00', '2026-01-01 23:59:59'))).toEqual(['甲'])
  expect(await titles('text=_')).toEqual(['乙'])
  expect(await titles('text=/a')).toEqual(['甲'])
})

test('the last second of a range of log-ins is in it to its end', async () => {
  await server.db.system((tx) =>
    tx.insert(loginLogs).values({
      tenantId: 1,
      operation: 1,
      status: 1,
      grantType: 'password',
      remoteAddr: '',
      userAgent: '',
      username: '甲',
      createTime: '2026-01-01 23:59:59.4',
    }),
  )
  const people = async (endTime: string) =>
    (await admin.call('GET', `/admin/loginLog/page?endTime=${endTime}`)).data.records.map(
      (one: { username: string }) => one.username,
    )
  expect(await people('2026-01-01 23:59:59')).toEqual(['甲'])
  expect(await people('2026-01-01 23:59:58')).toEqual([])
})

const base = {
  tenantId: 1,
  type: '0',
  serviceId: '',
  remoteAddr: '',
  userAgent: '',
  method: 'PUT',
  params: '',
  requestUri: '',
} as const
const addLine = (line: Partial<typeof logs.$inferInsert>) =>
  server.db.system(async (tx) => {
    const [row] = await tx
      .insert(logs)
      .values({ ...base, title: '甲', createBy: 'viewer', ...line })
      .returning({ id: logs.id })
    return row!.id
  })

test('a row is removed once, with the permission, and the line about the removal keeps its content', async () => {
  const id = await addLine({ requestUri: '/admin/area', params: '{"name":"围栏"}' })
  expect((await (await server.login('viewer')).call('DELETE', `/admin/log/${id}`)).status).toBe(403)
  expect((await (await server.login('admin', 2)).call('DELETE', `/admin/log/${id}`)).status).toBe(404)
  expect((await admin.call('DELETE', `/admin/log/${id}`)).data).toBe(true)
  expect((await admin.call('DELETE', `/admin/log/${id}`)).status).toBe(404)
  await vi.waitFor(async () => {
    const [line] = await rows('createBy=admin&text=围栏')
    expect(JSON.parse(String(line.params))).toMatchObject({
      id: String(id),
      removed: { createBy: 'viewer', requestUri: '/admin/area', params: '{"name":"围栏"}' },
    })
  })
})

test('nobody removes lines about their own operations or about removals; browser errors can be removed', async () => {
  const lines = [
    { line: { createBy: 'admin' }, msg: '不能删除自己的操作日志' },
    { line: { method: 'DELETE', requestUri: '/admin/log/1' }, msg: '删除日志的记录不能删除' },
  ]
  for (const { line, msg } of lines) {
    const id = await addLine(line)
    expect(await admin.call('DELETE', `/admin/log/${id}`)).toMatchObject({ status: 403, msg, data: 'access_denied' })
    expect(await server.db.system((tx) => tx.$count(logs, eq(logs.id, id)))).toBe(1)
  }
  const error = await addLine({ createBy: 'admin', method: '', type: '9' })
  expect((await admin.call('DELETE', `/admin/log/${error}`)).data).toBe(true)
})

test('a browser uploads its errors; they are stored for the logged-in user, without secrets', async () => {
  const entry = {
    url: 'http://localhost/a?token=geheim',
    time: '2026-01-01 10:00:00',
    type: 'error',
    info: 'unhandledrejection',
    message: 'x is not a function <b>',
    stack: 'at f (Bearer geheim)',
  }
  const viewer = await server.login('viewer')
  expect(await viewer.call('POST', '/admin/log/logs', [entry, { ...entry, user: 'somebody' }])).toMatchObject({
    code: 0,
    data: true,
  })
  await until(
    (list) =>
      expect(list).toMatchObject([
        { type: '9', title: 'unhandledrejection', createBy: 'viewer', params: 'somebody: x is not a function <b>' },
        {
          createBy: 'viewer',
          requestUri: 'http://localhost/a?token=***',
          params: 'x is not a function <b>',
          exception: 'at f (Bearer ***)',
          time: null,
        },
      ]),
    'type=9',
  )
})

test.each([
  ['no list', {}],
  ['nothing', []],
  ['too many', Array(101).fill({ message: 'x' })],
  ['a text too long', [{ message: 'x'.repeat(2001) }]],
])('an upload of %s is refused', async (_, body) => {
  expect((await admin.call('POST', '/admin/log/logs', body)).status).toBe(400)
})

test('an account uploads a hundred and twenty errors a minute, and no more', async () => {
  const own = await server.login('handler')
  const send = (count: number) => own.call('POST', '/admin/log/logs', Array(count).fill({ message: 'again and again' }))
  expect((await send(100)).status).toBe(200)
  expect((await send(21)).status).toBe(429)
  expect((await send(20)).status).toBe(200)
  expect((await send(1)).status).toBe(429)
})

test('the log-in log: own tenant, newest first, by name and result', async () => {
  const base = { operation: 0 as const, grantType: 'password', remoteAddr: '::1', userAgent: 'x' }
  await server.db.system(async (tx) => {
    await tx.delete(loginLogs)
    await tx.insert(loginLogs).values([
      { ...base, tenantId: 1, status: 1, username: 'admin', createTime: '2026-01-01 00:00:00' },
      { ...base, tenantId: 1, status: 0, username: 'viewer', createTime: '2026-01-02 00:00:00' },
      { ...base, tenantId: 2, status: 1, username: 'admin', createTime: '2026-01-03 00:00:00' },
    ])
  })
  const names = async (query: string) =>
    (await admin.call('GET', `/admin/loginLog/page?${query}`)).data.records.map(({ username }: { username: string }) => username)
  expect(await names('')).toEqual(['viewer', 'admin'])
  expect(await names('status=1')).toEqual(['admin'])
  expect(await names('username=view')).toEqual(['viewer'])
})

test('months of logs older than the days to keep go whole', async () => {
  const client = await server.db.owner.connect()
  try {
    await ensurePartitions(client, new Date('2024-05-15T00:00:00Z'))
    const months = async () =>
      (
        await client.query(`select relname from pg_class where relname ~ '^sys_log(_login)?_2024' and relkind = 'r' order by 1`)
      ).rows.map(({ relname }) => relname)
    expect(await months()).toHaveLength(6)
    await dropOldDays(client, new Date('2024-06-20T00:00:00Z'), 30)
    expect(await months()).toEqual(['sys_log_202405', 'sys_log_202406', 'sys_log_login_202405', 'sys_log_login_202406'])
  } finally {
    client.release()
  }
})
