/** A recorder on a real database, and reports to give it. */
import type { Location } from '@huanwei/terminal/location'
import pino from 'pino'
import { type Changes, listen } from '../db/changes.ts'
import { connect, type Database } from '../db/connect.ts'
import { createTestDatabase } from '../test-kit.ts'
import { startRecorder } from './recorder.ts'
import type { Report, Update } from './report.ts'
import { createStream } from './stream.ts'

export const silent = pino({ level: 'silent' })

/** Located, near the middle of Chengdu. Time epoch ms. */
export const place = (time: number, more: Partial<Location> = {}): Location => ({
  alarm: 0,
  status: 3,
  lat: 30.65712,
  lng: 104.06571,
  altitude: 500,
  speed: 30,
  direction: 90,
  time,
  additions: { activeSafety: [], raw: [] },
  ...more,
})

export async function createRig() {
  const url = await createTestDatabase()
  return { ...rigOn(url, connect(url, { owner: 5, app: 2 }), await listen(url)) }
}

export function rigOn(url: string, db: Database, changes: Changes) {
  const updates: Update[] = []
  const spoken: { deviceId: number; text: string }[] = []
  let serials = 0

  async function start(clock: () => number = Date.now) {
    const stream = createStream({ capacity: 10_000 })
    const recorder = await startRecorder({
      db,
      stream,
      changes,
      publish: (some) => updates.push(...some),
      speak: (deviceId, text) => spoken.push({ deviceId, text }),
      log: silent,
      nameOfPlace: (lng, lat) => `${lng.toFixed(5)}, ${lat.toFixed(5)}`,
      keepDays: 180,
      clock,
    })
    return {
      ...recorder,
      /** Resolves to what the report was settled with. */
      send: (report: Omit<Report, 'settle'>) =>
        new Promise<boolean>((resolve) => {
          stream.push({ ...report, settle: resolve })
        }),
    }
  }

  return {
    url,
    db,
    changes,
    updates,
    spoken,
    start,
    report: (deviceId: number, locations: Location[], more: Partial<Report> = {}): Omit<Report, 'settle'> => ({
      deviceId,
      messageId: locations.length > 1 ? 0x0704 : 0x0200,
      serial: serials++ % 65_536,
      receivedAt: Math.max(Date.now(), ...locations.map(({ time }) => time)),
      locations,
      ...more,
    }),
    async addDevices(count: number): Promise<number[]> {
      const { rows } = await db.owner.query<{ id: number }>(
        `insert into device (terminal_no) select gen_random_uuid()::text from generate_series(1, $1::int) returning id`,
        [count],
      )
      return rows.map(({ id }) => id)
    },
    query: async (text: string, values: unknown[] = []) => (await db.owner.query(text, values)).rows,
    close: async () => {
      await changes.close()
      await db.close()
    },
  }
}
