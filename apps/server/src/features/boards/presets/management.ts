import { EventRank } from '@huanwei/contract/boards/codes'
import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { Preset } from '../preset.ts'

const { vehicle, facility } = ObjectType

/** Operations of one company (`deptId`): its fleet on the map, its crews' jobs beside it. */
const company: Preset = {
  theme: 'blue',
  panels: [
    { kind: 'figures', source: 'liveFigures', params: { names: ['vehiclesOnline', 'peopleOnline'] }, at: [0, 0, 6, 2] },
    { kind: 'ring', source: 'stateCounts', params: { objectType: vehicle }, title: 'fleet', at: [0, 2, 6, 4] },
    { kind: 'progress', source: 'vehicleFunctions', title: 'functions', at: [0, 6, 6, 3] },
    { kind: 'ring', source: 'roster', title: 'roster', at: [0, 9, 6, 3] },
    { kind: 'map', source: 'objectPlaces', params: { objectTypes: [vehicle] }, at: [6, 0, 12, 8] },
    { kind: 'table', source: 'crewJobs', title: 'crewJobs', at: [6, 8, 12, 4] },
    { kind: 'figures', source: 'figures', params: { names: ['jobsDone', 'eventsToday'] }, at: [18, 0, 6, 2] },
    { kind: 'ring', source: 'jobStates', title: 'jobs', at: [18, 2, 6, 4] },
    { kind: 'ranking', source: 'eventKinds', title: 'eventKinds', at: [18, 6, 6, 3] },
    { kind: 'ranking', source: 'mostEvents', title: 'mostVehicles', at: [18, 9, 6, 3] },
  ],
}

/** The same company by its indicators over the week. */
const companyTrend: Preset = {
  theme: 'blue',
  panels: [
    {
      kind: 'figures',
      source: 'figures',
      params: { names: ['eventsToday', 'eventsHandled', 'eventsWaiting', 'jobsDone', 'jobsMissed', 'cleaningOverdue'] },
      at: [0, 0, 24, 2],
    },
    { kind: 'trend', source: 'eventWeek', title: 'eventWeek', at: [0, 2, 12, 5] },
    { kind: 'calendar', source: 'eventCalendar', title: 'eventCalendar', at: [12, 2, 12, 5] },
    { kind: 'ranking', source: 'mostEvents', params: { rank: EventRank.departments }, title: 'mostCrews', at: [0, 7, 6, 5] },
    { kind: 'ranking', source: 'mostEvents', title: 'mostVehicles', at: [6, 7, 6, 5] },
    { kind: 'table', source: 'crewJobs', title: 'crewJobs', at: [12, 7, 12, 5] },
  ],
}

/** Operations of one company beside the pictures of four cameras. */
const companyWithVideo: Preset = {
  theme: 'blue',
  panels: [
    { kind: 'figures', source: 'liveFigures', params: { names: ['vehiclesOnline', 'peopleOnline'] }, at: [0, 0, 6, 2] },
    { kind: 'progress', source: 'vehicleFunctions', title: 'functions', at: [0, 2, 6, 5] },
    { kind: 'ring', source: 'roster', title: 'roster', at: [0, 7, 6, 5] },
    { kind: 'video', source: 'cameras', title: 'cameras', at: [6, 0, 11, 8] },
    { kind: 'table', source: 'crewJobs', title: 'crewJobs', at: [6, 8, 11, 4] },
    { kind: 'figures', source: 'figures', params: { names: ['jobsDone', 'eventsToday'] }, at: [17, 0, 7, 2] },
    { kind: 'map', source: 'objectPlaces', params: { objectTypes: [vehicle] }, at: [17, 2, 7, 6] },
    { kind: 'ticker', source: 'newestEvents', title: 'newestEvents', at: [17, 8, 7, 4] },
  ],
}

/** Facilities and environment. */
const environment: Preset = {
  theme: 'green',
  panels: [
    { kind: 'figures', source: 'liveFigures', params: { names: ['facilitiesOnline', 'objectsWrong'] }, at: [0, 0, 7, 2] },
    { kind: 'progress', source: 'facilityStates', title: 'facilities', at: [0, 2, 7, 4] },
    { kind: 'ring', source: 'stateCounts', params: { objectType: facility }, title: 'facilityStates', at: [0, 6, 7, 3] },
    { kind: 'ring', source: 'canFill', title: 'canFill', at: [0, 9, 7, 3] },
    { kind: 'map', source: 'objectPlaces', params: { objectTypes: [facility] }, at: [7, 0, 10, 8] },
    { kind: 'ticker', source: 'newestComplaints', title: 'complaints', at: [7, 8, 10, 4] },
    { kind: 'figures', source: 'figures', params: { names: ['complaintsWaiting', 'cleaningOpen'] }, at: [17, 0, 7, 2] },
    {
      kind: 'ranking',
      source: 'cleaningStates',
      params: { cleaningType: CleaningType.cleaning },
      title: 'cleaning',
      at: [17, 2, 7, 3],
    },
    {
      kind: 'ranking',
      source: 'cleaningStates',
      params: { cleaningType: CleaningType.repair },
      title: 'repairs',
      at: [17, 5, 7, 3],
    },
    { kind: 'ranking', source: 'odour', title: 'odour', at: [17, 8, 7, 4] },
  ],
}

/** This month against the last, scores, and what the public says. */
const management: Preset = {
  theme: 'blue',
  panels: [
    { kind: 'table', source: 'months', title: 'months', at: [0, 0, 10, 4] },
    { kind: 'ranking', source: 'scores', title: 'scores', at: [10, 0, 7, 4] },
    { kind: 'ranking', source: 'departmentScores', title: 'departmentScores', at: [17, 0, 7, 4] },
    { kind: 'trend', source: 'eventWeek', title: 'eventWeek', at: [0, 4, 10, 4] },
    { kind: 'heat', source: 'eventPlaces', title: 'eventPlaces', at: [0, 8, 10, 4] },
    { kind: 'ring', source: 'satisfaction', title: 'satisfaction', at: [10, 4, 7, 4] },
    { kind: 'ranking', source: 'eventKinds', title: 'eventKinds', at: [10, 8, 7, 4] },
    { kind: 'trend', source: 'cleaningDays', title: 'cleaningDays', at: [17, 4, 7, 8] },
  ],
}

export const managementBoards: Record<string, Preset> = {
  '/screen/board_visualization/index': management,
  '/screen/board_huarun/index': company,
  '/screen/board_huarun_new/index': companyTrend,
  '/chenghua_board': companyWithVideo,
  '/screen/board_visualization2/index': environment,
}
