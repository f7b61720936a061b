/** Drawing of a panel. Source: spec 3, section 14. */
export const PanelKind = {
  figures: 'figures',
  ring: 'ring',
  ranking: 'ranking',
  progress: 'progress',
  trend: 'trend',
  ticker: 'ticker',
  table: 'table',
  map: 'map',
  gauge: 'gauge',
  code: 'code',
  video: 'video',
} as const
export type PanelKind = (typeof PanelKind)[keyof typeof PanelKind]

export const BoardTheme = { blue: 'blue', green: 'green', light: 'light' } as const
export type BoardTheme = (typeof BoardTheme)[keyof typeof BoardTheme]

/** Meaning of a figure's colour; `plain` is the accent. */
export const FigureTone = { plain: 'plain', good: 'good', warn: 'warn', bad: 'bad', quiet: 'quiet' } as const
export type FigureTone = (typeof FigureTone)[keyof typeof FigureTone]

/** Pace of a source: on a change, or once a minute. */
export const Pace = { live: 'live', slow: 'slow' } as const
export type Pace = (typeof Pace)[keyof typeof Pace]

/** Age from which the figures of a source are called old, ms. Source: spec 3, section 14. */
export const staleAfterMs: Record<Pace, number> = { live: 30_000, slow: 300_000 }

/** Days that a board of a past day can go back. */
export const mostDaysBack = 60

/** Places of the grid that a board's panels stand on. */
export const boardGrid = { columns: 24, rows: 12 } as const

/** Boards of one facility, which their address names by `facilityId`. */
export const facilityBoards = [
  '/board/publicToiletSignboard/index',
  '/transfer-station-dashboard',
  '/toiletOrTransferStationInfo',
] as const
export type FacilityBoard = (typeof facilityBoards)[number]

export const isFacilityBoard = (path: string) => facilityBoards.some((one) => one === path)
