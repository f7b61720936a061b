import { buildApp } from '@huanwei/server/app'
import { readConfig } from '@huanwei/server/config'
import { listen } from '@huanwei/server/db/changes'
import type { Database } from '@huanwei/server/db/connect'
import { startLatest } from '@huanwei/server/live/latest'
import { noDevices } from '@huanwei/server/live/link'
import type { Update } from '@huanwei/server/live/report'
import type { Bench } from './kit.ts'

/** The real server in this process, without terminals: `latest` takes the reports in. */
export async function startFleetServer(bench: Bench, url: string, db: Database) {
  const changes = await listen(url)
  bench.after(() => changes.close())
  const latest = await startLatest(db, changes)
  bench.after(() => latest.close())
  const config = readConfig({ LOG_LEVEL: 'error', DEMO: 'off', CAPTCHA: 'off' })
  const app = await buildApp({ db, changes, config, latest, ingest: noDevices })
  bench.after(() => app.close())
  return { app, latest, config }
}

/** A vehicle that stands or drives (km/h), heard now, so many degrees from where it was first. */
export function report(deviceId: number, speed: number, away = 0): Update {
  const now = Date.now()
  const place = { lng: 104 + (deviceId % 400) / 2000 + away, lat: 30.6 + (deviceId % 311) / 2000 + away }
  const rest = { direction: 90, altitude: 500, status: 3, alarm: 0, mileage: 12, satellites: 9, signal: 20 }
  return { deviceId, connected: true, seenAt: now, fix: { time: now, ...place, speed, ...rest } }
}
