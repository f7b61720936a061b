import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, id, idOf, longId, orNone, whole, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { page, pageQuery } from '../page.ts'

/** A facility that a plan visits. */
export const PlanFacility = z.object({
  facilityId: z.number(),
  facilityName: z.string(),
  address: z.string(),
  /** Degrees, WGS-84. */
  lng: z.number(),
  lat: z.number(),
})
export type PlanFacility = z.infer<typeof PlanFacility>

const minutesOfDay = 1440
const fields = {
  name: z.string().trim().min(1, word('enterPlanName')).max(50),
  deptId: id,
  /** Assignee of the visits. */
  userId: idOf(word('choosePerson')),
  /** Minutes after midnight at which each of the facilities is to be visited, every day. */
  dueMinutes: z
    .array(
      whole(
        z
          .number()
          .int()
          .min(0)
          .max(minutesOfDay - 1),
      ),
    )
    .min(1, word('enterDueTimes'))
    .max(24)
    .transform((minutes) => [...new Set(minutes)].sort((a, b) => a - b)),
  facilityIds: z
    .array(id)
    .min(1, word('chooseFacilities'))
    .max(100)
    .transform((ids) => [...new Set(ids)]),
}

/** A task that comes again every day: who visits which facilities at which times. Source: spec 1, section 8. */
export const TaskPlan = z.object({
  id: z.number(),
  name: z.string(),
  deptId: z.number(),
  deptName: z.string(),
  userId: z.number(),
  userName: z.string(),
  dueMinutes: z.array(z.number()),
  facilities: z.array(PlanFacility),
  ...lastChange,
})
export type TaskPlan = z.infer<typeof TaskPlan>

/** A visit that is due or was made. */
export const TaskRecord = z.object({
  id: z.number(),
  /** The plan's. */
  jobId: z.number(),
  planName: z.string(),
  facilityId: z.number(),
  facilityName: z.string(),
  deptId: z.number(),
  userId: z.number(),
  userName: z.string(),
  dueTime: z.string(),
  /** Null while nobody made it. */
  doneTime: z.string().nullable(),
  /** The person who made it. */
  doneName: z.string(),
  remark: z.string(),
})
export type TaskRecord = z.infer<typeof TaskRecord>

const plan = '/admin/jobTaskPlan'
const record = '/admin/jobTaskRecord'

/** The first `mostListed` plans of the caller's scope, by name; `pagePlans` has those beyond. */
export const listPlans = endpoint({
  method: 'GET',
  path: `${plan}/list`,
  access: 'session',
  input: z.object({ deptId: id.optional() }),
  output: z.array(TaskPlan),
})

/** The plans of the caller's scope, newest first. */
export const pagePlans = endpoint({
  method: 'GET',
  path: `${plan}/page`,
  access: 'session',
  input: pageQuery.extend({ name: orNone(z.string().max(50)), deptId: orNone(id) }),
  output: page(TaskPlan),
})

/** The lavatories and other facilities of the plan with this id. */
export const getPlanFacilities = endpoint({
  method: 'GET',
  path: `${plan}/getLavatoryByJobId/:id`,
  access: 'session',
  input: z.object({ id }),
  output: z.array(PlanFacility),
})

export const addPlan = endpoint({
  method: 'POST',
  path: plan,
  access: { permission: 'clean_assign' },
  input: z.object(fields),
  output: TaskPlan,
})
/** Visits that are still to come follow the change; earlier ones stay. */
export const changePlan = endpoint({
  method: 'PUT',
  path: plan,
  access: { permission: 'clean_assign' },
  input: z.object({ id, ...fields, ...madeFrom }),
  output: TaskPlan,
})
/** Takes the visits with it that are still to come; earlier ones stay. */
export const removePlan = endpoint({
  method: 'DELETE',
  path: `${plan}/:id`,
  access: { permission: 'clean_assign' },
  input: z.object({ id, ...madeFrom }),
  output: done,
})

/** Visits of the caller's scope and the caller's own, earliest due first; today's unless bounded otherwise, 1000 at most. */
export const listRecords = endpoint({
  method: 'GET',
  path: `${record}/list`,
  access: 'session',
  input: z.object({
    jobId: id.optional(),
    facilityId: id.optional(),
    userId: id.optional(),
    done: z.stringbool().optional(),
    /** These bound the due time. */
    startTime: dateTime.optional(),
    endTime: dateTime.optional(),
  }),
  output: z.array(TaskRecord),
})

/** Confirms a visit, once: its assignee, or a holder of `clean_process`. */
export const finishRecord = endpoint({
  method: 'PUT',
  path: record,
  access: 'session',
  input: z.object({ id: longId, remark: z.string().trim().max(500).default('') }),
  output: TaskRecord,
})
