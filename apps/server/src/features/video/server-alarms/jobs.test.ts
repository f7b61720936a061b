import { setTimeout as pause } from 'node:timers/promises'
import type { HeldAlarm } from '@huanwei/fleet/video-server/held-evidence'
import { SimulatedVideoServer } from '@huanwei/fleet/video-server/video-server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { outsideFetch, outsideStream } from '../../../http/outside-fetch.ts'
import { startHostileServer } from '../../../media/remote/remote.test-kit.ts'
import { VideoServer } from '../../../media/remote/video-server.ts'
import { addVehicle, startTestServer } from '../../../test-kit.ts'
import { createJobs } from '../../jobs/jobs.ts'
import { startServerAlarmJobs } from './jobs.ts'

const dids = ['A00013900', 'A00013901']
const password = 'remote-secret'
const remote = new SimulatedVideoServer({
  account: 'monitor',
  password,
  devices: dids.map((did, i) => ({ did, plate: `川A0000${i + 1}`, channels: 2, isOnline: true, files: [] })),
})
const quiet = { info: (_: object) => undefined, error: (_: object) => undefined }
const transport = { fetch: outsideFetch(() => true), stream: outsideStream(() => true), streamPublic: outsideStream(() => false) }
let server: Awaited<ReturnType<typeof startTestServer>>
let address: string
let vehicleIds: number[]

beforeAll(async () => {
  address = `http://127.0.0.1:${await remote.listen()}`
  server = await startTestServer()
  vehicleIds = []
  for (const [i, did] of dids.entries()) {
    const vehicle = await addVehicle(server.db, { plateNumber: `川A0000${i + 1}`, terminalNo: `1390000000${i + 1}` })
    await query('update vehicle set vehicle_camera = 2, video_device_id = $1 where id = $2', [did, vehicle.vehicleId])
    vehicleIds.push(vehicle.vehicleId)
  }
  const isKnown = (id: number) => server.latest.vehicles.of(1).get(id)?.vehicleCamera === 2
  await vi.waitUntil(() => vehicleIds.every(isKnown), 30_000)
  // A host that the server itself may not reach: these tests ask by a job of their own.
  await query(`insert into unit_info (tenant_id, video_source) values (1, 'http://127.0.0.1:1')`)
})
afterAll(async () => {
  await server.close()
  await remote.close()
})
beforeEach(async () => {
  remote.fault = undefined
  remote.evidence.alarms.length = 0
  await query('delete from server_alarm')
  await query('delete from server_alarm_asked')
})

const query = async (sql: string, values: unknown[] = []) => (await server.db.owner.query(sql, values)).rows
const now = () => Math.floor(Date.now() / 1000) * 1000
let ids = 0
const hold = (stm: number, more: Partial<HeldAlarm> = {}) => {
  const alarm = { guid: `alarm ${ids++}`, did: dids[0]!, atp: 620, stm, etm: 0, slng: 104_070_000, slat: 30_660_000, ...more }
  remote.evidence.alarms.push(alarm)
  return alarm
}

/** Asks again and again as long as `until` takes. */
async function asking(
  until: () => Promise<unknown>,
  {
    typed = password,
    holder = '',
    video = new VideoServer({ address, account: 'monitor', password: typed }, transport),
    log = quiet,
    ...more
  }: { typed?: string; holder?: string; video?: VideoServer; log?: typeof quiet; breakOffMs?: number; mostOfDay?: number } = {},
) {
  const remoteOf = async ({ vehicleId }: { vehicleId: number }) => {
    const number = dids[vehicleIds.indexOf(vehicleId)]
    return number === undefined ? undefined : { server: video, number }
  }
  const { db, latest, changes } = server
  const jobs = createJobs({ db, log, holder })
  const stop = startServerAlarmJobs({ db, latest, changes, remoteOf, jobs, log, everyMs: 20, ...more })
  try {
    await until()
  } finally {
    await stop()
  }
}
const stored = () =>
  query(`select vehicle_id, round(extract(epoch from time) * 1000)::float8 as time, safety,
    round(extract(epoch from end_time) * 1000)::float8 as until from server_alarm order by time, vehicle_id`)
const askedTimes = async (vehicleId = vehicleIds[0]) =>
  (await query('select extract(epoch from asked)::float8 as at from server_alarm_asked where vehicle_id = $1', [vehicleId]))[0]
    ?.at ?? 0
/** Resolves when a vehicle has been asked for anew, and then once more. */
async function asked() {
  for (let round = 0; round < 2; round++) {
    const before = await askedTimes()
    await expect.poll(() => askedTimes(), { timeout: 30_000 }).toBeGreaterThan(before)
  }
}

test('alarms of the last hour are stored once, each of its vehicle, however often they are told', async () => {
  const at = now()
  hold(at - 60_000)
  hold(at - 50_000, { did: dids[1]!, atp: 600 })
  hold(at - 2 * 3_600_000)
  await asking(asked)
  const before = await stored()
  expect(before).toEqual([
    { vehicle_id: vehicleIds[0], time: at - 60_000, safety: [25_858], until: null },
    { vehicle_id: vehicleIds[1], time: at - 50_000, safety: [25_601], until: null },
  ])
  // Two processes at once.
  await asking(() => asking(asked, { holder: 'two' }), { holder: 'one' })
  expect(await stored()).toEqual(before)
})

test('what comes first of an alarm counts, but an end that was not known is added once', async () => {
  const at = now()
  const alarm = hold(at - 600_000)
  await asking(asked)
  Object.assign(alarm, { atp: 600, stm: at - 590_000, slng: 0, etm: at - 580_000 })
  await asking(asked)
  expect(await stored()).toEqual([{ vehicle_id: vehicleIds[0], time: at - 600_000, safety: [25_858], until: at - 580_000 }])
  alarm.etm = at - 100_000
  await asking(asked)
  expect(await stored()).toMatchObject([{ until: at - 580_000 }])
})

test('what became known of many alarms is written by one statement, and nothing where nothing did', async () => {
  const at = now()
  const alarms = Array.from({ length: 40 }, (_, n) => hold(at - 600_000 + n * 1000))
  await asking(asked)
  await query('create sequence ends_written; grant usage on sequence ends_written to public')
  await query(
    `create function count_ends() returns trigger language plpgsql as 'begin perform nextval(''ends_written''); return null; end'`,
  )
  await query(
    'create trigger count_ends after update of end_time on server_alarm for each statement execute function count_ends()',
  )
  for (const alarm of alarms) alarm.etm = alarm.stm + 5000
  await asking(asked)
  await query('drop trigger count_ends on server_alarm')
  expect((await stored()).every(({ time, until }) => until === time + 5000)).toBe(true)
  expect(await query('select last_value::int as count from ends_written')).toEqual([{ count: 1 }])
})

test('a server that was away is asked for all since, three days back, and what is between two questions is not lost', async () => {
  const at = now()
  await query(`insert into server_alarm_asked values (1, $1, now() - interval '10 days', now() - interval '10 days')`, [
    vehicleIds[0],
  ])
  for (const days of [1, 2, 2.9, 4]) hold(at - days * 86_400_000)
  await asking(() => expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBe(3))
  // It came to the server when that had been asked for its time already.
  hold(at - 1_800_000)
  await asking(() => expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBe(4))
}, 150_000)

test('a server that has more alarms of a vehicle than a day can have fills nothing', async () => {
  const at = now()
  for (let n = 0; n < 1500; n++) hold(at - 3_000_000 + n * 1000)
  await asking(() => expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBe(1000))
  await asking(asked)
  expect(await stored()).toHaveLength(1000)
}, 150_000)

test('what an organisation has no room for on a day is said, and comes when there is some', async () => {
  const at = now()
  for (let n = 0; n < 30; n++) hold(at - 3_000_000 + n * 1000, { did: dids[n % 2]! })
  const lines: object[] = []
  const full = 'the video server has told too many alarms within a day: more are asked for when there is room'
  const log = { ...quiet, info: (what: object, text?: string) => void (text === full && lines.push(what)) }
  // Those of another organisation count for themselves.
  await query(`insert into server_alarm (tenant_id, vehicle_id, key, time, alarm, safety, judged)
    select 2, 1, n::text, now(), 0, '{}', true from generate_series(1, 50) n`)
  const ofOwn = async () => (await query('select count(*)::int as count from server_alarm where tenant_id = 1'))[0].count
  const age = () => query(`update server_alarm set received = now() - interval '25 hours' where tenant_id = 1`)
  const isFull = () => expect.poll(noted, { timeout: 30_000 }).toMatchObject({ error: `tenant 1: ${full}` })
  await asking(
    async () => {
      await isFull()
      expect(await ofOwn()).toBe(20)
      await age()
      await expect.poll(ofOwn, { timeout: 60_000 }).toBe(30)
      await expect.poll(noted, { timeout: 30_000 }).toMatchObject({ error: '', failures: 0 })
      expect(lines).toEqual([{ tenantId: 1 }])
      // Two more than the rest of the day, of the vehicle that was not asked for the longest time.
      for (let n = 0; n < 12; n++) hold(at - 60_000 + n * 1000)
      await isFull()
      expect(await ofOwn()).toBe(40)
      await age()
      await expect.poll(ofOwn, { timeout: 60_000 }).toBe(42)
    },
    { log, mostOfDay: 20 },
  )
}, 150_000)

const noted = async () => (await query(`select error, failures from job_run where name = 'serverAlarms'`))[0]

test('the code of a server that lets nobody in stands with the job, and it is not asked meanwhile', async () => {
  const before = remote.logIns
  await asking(() => expect.poll(noted, { timeout: 30_000 }).toMatchObject({ error: 'tenant 1: the video server refused: 2' }), {
    typed: 'wrong',
  })
  expect(remote.logIns).toBe(before)
  remote.fault = 'silent'
  await asking(() =>
    expect.poll(noted, { timeout: 30_000 }).toMatchObject({ error: 'tenant 1: the video server refused: other' }),
  )
  remote.fault = undefined
  hold(now() - 60_000)
  await asking(() => expect.poll(noted, { timeout: 30_000 }).toMatchObject({ error: '', failures: 0 }))
  expect(await stored()).toHaveLength(1)
}, 150_000)

test('a server that answers slowly and without end is broken off, so that the others are asked again', async () => {
  const hostile = await startHostileServer()
  hostile.answer = async () => {
    await pause(300)
    return { pagination: { hasNextPage: true } }
  }
  let failures = 0
  const log = { ...quiet, error: () => void failures++ }
  await asking(() => expect.poll(() => failures, { timeout: 60_000 }).toBeGreaterThan(0), {
    video: hostile.server,
    breakOffMs: 1500,
    log,
  })
  // Half a minute, or a hundred calls, are what one vehicle may take.
  expect(hostile.calls).toBeLessThan(20)
  hostile.close()
  await asking(() => expect.poll(noted, { timeout: 30_000 }).toMatchObject({ error: '' }))
}, 90_000)

test('a vehicle that the server does not know costs the others nothing, and is no failure', async () => {
  const [known] = dids
  dids[0] = 'unknown'
  hold(now() - 60_000, { did: dids[1]! })
  await asking(() => expect.poll(async () => (await stored()).length, { timeout: 30_000 }).toBe(1))
  dids[0] = known!
  expect(await noted()).toMatchObject({ error: '' })
})
