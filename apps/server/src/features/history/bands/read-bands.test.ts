import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { timeText } from '../../../lib/time.ts'
import { startTestServer } from '../../../test-kit.ts'
import { makeTasks } from '../../work/jobs.ts'
import { addCrew, addPlan, addSweeper, type Crew, placeAt, shiftStart, yesterday } from '../../work/work.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let stranger: Awaited<ReturnType<typeof server.login>>
let crew: Crew
let plates = 0
const query = async (text: string, values: unknown[] = []) => (await server.db.owner.query(text, values)).rows

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  stranger = await server.login('admin', 2)
})
beforeEach(async () => {
  crew = await addCrew(query, `川A7${String(plates++).padStart(4, '0')}`)
})
afterAll(() => server.close())

type Fix = { at: number; east: number; speed: number; status: number; input?: boolean }
/** Stores fixes `at` so many seconds after the shift began, so many metres along the street, whose implement is wired at bit 3. */
const store = (deviceId: number, fixes: readonly Fix[]) =>
  query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, additions)
     select 1, $1, f.time, 512, row_number() over (), now(), f.lng, f.lat, f.speed, 90, 4, f.status, 0, f.additions
     from jsonb_to_recordset($2::jsonb) as f (time timestamptz, lng int, lat int, speed int, status int, additions jsonb)`,
    [
      deviceId,
      JSON.stringify(
        fixes.map(({ at, east, speed, status, input }) => {
          const [lng, lat] = placeAt(east)
          const time = `${timeText(shiftStart + at * 1000)}+08`
          const additions = input === undefined ? {} : { ioStatus: input ? 8 : 0 }
          return { time, lng: Math.round(lng * 1e6), lat: Math.round(lat * 1e6), speed: speed * 10, status, additions }
        }),
      ),
    ],
  )
/** A fix every ten seconds from `from` until `to`, both included, at a speed in km/h from a place on. */
const along = (from: number, to: number, east: number, speed: number, more: Partial<Fix> = {}) =>
  Array.from({ length: (to - from) / 10 + 1 }, (_, i) => ({
    at: from + i * 10,
    east: east + (i * speed * 10) / 3.6,
    speed,
    status: 3,
    ...more,
  }))

async function bandsOf(objectType: string, objectId: number) {
  const times = { startTime: `${yesterday} 00:00:00`, endTime: `${yesterday} 23:59:59` }
  const { data } = await admin.call('POST', '/admin/device/data/getDataByDrivingDetail', { objectType, objectId, ...times })
  const at = (time: string) => (Date.parse(`${time.replace(' ', 'T')}+08:00`) - shiftStart) / 1000
  const bands: [string, number, number][] = data.bands.map(({ kind, startTime, endTime }: Record<string, string>) => [
    kind,
    at(startTime!),
    at(endTime!),
  ])
  return { bands, detail: data }
}

/** Sweeps 600 m, stands with the engine on and off, and drives on. */
const morning = (more: Partial<Fix> = {}) => [
  ...along(0, 180, 0, 12, more),
  ...along(190, 490, 605, 0, more),
  ...along(500, 990, 605, 0, { status: 2, ...(more.input !== undefined && { input: false }) }),
  ...along(1000, 1100, 620, 60, more),
]

test('a day falls into work, driving, idling and stops, which together are its trips and stops', async () => {
  await addPlan(query, crew)
  await makeTasks({ db: server.db, now: Date.now() })
  await store(crew.deviceId, morning())
  const { bands, detail } = await bandsOf('1', crew.vehicleId)
  expect(bands.map(([kind]) => kind)).toEqual(['work', 'idle', 'stop', 'drive'])
  expect(bands[0]!.slice(1)).toEqual([0, 180])
  const seconds = bands.reduce((sum, [, from, to]) => sum + to - from, 0)
  expect(seconds).toBe(detail.drivingSeconds + detail.stopSeconds)
  const asked = {
    objectType: '1',
    objectId: crew.vehicleId,
    startTime: `${yesterday} 00:00:00`,
    endTime: `${yesterday} 23:59:59`,
  }
  expect((await stranger.call('POST', '/admin/device/data/getDataByDrivingDetail', asked)).status).toBe(404)
})

test('without a plan nothing is work; where the implement is wired it counts instead of the ignition', async () => {
  await store(crew.deviceId, morning({ input: true }))
  const before = await bandsOf('1', crew.vehicleId)
  expect(before.bands.map(([kind]) => kind)).toEqual(['drive', 'idle', 'stop', 'drive'])
  const planId = await addPlan(query, crew)
  await query('update work_plan set implement_input = 3 where id = $1', [planId])
  await makeTasks({ db: server.db, now: Date.now() })
  expect((await bandsOf('1', crew.vehicleId)).bands[0]).toEqual(['work', 0, 180])
  await query(`update position set additions = '{"ioStatus": 0}' where device_id = $1`, [crew.deviceId])
  expect((await bandsOf('1', crew.vehicleId)).bands[0]![0]).toBe('drive')
})

test('a sweeper works at a walk and does not idle, whatever the badge says of an ignition', async () => {
  const { userId, badgeId } = await addSweeper(query, crew)
  await addPlan(query, crew, { userIds: [userId] })
  await makeTasks({ db: server.db, now: Date.now() })
  await store(badgeId, [...along(0, 600, 0, 3), ...along(610, 1210, 500, 0)])
  const { bands } = await bandsOf('0', userId)
  expect(bands.map(([kind]) => kind)).toEqual(['work', 'stop'])
})
