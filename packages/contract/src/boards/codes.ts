/** Drawing of a panel. Source: spec 3, section 14. */
export const PanelKind = {
  figures: 'figures',
  counter: 'counter',
  ring: 'ring',
  ranking: 'ranking',
  progress: 'progress',
  radar: 'radar',
  trend: 'trend',
  area: 'area',
  columns: 'columns',
  ticker: 'ticker',
  table: 'table',
  facts: 'facts',
  plan: 'plan',
  map: 'map',
  gauge: 'gauge',
  code: 'code',
  video: 'video',
  funnel: 'funnel',
  calendar: 'calendar',
  carousel: 'carousel',
  text: 'text',
  clock: 'clock',
  heat: 'heat',
  tracks: 'tracks',
  areas: 'areas',
} as const
export type PanelKind = (typeof PanelKind)[keyof typeof PanelKind]

export const BoardTheme = { blue: 'blue', green: 'green', light: 'light' } as const
export type BoardTheme = (typeof BoardTheme)[keyof typeof BoardTheme]

/** Meaning of a figure's colour; `plain` is the accent, `still` that of what stands on the maps. */
export const FigureTone = { plain: 'plain', good: 'good', still: 'still', warn: 'warn', bad: 'bad', quiet: 'quiet' } as const
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

/** Kinds of panel with a map. */
const mapKinds = [PanelKind.map, PanelKind.heat, PanelKind.tracks, PanelKind.areas] as const
export type MapKind = (typeof mapKinds)[number]

export const isMapKind = (kind: PanelKind): kind is MapKind => mapKinds.some((one) => one === kind)

/** Boards of one facility, which their address names by `facilityId`. */
export const facilityBoards = [
  '/board/publicToiletSignboard/index',
  '/transfer-station-dashboard',
  '/toiletOrTransferStationInfo',
] as const
export type FacilityBoard = (typeof facilityBoards)[number]

export const isFacilityBoard = (path: string) => facilityBoards.some((one) => one === path)

/** Boards of one department with all below it, which their address names by `deptId`; without it they show all that the caller may see. */
const departmentBoards = [
  '/work_plan/ncyunone/index',
  '/work_plan/ncyuntwo/index',
  '/work_plan/ncyunthree/index',
  '/work_plan/ncyunfour/index',
  '/work_plan/ncyunfive/index',
  '/screen/board_huarun/index',
  '/screen/board_huarun_new/index',
  '/chenghua_board',
] as const

export const isDepartmentBoard = (path: string) => departmentBoards.some((one) => one === path)

/** What a board is about: this moment, a past day, one facility, or the days of a report on paper. */
export const BoardAbout = { now: 'now', day: 'day', facility: 'facility', span: 'span' } as const
export type BoardAbout = (typeof BoardAbout)[keyof typeof BoardAbout]

/** Objects that are ranked by their events. */
export const EventRank = { vehicles: 'vehicles', departments: 'departments' } as const
export type EventRank = (typeof EventRank)[keyof typeof EventRank]

/** Form of what a source answers. */
export type PanelShape =
  | 'figures'
  | 'series'
  | 'rows'
  | 'page'
  | 'points'
  | 'cameras'
  | 'days'
  | 'photos'
  | 'text'
  | 'clock'
  | 'areas'

/** Kinds of panel that can draw each shape, the usual one first. */
export const kindsOfShape = {
  figures: [
    PanelKind.figures,
    PanelKind.counter,
    PanelKind.ring,
    PanelKind.ranking,
    PanelKind.progress,
    PanelKind.gauge,
    PanelKind.funnel,
    PanelKind.radar,
    PanelKind.plan,
  ],
  series: [PanelKind.trend, PanelKind.area, PanelKind.columns],
  rows: [PanelKind.table, PanelKind.ticker, PanelKind.facts],
  page: [PanelKind.code],
  points: [PanelKind.map, PanelKind.heat, PanelKind.tracks],
  areas: [PanelKind.areas],
  cameras: [PanelKind.video],
  days: [PanelKind.calendar],
  photos: [PanelKind.carousel],
  text: [PanelKind.text],
  clock: [PanelKind.clock],
} as const satisfies Record<PanelShape, readonly PanelKind[]>

/** Figures of the live state, which may change at any moment. */
export const liveFigureNames = ['vehiclesOnline', 'peopleOnline', 'facilitiesOnline', 'objectsWrong'] as const

/** Figures that are totals of lists. */
export const listFigureNames = [
  'eventsToday',
  'eventsHandled',
  'eventsWaiting',
  'complaintsWaiting',
  'inspectionsWaiting',
  'approvalsWaiting',
  'cleaningOpen',
  'cleaningOverdue',
  'households',
  'toilets',
  'suctionsToday',
  'suctionsWaiting',
  'suctionsUnderway',
  'suctionsOverdue',
  'suctionsAll',
  'jobsDone',
  'jobsRunning',
  'jobsMissed',
  'kilometresWorked',
  'stopsVisited',
] as const
export type FigureName = (typeof liveFigureNames)[number] | (typeof listFigureNames)[number]

/** Parameters of sources. */
export type ParamName =
  | 'objectType'
  | 'objectTypes'
  | 'vehicleFunction'
  | 'facilityType'
  | 'cleaningType'
  | 'names'
  | 'rank'
  | 'texts'

/**
 * A source of the server as an editor knows it: the shape of its answer, the parameters that it reads, the figures that it can be asked for by
 * name, and what a board must be about so that it can answer.
 */
type SourceTraits = {
  shape: PanelShape
  takes: readonly ParamName[]
  names?: readonly FigureName[]
  about?: Exclude<BoardAbout, 'now'>
}

/** Every source that a panel may name. */
export const boardSources = {
  attendanceCrews: { shape: 'rows', takes: [] },
  attendanceStates: { shape: 'figures', takes: [] },
  builtYears: { shape: 'series', takes: ['facilityType'] },
  cameras: { shape: 'cameras', takes: [] },
  canFill: { shape: 'figures', takes: [] },
  cleaningDays: { shape: 'series', takes: ['cleaningType', 'facilityType'] },
  cleaningFunnel: { shape: 'figures', takes: ['cleaningType', 'facilityType'] },
  cleaningPhotos: { shape: 'photos', takes: ['cleaningType', 'facilityType'] },
  cleaningStates: { shape: 'figures', takes: ['cleaningType', 'facilityType'] },
  crewCoverage: { shape: 'figures', takes: [], about: 'day' },
  crewJobs: { shape: 'rows', takes: [], about: 'day' },
  crewQueues: { shape: 'rows', takes: [] },
  daySums: { shape: 'figures', takes: [], about: 'day' },
  crews: { shape: 'figures', takes: [] },
  cubicles: { shape: 'figures', takes: [] },
  cubiclesByToilet: { shape: 'figures', takes: [] },
  departmentScores: { shape: 'figures', takes: ['cleaningType', 'facilityType'] },
  drivenDays: { shape: 'series', takes: [] },
  emptyingForecast: { shape: 'series', takes: [] },
  emptyingPlaces: { shape: 'points', takes: [] },
  emptyingQueue: { shape: 'rows', takes: [] },
  emptyingTrips: { shape: 'rows', takes: [] },
  emptyingTrucks: { shape: 'figures', takes: [] },
  emptyings: { shape: 'rows', takes: [] },
  eventCalendar: { shape: 'days', takes: [] },
  eventHours: { shape: 'series', takes: [] },
  eventKinds: { shape: 'figures', takes: [] },
  eventPlaces: { shape: 'points', takes: [] },
  eventsOfDay: { shape: 'rows', takes: [] },
  eventWeek: { shape: 'series', takes: [] },
  facilityAir: { shape: 'figures', takes: [], about: 'facility' },
  facilityClimate: { shape: 'series', takes: [], about: 'facility' },
  facilityCubicles: { shape: 'figures', takes: [], about: 'facility' },
  facilityCurves: { shape: 'series', takes: [], about: 'facility' },
  facilityEvents: { shape: 'rows', takes: [], about: 'facility' },
  facilityFacts: { shape: 'rows', takes: [], about: 'facility' },
  facilityPage: { shape: 'page', takes: [], about: 'facility' },
  facilityPhotos: { shape: 'photos', takes: [], about: 'facility' },
  facilityStates: { shape: 'figures', takes: [] },
  facilityToday: { shape: 'figures', takes: [], about: 'facility' },
  figures: { shape: 'figures', takes: ['names', 'facilityType'], names: listFigureNames },
  freshness: { shape: 'figures', takes: [] },
  handlerQueues: { shape: 'rows', takes: [] },
  hoursDays: { shape: 'series', takes: [] },
  jobStates: { shape: 'figures', takes: [], about: 'day' },
  kitchenDays: { shape: 'series', takes: [] },
  kitchenToday: { shape: 'figures', takes: [] },
  kitchenTrucks: { shape: 'figures', takes: [] },
  kitchenUnvisited: { shape: 'rows', takes: [] },
  liveFigures: { shape: 'figures', takes: ['names', 'vehicleFunction'], names: liveFigureNames },
  mileageDays: { shape: 'series', takes: [] },
  months: { shape: 'rows', takes: [] },
  mostEvents: { shape: 'figures', takes: ['rank'] },
  mostMileage: { shape: 'figures', takes: [] },
  newestCleaning: { shape: 'rows', takes: ['cleaningType', 'facilityType'] },
  newestCollections: { shape: 'rows', takes: [] },
  newestComplaints: { shape: 'rows', takes: ['facilityType'] },
  newestEvents: { shape: 'rows', takes: [] },
  objectPlaces: { shape: 'points', takes: ['objectTypes', 'vehicleFunction', 'facilityType'] },
  odour: { shape: 'figures', takes: [] },
  orderKinds: { shape: 'rows', takes: [] },
  personQueues: { shape: 'rows', takes: [] },
  placesInTurns: { shape: 'points', takes: ['objectTypes', 'facilityType'] },
  positionMinutes: { shape: 'series', takes: [] },
  response: { shape: 'figures', takes: ['cleaningType', 'facilityType'] },
  restaurantPlaces: { shape: 'points', takes: [] },
  roster: { shape: 'figures', takes: [] },
  satisfaction: { shape: 'figures', takes: ['facilityType'] },
  scores: { shape: 'figures', takes: ['cleaningType', 'facilityType'] },
  screenClock: { shape: 'clock', takes: [] },
  sosCalls: { shape: 'rows', takes: [] },
  spanAttendance: { shape: 'rows', takes: [], about: 'span' },
  spanCleaning: { shape: 'rows', takes: [], about: 'span' },
  spanComplaints: { shape: 'rows', takes: [], about: 'span' },
  spanDays: { shape: 'series', takes: [], about: 'span' },
  spanFigures: { shape: 'figures', takes: [], about: 'span' },
  spanInspections: { shape: 'rows', takes: [], about: 'span' },
  spanJobs: { shape: 'rows', takes: [], about: 'span' },
  spanVehicles: { shape: 'rows', takes: [], about: 'span' },
  spanViolations: { shape: 'rows', takes: [], about: 'span' },
  speedDays: { shape: 'series', takes: [] },
  stateCounts: { shape: 'figures', takes: ['objectType', 'vehicleFunction'] },
  toiletKinds: { shape: 'figures', takes: ['facilityType'] },
  towns: { shape: 'rows', takes: [] },
  townsOverdue: { shape: 'figures', takes: [] },
  vehicleFunctions: { shape: 'figures', takes: [] },
  visitorHours: { shape: 'series', takes: [] },
  waitingEvents: { shape: 'figures', takes: [] },
  workAreas: { shape: 'areas', takes: [] },
  writtenText: { shape: 'text', takes: ['texts'] },
} as const satisfies Record<string, SourceTraits>
export type SourceName = keyof typeof boardSources
export type ShapeOf<S extends SourceName> = (typeof boardSources)[S]['shape']

export const sourceNames = Object.keys(boardSources).filter((name): name is SourceName => name in boardSources)

/** What is known of a source; the same for each. */
export const traitsOf = (name: SourceName): SourceTraits => boardSources[name]

/** Id of the panel beside those of the definition: the calls for help that wait, which a screen without a session shows above all others. */
export const callsPanelId = 'calls!'

/** Panels of a board at most. */
export const mostPanels = 40

/** Boards of its own that an organisation has at most. */
export const mostOwnBoards = 200

/** Versions of a board that are kept. */
export const mostVersions = 100

/** Address of an own board. */
export const ownBoardPath = (id: number) => `/board/own/${id}`

/** Id of the own board at an address; undefined for any other address. */
export function ownBoardId(path: string) {
  const [, digits] = /^\/board\/own\/([1-9]\d{0,8})$/.exec(path) ?? []
  return digits === undefined ? undefined : Number(digits)
}
