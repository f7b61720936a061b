import { dayMs } from '@huanwei/contract/time'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import { ensureDays } from '@huanwei/server/db/partitions'
import { dayStart, dayText } from '@huanwei/server/lib/time'
import type { Bench } from '../kit/bench.ts'
import { type LoadTimes, sendRequests } from '../kit/http-load.ts'
import { logIn } from '../kit/log-in.ts'
import { elapsedMs } from '../kit/process-usage.ts'
import { addVehicles } from '../kit/seed.ts'
import { count, median, ms, quantile, type Result, seconds } from '../kit/table.ts'

/** Days of positions of the first vehicle; the others have positions of the last days only. */
const days = 365
const vehicles = 310
const lastDays = 8
/** Ten hours a day, a fix every ten seconds. */
const fixesPerDay = 3600
const longestDayMs = 300
const longestWhoMs = 500
const longestYearMs = 800
const roundMs = 8000

/** Measures tracks, driving detail and mileage out of ten million positions. */
export async function measureHistory(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('history')
  await addVehicles(db, vehicles, 20)
  bench.log('storing ten million positions')
  const stored = await addPositions(db, dayStart(Date.now()))
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  const { token } = await logIn(product.url)
  const vehicleIds = await db.owner.query<{ id: number }>('select id from vehicle order by id')
  const ids = vehicleIds.rows.map(({ id }) => id)

  const post: Post = (call, input, { connections, forMs } = { connections: 2, forMs: roundMs }) =>
    sendRequests({
      url: product.url,
      headers: { authorization: `Bearer ${token}` },
      connections,
      forMs,
      path: () => `/admin/device/data/${call}`,
      body: () => JSON.stringify(input()),
    })
  bench.log('requesting days')
  const dayResults = await measureDays(post, ids, stored)
  bench.log('asking who was in a place')
  const placeResults = [await measurePassages(post, stored)]
  bench.log('requesting a year')
  return [
    ...dayResults,
    ...placeResults,
    ...(await measureYear(post, ids[0]!)),
    ...(await measureMileage(post, ids.slice(0, 100))),
  ]
}

type Post = (call: string, input: () => object, times?: { connections: number; forMs: number }) => Promise<LoadTimes>
/** Options for a single request. */
const once = { connections: 1, forMs: 0 }

async function measureDays(post: Post, ids: readonly number[], stored: number): Promise<Result[]> {
  let turn = 0
  const anyDay = () => {
    const vehicle = ids[turn++ % ids.length]
    return { objectType: '1', objectId: vehicle, ...daysAgo(1 + (turn % 5), 1 + (turn % 5)) }
  }
  const label = `The way of a vehicle on a day, 3 600 fixes out of ${count(stored)}, 2 at a time`
  return [
    timesResult(label, await post('getTrack', anyDay), longestDayMs),
    timesResult('… its trips, stops and mileage', await post('getDataByDrivingDetail', anyDay), longestDayMs),
  ]
}

/** Who was in a square of 300 m at any place where something drives, in any two hours of the last days. */
async function measurePassages(post: Post, stored: number): Promise<Result> {
  let turn = 0
  const anyPlace = () => {
    turn++
    const [lng, lat] = [104 + 0.06 * Math.sin(turn), 30.6 + 0.06 * Math.cos(turn * 1.7)]
    const day = dayText(Date.now() - (1 + (turn % 6)) * dayMs)
    const hour = 8 + (turn % 7)
    const at = (hours: number) => `${day} ${String(hours).padStart(2, '0')}:00:00`
    const box = { west: lng - 0.00156, east: lng + 0.00156, south: lat - 0.00135, north: lat + 0.00135 }
    return { ...box, startTime: at(hour), endTime: at(hour + 2) }
  }
  const times = await post('getPassages', anyPlace, { connections: 1, forMs: roundMs })
  return timesResult(
    `Who was in a square of 300 m in two hours, out of ${count(stored)} positions, one at a time`,
    times,
    longestWhoMs,
  )
}

async function measureYear(post: Post, vehicle: number): Promise<Result[]> {
  const year = () => ({ objectType: '1', objectId: vehicle, ...daysAgo(days - 1, 0) })
  const first = await elapsedMs(() => post('getTrack', year, once))
  return [
    {
      label: 'A year of one vehicle, 1 314 000 fixes, for the first time: each day is worked out',
      measured: seconds(first),
    },
    timesResult('… and from then on, thinned to 4 000 points', await post('getTrack', year), longestYearMs),
  ]
}

async function measureMileage(post: Post, vehicleIds: readonly number[]): Promise<Result[]> {
  const week = () => ({ vehicleIds, ...daysAgo(7, 1) })
  const first = await elapsedMs(() => post('getVehicleMileageList', week, once))
  return [
    { label: 'Mileage of 100 vehicles on 7 days, for the first time', measured: seconds(first) },
    timesResult('… and from then on', await post('getVehicleMileageList', week), longestYearMs),
  ]
}

function timesResult(label: string, { times }: LoadTimes, longestMs: number): Result {
  const p99 = quantile(times, 0.99)
  return {
    label,
    measured: `median ${ms(median(times))}, p99 ${ms(p99)} of ${count(times.length)}`,
    budget: `p99 ≤ ${ms(longestMs)}`,
    met: p99 <= longestMs,
  }
}

/** Start and end of the span from one day ago to another, as the calls have them. */
const daysAgo = (first: number, last: number) => ({
  startTime: `${dayText(Date.now() - first * dayMs)} 00:00:00`,
  endTime: `${dayText(Date.now() - last * dayMs)} 23:59:59`,
})

/** Stores the positions, those of different vehicles mixed as they would arrive; resolves to their number. */
async function addPositions(db: OwnedDatabase, today: number) {
  const client = await db.owner.connect()
  try {
    await ensureDays(
      client,
      'position',
      Array.from({ length: days }, (_, day) => today - day * dayMs),
    )
    // These rows need no durability.
    await client.query('set synchronous_commit = off')
    for (let day = days - 1; day >= 0; day--) {
      const from = (today - day * dayMs) / 1000 + 7 * 3600
      await client.query(
        `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, mileage)
         select 1, d.id, to_timestamp($1 + i * 10), 512, i, to_timestamp($1 + i * 10), 104000000 + 60000 * sin(i / 200.0 + d.id), 30600000 + 60000 * cos(i / 300.0),
           case when i / 40 % 5 = 0 then 0 else 300 end, 90, 500, 3, 0, i
         from generate_series(0, ${fixesPerDay - 1}) i, (select id from device order by id limit $2) d`,
        [from, day < lastDays ? vehicles : 1],
      )
    }
    await client.query('vacuum analyze position')
  } finally {
    client.release()
  }
  return fixesPerDay * (days - lastDays + vehicles * lastDays)
}
