import { exec } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, addViolation, startTestServer } from '../../../test-kit.ts'
import { openStore } from '../../files/open-store.ts'
import { rules } from '../../rules/table.ts'
import { terminalPhotos } from '../../terminals/table.ts'
import { alarmAttachments, recordings } from '../../video/table.ts'
import { violations } from '../table.ts'
import { entriesOf } from './zip.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let vehicle: Awaited<ReturnType<typeof addVehicle>>
let id: number
const [photo, clip, gone, driver] = ['a.jpg', 'b.mp4', 'c.mp4', 'd.jpg'].map((name) => name[0]!.repeat(31) + name) as [
  string,
  string,
  string,
  string,
]
const bytesOf = (name: string) => Buffer.from(name.repeat(5000))

beforeAll(async () => {
  server = await startTestServer()
  vehicle = await addVehicle(server.db)
  id = await addViolation(server.db, vehicle, [], '2026-02-02 08:00:00')
  const hours = [{ start: '08:00', end: '18:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }]
  const rule = {
    name: '超速',
    condition: { kind: 'speeding', limit: 60 },
    severity: 'alarm',
    minDuration: 0,
    cooldown: 0,
    hours,
  } as const
  await server.db.system(async (tx) => {
    const [added] = await tx
      .insert(rules)
      .values({ tenantId: 1, objectType: '1', ...rule })
      .returning({ id: rules.id })
    await tx
      .update(violations)
      .set({ ruleId: added!.id })
      .where(and(eq(violations.tenantId, 1), eq(violations.id, id)))
  })
  const store = await openStore(server.config)
  for (const name of [photo, clip, driver]) await (await store.receive(Readable.from([bytesOf(name)]))).keep(name)
  const { deviceId, vehicleId, terminalNo } = vehicle
  const taken = { time: '2026-02-02 08:00:20', received: '2026-02-02 08:00:21', event: 0, channel: 1, address: '' }
  const recorded = {
    vehicleId,
    terminalNo,
    stream: 'sub',
    cause: 'alarm',
    violationId: id,
    endTime: '2026-02-02 08:00:20',
  } as const
  await server.db.system(async (tx) => {
    await tx
      .insert(terminalPhotos)
      .values({ tenantId: 1, deviceId, objectType: '1', objectId: vehicleId, fileName: photo, ...taken })
    await tx.insert(recordings).values([
      { tenantId: 1, ...recorded, channel: 1, startTime: '2026-02-02 07:59:50', fileName: clip },
      { tenantId: 1, ...recorded, channel: 2, startTime: '2026-02-02 07:59:51', fileName: gone },
    ])
    const kept = {
      vehicleId,
      deviceId,
      uploadId: 1,
      kind: 'picture',
      channel: 65,
      fileSize: 1,
      sha256: '',
      original: 'd.jpg',
    } as const
    await tx.insert(alarmAttachments).values({ tenantId: 1, ...kept, time: '2026-02-02 08:00:00', fileName: driver })
  })
  await server.db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, mileage)
     select 1, $1, '2026-02-02 07:55:00+08'::timestamptz + i * interval '1 minute', 512, i, now(), 104000000 + i, 30000000, 605, 90, 4, 3, 0, 1000 + i
     from generate_series(0, 9) i`,
    [deviceId],
  )
})
afterAll(() => server.close())

const make = async (username: string, violationEventId = id, tenantId = 1) =>
  (await server.login(username, tenantId)).call('POST', '/admin/violationEvent/case', { violationEventId })
const take = (url: string) => server.app.inject({ url })

test('the case holds pictures, clips, positions and verdicts, and the hash of each file', async () => {
  const judge = await server.login('handler')
  await judge.call('PUT', '/admin/violationEvent', { id, alarmType: 0, notes: '确实超速' })
  const reply = await take((await make('viewer')).data.url)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip'])
  const entries = entriesOf(reply.rawPayload)
  const [picture, film] = ['pictures/01-20260202080020-CH1.jpg', 'clips/01-20260202075950-CH1.mp4']
  const attachment = 'attachments/01-20260202080000-CH65.jpg'
  expect([...entries.keys()]).toEqual(['case.txt', 'case.json', 'positions.csv', picture, film, attachment, 'hashes.txt'])
  expect(entries.get(picture)).toEqual(bytesOf(photo))
  expect(entries.get(film)).toEqual(bytesOf(clip))
  expect(entries.get(attachment)).toEqual(bytesOf(driver))
  const hashed = [...entries]
    .slice(0, -1)
    .map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
  expect(String(entries.get('hashes.txt'))).toBe(hashed.join(''))
  expect(String(entries.get('case.txt'))).toMatch(/违章事件: .*处理流程\r\n.*真实违章 {2}确实超速\r\n.*导出人: viewer\r\n/s)
  expect(String(entries.get('case.txt'))).toMatch(
    /当时的规则\r\n条件: 超速\r\n限值: 60 km\/h\r\n.*生效时段: 每天 08:00–18:00\r\n/s,
  )
  // As a person checks it who has the folder.
  const folder = await mkdtemp(join(tmpdir(), 'huanwei-case-'))
  for (const [name, bytes] of entries) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  const system = process.platform === 'darwin' ? 'macOS' : 'Linux'
  const command = new RegExp(`${system}: (.*)\r\n`).exec(String(entries.get('case.txt')))?.[1] ?? ''
  const run = () => promisify(exec)(command, { cwd: folder })
  expect((await run()).stdout.split('\n').filter((line) => line.endsWith(': OK'))).toHaveLength(6)
  await writeFile(join(folder, picture), 'another picture')
  await expect(run()).rejects.toThrow()
  await rm(folder, { recursive: true })
  const sheet = String(entries.get('positions.csv')).trim().split('\r\n')
  expect([sheet.length, sheet[1]]).toEqual([11, '2026-02-02 07:55:00,104,30,60.5,90,100,开'])
  const { files, evidence } = JSON.parse(String(entries.get('case.json')))
  expect(files.map((file: { isGone: boolean }) => file.isGone)).toEqual([false, false, true, false])
  expect(evidence.clips).toHaveLength(2)
})

test('an address is good once, for who sees the violation, and not when it is forged', async () => {
  const { url } = (await make('viewer')).data
  expect((await take(url.replace(/signature=.*/, 'signature=forged'))).statusCode).toBe(401)
  expect((await take(url)).statusCode).toBe(200)
  expect((await take(url)).statusCode).toBe(404)
  const theirs = await addVehicle(server.db, { department: '二部', plateNumber: '川A20002', terminalNo: '13900020002' })
  const hidden = await addViolation(server.db, theirs, [], '2026-02-02 08:00:00')
  expect((await make('admin', hidden)).status).toBe(200)
  expect((await make('viewer', hidden)).status).toBe(404)
  expect((await make('admin', id, 2)).status).toBe(404)
})
