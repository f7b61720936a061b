import { ObjectType } from '@huanwei/contract/objects'
import type { Preset, PresetPanel } from '../preset.ts'

const { vehicle, facility, person } = ObjectType
type At = PresetPanel['at']

const tracks = (at: At): PresetPanel => ({ kind: 'tracks', source: 'objectPlaces', params: { objectTypes: [vehicle] }, at })
const online = (at: At): PresetPanel => ({ kind: 'figures', source: 'liveFigures', params: { names: ['vehiclesOnline'] }, at })
const work = (at: At): PresetPanel => ({
  kind: 'figures',
  source: 'figures',
  params: { names: ['kilometresWorked', 'stopsVisited', 'jobsMissed'] },
  at,
})
const functions = (at: At): PresetPanel => ({ kind: 'progress', source: 'vehicleFunctions', title: 'functions', at })
const fleet = (at: At): PresetPanel => ({
  kind: 'ring',
  source: 'stateCounts',
  params: { objectType: vehicle },
  title: 'fleet',
  at,
})
const mileage = (at: At): PresetPanel => ({ kind: 'trend', source: 'mileageDays', title: 'mileageDays', at })
const hours = (at: At): PresetPanel => ({ kind: 'trend', source: 'hoursDays', title: 'hoursDays', at })
const speed = (at: At): PresetPanel => ({ kind: 'trend', source: 'speedDays', title: 'speedDays', at })
const longest = (at: At): PresetPanel => ({ kind: 'ranking', source: 'mostMileage', title: 'mostMileage', at })
const faults = (at: At): PresetPanel => ({ kind: 'ranking', source: 'mostEvents', title: 'mostVehicles', at })
const kinds = (at: At): PresetPanel => ({ kind: 'ranking', source: 'eventKinds', title: 'eventKinds', at })
const coverage = (at: At): PresetPanel => ({ kind: 'table', source: 'crewJobs', title: 'crewJobs', at })

/** Mechanised sweeping, everything of one weight. */
const balanced: Preset = {
  theme: 'blue',
  panels: [
    online([0, 0, 6, 2]),
    work([6, 0, 18, 2]),
    functions([0, 2, 6, 5]),
    mileage([6, 2, 6, 5]),
    hours([12, 2, 6, 5]),
    longest([18, 2, 6, 5]),
    speed([0, 7, 6, 5]),
    coverage([6, 7, 12, 5]),
    faults([18, 7, 6, 5]),
  ],
}

/** The same with the map first. */
const mapFirst: Preset = {
  theme: 'blue',
  panels: [
    tracks([0, 0, 16, 9]),
    mileage([0, 9, 5, 3]),
    hours([5, 9, 5, 3]),
    speed([10, 9, 6, 3]),
    work([16, 0, 8, 2]),
    fleet([16, 2, 8, 4]),
    functions([16, 6, 8, 3]),
    longest([16, 9, 8, 3]),
  ],
}

/** The same with the rankings first. */
const rankingFirst: Preset = {
  theme: 'green',
  panels: [
    longest([0, 0, 5, 8]),
    faults([5, 0, 5, 4]),
    kinds([5, 4, 5, 4]),
    functions([10, 0, 5, 8]),
    coverage([15, 0, 9, 8]),
    online([0, 8, 5, 2]),
    { kind: 'figures', source: 'figures', params: { names: ['eventsToday', 'eventsHandled'] }, at: [5, 8, 5, 2] },
    work([0, 10, 10, 2]),
    mileage([10, 8, 5, 4]),
    hours([15, 8, 5, 4]),
    speed([20, 8, 4, 4]),
  ],
}

/** Everything that arrives now: how fresh terminals and sensors are, and the events and reports that come in. */
const arrivals: Preset = {
  theme: 'blue',
  panels: [
    {
      kind: 'figures',
      source: 'liveFigures',
      params: { names: ['vehiclesOnline', 'peopleOnline', 'facilitiesOnline', 'objectsWrong'] },
      at: [0, 0, 24, 2],
    },
    { kind: 'ring', source: 'freshness', title: 'freshness', at: [0, 2, 7, 4] },
    { kind: 'trend', source: 'positionMinutes', title: 'positionMinutes', at: [0, 6, 7, 3] },
    { kind: 'trend', source: 'eventHours', title: 'eventHours', at: [0, 9, 7, 3] },
    { kind: 'map', source: 'objectPlaces', params: { objectTypes: [facility, person, vehicle] }, at: [7, 2, 7, 10] },
    { kind: 'ticker', source: 'eventsOfDay', title: 'eventsOfDay', at: [14, 2, 10, 6] },
    { kind: 'ticker', source: 'newestCleaning', title: 'newestOrders', at: [14, 8, 10, 4] },
  ],
}

export const machineBoards: Record<string, Preset> = {
  '/mechanical/board_new/index': balanced,
  '/mechanical/board_shangrao/index': mapFirst,
  '/mechanical/board-chenghua/index': rankingFirst,
  '/work_plan/newdata_yun/index': arrivals,
}
