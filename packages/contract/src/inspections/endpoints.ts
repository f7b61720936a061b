import { z } from 'zod'
import { withWork, workFilter } from '../cleaning/endpoints.ts'
import { byDueTime, deadline, Load, timeliness } from '../deadlines/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, fileNames, id, lat, lng, longId, nothing, orNone, whole } from '../fields.ts'
import { MsgType } from '../messages/codes.ts'
import { page, pageQuery } from '../page.ts'
import { InspectionStatus } from './codes.ts'

const ifReturn = z.literal(1).nullable()

/** One inspection as lists show it. Source: spec 2, section 3. */
export const Inspection = z.object({
  id: z.number(),
  createTime: z.string(),
  reportPersonId: z.number(),
  reportPersonName: z.string(),
  responsibleId: z.number(),
  /** The same name twice: the family's lists read one, its drawers the other. */
  responsibleName: z.string(),
  personResponsibleName: z.string(),
  deptId: z.number(),
  deptName: z.string(),
  projectId: z.number().nullable(),
  projectName: z.string().nullable(),
  /** Value of the dictionary `inspection_business`. */
  businessType: z.string(),
  businessTypeName: z.string(),
  /** Results. */
  eventContent: z.string(),
  /** Value of the dictionary `assessment_standard`. */
  assessmentStandard: z.string(),
  assessmentStandardName: z.string(),
  score: z.number(),
  remark: z.string(),
  position: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** Hours allowed. */
  disposeTimeLimit: z.number(),
  /** Minutes used until the last feedback; null before the first. */
  disposeTime: z.number().nullable(),
  ...deadline,
  /** Time of the last feedback, to the minute. */
  feedbackTime: z.string().nullable(),
  status: z.enum(InspectionStatus),
  ifReturn,
  /** Names of stored photos, comma-separated. */
  img: z.string(),
  treatImg: z.string(),
})
export type Inspection = z.infer<typeof Inspection>

const readUnread = z.enum({ unread: 0, read: 1 })

/** With the work that it led to, and whether the caller has read its message; null when they got none. */
export const InspectionRow = Inspection.extend({ ...withWork, readUnread: readUnread.nullable() })
export type InspectionRow = z.infer<typeof InspectionRow>

/** An inspection as it waits for one person; `id` is the inspection's. */
export const InspectionPush = Inspection.extend({
  ...withWork,
  pushId: z.number(),
  msgType: z.literal(MsgType.inspection),
  pushObjectId: z.number(),
  readUnread,
})
export type InspectionPush = z.infer<typeof InspectionPush>

export const InspectionStep = z.object({
  status: z.enum(InspectionStatus),
  ifReturn,
  createTime: z.string(),
  objectName: z.string(),
  remark: z.string(),
  img: z.string(),
})
export type InspectionStep = z.infer<typeof InspectionStep>

/** The inspection with its steps; `pushId` is the caller's push record. */
export const InspectionDetail = Inspection.extend({
  pushId: z.number().nullable(),
  historyInspectEventList: z.array(InspectionStep),
})
export type InspectionDetail = z.infer<typeof InspectionDetail>

const filters = {
  /** 1 with those that were returned. */
  status: whole(z.enum(InspectionStatus)).optional(),
  ifReturn: whole(z.literal(1)).optional(),
  reportPersonId: id.optional(),
  responsibleId: id.optional(),
  deptId: id.optional(),
  projectId: id.optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
  timeliness,
  ...workFilter,
  /** Newest first unless this names the report time. */
  ascs: z.enum(['createTime', byDueTime]).optional(),
}

/** Inspections of the caller's scope, and those they reported or answer for. */
export const listInspections = endpoint({
  method: 'GET',
  path: '/admin/inspectEvent/page',
  access: 'session',
  input: pageQuery.extend(filters),
  output: page(InspectionRow),
})

/** The people who have to answer inspections of the caller's scope, most overdue first; `mostLoads` of them. */
export const getInspectionLoads = endpoint({
  method: 'GET',
  path: '/admin/inspectEvent/loads',
  access: 'session',
  input: nothing,
  output: z.array(Load),
})

export const getInspection = endpoint({
  method: 'GET',
  path: '/admin/inspectEvent/getHistoryInspectEvent',
  access: 'session',
  input: z.object({ inspectEventId: longId, pushObjectId: id.optional() }),
  output: InspectionDetail,
})
/** The same under the name that the message centre uses. */
export const verifyInspection = endpoint({ ...getInspection, path: '/admin/inspectEvent/getInspectEventVerify' })

/** Likely values of a report at this position, or of this department: the address, the department whose area it lies in, and its person responsible. */
export const suggestInspection = endpoint({
  method: 'GET',
  path: '/admin/inspectEvent/suggestion',
  access: { permission: 'inspection_report' },
  input: z.object({
    lng: z.coerce.number().pipe(lng).optional(),
    lat: z.coerce.number().pipe(lat).optional(),
    /** Without a position. */
    deptId: id.optional(),
  }),
  output: z.object({ position: z.string(), deptId: z.number().nullable(), responsibleId: z.number().nullable() }),
})

export const reportInspection = endpoint({
  method: 'POST',
  path: '/admin/inspectEvent',
  access: { permission: 'inspection_report' },
  input: z.object({
    responsibleId: id,
    deptId: id,
    /** A project in the caller's sight. */
    projectId: orNone(id),
    businessType: z.string().min(1).max(64),
    eventContent: z.string().trim().min(1).max(500),
    assessmentStandard: z.string().min(1).max(64),
    score: whole(z.number().min(0).max(100)),
    remark: z.string().trim().max(500).default(''),
    position: z.string().trim().min(1).max(200),
    lng: lng.optional(),
    lat: lat.optional(),
    img: fileNames,
    /** Hours. */
    disposeTimeLimit: whole(z.number().int().min(1).max(720)),
  }),
  output: Inspection,
})

/** Feedback (status 2), return (status 1, ifReturn 1, with a reason) or close (status 3). 409 says who was faster. */
export const submitInspection = endpoint({
  method: 'PUT',
  path: '/admin/inspectEvent',
  access: 'session',
  input: z.object({
    id: longId,
    status: whole(z.enum(InspectionStatus)),
    ifReturn: whole(z.literal(1)).nullish(),
    remark: z.string().trim().max(500).default(''),
    img: fileNames,
  }),
  output: InspectionDetail,
})

/** Only one that waits and was never answered, by its reporter or a handler. */
export const removeInspection = endpoint({
  method: 'DELETE',
  path: '/admin/inspectEvent/:id',
  access: 'session',
  input: z.object({ id: longId }),
  output: done,
})
