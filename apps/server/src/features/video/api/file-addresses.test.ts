import { videoPrefixes } from '@huanwei/contract/video/codes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addVehicle, password, startTestServer } from '../../../test-kit.ts'
import { png, uploaderTo } from '../../../upload.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let own: Awaited<ReturnType<typeof addVehicle>>
let fileName: string
const query = (sql: string, values: unknown[] = []) => server.db.owner.query(sql, values)

/** Rights of the role of a handler, whose scope is 一部. */
const rights = `from sys_role r, sys_menu m where r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' and m.permission in ('video_api', 'video_view')`

beforeAll(async () => {
  server = await startTestServer()
  own = await addVehicle(server.db)
  const other = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  await query('update vehicle set vehicle_camera = 1')
  await vi.waitUntil(() => server.latest.vehicles.of(1).get(other.vehicleId)?.vehicleCamera === 1, 30_000)
  await query(
    `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id ${rights} on conflict do nothing`,
  )
  const admin = await server.login('admin')
  fileName = (await uploaderTo(server, admin)(png)).data.fileName
  await query(
    `insert into video_recording (tenant_id, vehicle_id, terminal_no, channel, stream, cause, start_time, end_time, file_name, file_size)
     values (1, $1, '', 1, 'main', 'demand', '2026-01-05 08:00:00+08', '2026-01-05 08:10:00+08', $2, $3)`,
    [own.vehicleId, fileName, png.length],
  )
})
afterAll(() => server.close())

type Fields = Record<string, string | number>
const port = () => `http://127.0.0.1:${server.app.videoApiPort}`
const at = (path: string, fields: Fields) =>
  `${path}?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))}`
const ask = async (name: string, fields: Fields) => (await fetch(port() + at(`/StandardApiAction_${name}.action`, fields))).json()
const logIn = async (account: string) => String((await ask('login', { account, password })).jsession)
const day = { LOC: 2, CHN: 0, YEAR: 2026, MON: 1, DAY: 5, BEG: 0, END: 86_399 }
const list = (jsession: string, DevIDNO: string) => ask('getVideoFileInfo', { jsession, DevIDNO, ...day })
/** Address of the recording, as a session is told it. */
const addressFor = async (jsession: string): Promise<string> => (await list(jsession, own.terminalNo)).files[0].DownUrl

async function load(address: string, headers: Record<string, string> = {}) {
  const reply = await fetch(address, { headers, redirect: 'manual' })
  return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) }
}
const statusOf = async (address: string) => (await load(address)).status

test('the address of a recording gives it at the port that was asked, whole or in ranges', async () => {
  const address = await addressFor(await logIn('handler'))
  expect(new URL(address).origin).toBe(port())
  expect(await load(address)).toEqual({ status: 200, bytes: png })
  const ranges: [string, number, Buffer][] = [
    ['bytes=0-3', 206, png.subarray(0, 4)],
    ['bytes=-5', 206, png.subarray(-5)],
    [`bytes=1-${2 ** 53}`, 206, png.subarray(1)],
  ]
  for (const [range, status, bytes] of ranges) expect(await load(address, { range })).toEqual({ status, bytes })
  for (const range of [`bytes=${png.length}-`, 'bytes=99999999999999999999-', 'bytes=5-3'])
    expect([range, (await load(address, { range })).status]).toEqual([range, 416])
})

test('nobody makes another address of it: not of another file, for longer, for another session, or with a place in it', async () => {
  const address = await addressFor(await logIn('handler'))
  const changed = [
    address.replace(
      fileName,
      fileName.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
    ),
    address.replace(fileName, '..%2f..%2fPG_VERSION'),
    address.replace(fileName, `..%2f${fileName}`),
    address.replace(/expires=\d+/, 'expires=4102444800'),
    address.replace(/login=[^&]+/, 'login=other'),
    address.replace(/login=[^&]+&/, ''),
    address.replace('?', '?FOFFSET=1&FLENGTH=-1&'),
    `${address}&FOFFSET=99999999999`,
    address.replace(/&signature=.*/, ''),
    address.replace(/\?.*/, ''),
  ]
  for (const one of changed) {
    const { status, bytes } = await load(one)
    expect([one, status === 401 || status === 404, bytes.includes(png)]).toEqual([one, true, false])
  }
})

test('it is told to who sees the vehicle, and is over with the session and with the permission', async () => {
  const [first, second] = [await logIn('handler'), await logIn('handler')]
  expect((await list(first, '13900000002')).result).toBe(8)
  expect((await list('none', own.terminalNo)).result).toBe(5)
  const addresses = [await addressFor(first), await addressFor(second)]
  await ask('logout', { jsession: first })
  expect(await Promise.all(addresses.map(statusOf))).toEqual([404, 200])
  await query(
    `delete from sys_role_menu rm using (select r.role_id, m.menu_id ${rights}) n where rm.role_id = n.role_id and rm.menu_id = n.menu_id`,
  )
  expect((await list(second, own.terminalNo)).result).toBe(13)
  expect(await Promise.all(addresses.map(statusOf))).toEqual([404, 404])
  await query(
    `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id ${rights} on conflict do nothing`,
  )
})

test('another organisation is told of none', async () => {
  const url = (name: string, fields: Fields) => at(`/StandardApiAction_${name}.action`, fields)
  const askTwo = async (name: string, fields: Fields) =>
    (await server.app.inject({ url: url(name, fields), headers: { host: 'two.localhost' } })).json()
  const { jsession } = await askTwo('login', { account: 'admin', password })
  expect((await askTwo('getVideoFileInfo', { jsession, DevIDNO: own.terminalNo, ...day })).result).toBe(8)
})

test.each(['/3/1', '/3/3', '/3/5', '/hls/1_13900000001_0_0.m3u8'])(
  'at %s, the media server of such servers, nothing answers, whoever asks',
  async (path) => {
    const jsession = await logIn('admin')
    const asked = {
      jsession,
      DevIDNO: own.terminalNo,
      DownType: 3,
      AVType: 1,
      Channel: 0,
      FPATH: fileName,
      FOFFSET: 0,
      FLENGTH: 70,
    }
    for (const more of [{}, { FPATH: '../../../etc/passwd' }, { FOFFSET: -1, FLENGTH: 2 ** 53 }, { jsession: 'none' }])
      for (const prefix of ['', ...videoPrefixes]) {
        const url = at(prefix + path, { ...asked, ...more })
        expect(await statusOf(port() + url)).toBe(404)
        expect((await server.app.inject({ url, headers: { host: 'localhost' } })).rawPayload.includes(png)).toBe(false)
      }
  },
)
