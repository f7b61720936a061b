import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { currentCall } from '../../lib/current-call.ts'
import { timeText } from '../../lib/time.ts'
import type { Command } from '../../position/link.ts'
import { beginStoring, createPositionStore } from '../../position/store/positions.ts'
import { place } from '../../position/store/recorder.test-kit.ts'
import { inTransaction } from '../../position/store/transaction.ts'
import { startTestServer } from '../../test-kit.ts'
import { unbindObject } from './queries.ts'
import { positions, terminalPhotos, terminals } from './table.ts'
import { commanding, newTerminal, newVehicle, storeFix } from './terminals.test-kit.ts'

type Call = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>['call']
let server: Awaited<ReturnType<typeof startTestServer>>
let [admin, handler, viewer, stranger]: Call[] = []

beforeAll(async () => {
  server = await startTestServer()
  ;[admin, handler, viewer, stranger] = await Promise.all(
    [['admin', 1] as const, ['handler', 1] as const, ['viewer', 1] as const, ['admin', 2] as const].map(
      async ([name, tenant]) => {
        const { call } = await server.login(name, tenant)
        return call
      },
    ),
  )
})
afterAll(() => server.close())

const history = (call: Call | undefined, vehicleId: number, startTime: string, endTime: string) =>
  call!('POST', '/admin/device/data/getVehicleDeviceHistoryData', { vehicleId, startTime, endTime })
const numbersOf = async (call: Call | undefined, query = '') =>
  (await call!('GET', `/admin/device/page?size=1000${query}`)).data.records.map((one: { terminalNo: string }) => one.terminalNo)

test('a terminal without a tenant is visible only to the platform’s administrator until it is bound', async () => {
  const terminal = await newTerminal(server.db)
  expect(await numbersOf(admin)).toContain(terminal.terminalNo)
  expect(await numbersOf(stranger)).not.toContain(terminal.terminalNo)
  expect((await stranger!('GET', `/admin/device/${terminal.id}`)).status).toBe(404)
  expect(
    (await stranger!('PUT', '/admin/device', { id: terminal.id, objectId: (await newVehicle(server.db, 2, '乙公司')).id }))
      .status,
  ).toBe(404)

  const vehicle = await newVehicle(server.db)
  const bound = await admin!('PUT', '/admin/device', { id: terminal.id, objectId: vehicle.id })
  expect(bound).toMatchObject({
    code: 0,
    data: { bound: true, objectType: '1', objectId: vehicle.id, objectName: vehicle.plateNumber },
  })
  expect(JSON.stringify(bound)).not.toContain('secret-code')
  expect((await stranger!('GET', `/admin/device/${terminal.id}`)).status).toBe(404)
  expect(await numbersOf(admin, '&bound=false')).not.toContain(terminal.terminalNo)
  const named = (name: string, objectType: string) =>
    numbersOf(admin, `&objectName=${encodeURIComponent(name)}&objectType=${objectType}`)
  expect(await named(vehicle.plateNumber.slice(1), '1')).toEqual([terminal.terminalNo])
  expect(await named(vehicle.plateNumber.slice(1), '0')).toEqual([])
  expect(await numbersOf(admin, `&terminalNo=${terminal.terminalNo.slice(3)}`)).toEqual([terminal.terminalNo])
  const heard = await newTerminal(server.db, { lastSeen: new Date().toISOString() })
  expect(await numbersOf(admin, '&online=true')).toEqual([heard.terminalNo])
  expect(await numbersOf(admin, '&online=false')).not.toContain(heard.terminalNo)
})

test('binds to objects of the own organisation only, each with one terminal', async () => {
  const [one, other] = [await newTerminal(server.db), await newTerminal(server.db)]
  const vehicle = await newVehicle(server.db)
  const foreign = await newVehicle(server.db, 2, '乙公司')
  const put = (id: number, objectId: number | null, objectType = '1') =>
    admin!('PUT', '/admin/device', { id, objectType, objectId })
  expect((await put(one.id, foreign.id + 1_000_000)).status).toBe(404)
  expect((await put(one.id, vehicle.id, '2')).status).toBe(404)
  expect((await put(one.id, vehicle.id)).status).toBe(200)
  expect((await put(one.id, vehicle.id)).status).toBe(200)
  expect(await put(other.id, vehicle.id)).toMatchObject({ status: 409, msg: `该对象已绑定终端 ${one.terminalNo}` })
  const both = await Promise.all([one, other].map(async (terminal) => put(terminal.id, (await newVehicle(server.db)).id)))
  expect(both.map((reply) => reply.status)).toEqual([200, 200])
  const last = await newVehicle(server.db)
  const race = await Promise.all([one, other].map((terminal) => put(terminal.id, last.id)))
  expect(race.map((reply) => reply.status).sort()).toEqual([200, 409])
})

test('the first binding takes over the earlier reports; reports between two bindings belong to no tenant', async () => {
  const terminal = await newTerminal(server.db, { lastSeen: '2026-01-05 08:00:00+08' })
  const vehicle = await newVehicle(server.db)
  await storeFix(server.db, terminal.id, 0, '2026-01-05 08:00:00')
  await admin!('PUT', '/admin/device', { id: terminal.id, objectId: vehicle.id })
  expect((await admin!('GET', `/admin/device/${terminal.id}`)).data).toMatchObject({
    time: '2026-01-05 08:00:00',
    lng: 121.473701,
    lat: 31.230416,
    speed: 36.5,
    mileage: 12.3,
  })
  const day = ['2026-01-05 00:00:00', '2026-01-05 23:59:59'] as const
  expect((await history(admin, vehicle.id, ...day)).data).toHaveLength(1)

  expect(await admin!('PUT', '/admin/device', { id: terminal.id, objectId: null })).toMatchObject({
    code: 0,
    data: { bound: false, objectId: null },
  })
  await storeFix(server.db, terminal.id, 0, '2026-01-05 09:00:00')
  const second = await newVehicle(server.db)
  await admin!('PUT', '/admin/device', { id: terminal.id, objectId: second.id })
  expect((await history(admin, second.id, ...day)).data).toHaveLength(0)
  expect((await history(admin, vehicle.id, ...day)).data).toHaveLength(1)
  const rows = await server.db.system((tx) => tx.select().from(positions).where(eq(positions.deviceId, terminal.id)))
  expect(rows.map((row) => row.tenantId).sort()).toEqual([0, 1])
})

test('what a terminal still sends of the hour before its first binding is the object’s, unless another was on it then', async () => {
  const [terminal, next] = [await newTerminal(server.db), await newTerminal(server.db)]
  const vehicle = await newVehicle(server.db)
  const minutesAgo = (minutes: number) => timeText(Date.now() - minutes * 60_000)
  const span = [minutesAgo(120), minutesAgo(0)] as const
  await admin!('PUT', '/admin/device', { id: terminal.id, objectId: vehicle.id })
  await storeFix(server.db, terminal.id, 1, minutesAgo(30))
  await storeFix(server.db, terminal.id, 1, minutesAgo(90))
  expect((await history(admin, vehicle.id, ...span)).data).toHaveLength(1)
  await admin!('PUT', '/admin/device', { id: terminal.id, objectId: null })
  await admin!('PUT', '/admin/device', { id: next.id, objectId: vehicle.id })
  await storeFix(server.db, next.id, 1, minutesAgo(20))
  expect((await history(admin, vehicle.id, ...span)).data).toHaveLength(1)
})

test('a report that is being stored during the binding is taken over too', async () => {
  const terminal = await newTerminal(server.db, { lastSeen: '2026-01-05 08:00:00+08' })
  const vehicle = await newVehicle(server.db)
  const client = await server.db.owner.connect()
  await client.query('begin')
  await client.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
     values (0, $1, '2026-01-05 08:00:00+08', 512, 1, now(), 121000000, 31000000, 0, 0, 0, 2, 0)`,
    [terminal.id],
  )
  const binding = admin!('PUT', '/admin/device', { id: terminal.id, objectId: vehicle.id })
  await new Promise((resolve) => setTimeout(resolve, 150))
  await client.query('commit')
  client.release()
  expect((await binding).data).toMatchObject({ bound: true, time: '2026-01-05 08:00:00' })
  expect((await history(admin, vehicle.id, '2026-01-05 00:00:00', '2026-01-05 23:59:59')).data).toHaveLength(1)
})

test('while weeks of reports are taken over others are stored, and those that the terminal sends meanwhile are taken over too', async () => {
  const lastSeen = '2026-01-07 08:00:00+08'
  const [terminal, other] = [await newTerminal(server.db, { lastSeen }), await newTerminal(server.db)]
  const vehicle = await newVehicle(server.db)
  await storeFix(server.db, terminal.id, 0, '2026-01-05 08:00:00', { serial: 5 })
  await storeFix(server.db, terminal.id, 0, '2026-01-06 08:00:00', { serial: 6 })
  const holder = await server.db.owner.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin')
  await holder.query('select from position where device_id = $1 and serial = 6 for update', [terminal.id])
  const binding = admin!('PUT', '/admin/device', { id: terminal.id, objectId: vehicle.id })
  const held = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%update "position"%'`
  await expect.poll(async () => (await server.db.owner.query(held)).rowCount).toBe(1)

  const store = createPositionStore()
  const send = (deviceId: number, day: number) => {
    const time = Date.parse(`2026-01-0${day}T08:00:00+08:00`)
    const report = {
      deviceId,
      messageId: 0x0200,
      serial: day,
      receivedAt: Date.now(),
      locations: [place(time)],
      settle: () => undefined,
    }
    return inTransaction(server.db, (client) => store(client, [report], () => false), beginStoring)
  }
  await send(other.id, 5)
  await send(terminal.id, 7)
  // One that was stored before.
  await send(terminal.id, 5)
  await holder.query('rollback')
  expect((await binding).data).toMatchObject({ bound: true, time: '2026-01-07 08:00:00' })
  expect((await history(admin, vehicle.id, '2026-01-05 00:00:00', '2026-01-07 23:59:59')).data).toHaveLength(3)
  const ofOther = await server.db.owner.query('select tenant_id from position where device_id = $1', [other.id])
  expect(ofOther.rows).toEqual([{ tenant_id: 0 }])
})

test('an administrator of one organisation binds, unbinds and removes its own terminals', async () => {
  const vehicle = await newVehicle(server.db, 2, '乙公司')
  const added = await stranger!('POST', '/admin/device', { terminalNo: '000015900000001', objectType: '1', objectId: vehicle.id })
  expect(added.data).toMatchObject({ terminalNo: '15900000001', bound: true, objectName: vehicle.plateNumber, online: false })
  expect(
    await stranger!('POST', '/admin/device', {
      terminalNo: '15900000001',
      objectType: '1',
      objectId: (await newVehicle(server.db, 2, '乙公司')).id,
    }),
  ).toMatchObject({ status: 409, msg: '终端号已存在' })
  const { id } = added.data
  expect((await admin!('GET', `/admin/device/${id}`)).status).toBe(404)
  expect((await admin!('DELETE', `/admin/device/${id}`)).status).toBe(404)
  expect((await stranger!('PUT', '/admin/device', { id, objectId: null })).status).toBe(200)
  expect((await stranger!('GET', `/admin/device/${id}`)).status).toBe(404)
  expect((await admin!('GET', `/admin/device/${id}`)).data).toMatchObject({ bound: false })
  expect((await admin!('DELETE', `/admin/device/${id}`)).data).toBe(true)
  expect((await admin!('GET', `/admin/device/${id}`)).status).toBe(404)
})

test('removing the object gives its terminal back without reaching beyond the organisation', async () => {
  const terminal = await newTerminal(server.db)
  const vehicle = await newVehicle(server.db)
  await admin!('PUT', '/admin/device', { id: terminal.id, objectId: vehicle.id })
  const scope = { tenantId: 1 }
  await server.db.within(scope, async (tx) => {
    await unbindObject(tx, 1, '1', vehicle.id)
    expect(await tx.select().from(terminals).where(eq(terminals.id, terminal.id))).toEqual([])
  })
  expect((await admin!('GET', `/admin/device/${terminal.id}`)).data).toMatchObject({ bound: false })
})

test('without the permission or the department nothing is visible', async () => {
  const terminal = await newTerminal(server.db)
  const elsewhere = await newVehicle(server.db, 1, '二部')
  await admin!('PUT', '/admin/device', { id: terminal.id, objectId: elsewhere.id })
  expect((await viewer!('GET', '/admin/device/page')).status).toBe(403)
  expect((await viewer!('POST', `/admin/device/${terminal.id}/text`, { text: '停' })).status).toBe(403)
  // May send commands, but not to a vehicle of another department.
  expect((await handler!('POST', `/admin/device/${terminal.id}/text`, { text: '停' })).status).toBe(404)
  expect((await handler!('POST', `/admin/device/${terminal.id}/locate`)).status).toBe(404)
})

test('commands go to the terminal and bring its outcome', async () => {
  const sent: [number, Command][] = []
  const calls = new Set<string | undefined>()
  const say = await commanding(server, async (deviceId, command) => {
    sent.push([deviceId, command])
    calls.add(currentCall.getStore())
    return command.kind === 'locate' ? { outcome: 'confirmed', result: 0 } : { outcome: 'refused', result: 3 }
  })
  const terminal = await newTerminal(server.db)
  const post = (path: string, payload?: object) => say('POST', `/admin/device/${terminal.id}/${path}`, payload)
  expect((await post('text', { text: ' 请减速 ', urgent: true })).data).toEqual({ outcome: 'refused', result: 3 })
  expect((await post('locate')).data).toMatchObject({ outcome: 'confirmed', device: { id: terminal.id } })
  expect(sent).toEqual([
    [terminal.id, { kind: 'text', text: '请减速', urgent: true, display: true, speak: true }],
    [terminal.id, { kind: 'locate' }],
  ])
  // Each call has its id, which the gateway writes beside the command.
  expect([...calls].map((id) => id?.length)).toEqual([8, 8])
  expect((await post('text', { text: '' })).code).toBe(1)
  expect((await admin!('POST', `/admin/device/${terminal.id}/text`, { text: '停' })).data).toEqual({
    outcome: 'offline',
    result: null,
  })
})

test('parameters and attributes come from the terminal; only settable ones are set, and a photo needs an object', async () => {
  const parameters = [
    { id: 0x29, type: 'number', value: 10 } as const,
    { id: 0x83, type: 'text', value: '沪A12345' } as const,
    { id: 0xf364, type: 'hex', value: '00ff' } as const,
  ]
  const attributes = {
    manufacturer: 'HW',
    model: 'HW-1',
    terminalId: 'T1',
    iccid: '8'.repeat(20),
    hardwareVersion: '1',
    firmwareVersion: '2',
    gnss: 3,
  }
  const answers: Partial<Record<Command['kind'], Message>> = {
    queryParameters: { id: MessageId.parameters, replySerial: 1, parameters },
    queryAttributes: { id: MessageId.attributes, terminalType: 7, communication: 2, ...attributes },
  }
  const sent: Command[] = []
  const wayOf: Partial<Record<Command['kind'], Outcome>> = {}
  const say = await commanding(server, async (_, command) => {
    sent.push(command)
    const message = answers[command.kind]
    return { outcome: 'confirmed', result: 0, ...wayOf[command.kind], ...(message && { message }) }
  })
  const terminal = await newTerminal(server.db)
  const [path, confirmed] = [`/admin/device/${terminal.id}`, { outcome: 'confirmed', result: 0 }]
  expect((await say('POST', `${path}/parameters/query`)).data).toEqual({ ...confirmed, parameters })
  expect((await say('POST', `${path}/attributes/query`)).data).toEqual({ ...confirmed, attributes })
  expect((await say('PUT', `${path}/parameters`, { parameters: [{ id: 0x29, value: 15 }] })).data).toEqual(confirmed)
  expect(sent.at(-1)).toEqual({ kind: 'setParameters', parameters: [{ id: 0x29, value: 15 }] })
  wayOf.setParameters = { outcome: 'refused', result: 3 }
  expect((await say('PUT', `${path}/parameters`, { parameters: [{ id: 0x29, value: 20 }] })).data).toEqual({
    outcome: 'refused',
    result: 3,
  })
  for (const refused of [
    { id: 0x29, value: 0 },
    { id: 0x13, value: 1 },
  ])
    expect((await say('PUT', `${path}/parameters`, { parameters: [refused] })).msg).toContain('该参数不能是这个值')
  expect((await say('POST', `${path}/photo`)).msg).toBe('终端没有绑定对象')
  await admin!('PUT', '/admin/device', { id: terminal.id, objectId: (await newVehicle(server.db)).id })
  expect((await say('POST', `${path}/photo`, { channel: 2 })).data).toEqual(confirmed)
  expect(sent.at(-1)).toEqual({ kind: 'takePhoto', channel: 2 })
  expect((await admin!('POST', `${path}/parameters/query`)).data).toEqual({ outcome: 'offline', result: null, parameters: null })
})

test('photos belong to the object of the terminal, and its first binding takes over its connections', async () => {
  const terminal = await newTerminal(server.db)
  const [vehicle, next] = [await newVehicle(server.db), await newVehicle(server.db)]
  const come = (tenantId: number, time: string) =>
    server.db.owner.query(
      `insert into device_connection (tenant_id, device_id, time, authenticated, address) values ($1, $2, $3, $3, '10.0.0.7')`,
      [tenantId, terminal.id, time],
    )
  const list = async (what: string, call = admin) => (await call!('GET', `/admin/device/${terminal.id}/${what}/page`)).data
  await come(0, '2026-01-05 08:00:00+08')
  // The platform was killed and the terminal is not back: nobody noted when it left.
  expect(await list('connection')).toMatchObject({ total: 1, records: [{ ended: null, reason: 'unknown', address: '10.0.0.7' }] })
  await server.db.owner.query('update device set last_seen = now() where id = $1', [terminal.id])
  expect(await list('connection')).toMatchObject({ records: [{ ended: null, reason: null }] })
  await admin!('PUT', '/admin/device', { id: terminal.id, objectId: vehicle.id })
  await come(1, '2026-01-05 09:00:00+08')
  expect((await list('connection')).records.map(({ time }: { time: string }) => time)).toEqual([
    '2026-01-05 09:00:00',
    '2026-01-05 08:00:00',
  ])
  const photo = {
    tenantId: 1,
    deviceId: terminal.id,
    objectType: '1' as const,
    objectId: vehicle.id,
    event: 0,
    channel: 2,
    time: '2026-01-05 09:00:00+08',
    lng: 121.4,
    lat: 31.2,
    address: '南京路',
    received: '2026-01-05 09:00:02+08',
  }
  await server.db.system((tx) => tx.insert(terminalPhotos).values({ ...photo, fileName: 'a.jpg' }))
  expect(await list('photo')).toMatchObject({
    total: 1,
    records: [{ fileName: 'a.jpg', channel: 2, time: '2026-01-05 09:00:00', address: '南京路', received: '2026-01-05 09:00:02' }],
  })
  expect((await stranger!('GET', `/admin/device/${terminal.id}/photo/page`)).status).toBe(404)
  await admin!('PUT', '/admin/device', { id: terminal.id, objectId: next.id })
  expect(await list('photo')).toMatchObject({ total: 0, records: [] })
})
