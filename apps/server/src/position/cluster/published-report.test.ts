import { expect, test } from 'vitest'
import type { DeviceLocation } from '../report.ts'
import { pack } from './nats.ts'
import { type PublishedReport, packReports, unpackReports } from './published-report.ts'

const plain: DeviceLocation = {
  alarm: 0,
  status: 3,
  lat: 31.664716,
  lng: -116.50712,
  altitude: 12,
  speed: 34.5,
  direction: 359,
  time: 1_764_460_800_000,
  additions: { activeSafety: [], raw: [] },
}
const rich: DeviceLocation = {
  ...plain,
  additions: {
    ...plain.additions,
    mileageKm: 12_345.6,
    tyrePressures: [null, 250],
    overspeedArea: { areaType: 0 },
    raw: [{ id: 0xe1, data: '00ff' }],
    accuracy: 4.25,
  },
}
const reports: PublishedReport[] = [
  { deviceId: 7, messageId: 0x0200, serial: 65_535, receivedAt: 1_764_460_801_234, locations: [plain] },
  { deviceId: 8, messageId: 0x0704, serial: 0, receivedAt: 1_764_460_801_235, locations: [rich, plain] },
  { deviceId: 9, messageId: 0, serial: 1, receivedAt: 1_764_460_801_236, locations: [] },
]

test('reports come out of a message as they went in', () => {
  expect(unpackReports(packReports(reports))).toEqual(reports)
})

test('messages of earlier versions that wait in the stream are read', () => {
  expect(unpackReports(pack(reports))).toEqual(reports)
})
