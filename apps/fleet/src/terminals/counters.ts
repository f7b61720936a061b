/** Totals over all terminals of a fleet. */
export type Counters = {
  connected: number
  reports: number
  acknowledged: number
  resent: number
  stored: number
  refused: number
}
export const zeroCounters = (): Counters => ({ connected: 0, reports: 0, acknowledged: 0, resent: 0, stored: 0, refused: 0 })
