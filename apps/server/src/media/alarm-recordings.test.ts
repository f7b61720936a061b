import { MessageId } from '@huanwei/terminal/messages/ids'
import { expect, test } from 'vitest'
import { timeText } from '../lib/time.ts'
import { addViolation } from '../test-kit.ts'
import { mediaKit } from './media.test-kit.ts'

const { ask, call, watch, openCamera, query, terminal, vehicleId, db, get } = mediaKit()

const list = (username: string, input: object = {}) =>
  call(username, 'GET', '/admin/video/record/page', { channel: undefined, ...input })

/** A violation of rule 1 that begins so many seconds from now. */
async function violate(seconds: number) {
  const { rows } = await query(
    'select v.dept_id, v.plate_number, d.id from vehicle v join device d on d.object_id = v.id where v.id = $1',
    [vehicleId()],
  )
  const [{ dept_id: deptId, plate_number: plateNumber, id: deviceId }] = rows
  const vehicle = { deptId, vehicleId: vehicleId(), deviceId, plateNumber }
  return addViolation(db(), vehicle, [], timeText(Date.now() + seconds * 1000))
}

/** Rule 1, which watches no vehicle: what it found of one would be checked against the stored positions, of which there are none, and deleted. */
const addRule = (record: boolean) =>
  query(
    `insert into monitoring_rule (tenant_id, id, name, object_type, condition, severity, hours, min_duration, cooldown, record_video)
     overriding system value values (1, 1, '离线', '2', '{"kind":"offline","after":900}', 'alarm', '[]', 0, 0, $1)
     on conflict (tenant_id, id) do update set record_video = $1`,
    [record],
  )

test('a violation of a rule that says so is recorded, from ten seconds before it where somebody watched; others are not', async () => {
  await addRule(false)
  await violate(0)
  const viewer = watch((await ask('admin')).data.url)
  const camera = await openCamera()
  // Fourteen seconds of pictures, a key frame every two.
  for (let i = 0; i < 14; i++) camera.send(i % 2 === 0, 1000 + i * 1000)
  await expect.poll(() => viewer.pictures.filter((kind) => kind === 'key' || kind === 'other').length).toBe(14)
  expect((await list('admin')).data.total).toBe(0)

  await query('delete from violation_event')
  await addRule(true)
  const old = await violate(-3600)
  const violationId = await violate(0)
  await expect
    .poll(async () => (await list('admin', { running: 'true' })).data.records)
    .toMatchObject([{ channel: 1, cause: 'alarm', violationId, endTime: null, createBy: '', isOwn: false }])
  camera.send(true, 15_000)
  // It keeps the stream on by itself.
  viewer.socket.close()
  await expect.poll(async () => (await list('admin', { running: 'false' })).data.records.length, { timeout: 40_000 }).toBe(1)
  const { records } = (await list('admin', { violationId })).data
  // The key frame before the last ten seconds, and all that came after it.
  expect(records).toMatchObject([{ frames: 13, endReason: 'limit', violationId }])
  const seconds = (Date.parse(records[0].endTime) - Date.parse(records[0].startTime)) / 1000
  expect(seconds).toBeGreaterThanOrEqual(11)
  expect((await list('admin', { violationId: old })).data.total).toBe(0)
  await terminal().next((one) => one.message.id === MessageId.controlVideo)

  // Who sees the violation sees its evidence, with the permission to watch or without.
  const { headers, status } = await list('handler')
  expect(status).toBe(403)
  const evidenceOf = (id: number) =>
    call('handler', 'GET', '/admin/violationEvent/evidence', { violationEventId: id, vehicleId: undefined, channel: undefined })
  expect(await evidenceOf(violationId)).toMatchObject({ status: 200, data: { clips: [{ id: records[0].id, cause: 'alarm' }] } })
  expect(await evidenceOf(old)).toMatchObject({ status: 200, data: { clips: [] } })
  const file = `/admin/sys-file/huanwei/${records[0].fileName}`
  expect((await get(file, headers)).statusCode).toBe(200)
  await query(`update vehicle set dept_id = (select dept_id from sys_dept where tenant_id = 1 and name = '二部') where id = $1`, [
    vehicleId(),
  ])
  expect((await get(file, headers)).statusCode).toBe(404)
}, 120_000)
