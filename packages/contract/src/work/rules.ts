import { JobType, WorkState } from './codes.ts'

/** Speeds, km/h, at which a road counts as worked, both included: faster is on the way, slower stands. */
export const workingSpeed = {
  [JobType.whole]: { least: 3, most: 30 },
  [JobType.clean]: { least: 3, most: 20 },
  [JobType.water]: { least: 3, most: 30 },
  [JobType.transfer]: { least: 3, most: 60 },
} as const satisfies Record<JobType, { least: number; most: number }>
/** The same of people on foot, whatever the work: who sweeps stands often, and who is faster rides. */
export const walkingSpeed = { least: 0, most: 7 } as const

/** A stop counts as visited when one of those planned stood so long within so many metres of it. */
export const visitRadius = 60
export const visitSeconds = 30

/** Inputs of a terminal at which an implement may be wired: bit 2 and up of the IO word (0x2A), whose bits 0 and 1 mean sleep. */
export const firstInput = 2
export const lastInput = 15

export const mostRoads = 50
export const mostStops = 100
export const mostVehicles = 50
export const mostPeople = 100
/** Tasks whose places a map shows at once. */
export const mostOnMap = 200

type Task = { startTime: string; endTime: string; doneTime: string | null }

/** The state of a task at `now`; times as on the wire. Pure. */
export function workStateOf({ startTime, endTime, doneTime }: Task, now: string): WorkState {
  if (doneTime !== null) return WorkState.done
  if (now < startTime) return WorkState.due
  return now < endTime ? WorkState.running : WorkState.missed
}

/** Percent of what is planned that was done: of the length of the roads and of the stops, each by its own measure; whole numbers, 100 only for all. */
export const shareOf = (done: number, planned: number) => (planned > 0 ? Math.floor((100 * done) / planned) : 100)
