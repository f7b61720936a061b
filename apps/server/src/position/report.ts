import type { Metric } from '@huanwei/contract/readings/codes'
import type { Location } from '@huanwei/terminal/messages/location'
import type { StoredPosition } from '../features/history/track.ts'

/** A location from any kind of device; `accuracy` in m, `battery` in %. */
export type DeviceLocation = Location & { additions: { accuracy?: number; battery?: number } }

/** One message with positions on its way from a terminal to the database. */
export type Report = {
  deviceId: number
  /** 0x0200, 0x0201, 0x0704 …; 0 from an app. Message id, serial and device time identify a report. */
  messageId: number
  serial: number
  /** Epoch ms. */
  receivedAt: number
  locations: DeviceLocation[]
  /** Where it stands in the stream that outlives the process; none in the stream of one process. */
  place?: StreamPlace
  /** Called once: with true after the commit, with false when it failed; then the terminal is not acknowledged and sends again. */
  settle(committed: boolean): void
}

/** A message of a stream: its number, and when NATS took it, epoch ms; null if that is not known. Numbers come again when the stream has lost its end. */
export type StreamMessage = { sequence: number; time: number | null }

/** Where a report was read. `epoch`: of the lease; `upTo`: the last message that is stored whole once the report is. */
export type StreamPlace = { partition: number; epoch: number; upTo: StreamMessage }

/** One measurement of a sensor. `channel`: number of the cubicle or probe; `time`: device time, epoch ms; `facilityCode`: of a collection. */
export type Measurement = { metric: Metric; channel: number; time: number; value: number; facilityCode?: string | undefined }

/** State of a terminal that the ingest thread passes to the API thread after the commit. Times epoch ms. */
export type Update = {
  deviceId: number
  connected: boolean
  seenAt: number
  /** The latest committed valid fix when there is a newer one. `stands`: by it and those before it; by its speed alone where that is missing. */
  fix?: StoredPosition & { alarm: number; satellites: number | null; signal: number | null; stands?: boolean }
  /** Committed measurements of a sensor, or the battery of the terminal itself; none from clocks that were ahead. */
  readings?: readonly Measurement[]
}
