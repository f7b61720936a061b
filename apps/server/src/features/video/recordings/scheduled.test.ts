import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Status } from '@huanwei/contract/live/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { loopOf } from '@huanwei/fleet/cameras/picture-loop'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Changes, listen } from '../../../db/changes.ts'
import { connectOwned, type OwnedDatabase } from '../../../db/owned.ts'
import { PictureTags } from '../../../media/picture-tags.ts'
import type { PictureListener } from '../../../media/picture-viewer.ts'
import { wholeShare } from '../../../media/share.ts'
import { type Latest, startLatest } from '../../../position/latest/latest.ts'
import { addVehicle, createTestDatabase } from '../../../test-kit.ts'
import { diskStore, type FileStore } from '../../files/file-store.ts'
import { terminals } from '../../terminals/table.ts'
import { vehicles } from '../../vehicles/table.ts'
import { keepAbandoned, removeScheduledBeyond } from './jobs.ts'
import { createRecordings } from './running.ts'
import { recordBySchedule, type ScheduleParts } from './scheduled.ts'

let db: OwnedDatabase
let changes: Changes
let latest: Latest
let vehicle: Awaited<ReturnType<typeof addVehicle>>
let dir: string
let store: FileStore
const closing: (() => unknown)[] = []
const log = { error: (what: object, text: string) => console.error(text, what) }

beforeAll(async () => {
  db = connectOwned(await createTestDatabase(), { system: 3, app: 5 })
  changes = await listen(db.addresses.app)
  latest = await startLatest({ db, changes, log })
  vehicle = await addVehicle(db)
  await db.owner.query('update vehicle set vehicle_camera = 3, hide_channel = $1', [[2]])
  await vi.waitUntil(() => latest.vehicles.of(1).get(vehicle.vehicleId)?.vehicleCamera === 3, 60_000)
  dir = await mkdtemp(join(tmpdir(), 'huanwei-scheduled-'))
  store = await diskStore(join(dir, 'files'))
})
beforeEach(() => {
  isThere = true
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await db.owner.query('delete from recording_schedule')
  await db.owner.query('delete from video_recording')
})
afterAll(async () => {
  await latest.close()
  await changes.close()
  await db.close()
  await rm(dir, { recursive: true })
})

let isThere = true
/** The vehicles, which report or do not. */
const reporting = {
  vehicles: {
    of: (tenantId: number) => ({
      get(id: number) {
        const entry = latest.vehicles.of(tenantId).get(id)
        return entry && { ...entry, live: { ...entry.live, status: isThere ? Status.moving : Status.offline } }
      },
    }),
  },
} as unknown as ScheduleParts['latest']

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

type Recording = Parameters<typeof createRecordings>[0]
type Options = Partial<Pick<Recording, 'media' | 'store' | 'log'> & Pick<ScheduleParts, 'terminalOf' | 'now'>> & {
  isHere?: boolean
}
const ownTerminal: ScheduleParts['terminalOf'] = async () => ({ deviceId: vehicle.deviceId, terminalNo: vehicle.terminalNo })

/** One process that records by schedule. */
function processWith({ isHere = true, media = { record }, ...given }: Options = {}) {
  const parts = { db, store, terminalOf: ownTerminal, now: Date.now, log, ...given }
  const recordings = createRecordings({ ...parts, media, share: wholeShare, folder: join(dir, 'pieces') })
  const schedules = recordBySchedule({ ...parts, latest: reporting, recordings, share: { isHere: () => isHere } })
  async function close() {
    await schedules.close()
    await recordings.close()
  }
  closing.push(close)
  return { recordings, schedules, close }
}

const always = { start: '00:00', end: '24:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }
async function addSchedule(fields: Partial<typeof always> & { channels?: number[]; deptId?: number; stream?: string } = {}) {
  const { start, end, weekdays, channels = [], stream = 'sub', deptId } = { ...always, ...fields }
  const { rows } = await db.owner.query(
    `insert into recording_schedule (tenant_id, name, dept_id, vehicle_id, channels, stream, start, "end", weekdays)
     values (1, '计划', $1, $2, $3, $4, $5, $6, $7) returning id`,
    [deptId ?? null, deptId ? null : vehicle.vehicleId, channels, stream, start, end, weekdays],
  )
  return rows[0].id as number
}
const rows = async () =>
  (
    await db.owner.query(
      `select channel, stream, cause, schedule_id as "scheduleId", end_time is null as "isRunning" from video_recording order by channel, id`,
    )
  ).rows
const running = async () => (await rows()).filter(({ isRunning }) => isRunning).map(({ channel }) => channel)

test('the cameras that are shown are recorded while the hours last, each once, and it says by which schedule', async () => {
  const id = await addSchedule()
  // Another one for the same cameras changes nothing.
  await addSchedule({ stream: 'main' })
  const { schedules } = processWith()
  const one = { stream: 'sub', cause: 'schedule', scheduleId: id, isRunning: true }
  await expect.poll(rows).toEqual([
    { channel: 1, ...one },
    { channel: 3, ...one },
  ])
  schedules.run()
  await schedules.close()
  expect(await running()).toEqual([1, 3])
})

test('only the named channels are recorded, and vehicles of the department and those below it', async () => {
  const { rows: roots } = await db.owner.query('select dept_id as id from sys_dept where tenant_id = 1 and parent_id = 0')
  await addSchedule({ channels: [3], deptId: roots[0].id })
  processWith()
  await expect.poll(running).toEqual([3])
})

test('before and after its hours nothing is recorded; a night goes over midnight', async () => {
  // A Wednesday, 23:30 and 07:30 of the next day in Shanghai.
  let at = Date.parse('2026-03-04T23:30:00+08:00')
  await addSchedule({ start: '22:00', end: '06:00', weekdays: [3] })
  const { schedules, recordings } = processWith({ now: () => at })
  await expect.poll(running).toEqual([1, 3])
  at = Date.parse('2026-03-05T05:00:00+08:00')
  schedules.run()
  await expect.poll(() => recordings.ofSchedules().length).toBe(2)
  at = Date.parse('2026-03-05T07:30:00+08:00')
  schedules.run()
  await expect.poll(running).toEqual([])
  expect(await rows()).toHaveLength(2)
})

test('a schedule that is stopped, removed or about something else ends what it recorded', async () => {
  const id = await addSchedule()
  const { schedules } = processWith()
  await expect.poll(running).toEqual([1, 3])
  await db.owner.query('update recording_schedule set channels = $1', [[1]])
  schedules.run()
  await expect.poll(running).toEqual([1])
  await db.owner.query(`update recording_schedule set stream = 'main'`)
  schedules.run()
  await expect.poll(async () => (await rows()).filter((one) => one.isRunning)).toMatchObject([{ channel: 1, stream: 'main' }])
  await db.owner.query('delete from recording_schedule where id = $1', [id])
  schedules.run()
  await expect.poll(running).toEqual([])
})

test('a terminal that comes late is recorded from then on', async () => {
  await addSchedule()
  isThere = false
  const { schedules } = processWith()
  schedules.run()
  await schedules.close()
  expect(await rows()).toEqual([])
  isThere = true
  processWith()
  await expect.poll(running).toEqual([1, 3])
})

test('a piece that has ended is followed by the next one at once, which does not wait until it is kept', async () => {
  await addSchedule({ channels: [1] })
  const { recordings } = processWith()
  await expect.poll(running).toEqual([1])
  const [first] = recordings.ofSchedules()
  await recordings.stop(first!.id)
  await expect.poll(() => recordings.ofSchedules().map(({ id }) => id)).not.toContain(first!.id)
  await expect.poll(async () => (await rows()).map(({ isRunning }) => isRunning)).toEqual([false, true])
})

test('a camera that sends no picture is left alone for a while, and nothing is kept of it', async () => {
  let at = Date.now()
  let asked = 0
  const media = {
    record() {
      asked++
      return () => undefined
    },
  }
  await addSchedule({ channels: [1] })
  const { schedules } = processWith({ now: () => at, media })
  await expect.poll(running).toEqual([1])
  // A recording has its own clock.
  at = Date.now() + 61_000
  schedules.run()
  await expect.poll(rows).toEqual([])
  schedules.run()
  at += 4 * 60_000
  schedules.run()
  expect(await rows()).toEqual([])
  expect(asked).toBe(1)
  at += 2 * 60_000
  schedules.run()
  await expect.poll(() => asked).toBe(2)
})

/** Deletes the folder before the first picture. */
function unwritable(camera: object, recorder: PictureListener) {
  rmSync(join(dir, 'pieces'), { recursive: true })
  return record(camera, recorder)
}
/** Pictures of two sizes one after the other. */
function changing(camera: object, recorder: PictureListener) {
  setImmediate(() => {
    record(camera, recorder)
    record(camera, { show: (tag, description) => recorder.show(tag, Buffer.concat([description, Buffer.of(0)])) })
  })
  return () => undefined
}

test.each([
  { what: 'cannot be written', begin: unwritable, logged: 'a recording by schedule could not be written' },
  { what: 'changes its pictures at once', begin: changing, logged: undefined },
])('a camera that $what is left alone for a while', async ({ begin, logged }) => {
  let at = Date.now()
  const asked: object[] = []
  const errors: string[] = []
  const media = {
    record(camera: object, recorder: PictureListener) {
      asked.push(camera)
      return begin(camera, recorder)
    },
  }
  await addSchedule({ channels: [1] })
  const own = { error: (_: object, text: string) => void errors.push(text) }
  const { schedules, recordings } = processWith({ now: () => at, media, log: own })
  await expect.poll(() => [asked.length, recordings.ofSchedules().length]).toEqual([1, 0])
  // Once the next one was begun the first was looked at as well.
  await db.owner.query('update recording_schedule set channels = $1', [[1, 3]])
  schedules.run()
  await expect.poll(() => asked).toHaveLength(2)
  await expect.poll(() => recordings.ofSchedules().length).toBe(0)
  expect(asked).toMatchObject([{ channel: 1 }, { channel: 3 }])
  expect(errors).toEqual(logged ? [logged, logged] : [])
  at += 6 * 60_000
  schedules.run()
  await expect.poll(() => asked).toHaveLength(4)
})

test('the next recordings begin while those before are still being kept, and the end waits for these', async () => {
  await addSchedule({ channels: [1] })
  const { promise: free, resolve: release } = Promise.withResolvers<void>()
  const slow: FileStore = {
    ...store,
    async receive(...given) {
      await free
      return store.receive(...given)
    },
  }
  const { schedules, recordings } = processWith({ store: slow })
  await expect.poll(running).toEqual([1])
  await db.owner.query('update recording_schedule set channels = $1', [[3]])
  schedules.run()
  await expect.poll(() => recordings.ofSchedules().map(({ wish }) => wish.channel)).toEqual([3])
  release()
  await schedules.close()
  expect(await running()).toEqual([3])
})

test('an error of one organisation keeps no other from its recordings', async () => {
  await addSchedule({ channels: [1] })
  const { rows: depts } = await db.owner.query('select min(dept_id) as id from sys_dept where tenant_id = 2')
  const ofOther = { tenantId: 2, deptId: depts[0].id, plateNumber: '川B00001', initials: '川b00001', plateColour: 2 }
  const fields = { ...ofOther, vehicleType: '1', vehicleFunction: '1', vehicleCamera: 1 }
  const other = await db.system(async (tx) => {
    const [added] = await tx.insert(vehicles).values(fields).returning()
    const bound = { objectType: ObjectType.vehicle, objectId: added!.id }
    await tx.insert(terminals).values({ tenantId: 2, terminalNo: '13900000022', ...bound })
    return added
  })
  await vi.waitUntil(() => latest.vehicles.of(2).get(other!.id)?.terminalNo, 60_000)
  await db.owner.query(
    `insert into recording_schedule (tenant_id, name, vehicle_id, channels, stream, start, "end", weekdays)
     values (2, '计划', $1, '{1}', 'sub', '00:00', '24:00', '{1,2,3,4,5,6,7}')`,
    [other!.id],
  )
  const asked = new Set<number>()
  const terminalOf: ScheduleParts['terminalOf'] = async (tenantId) => {
    asked.add(tenantId)
    if (tenantId === 1) throw new Error('the database is away')
    return undefined
  }
  const errors: string[] = []
  processWith({ terminalOf, log: { error: (_, text) => void errors.push(text) } })
  await expect.poll(() => [...asked]).toEqual([1, 2])
  expect(errors[0]).toBe('a recording by schedule could not begin')
})

test('an organisation has so many at a time, and one whose cameras are another process’s has none here', async () => {
  await addSchedule()
  await db.owner.query('update vehicle set vehicle_camera = 20')
  await vi.waitUntil(() => latest.vehicles.of(1).get(vehicle.vehicleId)?.vehicleCamera === 20, 60_000)
  const elsewhere = processWith({ isHere: false })
  elsewhere.schedules.run()
  await elsewhere.close()
  expect(await rows()).toEqual([])
  const { recordings } = processWith()
  await expect.poll(() => recordings.ofSchedules().length).toBe(16)
  // A place that becomes free is for who waits longest.
  const [first] = recordings.ofSchedules()
  await recordings.stop(first!.id)
  await expect.poll(() => recordings.ofSchedules().length).toBe(16)
  const channels = recordings.ofSchedules().map(({ wish }) => wish.channel)
  expect([channels.includes(first!.wish.channel), channels.includes(18)]).toEqual([false, true])
  // People have the rest.
  const demand = { ...vehicle, tenantId: 1, channel: 1, stream: 'sub', cause: 'demand', seconds: 5 } as const
  const { deptId: _, plateNumber: __, ...wish } = demand
  expect(await recordings.start(wish)).toBeGreaterThan(0)
  expect(recordings.ofSchedules()).toHaveLength(16)
  await db.owner.query('update vehicle set vehicle_camera = 3')
  await vi.waitUntil(() => latest.vehicles.of(1).get(vehicle.vehicleId)?.vehicleCamera === 3, 60_000)
})

test('what a process that died has recorded is kept, and the next one goes on', async () => {
  await addSchedule({ channels: [1] })
  const { recordings, schedules } = processWith()
  await expect.poll(running).toEqual([1])
  await schedules.close()
  await db.owner.query(`update video_recording set holder = 'gone'`)
  closing.length = 0
  const next = processWith()
  await expect.poll(async () => (await rows()).length).toBe(2)
  await keepAbandoned({ db, recordings: next.recordings, share: { ...wholeShare, hasDiskOf: () => true }, log })
  await expect.poll(async () => (await rows()).map(({ isRunning }) => isRunning)).toEqual([false, true])
  await recordings.close()
})

test('the oldest recordings by schedule make room, and no others', async () => {
  const insert = `insert into video_recording (tenant_id, vehicle_id, terminal_no, channel, stream, cause, start_time, end_time, file_name, file_size)
    values (1, 1, '1', 1, 'sub', $1, $2, $2, $3, 100)`
  const files: [string, string, string][] = [
    ['schedule', '2026-01-01 08:00:00', 'oldest.mp4'],
    ['demand', '2026-01-01 09:00:00', 'asked.mp4'],
    ['schedule', '2026-01-02 08:00:00', 'older.mp4'],
    ['alarm', '2026-01-02 08:00:00', 'alarm.mp4'],
    ['schedule', '2026-01-03 08:00:00', 'newer.mp4'],
    ['schedule', '2026-01-04 08:00:00', 'newest.mp4'],
  ]
  for (const file of files) await db.owner.query(insert, file)
  await removeScheduledBeyond({ db, store, scheduledBytes: 250 })
  const { rows: left } = await db.owner.query('select file_name as name from video_recording order by start_time, file_name')
  expect(left.map(({ name }) => name)).toEqual(['asked.mp4', 'alarm.mp4', 'newer.mp4', 'newest.mp4'])
})
