import { z } from 'zod'
import { byDueTime, deadline, timeliness } from '../deadlines/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { dateTime, day, done, id, longId, whole, word } from '../fields.ts'
import { manyIds, outcomeOfOne } from '../many.ts'
import { MsgType } from '../messages/codes.ts'
import { page, pageQuery } from '../page.ts'
import { ApprovalStatus, Half, mostLeaveType } from './codes.ts'
import { daysOf, mostDays } from './rules.ts'

/** One application as lists show it. Source: spec 2, section 3. */
export const Approval = z.object({
  id: z.number(),
  /** The applicant, who is to be away. */
  objectId: z.number(),
  objectName: z.string(),
  submittedBy: z.number(),
  submittedByName: z.string(),
  deptId: z.number(),
  deptName: z.string(),
  roleName: z.string(),
  /** Value in the dictionary `leave_type`, as a number. */
  type: z.number(),
  typeName: z.string(),
  /** Days, in halves. */
  fate: z.number(),
  firstDay: z.string(),
  firstHalf: z.enum(Half),
  lastDay: z.string(),
  lastHalf: z.enum(Half),
  /** The span as the family's clients want it: when the first half day begins and the last one ends. */
  startTime: z.string(),
  endTime: z.string(),
  /** Both in one text. */
  time: z.string(),
  reason: z.string(),
  status: z.enum(ApprovalStatus),
  createTime: z.string(),
  ...deadline,
  /** When somebody approved or rejected it. */
  decideTime: z.string().nullable(),
})
export type Approval = z.infer<typeof Approval>

/** An application as it waits for one approver; `id` is the application's. */
export const ApprovalPush = Approval.extend({
  pushId: z.number(),
  msgType: z.literal(MsgType.approval),
  pushObjectId: z.number(),
  readUnread: z.enum({ unread: 0, read: 1 }),
})
export type ApprovalPush = z.infer<typeof ApprovalPush>

/** One step; with status 1 the submitter's, else an approver's. Source: spec 2, section 3. */
export const ApprovalStep = z.object({
  status: z.enum(ApprovalStatus),
  createTime: z.string(),
  objectName: z.string(),
  /** User who took the step; the submitter on the first. */
  approvalName: z.string(),
  submittedByName: z.string(),
  /** The reason of the application, or the approver's opinion. */
  reason: z.string(),
  type: z.number(),
})
export type ApprovalStep = z.infer<typeof ApprovalStep>

/** An application of somebody else in the same department that shares a half day with the one that is looked at, and waits or is approved. */
export const Absence = Approval.pick({
  id: true,
  objectName: true,
  type: true,
  typeName: true,
  firstDay: true,
  firstHalf: true,
  lastDay: true,
  lastHalf: true,
  status: true,
})
export type Absence = z.infer<typeof Absence>

export const ApprovalDetail = Approval.extend({
  /** The caller's push record. */
  pushId: z.number().nullable(),
  applyForHistoryRecordVoList: z.array(ApprovalStep),
  /** Absences in the caller's scope, the first to begin first; at most `mostAbsences` of `total`. */
  absences: z.object({ records: z.array(Absence), total: z.number() }),
})
export type ApprovalDetail = z.infer<typeof ApprovalDetail>

export const getApproval = endpoint({
  method: 'GET',
  path: '/admin/applyForRecord/getApplyForRecordVerify',
  access: 'session',
  input: z.object({ applyForRecordId: longId, pushObjectId: id.optional() }),
  output: ApprovalDetail,
})

export const getApprovalSteps = endpoint({
  method: 'GET',
  path: '/admin/applyForHistoryRecord/getByApplyForId/:id',
  access: 'session',
  input: z.object({ id: longId }),
  output: z.array(ApprovalStep),
})

/** Most absences that come with an application. */
export const mostAbsences = 10

const verdict = z.union([z.literal(ApprovalStatus.approved), z.literal(ApprovalStatus.rejected)])
const opinion = z.string().trim().max(500).default('')

/** Approve (2) or reject (3, with an opinion). The family's clients send the whole record along; the rest is ignored. 409 says who was faster. */
export const submitApproval = endpoint({
  method: 'PUT',
  path: '/admin/applyForHistoryRecord',
  access: { permission: 'approval_handle' },
  input: z.object({ applyForId: longId, status: whole(verdict), opinion }),
  output: z.literal(1),
})

export const SubmittedApproval = Absence.extend(outcomeOfOne.shape)
export type SubmittedApproval = z.infer<typeof SubmittedApproval>

/** Approves or rejects many with one opinion; one that somebody was faster with, or keeps, or that is the caller's own stays as it is and says so. */
export const submitApprovals = endpoint({
  method: 'PUT',
  path: '/admin/applyForHistoryRecord/many',
  access: { permission: 'approval_handle' },
  input: z.object({
    ids: manyIds,
    status: verdict,
    opinion,
    /** True: says what would become of them and changes nothing. */
    preview: z.boolean().default(false),
  }),
  output: z.array(SubmittedApproval),
})

/** Applies for oneself or, as a holder of `approval_handle`, for somebody in scope with `objectId`. 409 when it shares a half day with another that stands, or nobody can approve it. */
export const addApproval = endpoint({
  method: 'POST',
  path: '/admin/applyForRecord',
  access: 'session',
  input: z
    .object({
      objectId: id.optional(),
      type: whole(z.number().int().min(0).max(mostLeaveType)),
      firstDay: day,
      firstHalf: z.enum(Half).default(Half.morning),
      lastDay: day,
      lastHalf: z.enum(Half).default(Half.afternoon),
      reason: z.string().trim().min(1).max(500),
    })
    .refine((span) => daysOf(span) > 0, { error: word('spanReversed'), path: ['lastDay'] })
    .refine((span) => daysOf(span) <= mostDays, { error: word('spanTooLong'), path: ['lastDay'] }),
  output: Approval,
})

/** Withdraws one's own application while it waits. */
export const withdrawApproval = endpoint({
  method: 'PUT',
  path: '/admin/applyForRecord/revoke',
  access: 'session',
  input: z.object({ id: longId }),
  output: done,
})

/** Applications of the caller's scope, newest first; `mine` only those for or by the caller. */
export const listApprovals = endpoint({
  method: 'GET',
  path: '/admin/applyForRecord/page',
  access: 'session',
  input: pageQuery.extend({
    mine: z.stringbool().optional(),
    status: whole(z.enum(ApprovalStatus)).optional(),
    objectId: id.optional(),
    submittedBy: id.optional(),
    timeliness,
    ascs: z.literal(byDueTime).optional(),
    deptId: id.optional(),
    startTime: dateTime.optional(),
    endTime: dateTime.optional(),
  }),
  output: page(Approval),
})
