import type { ShapeOf, SourceName } from '@huanwei/contract/boards/codes'
import type { Source } from './source.ts'
import { cameras } from './sources/cameras.ts'
import { cleaningDays, crewQueues, departmentScores, response, satisfaction, scores } from './sources/care.ts'
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
import { facilityAir, facilityCurves, facilityEvents, facilityFacts, facilityPage, facilityToday } from './sources/facility.ts'
import { figures, liveFigures } from './sources/figures.ts'
import {
  kitchenDays,
  kitchenToday,
  kitchenTrucks,
  kitchenUnvisited,
  newestCollections,
  restaurantPlaces,
} from './sources/kitchen.ts'
import { crews, facilityStates, objectPlaces, stateCounts, vehicleFunctions } from './sources/live-state.ts'
import { drivenDays, freshness, mileageDays, mostMileage } from './sources/machines.ts'
import { months } from './sources/months.ts'
import { emptyings } from './sources/notice.ts'
import {
  spanAttendance,
  spanCleaning,
  spanComplaints,
  spanDays,
  spanFigures,
  spanInspections,
  spanJobs,
  spanVehicles,
  spanViolations,
} from './sources/spans.ts'
import { cubicles, cubiclesByToilet, odour, visitorHours } from './sources/toilets.ts'
import { attendanceStates, crewCoverage, crewJobs, daySums, jobStates, roster, towns, townsOverdue } from './sources/work.ts'

/** The function of every source that a panel may name. */
export const sources = {
  attendanceStates,
  cameras,
  cleaningDays,
  cleaningStates,
  crewCoverage,
  crewJobs,
  crewQueues,
  daySums,
  crews,
  cubicles,
  cubiclesByToilet,
  departmentScores,
  drivenDays,
  emptyings,
  eventHours,
  eventKinds,
  eventWeek,
  facilityAir,
  facilityCurves,
  facilityEvents,
  facilityFacts,
  facilityPage,
  facilityStates,
  facilityToday,
  figures,
  freshness,
  jobStates,
  kitchenDays,
  kitchenToday,
  kitchenTrucks,
  kitchenUnvisited,
  liveFigures,
  mileageDays,
  months,
  mostEvents,
  mostMileage,
  newestCleaning,
  newestCollections,
  newestComplaints,
  newestEvents,
  objectPlaces,
  odour,
  response,
  restaurantPlaces,
  roster,
  satisfaction,
  scores,
  spanAttendance,
  spanCleaning,
  spanComplaints,
  spanDays,
  spanFigures,
  spanInspections,
  spanJobs,
  spanVehicles,
  spanViolations,
  stateCounts,
  towns,
  townsOverdue,
  vehicleFunctions,
  visitorHours,
  waitingEvents,
} satisfies { [Name in SourceName]: Source<ShapeOf<Name>> }
