import { Metric } from '@huanwei/contract/readings/codes'
import { isAhead } from '../device-clock.ts'
import { isValidFix } from '../judge/location-fix.ts'
import { extendTrail, type OwnSample, standsAt } from '../judge/standing.ts'
import type { DeviceLocation, Report, Update } from '../report.ts'

/** What a terminal reported since its last update; `notedAt`: when the first of it was noted, ms. */
type Heard = { notedAt: number; seenAt: number; latest: DeviceLocation | undefined }

/** Live updates from committed reports. It keeps the last minutes of each terminal's fixes, which tell whether it stands. */
export class LiveUpdates {
  readonly #trails = new Map<number, OwnSample[]>()
  /** Those first that wait longest. */
  readonly #heard = new Map<number, Heard>()

  get isEmpty(): boolean {
    return this.#heard.size === 0
  }

  /** `now` in ms of any clock that is never set. */
  note(reports: readonly Report[], now: number) {
    for (const { deviceId, receivedAt, locations } of reports) {
      const heard = this.#heardOf(deviceId, now)
      heard.seenAt = Math.max(heard.seenAt, receivedAt)
      for (const location of locations) {
        if (!isValidFix(location) || isAhead(location.time, receivedAt)) continue
        this.#extend(deviceId, location)
        if (location.time >= (heard.latest?.time ?? 0)) heard.latest = location
      }
    }
  }

  /** One update for each terminal that reported since its last one, with its latest valid fix; only of those noted at `notedBy` or before. */
  take(notedBy = Number.POSITIVE_INFINITY): Update[] {
    const updates: Update[] = []
    for (const [deviceId, heard] of this.#heard) {
      if (heard.notedAt > notedBy) break
      this.#heard.delete(deviceId)
      updates.push(this.#updateOf(deviceId, heard))
    }
    return updates
  }

  #heardOf(deviceId: number, now: number): Heard {
    const known = this.#heard.get(deviceId)
    if (known) return known
    const heard = { notedAt: now, seenAt: 0, latest: undefined }
    this.#heard.set(deviceId, heard)
    return heard
  }

  /** Adds a fix to its terminal's trail; a late one changes nothing that is shown. */
  #extend(deviceId: number, location: DeviceLocation) {
    const trail = this.#trails.get(deviceId) ?? []
    if (!trail.length) this.#trails.set(deviceId, trail)
    if (location.time > (trail.at(-1)?.time ?? 0)) extendTrail(trail, location)
  }

  #updateOf(deviceId: number, { seenAt, latest }: Heard): Update {
    const update: Update = { deviceId, connected: true, seenAt }
    if (!latest) return update
    const { time, lng, lat, speed, direction, altitude, status, alarm, additions } = latest
    const { mileageKm, satellites, signalStrength, battery } = additions
    const rest = { mileage: mileageKm ?? null, satellites: satellites ?? null, signal: signalStrength ?? null }
    const stands = standsAt(this.#trails.get(deviceId) ?? [], latest)
    if (battery !== undefined) update.readings = [{ metric: Metric.battery, channel: 0, time, value: battery }]
    return { ...update, fix: { time, lng, lat, speed, direction, altitude, status, alarm, stands, ...rest } }
  }
}
