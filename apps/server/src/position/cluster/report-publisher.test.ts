import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Report } from '../report.ts'
import { eachLocation } from '../store/position-rows.ts'
import { place } from '../store/recorder.test-kit.ts'
import { unpackReports } from './published-report.ts'
import { createReportPublisher } from './report-publisher.ts'

const log = pino({ level: 'silent' })
/** What a server of NATS takes, bytes. */
const largest = 1024 * 1024

test('what is larger than a message goes in several, in its order, and is settled when all are stored', async () => {
  const sent: [serial: number, locations: number][] = []
  /** Keys by which the locations are stored. */
  const keys = new Set<string>()
  const js = {
    async publish(_subject: string, data: Uint8Array) {
      if (data.length > largest) throw new Error('max_payload size exceeded')
      const reports = unpackReports(data).map((report) => ({ ...report, settle: () => undefined }))
      for (const { serial, locations } of reports) sent.push([serial, locations.length])
      eachLocation(reports, (_, { time }, serial) => keys.add(`${time} ${serial}`))
      return {}
    },
  }
  const publisher = createReportPublisher({ js: js as never, capacity: 1e6, log, patience: 0 })
  const settled: [number, boolean][] = []
  const push = (serial: number, count: number) =>
    publisher.push({
      deviceId: 16,
      messageId: 0x0704,
      serial,
      receivedAt: 0,
      locations: Array.from({ length: count }, () => place(0)),
      settle: (isStored) => void settled.push([serial, isStored]),
    } satisfies Report)
  push(1, 30_000)
  push(2, 3)
  await publisher.close()
  expect(settled).toEqual([
    [1, true],
    [2, true],
  ])
  expect(sent.at(-1)).toEqual([2, 3])
  expect(sent.slice(0, -1).reduce((sum, [, count]) => sum + count, 0)).toBe(30_000)
  expect(keys.size).toBe(30_003)
})
