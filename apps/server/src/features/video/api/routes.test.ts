import { createHash } from 'node:crypto'
import { videoPrefixes } from '@huanwei/contract/video/codes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addVehicle, addViolation, password, startTestServer } from '../../../test-kit.ts'
import { hashPassword } from '../../session/password.ts'
import { apiCalls } from './routes.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let own: Awaited<ReturnType<typeof addVehicle>>
let other: Awaited<ReturnType<typeof addVehicle>>
const query = (sql: string, values: unknown[] = []) => server.db.owner.query(sql, values)

const rightOf = (role: string) =>
  `r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = '${role}' and m.permission in ('video_api', 'video_view', 'admin_device_command')`
const give = (role: string) =>
  query(
    `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from sys_role r, sys_menu m where ${rightOf(role)} on conflict do nothing`,
  )
const take = (role: string) =>
  query(
    `delete from sys_role_menu rm using sys_role r, sys_menu m where rm.role_id = r.role_id and rm.menu_id = m.menu_id and ${rightOf(role)}`,
  )

beforeAll(async () => {
  server = await startTestServer()
  own = await addVehicle(server.db)
  other = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  await query('update vehicle set vehicle_camera = 3, hide_channel = $1', [[2]])
  await vi.waitUntil(() => server.latest.vehicles.of(1).get(other.vehicleId)?.vehicleCamera === 3, 30_000)
  await give('ROLE_HANDLER')
})
afterAll(() => server.close())

type Fields = Record<string, string | number | undefined>

async function ask(name: string, fields: Fields = {}, { prefix = '', headers = {} as Record<string, string> } = {}) {
  const sent = Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  const url = `${prefix}/StandardApiAction_${name}.action?${new URLSearchParams(sent)}`
  const reply = await server.app.inject({ url, headers: { host: 'localhost', ...headers } })
  return {
    status: reply.statusCode,
    body: reply.body,
    ...(reply.headers['content-type']?.toString().includes('json') && reply.json()),
  }
}
const logIn = (account: string, typed = password, options = {}) => ask('login', { account, password: typed }, options)
const session = async (account: string) => String((await logIn(account)).jsession)

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
/** Fields that each call takes besides the device. */
const wanted: Record<string, Fields> = {
  getVideoFileInfo: { LOC: 2, YEAR: 2026, MON: 1, DAY: 5, BEG: 0, END: 86_399 },
  queryAlarmDetail: { begintime: '2026-01-05 00:00:00', endtime: '2026-01-06 00:00:00' },
  alarmEvidence: { begintime: '2026-01-05 08:00:00', guid: 1 },
  sendPTZControl: { Chn: 0, Command: 0 },
  ftpUpload: { CHN: 1, BEGYEAR: 26, BEGMON: 1, BEGDAY: 5, BEGSEC: 0, ENDYEAR: 2026, ENDMON: 1, ENDDAY: 5, ENDSEC: 59 },
  queryFtpStatus: { seq: 1 },
  controllDownLoad: { seq: 1, taskType: 2 },
}

test('a log-in by password or by its MD5 in any case opens a session that only this interface takes', async () => {
  const plain = await logIn('handler')
  expect(plain).toMatchObject({ status: 200, result: 0, account_name: 'handler', JSESSIONID: plain.jsession })
  for (const digest of [md5(password), md5(password).toUpperCase()]) expect((await logIn('handler', digest)).result).toBe(0)
  expect((await ask('queryUserVehicle', { jsession: plain.jsession })).result).toBe(0)
  const asToken = await server.app.inject({
    url: '/admin/user/info',
    headers: { authorization: `Bearer ${plain.jsession}` },
  })
  expect(asToken.statusCode).toBe(401)
  const { token } = await server.login('handler')
  expect((await ask('queryUserVehicle', { jsession: token.access_token })).result).toBe(5)
})

test('the MD5 is known from a log-in at the page, too, and no longer than the password', async () => {
  await query(`delete from video_digest`)
  expect((await logIn('handler', md5(password))).result).toBe(2)
  await server.login('handler')
  expect((await logIn('handler', md5(password))).result).toBe(0)
  const { rows } = await query(`select password from sys_user where username = 'handler'`)
  await query(`update sys_user set password = $1 where username = 'handler'`, [await hashPassword('another')])
  expect((await logIn('handler', md5(password))).result).toBe(2)
  await query(`update sys_user set password = $1 where username = 'handler'`, [rows[0].password])
})

test('a failed log-in says why by its code; accounts without the permission are told to nobody', async () => {
  await query('delete from login_failure')
  expect((await logIn('nosuch')).result).toBe(1)
  expect((await logIn('handler', 'wrong')).result).toBe(2)
  expect((await logIn('viewer', 'wrong')).result).toBe(1)
  expect(await logIn('viewer')).toMatchObject({ result: 13, message: '没有操作权限，视频会话已结束' })
  expect((await ask('login', { account: 'handler' })).result).toBe(7)
  await query(`update sys_user set lock_flag = '9' where username = 'handler'`)
  expect((await logIn('handler')).result).toBe(3)
  await query(`update sys_user set lock_flag = '0' where username = 'handler'`)
  await query(`update sys_tenant set status = '9' where id = 1`)
  expect((await logIn('handler')).result).toBe(4)
  await query(`update sys_tenant set status = '0' where id = 1`)
  await query('delete from login_failure')
})

test('guesses wait as those at the log-in page do', async () => {
  for (let i = 0; i < 5; i++) expect((await logIn('handler', `wrong ${i}`)).result).toBe(2)
  expect(await logIn('handler', 'wrong')).toMatchObject({ status: 429, result: 6 })
  expect((await logIn('handler')).status).toBe(429)
  await query('delete from login_failure')
  expect((await logIn('handler')).result).toBe(0)
})

test('the text of a code comes in the language of the caller', async () => {
  const texts = ['zh-CN', 'zh-TW', 'en-US'].map(
    async (language) => (await ask('logout', { jsession: 'none' }, { headers: { cookie: `language=${language}` } })).message,
  )
  expect(await Promise.all(texts)).toEqual(['会话不存在', '工作階段不存在', 'The session does not exist'])
})

test('a call keeps the session for four hours more; it ends by log-out, time, password and permission', async () => {
  const jsession = await session('handler')
  const alive = async (one = jsession) => (await ask('getDeviceOlStatus', { jsession: one })).result
  const expires = `select extract(epoch from access_expires - now())::int as left from sys_token where client_id = 'video' order by id desc limit 1`
  await query(`update sys_token set access_expires = now() + interval '5 minutes' where client_id = 'video'`)
  expect(await alive()).toBe(0)
  expect((await query(expires)).rows[0].left).toBeGreaterThan(4 * 3600 - 60)
  await query(`update sys_token set access_expires = now() where client_id = 'video'`)
  expect(await alive()).toBe(5)

  const [first, second] = [await session('handler'), await session('handler')]
  expect([await alive(first), await alive(second)]).toEqual([0, 0])
  expect((await ask('logout', { jsession: first })).result).toBe(0)
  expect([await alive(first), await alive(second)]).toEqual([5, 0])

  await take('ROLE_HANDLER')
  expect([await alive(second), await alive(second)]).toEqual([13, 5])
  await give('ROLE_HANDLER')
  expect(await alive(second)).toBe(5)
})

test('the session that is one too many displaces the oldest, which is told so once', async () => {
  const sessions: string[] = []
  for (let i = 0; i < 21; i++) sessions.push(await session('handler'))
  const [oldest, next] = sessions
  const results: number[] = []
  for (const jsession of [oldest, oldest, next]) results.push((await ask('queryUserVehicle', { jsession })).result)
  expect(results).toEqual([34, 5, 0])
}, 60_000)

test('wrong parameters come before a wrong session', async () => {
  for (const { name } of apiCalls) {
    const takesNothing = ['queryUserVehicle', 'getDeviceOlStatus', 'getDeviceStatus'].includes(name)
    expect([name, (await ask(name, { jsession: 'none' })).result]).toEqual([name, takesNothing ? 5 : 7])
    expect([name, (await ask(name, { ...wanted[name], DevIDNO: '1', jsession: 'none' })).result]).toEqual([name, 5])
    expect([name, (await ask(name, { ...wanted[name], DevIDNO: '1' })).result]).toEqual([name, 7])
  }
})

test.each(['13900000002', '川A00002', '13999999999'])('no call answers about %s, which is not in sight', async (devIdno) => {
  const jsession = await session('handler')
  const id = await addViolation(server.db, other, [])
  for (const { name } of apiCalls) {
    const fields = { ...wanted[name], ...(name === 'alarmEvidence' && { guid: id }) }
    const { body, result } = await ask(name, { ...fields, devIdno, jsession })
    expect([name, body.includes('00002') || body.includes('二部')]).toEqual([name, false])
    expect([name, result]).toEqual([name, name === 'queryUserVehicle' ? 0 : 8])
  }
})

test('an account of another tenant sees nothing of this one', async () => {
  const headers = { host: 'two.localhost' }
  const { jsession } = await logIn('admin', password, { headers })
  for (const { name } of apiCalls) {
    const { body, result } = await ask(name, { ...wanted[name], devIdno: own.terminalNo, jsession }, { headers })
    expect([name, body.includes('139000')]).toEqual([name, false])
    expect([name, result]).toEqual([name, name === 'queryUserVehicle' ? 0 : 8])
  }
})

test('files need the permission to see video, commands that to command terminals', async () => {
  await query(
    `delete from sys_role_menu rm using sys_role r, sys_menu m where rm.role_id = r.role_id and rm.menu_id = m.menu_id
      and r.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' and m.permission in ('video_view', 'admin_device_command')`,
  )
  const jsession = await session('handler')
  for (const name of ['getVideoFileInfo', 'sendPTZControl', 'ftpUpload'])
    expect([name, (await ask(name, { ...wanted[name], DevIDNO: own.terminalNo, jsession })).result]).toEqual([name, 8])
  await give('ROLE_HANDLER')
  // The terminal is away: the task waits.
  const { result, seq } = await ask('ftpUpload', { ...wanted.ftpUpload, DevIDNO: own.terminalNo, jsession })
  expect(result).toBe(0)
  expect((await ask('ftpUpload', { ...wanted.ftpUpload, DevIDNO: own.terminalNo, jsession })).result).toBe(11)
  const task = { devIdno: own.terminalNo, seq, jsession }
  expect(await ask('queryFtpStatus', task)).toMatchObject({ result: 0, taskStatus: 1, fileSize: 0, downloadUrl: '' })
  expect((await ask('controllDownLoad', { ...task, taskType: 2 })).result).toBe(0)
  expect(await ask('queryFtpStatus', task)).toMatchObject({ result: 0, taskStatus: 2 })
  expect((await ask('controllDownLoad', { ...task, taskType: 1 })).result).toBe(6)
  expect((await ask('queryFtpStatus', { ...task, seq: 999_999 })).result).toBe(27)
})

test('vehicles come with their devices, and a device with where it is', async () => {
  const jsession = await session('handler')
  const { companys, vehicles } = await ask('queryUserVehicle', { jsession })
  expect(companys).toEqual([expect.objectContaining({ id: own.deptId, nm: '一部' })])
  expect(vehicles).toEqual([
    expect.objectContaining({
      nm: own.plateNumber,
      pid: own.deptId,
      dl: [expect.objectContaining({ id: own.terminalNo, cc: 3, cn: 'CH1,CH3', md: 1 })],
    }),
  ])
  const time = Date.now()
  const fix = {
    lng: 113.712944,
    lat: 23.00451,
    speed: 36.5,
    direction: 90,
    altitude: 0,
    mileage: 12.3,
    status: 3,
    alarm: 0,
    satellites: 9,
    signal: 20,
    time,
  }
  server.latest.apply([{ deviceId: own.deviceId, connected: true, seenAt: time, fix }])
  expect(await ask('getDeviceOlStatus', { jsession })).toMatchObject({
    result: 0,
    onlines: [{ did: own.terminalNo, vid: own.plateNumber, online: 1 }],
  })
  expect((await ask('getDeviceOlStatus', { jsession, status: 0 })).onlines).toEqual([])
  const { body } = await ask('getDeviceStatus', { jsession, vehiIdno: own.plateNumber, toMap: 1 })
  const { status } = JSON.parse(body)
  // The example of spec 4, III.4.
  expect(status).toEqual([
    expect.objectContaining({
      id: own.terminalNo,
      lng: 113_712_944,
      lat: 23_004_510,
      mlng: expect.stringMatching(/^113\.718\d{3}$/),
      mlat: expect.stringMatching(/^23\.001\d{3}$/),
      sp: 365,
      hx: 90,
      lc: 12_300,
      ol: 1,
      s1: 3,
      gt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.0$/),
    }),
  ])
})

test('alarms are found by time, kind and verdict, by pages', async () => {
  const jsession = await session('handler')
  const ids: number[] = []
  for (const hour of ['08', '09', '10']) ids.push(await addViolation(server.db, own, [], `2026-02-05 ${hour}:00:00`))
  const span = { begintime: '2026-02-05 00:00:00', endtime: '2026-02-05 23:59:59' }
  const alarms = (fields: Fields = {}) => ask('queryAlarmDetail', { jsession, devIdno: own.terminalNo, ...span, ...fields })
  const first = await alarms({ pageRecords: 2 })
  expect(first.alarms.map(({ guid }: { guid: string }) => Number(guid))).toEqual(ids.toReversed().slice(0, 2))
  expect(first.alarms[0]).toMatchObject({
    did: own.terminalNo,
    vid: own.plateNumber,
    atpStr: '超速行驶',
    stm: Date.parse('2026-02-05T10:00:00+08:00'),
    etm: Date.parse('2026-02-05T10:02:05+08:00'),
    slng: 104_100_000,
    slat: 30_600_000,
    hd: 0,
  })
  expect(first.pagination).toMatchObject({ totalPages: 2, currentPage: 1, pageRecords: 2, totalRecords: 3, hasNextPage: true })
  expect((await alarms({ pageRecords: 2, currentPage: 2 })).alarms).toHaveLength(1)
  expect((await alarms({ handle: 1 })).alarms).toEqual([])
  expect((await alarms({ armType: '49' })).alarms).toEqual([])
  expect((await alarms({ armType: '49,1' })).alarms).toHaveLength(3)
  expect((await alarms({ endtime: span.begintime })).result).toBe(9)
  expect((await alarms({ begintime: '2025-11-07 23:59:58' })).result).toBe(10)
  expect((await alarms({ begintime: '2025-11-07 23:59:59' })).result).toBe(0)
  expect((await alarms({ begintime: '2026-02-30 00:00:00' })).result).toBe(7)
  const evidence = { jsession, devIdno: own.terminalNo, begintime: '2026-02-05 08:00:00', alarmType: 1, guid: ids[0] }
  expect(await ask('alarmEvidence', evidence)).toMatchObject({ result: 0, infos: [] })
  expect((await ask('alarmEvidence', { ...evidence, guid: 999_999 })).result).toBe(27)
})

test('a form by POST, a cookie and JSONP are understood', async () => {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/StandardApiAction_login.action',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    payload: `account=handler&password=${password}`,
  })
  const cookie = `JSESSIONID=${reply.json().jsession}`
  expect((await ask('queryUserVehicle', {}, { headers: { cookie } })).result).toBe(0)
  const { body } = await ask('logout', { jsession: 'none', callback: 'jQuery1.done' })
  expect(body).toMatch(/^jQuery1\.done\(\{"result":5,/)
  expect((await ask('logout', { jsession: 'none', callback: 'alert(1)//' })).result).toBe(5)
})

/** Codes of a call that was understood: done, not possible any more, begun already, nothing there, terminal away. */
const understood: unknown[] = [0, 6, 11, 27, 32]

test.each(['', ...videoPrefixes])(
  'the calls answer under %j of the main port and of their own, where nothing else does',
  async (prefix) => {
    const at = `http://127.0.0.1:${server.app.videoApiPort}${prefix}`
    const { jsession } = await logIn('handler', password, { prefix })
    const atPort = await (await fetch(`${at}/StandardApiAction_login.action?account=handler&password=${password}`)).json()
    expect([jsession, atPort.jsession]).toEqual([expect.any(String), expect.any(String)])
    for (const { name } of apiCalls) {
      // Of a device that is in sight, and of one that nobody has.
      const sent = (session: string) => ({ ...wanted[name], DevIDNO: own.terminalNo, jsession: session })
      const one = await ask(name, sent(jsession), { prefix })
      expect([name, understood.includes(one.result) || one.body]).toEqual([name, true])
      const other = await ask(name, { ...sent(jsession), DevIDNO: '13999999999' }, { prefix })
      expect([name, other.result]).toEqual([name, name === 'queryUserVehicle' ? 0 : 8])
      const fields = Object.entries(sent(atPort.jsession)).map(([key, value]) => [key, String(value)])
      const reply = await fetch(`${at}/StandardApiAction_${name}.action?${new URLSearchParams(fields)}`)
      const answer = await reply.json()
      expect([name, reply.status, understood.includes(answer.result) || answer]).toEqual([name, 200, true])
    }
    expect((await ask('logout', { jsession }, { prefix })).result).toBe(0)
    expect((await ask('logout', { jsession }, { prefix })).result).toBe(5)
    expect(await (await fetch(`${at}/StandardApiAction_logout.action?jsession=${atPort.jsession}`)).json()).toMatchObject({
      result: 0,
    })
    for (const path of ['/admin/user/info', '/', '/docs', '/StandardApiActions'])
      expect((await fetch(at + path, { redirect: 'manual' })).status).toBe(404)
  },
)
