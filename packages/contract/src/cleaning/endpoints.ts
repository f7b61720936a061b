import { z } from 'zod'
import { byDueTime, deadline, Load, timeliness } from '../deadlines/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, fileNames, id, lat, lng, longId, nothing, whole, word } from '../fields.ts'
import { mostAtOnce } from '../many.ts'
import { page, pageQuery } from '../page.ts'
import { CauseKind, CleaningStatus, CleaningType, DispatchState } from './codes.ts'

export const CleaningStep = z.object({
  status: z.enum(CleaningStatus),
  createTime: z.string(),
  objectName: z.string(),
  remark: z.string(),
  img: z.string(),
})
export type CleaningStep = z.infer<typeof CleaningStep>

/** A request to empty, clean or repair something. Source: spec 3, section 11. */
export const CleaningReport = z.object({
  id: z.number(),
  code: z.string(),
  facilityId: z.number().nullable(),
  facilityName: z.string(),
  deptId: z.number(),
  deptName: z.string(),
  reporterId: z.number(),
  reporter: z.string(),
  contact: z.string(),
  position: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  reportTime: z.string(),
  ...deadline,
  content: z.string(),
  /** Names of stored photos, comma-separated. */
  img: z.string(),
  type: z.enum(CleaningType),
  status: z.enum(CleaningStatus),
  assigneeId: z.number().nullable(),
  assigneeName: z.string(),
  vehicleId: z.number().nullable(),
  plateNumber: z.string().nullable(),
  assignTime: z.string().nullable(),
  processTime: z.string().nullable(),
  processRemark: z.string(),
  processImg: z.string(),
  /** 1 to 5. */
  score: z.number().nullable(),
  evaluation: z.string(),
  evaluateTime: z.string().nullable(),
  overTime: z.string().nullable(),
  /** What it was dispatched from; both null where a person reported it. */
  causeKind: z.enum(CauseKind).nullable(),
  causeId: z.number().nullable(),
})
export type CleaningReport = z.infer<typeof CleaningReport>

export const CleaningDetail = CleaningReport.extend({
  process: z.array(CleaningStep),
  /** False of one that the caller only reported or is to do: their permissions do not reach there. */
  isInScope: z.boolean(),
})
export type CleaningDetail = z.infer<typeof CleaningDetail>

const base = '/admin/wcReportToClean'
const remark = z.string().trim().max(500).default('')

/** `id` is the violation's, the public event's, the inspection's or the can's. */
export const Cause = z.object({ kind: z.enum(CauseKind), id: longId })
export type Cause = z.infer<typeof Cause>

/** A report. A facility gives its position; without one, `position` or `lng` and `lat` are required. */
export const NewCleaning = z.object({
  type: z.enum(CleaningType),
  facilityId: id.optional(),
  /** The facility's when not given, else the reporter's own. */
  deptId: id.optional(),
  position: z.string().trim().max(200).default(''),
  lng: lng.optional(),
  lat: lat.optional(),
  content: z.string().trim().min(1, word('enterCleaning')).max(500),
  contact: z.string().trim().max(50).default(''),
  img: fileNames,
  /** What it is dispatched from; `deptId` is then that of the cause when not given. */
  cause: Cause.optional(),
})
export type NewCleaning = z.infer<typeof NewCleaning>

/** Cleaning reports of the caller's scope, newest first. */
export const listCleaning = endpoint({
  method: 'GET',
  path: `${base}/page`,
  access: 'session',
  input: pageQuery.extend({
    status: whole(z.enum(CleaningStatus)).optional(),
    /** The first and the last of the states that are asked for. */
    statusFrom: whole(z.enum(CleaningStatus)).optional(),
    statusTo: whole(z.enum(CleaningStatus)).optional(),
    /** False: all that is not over yet. */
    over: z.stringbool().optional(),
    /** The score that they were given, 1 to 5. */
    score: whole(z.number().int().min(1).max(5)).optional(),
    timeliness,
    ascs: z.literal(byDueTime).optional(),
    causeKind: z.enum(CauseKind).optional(),
    type: z.enum(CleaningType).optional(),
    deptId: id.optional(),
    facilityId: id.optional(),
    /** Value of the dictionary `facility_type`. */
    facilityType: z.string().max(20).optional(),
    assigneeId: id.optional(),
    /** Prefix of the code. */
    code: z.string().trim().max(50).optional(),
    startTime: dateTime.optional(),
    endTime: dateTime.optional(),
  }),
  output: page(CleaningReport),
})

/** Cleaning reports that wait for the caller to assign, process, evaluate or finish them, by permission; longest waiting first, 200 at most. `code` narrows to one. */
export const getPendingCleaning = endpoint({
  method: 'GET',
  path: `${base}/getPend`,
  access: 'session',
  input: z.object({ code: z.string().trim().max(50).optional() }),
  output: z.array(CleaningReport),
})

/** Number of them, for the shell, which asks every minute. */
export const countPendingCleaning = endpoint({
  method: 'GET',
  path: '/admin/wcReportToClean/getPendCount',
  access: 'session',
  input: nothing,
  output: z.number().int(),
})

/** The people who have to process reports of the caller's scope, most overdue first; `mostLoads` of them. */
export const getCleaningLoads = endpoint({
  method: 'GET',
  path: `${base}/loads`,
  access: 'session',
  input: nothing,
  output: z.array(Load),
})

export const getCleaning = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'session',
  input: z.object({ id: longId }),
  output: CleaningDetail,
})

export const addCleaning = endpoint({
  method: 'POST',
  path: base,
  access: { permission: 'clean_add' },
  input: NewCleaning,
  output: CleaningDetail,
})
/** The same under the family's second name. */
export const insertCleaning = endpoint({ ...addCleaning, path: `${base}/insertWcReportToClean` })

/** Several at once: all or none. */
export const insertCleaningList = endpoint({
  method: 'POST',
  path: `${base}/insertWcReportToCleanList`,
  access: { permission: 'clean_add' },
  input: z.object({
    list: z
      .array(NewCleaning.omit({ cause: true }))
      .min(1)
      .max(mostAtOnce),
  }),
  output: z.array(CleaningReport),
})

/** Work as everybody sees it who sees its cause. Its photos are shown to those who see the report itself. */
export const CauseWork = CleaningReport.pick({
  id: true,
  code: true,
  type: true,
  status: true,
  content: true,
  reportTime: true,
  soonTime: true,
  dueTime: true,
  assigneeName: true,
  plateNumber: true,
  processTime: true,
  processRemark: true,
  img: true,
  processImg: true,
}).extend({ isInSight: z.boolean() })
export type CauseWork = z.infer<typeof CauseWork>

/** The newest work that was dispatched from a row of a list, as its list shows it; null where none was. */
export const RowWork = CauseWork.pick({ id: true, code: true, status: true, assigneeName: true, isInSight: true }).nullable()
export type RowWork = z.infer<typeof RowWork>

/** Field of the rows that work is dispatched from. */
export const withWork = { work: RowWork }
export type WithWork = { work: RowWork }

/** Filter of the lists of such rows by what became of their newest work. */
export const workFilter = { work: z.enum(DispatchState).optional() }

/** What a report that is dispatched from a cause in sight begins with, and the reports that were, newest first, 20 at most. */
export const getCauseWork = endpoint({
  method: 'GET',
  path: `${base}/cause`,
  access: 'session',
  input: z.object({ causeKind: z.enum(CauseKind), causeId: longId }),
  output: z.object({
    start: NewCleaning.pick({ content: true, position: true, img: true, facilityId: true, lng: true, lat: true }).extend({
      deptId: z.number(),
      img: z.string(),
    }),
    /** False once it is dealt with: nothing more is dispatched from it. */
    isOpen: z.boolean(),
    /** True where the cause is in the caller's scope, who may dispatch with the permission to report. */
    isInScope: z.boolean(),
    work: z.array(CauseWork),
  }),
})

/** Candidates: people who may process it, on shift and not on leave, near ones with few open reports first; vehicles that fit its type first, then the nearest. */
export const suggestAssignees = endpoint({
  method: 'GET',
  path: `${base}/:id/suggestions`,
  access: { permission: 'clean_assign' },
  input: z.object({ id: longId }),
  output: z.object({
    people: z.array(
      z.object({
        userId: z.number(),
        name: z.string(),
        deptName: z.string(),
        /** The shift that runs now; empty when none is known of the person. */
        shiftName: z.string(),
        /** Distance in a straight line; null when the person or the report has no position. */
        metres: z.number().nullable(),
        open: z.number().int(),
      }),
    ),
    vehicles: z.array(
      z.object({
        id: z.number(),
        plateNumber: z.string(),
        driverName: z.string(),
        /** Distance in a straight line; null when the vehicle or the report has no position. */
        metres: z.number().nullable(),
      }),
    ),
  }),
})

export const assignTask = endpoint({
  method: 'POST',
  path: `${base}/assignTask`,
  access: { permission: 'clean_assign' },
  input: z.object({ id: longId, assigneeId: id, vehicleId: id.optional(), remark }),
  output: CleaningDetail,
})

/** A report that was dispatched from something needs a photo of before, unless it has one, and one of after. */
export const processTask = endpoint({
  method: 'POST',
  path: `${base}/processingTask`,
  access: 'session',
  input: z.object({
    id: longId,
    processRemark: z.string().trim().min(1, word('enterResult')).max(500),
    processImg: fileNames,
    beforeImg: fileNames,
  }),
  output: CleaningDetail,
})

export const evaluateTask = endpoint({
  method: 'POST',
  path: `${base}/evaluateTask`,
  access: { permission: 'clean_evaluate' },
  input: z.object({
    id: longId,
    score: whole(z.number().int().min(1).max(5)),
    evaluation: z.string().trim().max(500).default(''),
  }),
  output: CleaningDetail,
})

export const finishTask = endpoint({
  method: 'POST',
  path: `${base}/overTask`,
  access: { permission: 'clean_evaluate' },
  input: z.object({ id: longId, remark }),
  output: CleaningDetail,
})

/** Only while nobody is assigned. */
export const removeCleaning = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  access: 'session',
  input: z.object({ id: longId }),
  output: done,
})
