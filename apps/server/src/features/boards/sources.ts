import type { Source } from './source.ts'
import {
  cleaningStates,
  eventHours,
  eventKinds,
  eventWeek,
  mostEvents,
  newestCleaning,
  newestComplaints,
  newestEvents,
  waitingEvents,
} from './sources/events.ts'
import { figures, liveFigures } from './sources/figures.ts'
import { crews, facilityStates, objectPlaces, stateCounts, vehicleFunctions } from './sources/live-state.ts'
import { attendanceStates, crewJobs, jobStates, roster, towns, townsOverdue } from './sources/work.ts'

/** Every source that a panel may name. */
export const sources = {
  attendanceStates,
  cleaningStates,
  crewJobs,
  crews,
  eventHours,
  eventKinds,
  eventWeek,
  facilityStates,
  figures,
  jobStates,
  liveFigures,
  mostEvents,
  newestCleaning,
  newestComplaints,
  newestEvents,
  objectPlaces,
  roster,
  stateCounts,
  towns,
  townsOverdue,
  vehicleFunctions,
  waitingEvents,
} satisfies Record<string, Source>
export type SourceName = keyof typeof sources
