import type { ShapeOf, SourceName } from '@huanwei/contract/boards/codes'
import type { Source } from './source.ts'
import { cameras } from './sources/cameras.ts'
import { cleaningDays, crewQueues, departmentScores, response, satisfaction, scores } from './sources/care.ts'
import {
  cleaningFunnel,
  cleaningStates,
  eventCalendar,
  eventHours,
  eventKinds,
  eventsOfDay,
  eventWeek,
  mostEvents,
  newestCleaning,
  newestComplaints,
  newestEvents,
  waitingEvents,
} from './sources/events.ts'
import {
  facilityAir,
  facilityClimate,
  facilityCubicles,
  facilityCurves,
  facilityEvents,
  facilityFacts,
  facilityPage,
  facilityToday,
} from './sources/facility.ts'
import { figures, liveFigures } from './sources/figures.ts'
import { screenClock, writtenText } from './sources/fixed.ts'
import {
  kitchenDays,
  kitchenToday,
  kitchenTrucks,
  kitchenUnvisited,
  newestCollections,
  restaurantPlaces,
} from './sources/kitchen.ts'
import { canFill, crews, facilityStates, objectPlaces, stateCounts, vehicleFunctions } from './sources/live-state.ts'
import { drivenDays, freshness, hoursDays, mileageDays, mostMileage, positionMinutes, speedDays } from './sources/machines.ts'
import { months } from './sources/months.ts'
import { emptyings } from './sources/notice.ts'
import { orderKinds } from './sources/orders.ts'
import { attendanceCrews, handlerQueues, personQueues, sosCalls } from './sources/people.ts'
import { cleaningPhotos, facilityPhotos } from './sources/photos.ts'
import { eventPlaces, workAreas } from './sources/places.ts'
import { placesInTurns } from './sources/places-in-turns.ts'
import { builtYears, toiletKinds } from './sources/register.ts'
import { emptyingForecast, emptyingPlaces, emptyingQueue, emptyingTrips, emptyingTrucks } from './sources/rural.ts'
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
  attendanceCrews,
  attendanceStates,
  builtYears,
  cameras,
  canFill,
  cleaningDays,
  cleaningFunnel,
  cleaningPhotos,
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
  emptyingForecast,
  emptyingPlaces,
  emptyingQueue,
  emptyingTrips,
  emptyingTrucks,
  emptyings,
  eventCalendar,
  eventHours,
  eventKinds,
  eventPlaces,
  eventWeek,
  facilityAir,
  facilityClimate,
  facilityCubicles,
  facilityCurves,
  facilityEvents,
  facilityFacts,
  facilityPage,
  facilityPhotos,
  facilityStates,
  facilityToday,
  figures,
  freshness,
  handlerQueues,
  hoursDays,
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
  eventsOfDay,
  newestEvents,
  objectPlaces,
  odour,
  orderKinds,
  personQueues,
  placesInTurns,
  positionMinutes,
  response,
  restaurantPlaces,
  roster,
  satisfaction,
  scores,
  screenClock,
  sosCalls,
  spanAttendance,
  spanCleaning,
  spanComplaints,
  spanDays,
  spanFigures,
  spanInspections,
  spanJobs,
  spanVehicles,
  spanViolations,
  speedDays,
  stateCounts,
  toiletKinds,
  towns,
  townsOverdue,
  vehicleFunctions,
  visitorHours,
  waitingEvents,
  workAreas,
  writtenText,
} satisfies { [Name in SourceName]: Source<ShapeOf<Name>> }
