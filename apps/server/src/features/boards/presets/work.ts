import type { BoardTheme } from '@huanwei/contract/boards/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { Preset } from '../preset.ts'

const { vehicle, person, facility } = ObjectType

/** Job plans of today: done, running, to come, and coverage by crew. */
const jobs: Preset = {
  theme: 'blue',
  panels: [
    { kind: 'figures', source: 'figures', params: { names: ['jobsDone', 'jobsRunning', 'jobsMissed'] }, at: [0, 0, 24, 2] },
    { kind: 'ring', source: 'jobStates', title: 'jobs', at: [0, 2, 7, 5] },
    { kind: 'progress', source: 'crews', title: 'crews', at: [0, 7, 7, 5] },
    { kind: 'areas', source: 'workAreas', at: [7, 2, 9, 10] },
    { kind: 'table', source: 'crewJobs', title: 'crewJobs', at: [16, 2, 8, 10] },
  ],
}

/** All work of the organisation. */
const allWork: Preset = {
  theme: 'green',
  panels: [
    {
      kind: 'figures',
      source: 'liveFigures',
      params: { names: ['vehiclesOnline', 'peopleOnline', 'facilitiesOnline', 'objectsWrong'] },
      at: [0, 0, 12, 2],
    },
    {
      kind: 'figures',
      source: 'figures',
      params: { names: ['jobsDone', 'eventsToday', 'eventsWaiting', 'cleaningOpen'] },
      at: [12, 0, 12, 2],
    },
    { kind: 'map', source: 'objectPlaces', params: { objectTypes: [facility, person, vehicle] }, at: [0, 2, 12, 7] },
    { kind: 'table', source: 'crewJobs', title: 'crewJobs', at: [12, 2, 12, 5] },
    { kind: 'ring', source: 'jobStates', title: 'jobs', at: [12, 7, 6, 5] },
    { kind: 'ring', source: 'roster', title: 'roster', at: [18, 7, 6, 5] },
    { kind: 'ticker', source: 'newestEvents', title: 'newestEvents', at: [0, 9, 12, 3] },
  ],
}

/** People at work: on duty against the roster, calls for help, and how the newest day ended, by crew. */
const people: Preset = {
  theme: 'blue',
  panels: [
    { kind: 'figures', source: 'liveFigures', params: { names: ['peopleOnline', 'objectsWrong'] }, at: [0, 0, 6, 2] },
    { kind: 'ring', source: 'roster', title: 'roster', at: [0, 2, 6, 5] },
    { kind: 'ring', source: 'attendanceStates', title: 'attendance', at: [0, 7, 6, 5] },
    { kind: 'map', source: 'objectPlaces', params: { objectTypes: [person] }, at: [6, 0, 9, 12] },
    { kind: 'ticker', source: 'sosCalls', title: 'sosCalls', at: [15, 0, 9, 3] },
    { kind: 'ring', source: 'stateCounts', params: { objectType: person }, title: 'peopleStates', at: [15, 3, 9, 4] },
    { kind: 'table', source: 'attendanceCrews', title: 'attendanceCrews', at: [15, 7, 9, 5] },
  ],
}

/** The live map alone. */
const mapAlone = (theme: BoardTheme): Preset => ({
  theme,
  panels: [{ kind: 'map', source: 'placesInTurns', params: { objectTypes: [facility, vehicle] }, at: [0, 0, 24, 12] }],
})

/** Orders of all kinds. */
const orders: Preset = {
  theme: 'blue',
  panels: [
    {
      kind: 'figures',
      source: 'figures',
      params: {
        names: [
          'eventsWaiting',
          'cleaningOpen',
          'cleaningOverdue',
          'complaintsWaiting',
          'inspectionsWaiting',
          'approvalsWaiting',
        ],
      },
      at: [0, 0, 24, 3],
    },
    { kind: 'funnel', source: 'cleaningFunnel', title: 'reached', at: [0, 3, 8, 4] },
    { kind: 'table', source: 'orderKinds', title: 'orderKinds', at: [0, 7, 8, 5] },
    { kind: 'ticker', source: 'newestCleaning', title: 'newestOrders', at: [8, 3, 8, 9] },
    { kind: 'ticker', source: 'newestComplaints', title: 'complaints', at: [16, 3, 8, 9] },
  ],
}

/** Queues by person and by crew: what waits, since when, and what was done today. */
const queues: Preset = {
  theme: 'blue',
  panels: [
    {
      kind: 'figures',
      source: 'figures',
      params: { names: ['eventsWaiting', 'cleaningOpen', 'cleaningOverdue', 'inspectionsWaiting', 'approvalsWaiting'] },
      at: [0, 0, 24, 2],
    },
    { kind: 'table', source: 'personQueues', title: 'personQueues', at: [0, 2, 15, 5] },
    { kind: 'table', source: 'handlerQueues', title: 'handlerQueues', at: [0, 7, 15, 5] },
    { kind: 'ranking', source: 'waitingEvents', title: 'waiting', at: [15, 2, 9, 4] },
    { kind: 'table', source: 'crewQueues', title: 'crewQueues', at: [15, 6, 9, 6] },
  ],
}

/** Job plans of a past day. */
const history: Preset = {
  theme: 'blue',
  isPast: true,
  panels: [
    { kind: 'figures', source: 'daySums', at: [0, 0, 24, 2] },
    { kind: 'ring', source: 'jobStates', title: 'jobsOfDay', at: [0, 2, 8, 5] },
    { kind: 'progress', source: 'crewCoverage', title: 'crewCoverage', at: [0, 7, 8, 5] },
    { kind: 'table', source: 'crewJobs', title: 'crewJobsOfDay', at: [8, 2, 16, 10] },
  ],
}

export const workBoards: Record<string, Preset> = {
  '/work_plan/board-history/index': history,
  '/board/work-table-nt/index': queues,
  '/work_plan/board/index': jobs,
  '/work_plan/board_yun/index': allWork,
  '/work_plan/board_sanitation/index': people,
  '/mechanical/map_mon_xizhong/index': mapAlone('light'),
  '/mechanical/map_mon_xizhong_copy/index': mapAlone('blue'),
  '/order/signboard/index': orders,
}
