import { buildApp } from '@huanwei/server/app'
import { readConfig } from '@huanwei/server/config'
import { listen } from '@huanwei/server/db/changes'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import { type Latest, startLatest } from '@huanwei/server/position/latest/latest'
import { noIngest } from '@huanwei/server/position/link'
import type { Update } from '@huanwei/server/position/report'
import type { Bench } from './bench.ts'

/** Starts the real server in this process, without terminals; reports are given to `latest`. */
export async function startInProcessServer(bench: Bench, url: string, db: OwnedDatabase) {
  const changes = await listen(url)
  bench.onEnd(() => changes.close())
  const latest = await startLatest({ db, changes, log: console })
  bench.onEnd(() => latest.close())
  const config = readConfig({
    LOG_LEVEL: 'error',
    DEMO: 'off',
    CAPTCHA: 'off',
    JT1078_PORT: '0',
    JT808_FILES_PORT: '0',
    FTP_PORT: '0',
    VIDEO_API_PORT: '0',
  })
  const app = await buildApp({ db, changes, config, latest, ingest: noIngest })
  bench.onEnd(() => app.close())
  return { app, latest, config }
}

/** An update of a vehicle now: `speed` in km/h, `offset` in degrees from its first position. */
export function vehicleUpdate(deviceId: number, speed: number, offset = 0): Update {
  const now = Date.now()
  const position = { lng: 104 + (deviceId % 400) / 2000 + offset, lat: 30.6 + (deviceId % 311) / 2000 + offset }
  const instruments = { direction: 90, altitude: 500, status: 3, alarm: 0, mileage: 12, satellites: 9, signal: 20 }
  return { deviceId, connected: true, seenAt: now, fix: { time: now, ...position, speed, ...instruments } }
}

/** Returns a function that lets so many of the first `vehicles` drive on, one after the other. */
export function driverOf(latest: Pick<Latest, 'apply'>, vehicles: number) {
  let reports = 0
  return (amount: number) =>
    latest.apply(
      Array.from({ length: amount }, () => {
        const [round, vehicle] = [Math.floor(reports / vehicles), 1 + (reports++ % vehicles)]
        return vehicleUpdate(vehicle, 30, round / 5000)
      }),
    )
}
