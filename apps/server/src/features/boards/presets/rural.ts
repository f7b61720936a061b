import type { BoardTheme } from '@huanwei/contract/boards/codes'
import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { FacilityType, VehicleFunction } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { Preset, PresetPanel } from '../preset.ts'

const { vehicle } = ObjectType
const suction = { cleaningType: CleaningType.suction }
const repair = { cleaningType: CleaningType.repair }
const rural = { facilityType: FacilityType.ruralToilet }
const trucks = { vehicleFunction: VehicleFunction.suction }

/** Rural toilets of a county or, with `deptId`, of a township: places, towns by what is overdue, requests of today. */
const overview = (theme: BoardTheme): Preset => ({
  theme,
  panels: [
    { kind: 'figures', source: 'figures', params: { names: ['households', 'suctionsToday'] }, at: [0, 0, 7, 2] },
    { kind: 'table', source: 'towns', title: 'towns', at: [0, 2, 7, 5] },
    { kind: 'ranking', source: 'townsOverdue', title: 'townsOverdue', at: [0, 7, 7, 5] },
    { kind: 'map', source: 'emptyingPlaces', at: [7, 0, 10, 8] },
    { kind: 'ticker', source: 'newestCleaning', params: suction, title: 'suctions', at: [7, 8, 10, 4] },
    { kind: 'figures', source: 'figures', params: { names: ['suctionsUnderway', 'suctionsOverdue'] }, at: [17, 0, 7, 2] },
    { kind: 'ranking', source: 'cleaningStates', params: suction, title: 'suctionStates', at: [17, 2, 7, 5] },
    {
      kind: 'ring',
      source: 'stateCounts',
      params: { objectType: vehicle, ...trucks },
      title: 'suctionTrucks',
      at: [17, 7, 7, 5],
    },
  ],
})

/** Desludging as it goes: trucks, trips and the queue; of a township also its villages by what is overdue. */
const underway = ({ isTownship }: { isTownship: boolean }): Preset => {
  const villages: PresetPanel[] = [{ kind: 'ranking', source: 'townsOverdue', title: 'townsOverdue', at: [18, 7, 6, 5] }]
  return {
    theme: isTownship ? 'green' : 'blue',
    panels: [
      { kind: 'figures', source: 'liveFigures', params: { names: ['vehiclesOnline'], ...trucks }, at: [0, 0, 4, 2] },
      {
        kind: 'figures',
        source: 'figures',
        params: { names: ['suctionsToday', 'suctionsWaiting', 'suctionsUnderway', 'suctionsOverdue', 'suctionsAll'] },
        at: [4, 0, 20, 2],
      },
      { kind: 'map', source: 'objectPlaces', params: { objectTypes: [vehicle], ...trucks }, at: [0, 2, 10, 6] },
      {
        kind: 'ring',
        source: 'stateCounts',
        params: { objectType: vehicle, ...trucks },
        title: 'suctionTrucks',
        at: [0, 8, 5, 4],
      },
      { kind: 'ranking', source: 'emptyingTrucks', title: 'emptyingTrucks', at: [5, 8, 5, 4] },
      { kind: 'table', source: 'emptyingTrips', title: 'emptyingTrips', at: [10, 2, 14, 5] },
      { kind: 'table', source: 'emptyingQueue', title: 'emptyingQueue', at: [10, 7, isTownship ? 8 : 14, 5] },
      ...(isTownship ? villages : []),
    ],
  }
}

/** Requests: how far those of each type came, how long they took, and what is overdue. */
const requests: Preset = {
  theme: 'blue',
  panels: [
    {
      kind: 'figures',
      source: 'figures',
      params: { names: ['cleaningOpen', 'cleaningOverdue', 'suctionsToday', 'suctionsOverdue', 'complaintsWaiting'], ...rural },
      at: [0, 0, 16, 3],
    },
    { kind: 'figures', source: 'response', params: rural, title: 'response', at: [16, 0, 8, 3] },
    { kind: 'funnel', source: 'cleaningFunnel', params: suction, title: 'suctionReached', at: [0, 3, 8, 5] },
    { kind: 'funnel', source: 'cleaningFunnel', params: repair, title: 'repairReached', at: [8, 3, 8, 5] },
    { kind: 'ranking', source: 'townsOverdue', title: 'townsOverdue', at: [16, 3, 8, 5] },
    { kind: 'table', source: 'newestCleaning', params: rural, title: 'newestOrders', at: [0, 8, 24, 4] },
  ],
}

/** The register: kinds of toilets and the years of their building, households by town, what is overdue of them, what is due in the days to come, and the emptying of the last days. */
const register: Preset = {
  theme: 'blue',
  panels: [
    { kind: 'figures', source: 'figures', params: { names: ['households', 'suctionsToday', 'suctionsAll'] }, at: [0, 0, 8, 2] },
    { kind: 'ranking', source: 'toiletKinds', title: 'toiletKinds', at: [0, 2, 8, 5] },
    { kind: 'columns', source: 'builtYears', title: 'builtYears', at: [0, 7, 8, 5] },
    { kind: 'table', source: 'towns', title: 'towns', at: [8, 0, 8, 7] },
    { kind: 'ranking', source: 'townsOverdue', title: 'townsOverdue', at: [8, 7, 8, 5] },
    { kind: 'columns', source: 'emptyingForecast', title: 'forecast', at: [16, 0, 8, 7] },
    { kind: 'trend', source: 'cleaningDays', params: suction, title: 'suctionDays', at: [16, 7, 8, 5] },
  ],
}

/** Evaluation: scores, towns ranked by them, and complaints. */
const evaluation: Preset = {
  theme: 'blue',
  panels: [
    { kind: 'ranking', source: 'scores', params: suction, title: 'scores', at: [0, 0, 9, 6] },
    { kind: 'ring', source: 'satisfaction', params: rural, title: 'satisfaction', at: [0, 6, 9, 6] },
    { kind: 'ranking', source: 'departmentScores', params: suction, title: 'departmentScores', at: [9, 0, 7, 6] },
    { kind: 'ranking', source: 'townsOverdue', title: 'townsOverdue', at: [9, 6, 7, 6] },
    {
      kind: 'figures',
      source: 'figures',
      params: { names: ['complaintsWaiting', 'suctionsOverdue'], ...rural },
      at: [16, 0, 8, 2],
    },
    { kind: 'table', source: 'newestComplaints', params: rural, title: 'complaints', at: [16, 2, 8, 10] },
  ],
}

/** Public notice of what was emptied and what is due, by village. */
const notice: Preset = {
  theme: 'light',
  panels: [
    {
      kind: 'figures',
      source: 'figures',
      params: { names: ['households', 'suctionsToday', 'suctionsUnderway', 'suctionsOverdue'] },
      at: [0, 0, 24, 2],
    },
    { kind: 'table', source: 'emptyings', title: 'emptyings', at: [0, 2, 24, 10] },
  ],
}

export const ruralBoards: Record<string, Preset> = {
  '/work_plan/ncyun/index': overview('blue'),
  '/work_plan/twoncyun/index': underway({ isTownship: false }),
  '/work_plan/threencyun/index': requests,
  '/work_plan/fourncyun/index': register,
  '/work_plan/fivencyun/index': evaluation,
  '/work_plan/ncyunone/index': overview('green'),
  '/work_plan/ncyuntwo/index': underway({ isTownship: true }),
  '/work_plan/ncyunthree/index': { ...requests, theme: 'green' },
  '/work_plan/ncyunfour/index': { ...register, theme: 'green' },
  '/work_plan/ncyunfive/index': { ...evaluation, theme: 'green' },
  '/noticeboard/agriculturalToilet/baixiang/index': notice,
  '/board/baixiang/agricultural-toilet/index': overview('blue'),
  '/board/baixiang/agricultural-toilet-copy/index': overview('light'),
}
