import { ObjectType } from '@huanwei/contract/objects'
import type { Preset } from '../preset.ts'

const { vehicle, facility } = ObjectType

/** The whole city: the map in the middle; fleet and people at its left, facilities and events at its right. */
const overview: Preset = {
  theme: 'blue',
  panels: [
    {
      kind: 'figures',
      source: 'liveFigures',
      params: { names: ['vehiclesOnline', 'peopleOnline', 'facilitiesOnline'] },
      at: [6, 0, 6, 2],
    },
    { kind: 'figures', source: 'figures', params: { names: ['eventsToday', 'eventsWaiting', 'jobsDone'] }, at: [12, 0, 6, 2] },
    { kind: 'map', source: 'objectPlaces', params: { objectTypes: [facility, vehicle] }, at: [6, 2, 12, 7] },
    { kind: 'ticker', source: 'newestEvents', title: 'newestEvents', at: [6, 9, 12, 3] },
    { kind: 'ring', source: 'stateCounts', params: { objectType: vehicle }, title: 'fleet', at: [0, 0, 6, 4] },
    { kind: 'ranking', source: 'crews', title: 'crews', at: [0, 4, 6, 5] },
    { kind: 'ring', source: 'roster', title: 'roster', at: [0, 9, 6, 3] },
    { kind: 'progress', source: 'facilityStates', title: 'facilities', at: [18, 0, 6, 5] },
    { kind: 'trend', source: 'eventHours', title: 'eventHours', at: [18, 5, 6, 4] },
    { kind: 'ranking', source: 'eventKinds', title: 'eventKinds', at: [18, 9, 6, 3] },
  ],
}

/** The whole city beside the pictures of four cameras. */
const overviewWithVideo: Preset = {
  theme: 'blue',
  panels: [
    {
      kind: 'figures',
      source: 'liveFigures',
      params: { names: ['vehiclesOnline', 'peopleOnline', 'facilitiesOnline'] },
      at: [0, 0, 7, 2],
    },
    { kind: 'figures', source: 'figures', params: { names: ['eventsToday', 'eventsWaiting', 'jobsDone'] }, at: [7, 0, 7, 2] },
    { kind: 'map', source: 'objectPlaces', params: { objectTypes: [facility, vehicle] }, at: [0, 2, 14, 7] },
    { kind: 'ring', source: 'stateCounts', params: { objectType: vehicle }, title: 'fleet', at: [0, 9, 5, 3] },
    { kind: 'ticker', source: 'newestEvents', title: 'newestEvents', at: [5, 9, 9, 3] },
    { kind: 'video', source: 'cameras', title: 'cameras', at: [14, 0, 10, 7] },
    { kind: 'progress', source: 'facilityStates', title: 'facilities', at: [14, 7, 5, 5] },
    { kind: 'ranking', source: 'eventKinds', title: 'eventKinds', at: [19, 7, 5, 5] },
  ],
}

export const cityBoards: Record<string, Preset> = {
  '/screen/board_huayin/index': overview,
  '/board-huayin': overviewWithVideo,
}
