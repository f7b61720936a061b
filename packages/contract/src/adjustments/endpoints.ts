import { z } from 'zod'
import { AttendanceState } from '../attendance/codes.ts'
import { endpoint } from '../endpoint.ts'
import { dateTime, day, fileNames, id, longId, orNone, whole, word } from '../fields.ts'
import { mostAtOnce, outcomeOfOne } from '../many.ts'
import { page, pageQuery } from '../page.ts'
import { AdjustmentStatus } from './codes.ts'

const state = z.enum(AttendanceState)

/** One step of an adjustment; with status 1 the submitter's. */
export const AdjustmentStep = z.object({
  status: z.enum(AdjustmentStatus),
  createTime: z.string(),
  userName: z.string(),
  /** The reason of the adjustment, or the opinion. */
  reason: z.string(),
})
export type AdjustmentStep = z.infer<typeof AdjustmentStep>

/** A change of the state of a person's day that somebody asked for. Source: spec 3, section 19. */
export const Adjustment = z.object({
  id: z.number(),
  objectId: z.number(),
  objectName: z.string(),
  deptId: z.number(),
  deptName: z.string(),
  day: z.string(),
  fromState: state,
  toState: state,
  reason: z.string(),
  /** Names of photos, by comma. */
  img: z.string(),
  status: z.enum(AdjustmentStatus),
  submittedBy: z.number(),
  submittedByName: z.string(),
  createTime: z.string(),
  /** Oldest first. */
  steps: z.array(AdjustmentStep),
})
export type Adjustment = z.infer<typeof Adjustment>

const root = '/admin/abnormalAttendanceAdjustment'

/** Adjustments of a person in sight, the newest first, of one day or the last hundred. Source: spec 2, section 7.7. */
export const getAdjustments = endpoint({
  method: 'GET',
  path: `${root}/getAbnormalAttendanceAdjustmentByObjectId`,
  access: 'session',
  input: z.object({ objectId: id, day: orNone(day) }),
  output: z.array(Adjustment),
})

/** One in the caller's scope, or their own. */
export const getAdjustment = endpoint({
  method: 'GET',
  path: `${root}/:id`,
  access: 'session',
  input: z.object({ id: longId }),
  output: Adjustment,
})

/** Adjustments in the caller's scope, and the caller's own, the newest first. */
export const listAdjustments = endpoint({
  method: 'GET',
  path: `${root}/page`,
  access: 'session',
  input: pageQuery.extend({
    status: orNone(whole(z.enum(AdjustmentStatus))),
    deptId: orNone(id),
    objectId: orNone(id),
    startTime: orNone(dateTime),
    endTime: orNone(dateTime),
  }),
  output: page(Adjustment),
})

/**
 * Asks for another state of the caller's own day or, as a holder of `attendance_handle`, of somebody's in scope. 409 when the day has another
 * state than `fromState`, waits for a decision already, or nobody can decide. Source: spec 2, section 7.7.
 */
export const addAdjustment = endpoint({
  method: 'POST',
  path: root,
  access: 'session',
  input: z
    .object({
      objectId: orNone(id),
      day,
      fromState: state,
      toState: state,
      reason: z.string().trim().min(1, word('enterReason')).max(500),
      img: fileNames,
    })
    .refine(({ fromState, toState }) => fromState !== toState, { error: word('sameState'), path: ['toState'] }),
  output: Adjustment,
})

const decision = z.object({
  id: longId,
  status: whole(z.union([z.literal(AdjustmentStatus.approved), z.literal(AdjustmentStatus.rejected)])),
  opinion: z.string().trim().max(500).default(''),
})

export const AdjustmentOutcome = outcomeOfOne.extend({ id: z.number(), objectName: z.string(), day: z.string() })
export type AdjustmentOutcome = z.infer<typeof AdjustmentOutcome>

/** Approves (2) or rejects (3, with an opinion) many; one that stays as it is says why. Source: spec 2, section 7.7. */
export const decideAdjustments = endpoint({
  method: 'PUT',
  path: `${root}/batchModify`,
  access: { permission: 'attendance_handle' },
  input: z.array(decision).min(1).max(mostAtOnce),
  output: z.array(AdjustmentOutcome),
})
