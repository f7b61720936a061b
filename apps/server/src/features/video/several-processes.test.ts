import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loopOf } from '@huanwei/fleet/cameras/picture-loop'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Changes, listen } from '../../db/changes.ts'
import { connectOwned, type OwnedDatabase } from '../../db/owned.ts'
import { timeText } from '../../lib/time.ts'
import { startAttachmentPort } from '../../media/attachments/attachment-port.ts'
import { readGrown } from '../../media/mp4/growing.ts'
import { PictureTags } from '../../media/picture-tags.ts'
import type { PictureListener } from '../../media/picture-viewer.ts'
import type { MediaShare } from '../../media/share.ts'
import { startFtpPort } from '../../media/uploads/ftp-port.ts'
import { type Latest, startLatest } from '../../position/latest/latest.ts'
import type { EndedUpload } from '../../position/link.ts'
import { addVehicle, addViolation, createTestDatabase } from '../../test-kit.ts'
import { diskStore, type FileStore } from '../files/file-store.ts'
import { askForAttachments } from './attachments/asking.ts'
import { recordAlarms } from './recordings/alarms.ts'
import { keepAbandoned } from './recordings/jobs.ts'
import { createRecordings, type Wish } from './recordings/running.ts'
import { addUpload } from './uploads/queries.ts'
import { Uploads } from './uploads/running.ts'

let db: OwnedDatabase
let changes: Changes
let latest: Latest
let vehicle: Awaited<ReturnType<typeof addVehicle>>
let dir: string
let store: FileStore
beforeAll(async () => {
  db = connectOwned(await createTestDatabase(), { system: 3, app: 5 })
  changes = await listen(db.addresses.app)
  latest = await startLatest({ db, changes, log })
  vehicle = await addVehicle(db)
  await db.owner.query('update vehicle set vehicle_camera = 1')
  await vi.waitUntil(() => latest.vehicles.of(1).get(vehicle.vehicleId)?.vehicleCamera === 1, 60_000)
  dir = await mkdtemp(join(tmpdir(), 'huanwei-several-'))
  store = await diskStore(join(dir, 'files'))
})
afterAll(async () => {
  await latest.close()
  await changes.close()
  await db.close()
  await rm(dir, { recursive: true })
})

const log = pino({ level: 'error' })
const config = { JT1078_HOST: '127.0.0.1', KEEP_DAYS: 30 }

/** The share of one of several processes, on the host of that name: these organisations are its own. */
function processOn(host: string, id: number, tenantIds: number[]) {
  const own = new Set(tenantIds)
  const gone = new Set<string>()
  const share: MediaShare = {
    name: `${host} ${id}`,
    isAtWork: (name) => name !== '' && !gone.has(name),
    hasDiskOf: (name) => name === '' || name.startsWith(`${host} `),
    isHere: (tenantId) => own.has(tenantId),
    places: { of: (tenantId) => (own.has(tenantId) ? undefined : 'http://other'), missed: () => undefined, secret: 'x' },
  }
  return { share, own, gone }
}

const wish = (channel: number): Wish => ({
  tenantId: 1,
  vehicleId: vehicle.vehicleId,
  deviceId: vehicle.deviceId,
  terminalNo: vehicle.terminalNo,
  channel,
  stream: 'sub',
  cause: 'demand',
  seconds: 600,
})

/** Five seconds of pictures at once. */
function record(_: object, recorder: PictureListener) {
  const tags = new PictureTags()
  for (const [i, { isKey, data }] of loopOf(1).slice(0, 60).entries()) {
    const kind = isKey ? PacketKind.intra : PacketKind.predicted
    const tag = tags.take({ codec: Codec.h264, kind, timestamp: i * 83, data, isAfterLoss: false })
    if (typeof tag === 'object' && tags.description) recorder.show(tag, tags.description)
  }
  return () => undefined
}

const unended = async () =>
  (await db.owner.query('select channel, holder from video_recording where end_time is null order by 1')).rows

test('what another process records is ended when that one is gone, by one that has its disk', async () => {
  const partsOf = ({ share }: { share: MediaShare }, folder: string) => {
    const recordings = createRecordings({ db, store, media: { record }, share, folder, log })
    return { db, recordings, share, log }
  }
  const [here, there] = [join(dir, 'here'), join(dir, 'there')]
  const [writer, neighbour, stranger] = [processOn('a', 1, [1]), processOn('a', 2, []), processOn('b', 1, [])]
  const [own, near, far] = [partsOf(writer, here), partsOf(neighbour, here), partsOf(stranger, there)]
  await own.recordings.start(wish(1))
  const { rows } = await db.owner.query('select file_name from video_recording')
  await expect
    .poll(async () => (await readGrown(join(here, rows[0].file_name)).catch(() => undefined))?.samples.length)
    .toBeGreaterThan(40)
  for (const one of [own, near, far]) await keepAbandoned(one)
  expect(await unended()).toEqual([{ channel: 1, holder: 'a 1' }])
  for (const { gone } of [neighbour, stranger]) gone.add('a 1')
  await keepAbandoned(far)
  expect(await unended()).toEqual([{ channel: 1, holder: 'a 1' }])
  await keepAbandoned(near)
  expect(await unended()).toEqual([])
  const kept = await db.owner.query('select end_reason, frames > 40 as is_whole from video_recording')
  expect(kept.rows).toEqual([{ end_reason: 'stopped', is_whole: true }])
  // One that has another name by now finds it on the disk that both had.
  await own.recordings.start(wish(2))
  await expect.poll(unended).toEqual([{ channel: 2, holder: 'a 1' }])
  const late = processOn('c', 1, [])
  late.gone.add('a 1')
  await expect
    .poll(async () => {
      await keepAbandoned(partsOf(late, here))
      return unended()
    })
    .toEqual([])
  await own.recordings.close()
})

test('a recording ends when another process has its organisation', async () => {
  const { share } = processOn('a', 1, [1])
  const recordings = createRecordings({ db, store, media: { record }, share, folder: join(dir, 'moved'), log })
  const id = await recordings.start(wish(3))
  // For a moment nobody has it.
  share.places.of = () => null
  await pause(1500)
  expect(await unended()).toEqual([{ channel: 3, holder: 'a 1' }])
  share.places.of = () => 'http://other'
  await expect.poll(unended).toEqual([])
  const { rows } = await db.owner.query('select end_reason, frames > 40 as is_whole from video_recording where id = $1', [id])
  expect(rows).toEqual([{ end_reason: 'stopped', is_whole: true }])
  await recordings.close()
})

test('nothing is left on the disk of a recording that another process kept while this one was paused', async () => {
  const { share } = processOn('a', 1, [1])
  const folder = join(dir, 'paused')
  const recordings = createRecordings({ db, store, media: { record }, share, folder, log })
  const id = await recordings.start(wish(4))
  await db.owner.query('update video_recording set end_time = now() where id = $1', [id])
  await expect.poll(() => readdir(folder)).toHaveLength(1)
  expect(await recordings.stop(id)).toBe(false)
  expect(await readdir(folder)).toEqual([])
})

test('an alarm is recorded by the process that has the organisation, and by the one that has it next', async () => {
  await db.owner.query(
    `insert into monitoring_rule (tenant_id, id, name, object_type, condition, severity, hours, min_duration, cooldown, record_video)
     overriding system value values (1, 1, '离线', '2', '{"kind":"offline","after":900}', 'alarm', '[]', 0, 0, true)`,
  )
  const started: string[] = []
  const [first, second] = [processOn('a', 1, [1]), processOn('a', 2, [2])]
  const stops = [first, second].map(({ share }) =>
    recordAlarms({
      db,
      changes,
      latest,
      terminalOf: async () => vehicle,
      media: { isOn: () => false },
      recordings: { start: async ({ violationId }) => started.push(`${share.name}: ${violationId}`) },
      share,
      log,
    }),
  )
  const id = await addViolation(db, vehicle, [], timeText(Date.now()))
  await expect.poll(() => started, { timeout: 20_000 }).toEqual([`a 1: ${id}`])
  first.own.delete(1)
  second.own.add(1)
  await expect.poll(() => started, { timeout: 20_000 }).toEqual([`a 1: ${id}`, `a 2: ${id}`])
  for (const stop of stops) await stop()
})

test('a terminal is asked to upload by the process that has its organisation, and at once by the one that has it next', async () => {
  const newRow = (tenantId: number, deviceId: number) => ({
    tenantId,
    deviceId,
    vehicleId: deviceId,
    channel: 1,
    networks: 7,
    userId: 1,
    createBy: 'admin',
    startTime: '2026-11-01 08:00:00',
    endTime: '2026-11-01 08:01:00',
    ftpUser: `u${deviceId}`,
    ftpPassword: 'secret',
  })
  for (const row of [newRow(1, 101), newRow(2, 102)]) await db.system((tx) => addUpload(tx, row))
  const asked: string[] = []
  async function start({ share }: { share: MediaShare }) {
    const folder = join(dir, `uploads ${share.name}`)
    const ftp = await startFtpPort({ host: '127.0.0.1', port: 0, publicHost: '127.0.0.1', folder, log })
    let tell: (ended: EndedUpload) => void = () => undefined
    const uploads = new Uploads({
      db,
      store,
      ftp,
      remoteOf: async () => undefined,
      send: async (deviceId, command) => {
        const isOwnPort = 'port' in command && command.port === ftp.port
        asked.push(`${share.name} asks ${deviceId}${isOwnPort ? '' : ' for another'}`)
        return { outcome: 'confirmed', result: null, serial: deviceId }
      },
      onUploadEnded: (listener) => {
        tell = listener
      },
      config: { ...config, DATA_DIR: dir },
      share,
      log,
    })
    return { ftp, uploads, tell: (ended: EndedUpload) => tell(ended) }
  }
  const [first, second, none] = [processOn('a', 1, [1]), processOn('a', 2, [2]), processOn('a', 3, [])]
  const [one, two, api] = [await start(first), await start(second), await start(none)]
  await expect.poll(() => asked.toSorted(), { timeout: 20_000 }).toEqual(['a 1 asks 101', 'a 2 asks 102'])
  const states = async () =>
    (await db.owner.query('select state from video_upload order by device_id')).rows.map(({ state }) => state)
  await expect.poll(states).toEqual(['asked', 'asked'])
  // The terminal says that it has sent all: only the process that took it knows.
  api.tell({ deviceId: 101, serial: 101, isGood: true })
  await api.uploads.close()
  expect(await states()).toEqual(['asked', 'asked'])
  expect([one.ftp.stateOf('u101')?.files, two.ftp.stateOf('u101')]).toEqual([0, undefined])
  // Not yet the second's: for a moment nobody has it.
  let looks = 0
  first.share.places.of = () => {
    looks++
    return null
  }
  first.own.delete(1)
  await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(1)
  expect(one.ftp.stateOf('u101')).toBeDefined()
  first.share.places.of = () => 'http://second'
  second.own.add(1)
  await expect.poll(() => asked.slice(2), { timeout: 20_000 }).toEqual(['a 2 asks 101'])
  await expect.poll(() => one.ftp.stateOf('u101'), { timeout: 20_000 }).toBeUndefined()
  expect(two.ftp.stateOf('u101')?.files).toBe(0)
  for (const { uploads, ftp } of [one, two]) {
    await uploads.close()
    await ftp.close()
  }
  await api.ftp.close()
}, 60_000)

test('files of alarms are asked for by the process that has the organisation, and at once by the one that has it next', async () => {
  const asked: string[] = []
  const mark = (digit: number) => String(digit).repeat(32)
  await db.owner.query(
    `insert into alarm_upload (tenant_id, vehicle_id, device_id, terminal_no, mark, alarm_number, time, files)
     select id, id, 200 + id, 'x', repeat(id::text, 32), repeat(id::text, 32), now(), 1 from sys_tenant`,
  )
  async function start({ share }: { share: MediaShare }) {
    const folder = join(dir, `attachments ${share.name}`)
    const attachments = await startAttachmentPort({ host: '127.0.0.1', port: 0, folder, log })
    const stop = askForAttachments({
      db,
      store,
      changes,
      ingest: {
        send: async (deviceId, command) => {
          const isOwnPort = 'port' in command && command.port === attachments.port
          asked.push(`${share.name} asks ${deviceId}${isOwnPort ? '' : ' for another'}`)
          return { outcome: 'confirmed', result: null }
        },
      },
      attachments,
      remoteOf: async () => undefined,
      config: { ...config, DATA_DIR: dir },
      share,
      log,
    })
    return async () => {
      await stop()
      await attachments.close()
    }
  }
  const [first, second, none] = [processOn('a', 1, [1]), processOn('a', 2, [2]), processOn('a', 3, [])]
  const stops = [await start(first), await start(second), await start(none)]
  await expect.poll(() => asked.toSorted(), { timeout: 20_000 }).toEqual(['a 1 asks 201', 'a 2 asks 202'])
  const states = async () => (await db.owner.query('select mark, state from alarm_upload order by device_id')).rows
  await expect.poll(states).toEqual([
    { mark: mark(1), state: 'asked' },
    { mark: mark(2), state: 'asked' },
  ])
  first.own.delete(1)
  // While it is nobody's, a driver is on the phone.
  await db.owner.query(
    `insert into monitoring_rule (tenant_id, id, name, object_type, condition, severity, hours, min_duration, cooldown)
     overriding system value values (1, 2, '接打电话', '1', '{"kind":"activeSafety","addition":101,"types":[2]}', 'alarm', '[]', 0, 0)`,
  )
  const time = timeText(Date.now() - 60_000)
  await db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, additions)
     values (1, $1, $2, 512, 1, now(), 0, 0, 0, 0, 0, 0, 0, $3)`,
    [vehicle.deviceId, time, { activeSafety: [{ kind: 'dsm', type: 2, mark: '1'.repeat(32) }] }],
  )
  const id = await addViolation(db, vehicle, [], time)
  await db.owner.query('update violation_event set rule_id = 2 where id = $1', [id])
  second.own.add(1)
  await expect
    .poll(() => asked.slice(2).toSorted(), { timeout: 20_000 })
    .toEqual(['a 2 asks 201', `a 2 asks ${vehicle.deviceId}`].toSorted())
  for (const stop of stops) await stop()
}, 60_000)
