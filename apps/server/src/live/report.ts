import type { Metric } from '@huanwei/contract/readings/codes'
import type { Location } from '@huanwei/terminal/location'
import type { Fix } from '../lib/track.ts'

/** A location from whatever device; `accuracy` in m, `battery` in %. */
export type Located = Location & { additions: { accuracy?: number; battery?: number } }

/** One message with positions on its way from a terminal to the database. */
export type Report = {
  deviceId: number
  /** 0x0200, 0x0201, 0x0704 … (0 from an app) and the serial it came with: with the device time they tell one report from another. */
  messageId: number
  serial: number
  /** Epoch ms. */
  receivedAt: number
  locations: Located[]
  /** Called once: true when everything is committed, false when it could not be; then the terminal is not acknowledged and sends again. */
  settle(committed: boolean): void
}

/** One measurement of a sensor. `channel`: number of the cubicle or probe; `time`: device time, epoch ms. */
export type Measured = { metric: Metric; channel: number; time: number; value: number }

/** What the ingest thread tells the API thread about a terminal, after the commit. Times epoch ms. */
export type Update = {
  deviceId: number
  connected: boolean
  seenAt: number
  /** The latest committed valid fix when there is a newer one. */
  fix?: Fix & { alarm: number; satellites: number | null; signal: number | null }
  /** What a sensor measured, or how full the terminal itself is, committed; clocks that ran ahead left out. */
  readings?: readonly Measured[]
}
