import { setTimeout as pause } from 'node:timers/promises'
import { SimulatedVideoServer } from '@huanwei/fleet/video-server/video-server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createJobs } from '../../features/jobs/jobs.ts'
import { startServerAlarmJobs } from '../../features/video/server-alarms/jobs.ts'
import { outsideFetch, outsideStream } from '../../http/outside-fetch.ts'
import { timeText } from '../../lib/time.ts'
import { type Ingest, startIngest } from '../../position/link.ts'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { addCameras, nameVideoServer } from './remote.test-kit.ts'
import { VideoServer } from './video-server.ts'

const did = 'A00013900'
const device = { did, plate: '川A00001', channels: 2, isOnline: true, files: [] }
const remote = new SimulatedVideoServer({ account: 'monitor', password: 'remote-secret', devices: [device] })
const quiet = { info: () => undefined, error: () => undefined }
let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let ingest: Ingest
let stopAsking: () => Promise<void>
let photo: Buffer

beforeAll(async () => {
  const address = `http://127.0.0.1:${await remote.listen()}`
  server = await startTestServer({ PRIVATE_HOSTS: '127.0.0.1' }, undefined, async ({ DATA_DIR }, { addresses }) => {
    const config = readConfig({ JT808_PORT: '0', DEMO: 'off', LOG_LEVEL: 'error', DATA_DIR })
    ingest = await startIngest({ config, addresses, log: console })
    return ingest
  })
  admin = await server.login('admin')
  const { vehicleId, plateNumber } = await addVehicle(server.db)
  device.plate = plateNumber
  await addCameras(server, vehicleId, did)
  await nameVideoServer(admin, address, vehicleId)
  await query(
    `insert into monitoring_rule (tenant_id, name, object_type, condition, severity, hours, min_duration, cooldown, create_time, change_time)
     values (1, '接打电话', '1', '{"kind":"activeSafety","addition":101,"types":[2]}', 'alarm', '[]', 0, 0, now() - interval '1 day', now() - interval '1 day')`,
  )
  photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
  // Asks at once and often, beside the job of the server.
  const access = { address, account: 'monitor', password: 'remote-secret' }
  const own = { fetch: outsideFetch(() => true), stream: outsideStream(() => true), streamPublic: outsideStream(() => false) }
  const known = { server: new VideoServer(access, own), number: did }
  const { db, latest, changes } = server
  const jobs = createJobs({ db, log: quiet })
  const remoteOf = async () => known
  stopAsking = startServerAlarmJobs({ db, latest, changes, remoteOf, jobs, log: quiet, everyMs: 200 })
  // The first violation shows that the rule is in force.
  for (let n = 0; !(await list(admin)).length; n++) {
    hold(`first ${n}`, ago(3000) + n * 1000)
    await pause(300)
  }
}, 120_000)
afterAll(async () => {
  await stopAsking()
  await server.close()
  await ingest.close()
  await remote.close()
})

const query = async (sql: string, values: unknown[] = []) => (await server.db.owner.query(sql, values)).rows
const list = async (who: typeof admin) =>
  (await who.call('GET', '/admin/violationEvent/page?alarmType=-1&current=1&size=100')).data.records

/** The server has an alarm that began at this moment. */
const hold = (guid: string, stm: number) =>
  remote.evidence.alarms.push({ guid, did, atp: 620, stm, etm: 0, slng: 104_070_000, slat: 30_660_000 })
const violationAt = async (time: number, who = admin) =>
  (await list(who)).find((one: { createTime: string }) => one.createTime === timeText(time))
/** Files of a violation; nobody waits for the time at which the server is asked for them. */
async function evidenceOf(violationEventId: number) {
  await query(`update alarm_upload set next_time = now() where state = 'waiting'`)
  return (await admin.call('GET', `/admin/violationEvent/evidence?violationEventId=${violationEventId}`)).data.attachments
}
const fetched = async (id: number) => {
  await evidenceOf(id)
  return query('select state, tries from alarm_upload where mark = $1', [`server ${id}`])
}
const ago = (seconds: number) => Math.floor(Date.now() / 1000) * 1000 - seconds * 1000
const patient = { timeout: 60_000, interval: 300 }

test('an alarm of the server is a violation for who sees the vehicle, and what the server holds of it comes by itself', async () => {
  const time = ago(30)
  const held = { did, chn: 0, alarmType: 620, isVideo: false, bytes: photo }
  remote.evidence.files.push({ ...held, id: 'photo', time }, { ...held, id: 'early', time: time - 300_000 })
  hold('one', time)
  await expect
    .poll(() => violationAt(time), patient)
    .toMatchObject({ violationEvent: '接打电话', objectName: device.plate, alarmType: -1 })
  const { id } = await violationAt(time)
  expect(await violationAt(time, await server.login('handler'))).toMatchObject({ id })
  expect(await list(await server.login('admin', 2))).toEqual([])

  await expect.poll(() => evidenceOf(id), patient).toMatchObject([{ kind: 'picture', channel: 1 }])
  await expect.poll(() => fetched(id), patient).toEqual([{ state: 'done', tries: 3 }])
  expect(await evidenceOf(id)).toHaveLength(1)
}, 150_000)

test('files at hosts of this network are not asked for, and what the server does not give is given up', async () => {
  const time = ago(600)
  remote.fileHost = 'localhost'
  remote.fetched.length = 0
  remote.evidence.files.push({ did, chn: 1, alarmType: 620, isVideo: false, bytes: photo, id: 'elsewhere', time })
  await expect.poll(() => violationAt(time), patient).toBeDefined()
  const { id } = await violationAt(time)
  await expect.poll(() => fetched(id), patient).toEqual([{ state: 'failed', tries: 3 }])
  expect(remote.fetched).toEqual([])
  expect(await evidenceOf(id)).toEqual([])
}, 150_000)

/** The vehicle's terminal reports the alarm of a violation too: that is merged into its own, whose id this returns. */
async function report(id: number): Promise<number> {
  const columns = `tenant_id, create_time, end_time, last_time, rule_id, object_type, object_id, object_name, object_type_value, dept_id, dept_name,
    violation_event, severity, position, execute_action`
  const [own] = await query(
    `with own as (
       insert into violation_event (${columns}, device_id)
       select ${columns}, (select id from device where object_id = e.object_id) from violation_event e where id = $1 returning id
     )
     update violation_event e set merged_into = own.id from own where e.id = $1 returning own.id::int`,
    [id],
  )
  return own.id
}
const keptOf = async (ids: number[]) =>
  (
    await query(
      'select from alarm_attachment a join alarm_upload u on u.tenant_id = a.tenant_id and u.id = a.upload_id where u.mark = any($1)',
      [ids.map((id) => `server ${id}`)],
    )
  ).length

test.each([true, false])(
  'files of an alarm that is merged are fetched once, and are those of its whole (fetched before: %s)',
  async (isFetchedBefore) => {
    const time = ago(isFetchedBefore ? 1200 : 1600)
    remote.fileHost = '127.0.0.1'
    remote.evidence.files.push({ did, chn: 0, alarmType: 620, isVideo: false, bytes: photo, id: `merged ${time}`, time })
    await expect.poll(() => violationAt(time), patient).toBeDefined()
    const { id } = await violationAt(time)
    if (isFetchedBefore) await expect.poll(() => evidenceOf(id), patient).toHaveLength(1)
    const whole = await report(id)
    await expect.poll(() => fetched(whole), patient).toEqual([{ state: 'done', tries: 3 }])
    expect(await evidenceOf(whole)).toMatchObject([{ kind: 'picture', channel: 1 }])
    expect(await keptOf([id, whole])).toBe(1)
  },
  150_000,
)
