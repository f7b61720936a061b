import type { Database } from '@huanwei/server/db/connect'
import { ensureDays } from '@huanwei/server/db/partitions'
import { dayMs, dayStart, dayText } from '@huanwei/server/lib/time'
import { ask } from './http-load.ts'
import { type Bench, logIn, timed } from './kit.ts'
import { count, type Line, median, ms, quantile, seconds } from './lines.ts'
import { addVehicles } from './seed.ts'

/** One vehicle for a year, the others for the last days; ten hours a day, a fix every ten seconds, as they come: mixed with each other. */
const days = 365
const vehicles = 310
const lastDays = 8
const fixesOfDay = 3600
const longestDayMs = 300
const longestYearMs = 800
const roundMs = 8000

/** Ways, driving detail and mileage out of ten million positions. */
export async function measureHistory(bench: Bench): Promise<Line[]> {
  const { url, db } = await bench.database('history')
  await addVehicles(db, vehicles, 20)
  bench.say('storing ten million positions')
  const stored = await addPositions(db, dayStart(Date.now()))
  const product = await bench.product({ DATABASE_URL: url, DEMO: 'off' })
  const { token } = await logIn(product.url)
  const headers = { authorization: `Bearer ${token}` }
  const ids = await db.owner.query<{ id: number }>('select id from vehicle order by id')
  const all = ids.rows.map(({ id }) => id)
  const year = all[0]!
  let turn = 0
  const span = (firstAgo: number, lastAgo: number) => ({
    startTime: `${ago(firstAgo)} 00:00:00`,
    endTime: `${ago(lastAgo)} 23:59:59`,
  })
  const post = (call: string, input: () => object, times = { connections: 2, forMs: roundMs }) =>
    ask({
      ...{ url: product.url, headers, ...times },
      path: () => `/admin/device/data/${call}`,
      body: () => JSON.stringify(input()),
    })
  const once = { connections: 1, forMs: 0 }
  const anyDay = () => ({ objectType: '1', objectId: all[turn++ % all.length], ...span(1 + (turn % 5), 1 + (turn % 5)) })
  const wholeYear = () => ({ objectType: '1', objectId: year, ...span(days - 1, 0) })

  const lines: Line[] = []
  const line = async (what: string, asked: Promise<{ times: number[] }>, most?: number) => {
    const { times } = await asked
    const p99 = quantile(times, 0.99)
    const budget = most === undefined ? {} : { budget: `p99 ≤ ${ms(most)}`, met: p99 <= most }
    lines.push({ what, measured: `median ${ms(median(times))}, p99 ${ms(p99)} of ${count(times.length)}`, ...budget })
  }
  bench.say('asking for days')
  await line(
    `The way of a vehicle on a day, 3 600 fixes out of ${count(stored)}, 2 at a time`,
    post('getTrack', anyDay),
    longestDayMs,
  )
  await line('… its trips, stops and mileage', post('getDataByDrivingDetail', anyDay), longestDayMs)
  bench.say('asking for a year')
  const first = await timed(() => post('getTrack', wholeYear, once))
  lines.push({
    what: 'A year of one vehicle, 1 314 000 fixes, for the first time: each day is worked out',
    measured: seconds(first),
  })
  await line('… and from then on, thinned to 4 000 points', post('getTrack', wholeYear), longestYearMs)
  const some = () => ({ vehicleIds: all.slice(0, 100), ...span(7, 1) })
  const firstList = await timed(() => post('getVehicleMileageList', some, once))
  lines.push({ what: 'Mileage of 100 vehicles on 7 days, for the first time', measured: seconds(firstList) })
  await line('… and from then on', post('getVehicleMileageList', some), longestYearMs)
  return lines
}

const ago = (days: number) => dayText(Date.now() - days * dayMs)

/** How many were stored. */
async function addPositions(db: Database, today: number) {
  const client = await db.owner.connect()
  try {
    await ensureDays(
      client,
      'position',
      Array.from({ length: days }, (_, day) => today - day * dayMs),
    )
    // Nobody would wait for the disk here, nor ask what was there before.
    await client.query('set synchronous_commit = off')
    for (let day = days - 1; day >= 0; day--) {
      const from = (today - day * dayMs) / 1000 + 7 * 3600
      await client.query(
        `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, mileage)
         select 1, d.id, to_timestamp($1 + i * 10), 512, i, to_timestamp($1 + i * 10), 104000000 + 60000 * sin(i / 200.0 + d.id), 30600000 + 60000 * cos(i / 300.0),
           case when i / 40 % 5 = 0 then 0 else 300 end, 90, 500, 3, 0, i
         from generate_series(0, ${fixesOfDay - 1}) i, (select id from device order by id limit $2) d`,
        [from, day < lastDays ? vehicles : 1],
      )
    }
    await client.query('vacuum analyze position')
  } finally {
    client.release()
  }
  return fixesOfDay * (days - lastDays + vehicles * lastDays)
}
