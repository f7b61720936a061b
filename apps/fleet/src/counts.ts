/** What a fleet counts over all its terminals. */
export type Counts = { connected: number; reports: number; acknowledged: number; resent: number; stored: number; refused: number }
export const noCounts = (): Counts => ({ connected: 0, reports: 0, acknowledged: 0, resent: 0, stored: 0, refused: 0 })
