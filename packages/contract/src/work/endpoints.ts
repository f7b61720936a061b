import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { day, id, longId, orNone, whole, word } from '../fields.ts'
import { lastChange } from '../last-change.ts'
import { page, pageQuery } from '../page.ts'
import { recordCalls } from '../records.ts'
import { JobType, WorkState } from './codes.ts'
import { firstInput, lastInput, mostPeople, mostRoads, mostStops, mostVehicles } from './rules.ts'

/** Different ids in the order in which they were given. */
const ids = (most: number) =>
  z
    .array(id)
    .max(most)
    .transform((list) => [...new Set(list)])

const fields = {
  name: z.string().trim().min(1, word('enterPlanName')).max(50),
  /** The crew. */
  deptId: id,
  jobType: z.enum(JobType),
  /** Roads: areas that are routes. */
  areaIds: ids(mostRoads).default([]),
  /** Facilities, cans and transfer stations in the order of the way. */
  facilityIds: ids(mostStops).default([]),
  /** Vehicles, people, or both: one of them at least. */
  vehicleIds: ids(mostVehicles).default([]),
  userIds: ids(mostPeople).default([]),
  shiftIds: ids(6).refine((list) => list.length > 0, word('chooseShifts')),
  /** How often in each shift; its hours are divided evenly. */
  times: whole(z.number().int().min(1).max(3)).default(1),
  /** True when it keeps to the work calendar. */
  calendar: z.boolean().default(true),
  firstDay: orNone(day),
  lastDay: orNone(day),
  /** Input of the terminals at which the implement is wired; without one the ignition counts. */
  implementInput: orNone(whole(z.number().int().min(firstInput).max(lastInput))),
  /** Percent of the roads' length from which a task is done. */
  goal: whole(z.number().int().min(10).max(100)).default(90),
  enabled: z.boolean().default(true),
  remark: z.string().trim().max(500).default(''),
}

const Named = z.object({ id: z.number(), name: z.string() })

/** A job plan: who works which roads or stops in which shifts. Source: spec 4, V.1. */
export const WorkPlan = z.object({
  ...fields,
  areaIds: z.array(z.number()),
  facilityIds: z.array(z.number()),
  vehicleIds: z.array(z.number()),
  userIds: z.array(z.number()),
  shiftIds: z.array(z.number()),
  id: z.number(),
  deptName: z.string(),
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  implementInput: z.number().nullable(),
  vehicles: z.array(Named),
  people: z.array(Named),
  roads: z.array(Named),
  stops: z.array(Named),
  shifts: z.array(Named),
  createTime: z.string(),
  ...lastChange,
})
export type WorkPlan = z.infer<typeof WorkPlan>

export const listWorkPlans = endpoint({
  method: 'GET',
  path: '/admin/workPlan/page',
  access: 'session',
  input: pageQuery.extend({ name: z.string().max(50).optional(), deptId: orNone(id), jobType: orNone(z.enum(JobType)) }),
  output: page(WorkPlan),
})

/** Tasks that have begun stay as they were when a plan is changed or removed; later ones follow it. */
export const {
  get: getWorkPlan,
  add: addWorkPlan,
  change: changeWorkPlan,
  remove: removeWorkPlan,
} = recordCalls('/admin/workPlan', 'admin_workplan', fields, WorkPlan)

/** A plan on one day, in one part of a shift, with what was done by the positions of its vehicles and people. */
export const WorkTask = z.object({
  id: z.number(),
  planId: z.number(),
  name: z.string(),
  deptId: z.number(),
  deptName: z.string(),
  jobType: z.enum(JobType),
  day: z.string(),
  shiftName: z.string(),
  /** Part of the shift, from 1, and the number of them. */
  turn: z.number(),
  turns: z.number(),
  startTime: z.string(),
  endTime: z.string(),
  state: z.enum(WorkState),
  vehicles: z.array(Named),
  people: z.array(Named),
  /** m */
  plannedMetres: z.number(),
  workedMetres: z.number(),
  stopCount: z.number(),
  visitedCount: z.number(),
  /** Cans among the stops whose level is measured, and those of them that were emptied in its time, whoever did it. */
  measuredCount: z.number(),
  emptiedCount: z.number(),
  /** Percent of the roads' length from which it is done. */
  goal: z.number(),
  /** When work was first seen, and when it was done; device time. */
  firstTime: z.string().nullable(),
  doneTime: z.string().nullable(),
})
export type WorkTask = z.infer<typeof WorkTask>

const taskFilter = {
  day,
  deptId: orNone(id),
  vehicleId: orNone(id),
  userId: orNone(id),
  planId: orNone(id),
  workState: orNone(z.enum(WorkState)),
}

/** Tasks of a day in the caller's scope, the first to begin first: those that begin on it, and those of the night before that last into it. */
export const listWorkTasks = endpoint({
  method: 'GET',
  path: '/admin/workTask/page',
  access: 'session',
  input: pageQuery.extend(taskFilter),
  output: page(WorkTask),
})

const position = z.tuple([z.number(), z.number()])

/** Where work was planned, and what of it was done. Degrees WGS-84. */
export const WorkPlaces = z.object({
  roads: z.array(
    z.object({
      areaId: z.number(),
      name: z.string(),
      /** m */
      plannedMetres: z.number(),
      workedMetres: z.number(),
      worked: z.array(z.array(position)),
      open: z.array(z.array(position)),
    }),
  ),
  stops: z.array(
    z.object({
      facilityId: z.number(),
      name: z.string(),
      lng: z.number(),
      lat: z.number(),
      /** Null while none of those planned stood there. */
      visitTime: z.string().nullable(),
      /** The last time at which one was seen standing there; null as `visitTime`, and of tasks counted by earlier versions. */
      leaveTime: z.string().nullable(),
      /** When it was emptied first, as its level says, whoever did it; null where it was not, or nothing measures it. */
      emptyTime: z.string().nullable(),
    }),
  ),
})
export type WorkPlaces = z.infer<typeof WorkPlaces>

export const getWorkTask = endpoint({
  method: 'GET',
  path: '/admin/workTask/:id',
  access: 'session',
  input: z.object({ id: longId }),
  output: WorkTask.extend(WorkPlaces.shape),
})

/** The places of the tasks of a day for the map: those of the first `mostOnMap` tasks of the filter, those that have begun before the others. */
export const getWorkMap = endpoint({
  method: 'GET',
  path: '/admin/workTask/map',
  access: 'session',
  input: z.object(taskFilter),
  output: z.array(WorkTask.pick({ id: true, name: true, state: true }).extend(WorkPlaces.shape)),
})

/** Figures of a day by crew: what boards and heads of lists show. */
export const getWorkFigures = endpoint({
  method: 'GET',
  path: '/admin/workTask/figures',
  access: 'session',
  input: z.object({ day, deptId: orNone(id) }),
  output: z.array(
    z.object({
      deptId: z.number(),
      deptName: z.string(),
      due: z.number().int(),
      running: z.number().int(),
      done: z.number().int(),
      missed: z.number().int(),
      plannedMetres: z.number(),
      workedMetres: z.number(),
      stopCount: z.number().int(),
      visitedCount: z.number().int(),
    }),
  ),
})
