import type { Endpoint } from '@huanwei/contract/endpoint'
import { SimulatedVideoServer } from '@huanwei/fleet/video-server/video-server'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { nameOf, requestOf } from './endpoint-requests.test-kit.ts'
import { moveVehicle } from './media/lost-rights.test-kit.ts'
import { mediaKit } from './media/media.test-kit.ts'
import { addCameras, nameVideoServer } from './media/remote/remote.test-kit.ts'
import { keepPictures } from './out-of-sight.test-kit.ts'
import { addVehicle, newPassword } from './test-kit.ts'
import { png } from './upload.test-kit.ts'

const did = 'A00013900'
const plateNumber = '川A00001'
const device = { did, plate: plateNumber, channels: 2, isOnline: true, files: [] }
const remote = new SimulatedVideoServer({ account: 'monitor', password: 'remote-secret', devices: [device] })
const { server, query, terminal, terminalNo, vehicleId } = mediaKit({ PRIVATE_HOSTS: '127.0.0.1' })
let address: string
let admin: Awaited<ReturnType<ReturnType<typeof server>['login']>>
/** Has all permissions, in 一部. */
let handler: typeof admin
let it: Awaited<ReturnType<typeof setUp>>
/** A vehicle that the handler sees. */
let seenId: number

beforeAll(async () => {
  address = `http://127.0.0.1:${await remote.listen()}`
  const photo = { id: 'photo', did, chn: 0, alarmType: 620, isVideo: false, time: Date.parse('2026-01-05T08:00:01+08:00') }
  remote.evidence.files.push({ ...photo, bytes: png })
  seenId = (await addVehicle(server().db, { plateNumber: '川A00002', terminalNo: '13900000002' })).vehicleId
  await query('update vehicle set vehicle_camera = 1 where id = $1', [seenId])
  await vi.waitUntil(() => server().latest.vehicles.of(1).get(seenId)?.vehicleCamera === 1, 60_000)
  await query(
    `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
     where r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' on conflict do nothing`,
  )
  ;[admin, handler] = [await server().login('admin'), await server().login('handler')]
  const ticket = () => handler.call('POST', '/admin/video/ticket', { vehicleId: vehicleId(), channel: 1 })
  await vi.waitUntil(async () => (await ticket()).status === 200, 60_000)
})
afterAll(() => remote.close())

/** All that is kept of the vehicle, with what is asked about it. */
async function setUp(isRemote: boolean) {
  const { rows } = await query(
    `select v.dept_id as "deptId", d.id as "deviceId" from vehicle v join device d on d.object_type = '1' and d.object_id = v.id where v.id = $1`,
    [vehicleId()],
  )
  const [{ deptId, deviceId }] = rows
  const vehicle = { vehicleId: vehicleId(), deptId, deviceId, plateNumber, terminalNo }
  const asker = { userId: handler.userId, username: 'handler' }
  const kept = await keepPictures(server(), { ...vehicle, sender: isRemote ? -vehicle.vehicleId : deviceId }, asker)
  const { violationEventId } = kept
  const held = await admin.call('GET', `/admin/video/evidence/list?violationEventId=${violationEventId}`)
  const { rows: found } = await query('select id, file_name as name from sys_file where tenant_id = 1 order by id')
  const board = '/board-huayin'
  const { data: own } = await admin.call('POST', '/admin/board/own', { path: board })
  const { data: made } = await admin.call('POST', '/admin/board/token', { path: board, deptId })
  const shown = { path: board, token: made.token, screen: 'hall' }
  return {
    ...vehicle,
    ...kept,
    isRemote,
    seenId,
    key: held.data[0]?.key ?? 'photo',
    files: found,
    board,
    definition: own.definition,
    shown,
  }
}
type Kept = NonNullable<typeof it>

type Case = {
  /** Fields of calls about the vehicle; the first ones do something while it is in sight. */
  asked: (it: Kept) => object[]
  /** The call is answered, without anything of the vehicle. */
  isList?: true
  /** Sources of pictures for which the call has an answer while the vehicle is in sight; none: for people elsewhere alone. */
  answers?: Source[]
}
const sources = ['own terminals', 'a video server'] as const
type Source = (typeof sources)[number]

const refused = (asked: Case['asked'], answers: Source[] = [...sources]): Case => ({ asked, answers })
const list = (asked: Case['asked'], answers?: Source[]): Case => ({ ...refused(asked, answers), isList: true })
const span = { startTime: '2026-01-05 08:00:00', endTime: '2026-01-05 09:00:00' }
const ofCamera = ({ vehicleId }: Kept) => ({ vehicleId, channel: 1 })
const ofViolation = ({ violationEventId }: Kept) => ({ violationEventId })
const hours = { name: '夜间', channels: [], stream: 'sub', start: '20:00', end: '23:00', weekdays: [1], isStopped: true }
const ofFiles = ({ files }: Kept) => ({ fileName: files.map(({ name }) => name).join(',') })

const standing = {
  lng: 104,
  lat: 30,
  speed: 0,
  direction: 0,
  altitude: 0,
  mileage: 0,
  status: 3,
  alarm: 0,
  satellites: 9,
  signal: 20,
}

/** Every call that hands out pictures of cameras, or commands them. */
const cases: Record<string, Case> = {
  'POST /admin/video/ticket': refused((it) => [ofCamera(it), { ...ofCamera(it), kind: 'playback', ...span }]),
  'GET /admin/video/file/page': refused((it) => [{ ...ofCamera(it), ...span }]),
  'POST /admin/video/playback/control': refused((it) => ['pause', 'end'].map((act) => ({ ...ofCamera(it), act }))),
  'POST /admin/video/record': refused((it) => [ofCamera(it)]),
  'POST /admin/video/record/stop': refused(({ recordingId: id }) => [{ id }]),
  'GET /admin/video/record/page': list(({ vehicleId }) => [{ vehicleId }, {}, { running: 'true' }]),
  'POST /admin/video/upload': refused((it) => [{ ...ofCamera(it), ...span }]),
  'GET /admin/video/upload/list': list(({ vehicleId }) => [{ vehicleId }, {}]),
  'POST /admin/video/upload/control': refused(({ uploadId: id }) => ['cancel', 'resume', 'pause'].map((act) => ({ id, act }))),
  'GET /admin/video/evidence/list': refused((it) => [ofViolation(it)]),
  'POST /admin/video/evidence/keep': refused((it) => [{ ...ofViolation(it), key: it.key }], ['a video server']),
  'POST /admin/video/ptz': refused((it) => ['stop', 'left'].map((act) => ({ ...ofCamera(it), act }))),
  'GET /admin/video/ptz/acts': refused((it) => [ofCamera(it)]),
  'POST /admin/video/talk': refused(({ vehicleId, seenId, isRemote }) => [
    { vehicleIds: [vehicleId] },
    { vehicleIds: [vehicleId, seenId], kind: 'broadcast' },
    // None behind a video server is spoken with, whoever sees it.
    ...(isRemote ? [] : [{ vehicleIds: [seenId, vehicleId], kind: 'broadcast' }]),
  ]),
  'GET /admin/video/schedule/list': list(() => [{}]),
  'POST /admin/video/schedule': refused(({ vehicleId }) => [{ ...hours, vehicleId }]),
  'PUT /admin/video/schedule': refused(({ scheduleId: id, vehicleId }) => [{ ...hours, id, vehicleId }]),
  'DELETE /admin/video/schedule/:id': refused(({ scheduleId: id }) => [{ id }]),
  'GET /admin/violationEvent/evidence': refused((it) => [ofViolation(it)]),
  'GET /admin/violationEvent/evidence/list': refused(({ vehicleId }) => [{ vehicleId, ...span }]),
  'POST /admin/violationEvent/case': refused((it) => [ofViolation(it)]),
  'GET /admin/stream': list(({ vehicleId }) => [{ kinds: 'photo', objectType: '1', objectId: vehicleId }, {}]),
  'GET /admin/device/:id/photo/page': refused(({ deviceId: id }) => [{ id }]),
  'POST /admin/device/:id/photo': refused(({ deviceId: id }) => [{ id, channel: 1 }]),
  'GET /admin/sys-file/batchFileUrl': list((it) => [ofFiles(it), { ...ofFiles(it), variant: 'small' }]),
  'GET /admin/sys-file/:bucket/:file': refused(({ files }) => files.map(({ name: file }) => ({ bucket: 'huanwei', file }))),
  'GET /admin/sys-file/page': list(() => [{ current: 1, size: 100 }], []),
  'DELETE /admin/sys-file/:id': refused(({ files }) => files.map(({ id }) => ({ id })), []),
  'GET /admin/board/read': list(({ board: path }) => [{ path }]),
  'POST /admin/board/getPreview': list(({ definition }) => [{ definition }]),
  'POST /open/board/get': list(({ shown }) => [shown]),
  'POST /open/board/getPicture': refused((it) => [{ path: it.shown.path, token: it.shown.token, ...ofCamera(it) }]),
}

/** Calls that hand out other files and addresses: what people sent, tables, texts; and what a ticket opens that another call gave. */
const ofNoCamera = [
  /\/(auth|social|map|subscription|wcComplaint|msgPush|tenant|export|reportForms|unitInfo)\b/,
  /\/(assetDocument|import\/template|sys-file\/upload)/,
  /\/board\/(pdf|getPdf|getPhotos)$/,
  /\/(intercom\/speech\/sound|violationEvent\/case\/:ticket)$/,
]
const handedOut = ['ticket', 'fileName', 'url', 'clips', 'attachments', 'cameras']

/** Names of all fields within a JSON schema. */
function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema && schema.properties ? Object.keys(schema.properties) : []
  return [...own, ...Object.values(schema).flatMap(fieldsIn)]
}

function mayHandOut(endpoint: Endpoint) {
  if (endpoint.path.startsWith('/admin/video/')) return true
  const { $schema: _, ...output } = z.toJSONSchema(endpoint.output, { unrepresentable: 'any' })
  // What is no JSON has no schema.
  const isFile = endpoint.bare || Object.keys(output).length === 0
  return (
    (isFile || fieldsIn(output).some((field) => handedOut.includes(field))) && !ofNoCamera.some((one) => one.test(endpoint.path))
  )
}

test('every call that may hand out pictures is tried', () => {
  const found = server().app.endpoints.filter(mayHandOut).map(nameOf)
  const others = ['POST /admin/device/:id/photo', 'DELETE /admin/sys-file/:id']
  expect([...found, ...others].sort()).toEqual(Object.keys(cases).sort())
})

/** Texts of a body that only the vehicle's pictures have. */
const marksIn = (body: string) =>
  [...it.files.map(({ name }) => name), plateNumber, terminalNo, `"vehicleId":${it.vehicleId},`, 'ticket='].filter((mark) =>
    body.includes(mark),
  )

/** Moves the vehicle with its violations. */
async function moveTo(department: string) {
  await moveVehicle(server(), vehicleId(), department)
  await query(
    'update violation_event e set dept_id = v.dept_id from vehicle v where v.id = e.object_id and e.object_type = $1 and v.id = $2',
    ['1', vehicleId()],
  )
}

async function send(name: string, fields: object) {
  const endpoint = server().app.endpoints.find((one) => nameOf(one) === name)
  if (!endpoint) throw new Error(`there is no ${name}`)
  const headers = { authorization: `Bearer ${handler.token.access_token}` }
  const { statusCode, body } = await server().app.inject({ ...requestOf(endpoint, { ...fields }), headers })
  return { status: statusCode, marks: marksIn(body), body }
}

/** Calls that the server makes by itself, now and then. */
const ownCalls = ['login', 'queryAlarmDetail', 'queryFtpStatus']
const askedOfServer = () => remote.asked.filter((call) => !ownCalls.includes(call))

/** The terminal refuses whatever it is told meanwhile. */
async function whileRefusing(work: () => Promise<void>) {
  const answering = setInterval(() => {
    for (const { header } of terminal().drop())
      terminal().send({
        id: MessageId.terminalReply,
        replySerial: header.serial,
        replyId: header.messageId,
        result: ReplyResult.failed,
      })
  }, 20)
  await work().finally(() => clearInterval(answering))
}

describe.each(sources)('pictures of %s', (source) => {
  beforeAll(async () => {
    if (source === 'a video server') {
      await addCameras(server(), vehicleId(), did)
      await nameVideoServer(admin, address, vehicleId())
    }
    await moveTo('一部')
    it = await setUp(source === 'a video server')
    // Boards show the cameras of vehicles that are online.
    const time = Date.now()
    server().latest.apply([{ deviceId: it.deviceId, connected: true, seenAt: time, fix: { ...standing, time } }])
  })

  test('are neither shown nor handed out nor asked for out of sight, with all permissions', async () => {
    await moveTo('二部')
    terminal().drop()
    const before = askedOfServer()
    for (const [name, { asked, isList }] of Object.entries(cases))
      for (const fields of asked(it)) {
        const { status, marks } = await send(name, fields)
        expect([name, fields, status, marks]).toEqual([name, fields, isList ? 200 : 404, []])
      }
    expect(askedOfServer()).toEqual(before)
    // What was asked of the terminal in sight, before it had a video server, may end only now.
    if (source === 'a video server') return
    const serial = terminal().send({ id: MessageId.heartbeat })
    expect((await terminal().next()).message).toMatchObject({ id: MessageId.platformReply, replySerial: serial })
  })

  test('are there for the same calls in sight', async () => {
    await moveTo('一部')
    await whileRefusing(async () => {
      for (const [name, { asked, isList, answers = [] }] of Object.entries(cases)) {
        if (!answers.includes(source)) continue
        const [fields = {}] = asked(it)
        const { status, body } = await send(name, fields)
        expect([name, [200, 409, 502].includes(status), body]).toEqual([name, true, body])
        if (isList) await expect.poll(async () => (await send(name, fields)).marks, { message: name }).not.toEqual([])
      }
      const { data } = await handler.call('GET', '/admin/video/record/page?running=true')
      for (const { id } of data.records) await handler.call('POST', '/admin/video/record/stop', { id })
    })
  })

  test('are not those of an account that has the name of the terminal, nor of who sees that account', async () => {
    await moveTo('二部')
    const { rows } = await query(`select role_id as id from sys_role where tenant_id = 1 and role_code = 'ROLE_HANDLER'`)
    const account = {
      username: terminalNo,
      newpassword1: newPassword,
      phone: '13900009999',
      role: [rows[0].id],
      deptId: it.deptId,
    }
    await admin.call('POST', '/admin/user', account)
    const namesake = await server().login(terminalNo, 1, newPassword)
    for (const who of [namesake, handler]) {
      expect((await who.call('GET', `/admin/sys-file/batchFileUrl?${new URLSearchParams(ofFiles(it))}`)).data).toEqual([])
      expect((await who.call('GET', '/admin/sys-file/page')).data.total).toBe(0)
    }
  })
})

test('every kind of file that comes from a vehicle is tried', async () => {
  const { rows } = await query(
    `select distinct c.table_name as name from information_schema.columns c join information_schema.columns v using (table_schema, table_name)
     where table_schema = 'public' and c.column_name = 'file_name' and v.column_name in ('vehicle_id', 'device_id')`,
  )
  expect(rows.length).toBeGreaterThan(3)
  for (const { name } of rows) {
    const tried = await query(`select from ${name} where file_name = any($1)`, [it.files.map((file) => file.name)])
    expect([name, tried.rowCount]).not.toEqual([name, 0])
  }
})

test('videos are hidden from who may not see them, though they see all files of the organisation', async () => {
  await query(`update sys_role set ds_type = 0 where tenant_id = 1 and role_code = 'ROLE_VIEWER'`)
  await query(
    `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
     where r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_VIEWER' and m.permission = 'sys_file_view'`,
  )
  const viewer = await server().login('viewer')
  const seen = async () => {
    const { data } = await viewer.call('GET', `/admin/sys-file/batchFileUrl?${new URLSearchParams(ofFiles(it))}`)
    return data.map(({ fileName }: { fileName: string }) => fileName)
  }
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(0)
  const { rows } = await query(`select file_name as name from video_upload_file union all
    select file_name from video_recording where violation_id is null`)
  expect(rows.length).toBeGreaterThan(1)
  expect((await seen()).filter((name: string) => rows.some((row) => row.name === name))).toEqual([])
})
