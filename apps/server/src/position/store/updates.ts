import { Metric } from '@huanwei/contract/readings/codes'
import { isAhead } from '../device-clock.ts'
import { isValidFix } from '../judge/location-fix.ts'
import type { DeviceLocation, Report, Update } from '../report.ts'

/** Live updates from committed reports: one for each terminal, with its latest valid fix. */
export function liveUpdatesOf(reports: readonly Report[]): Update[] {
  const byTerminal = new Map<number, { seenAt: number; latest: DeviceLocation | undefined }>()
  for (const { deviceId, receivedAt, locations } of reports) {
    const state = byTerminal.get(deviceId) ?? { seenAt: receivedAt, latest: undefined }
    byTerminal.set(deviceId, state)
    state.seenAt = Math.max(state.seenAt, receivedAt)
    for (const location of locations)
      if (isValidFix(location) && !isAhead(location.time, receivedAt) && location.time >= (state.latest?.time ?? 0))
        state.latest = location
  }
  return Array.from(byTerminal, ([deviceId, { seenAt, latest }]) => {
    const update: Update = { deviceId, connected: true, seenAt }
    if (!latest) return update
    const { time, lng, lat, speed, direction, altitude, status, alarm, additions } = latest
    const { mileageKm, satellites, signalStrength, battery } = additions
    const rest = { mileage: mileageKm ?? null, satellites: satellites ?? null, signal: signalStrength ?? null }
    if (battery !== undefined) update.readings = [{ metric: Metric.battery, channel: 0, time, value: battery }]
    return { ...update, fix: { time, lng, lat, speed, direction, altitude, status, alarm, ...rest } }
  })
}
