import { z } from 'zod'
import { withWork, workFilter } from '../cleaning/endpoints.ts'
import { byDueTime, deadline, timeliness } from '../deadlines/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, fileNames, id, lat, lng, longId, whole } from '../fields.ts'
import { MsgType, PushStatus } from '../messages/codes.ts'
import { page, pageQuery } from '../page.ts'
import {
  ComplaintStatus,
  ComplaintType,
  citizenPaths,
  longestScoreRemark,
  ReportProgress,
  reportLimits,
  ScoreBand,
  scores,
} from './codes.ts'

/** One public event as lists show it, its personal data masked. Source: spec 1, section 3. */
export const Complaint = z.object({
  id: z.number(),
  facilityId: z.number(),
  facilityName: z.string(),
  deptId: z.number(),
  deptName: z.string(),
  eventType: z.enum(ComplaintType),
  eventTime: z.string(),
  ...deadline,
  content: z.string(),
  status: z.enum(ComplaintStatus),
  processStatus: z.enum(ComplaintStatus),
  reportPerson: z.string(),
  contactInformation: z.string(),
  identityCard: z.string(),
  position: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** Metres from the facility to where the sender's phone said it was; null where it did not say. Anybody can send any place. */
  distance: z.number().nullable(),
  /** True when the facility had more reports shortly before than people usually send. */
  isFlood: z.boolean(),
  /** Names of stored photos, comma-separated. */
  url: z.string(),
  resultContent: z.string(),
  resultUrl: z.string(),
  resultTime: z.string().nullable(),
  /** The citizen's satisfaction with the answer, 1 to 5; null when the citizen has not said. */
  score: z.number().nullable(),
  /** What the citizen added to it. */
  scoreRemark: z.string(),
})
export type Complaint = z.infer<typeof Complaint>

/** One public event of the list of the scope. */
export const ListedComplaint = Complaint.extend(withWork)
export type ListedComplaint = z.infer<typeof ListedComplaint>

/** A public event as it waits for one recipient; `id` is the event's. */
export const ComplaintPush = ListedComplaint.extend({
  pushId: z.number(),
  msgType: z.literal(MsgType.public),
  pushObjectId: z.number(),
  readUnread: z.enum({ unread: 0, read: 1 }),
})
export type ComplaintPush = z.infer<typeof ComplaintPush>

export const ComplaintStep = z.object({
  status: z.enum(ComplaintStatus),
  createTime: z.string(),
  /** User who acted; empty for the citizen. */
  objectName: z.string(),
  remark: z.string(),
  url: z.string(),
})
export type ComplaintStep = z.infer<typeof ComplaintStep>

export const ComplaintDetail = Complaint.extend({
  pushId: z.number().nullable(),
  eventVo: z.object({ eventProcessList: z.array(ComplaintStep) }),
  /** Users who looked at the personal data in full, with their reasons; shown to those who may do so themselves. */
  identityViews: z.array(z.object({ createTime: z.string(), userName: z.string(), reason: z.string() })),
})
export type ComplaintDetail = z.infer<typeof ComplaintDetail>

/** All public events in the caller's scope, newest first. */
export const listComplaints = endpoint({
  method: 'GET',
  path: '/admin/wcComplaint/page',
  access: 'session',
  input: pageQuery.extend({
    /** True for waiting ones. */
    status: whole(z.enum(PushStatus)).optional(),
    eventType: whole(z.enum(ComplaintType)).optional(),
    /** Of answered ones. */
    satisfaction: z.enum(ScoreBand).optional(),
    ...workFilter,
    timeliness,
    ascs: z.literal(byDueTime).optional(),
    /** The facility. */
    objectId: id.optional(),
    /** Value of the dictionary `facility_type`. */
    facilityType: z.string().max(20).optional(),
    deptId: id.optional(),
    startTime: dateTime.optional(),
    endTime: dateTime.optional(),
  }),
  output: page(ListedComplaint),
})

export const getComplaint = endpoint({
  method: 'GET',
  path: '/admin/wcComplaint/getComplaintRecommendationVerify',
  access: 'session',
  input: z.object({ id: longId, pushObjectId: id.optional(), publicEventType: whole(z.literal(1)).optional() }),
  output: ComplaintDetail,
})

/** The personal data in full. Who looked and why is kept. */
export const viewIdentity = endpoint({
  method: 'POST',
  path: '/admin/wcComplaint/identity',
  access: { permission: 'sys_identity_view' },
  input: z.object({ id: longId, reason: z.string().trim().min(2).max(200) }),
  output: Complaint.pick({ reportPerson: true, contactInformation: true, identityCard: true }),
})

/** The reply. The family's clients send the whole event along; the rest is ignored. 409 says who was faster. */
export const replyToComplaint = endpoint({
  method: 'PUT',
  path: '/admin/wcComplaint',
  access: { permission: 'complaint_handle' },
  input: z.object({
    id: longId,
    resultContent: z.string().trim().max(1000).default(''),
    resultUrl: fileNames,
    processStatus: whole(z.literal(ComplaintStatus.handled)).default(ComplaintStatus.handled),
    resultTime: dateTime.optional(),
  }),
  output: ComplaintDetail,
})

/** A code as it was scanned or typed. One that is too short, too long or mangled is as unknown as any other, and answered with the same sentence. */
const typedCode = z.string().transform((code) => code.replaceAll('\0', ''))
const facilityCode = typedCode
const reportCode = typedCode

/** Facility of a sticker's code, for the citizen's page. */
export const getFacilityByCode = endpoint({
  method: 'GET',
  path: citizenPaths.facility,
  access: 'public',
  input: z.object({ facilityCode }),
  output: z.object({
    name: z.string(),
    address: z.string(),
    facilityTypeName: z.string(),
    /** Person in charge. */
    unitName: z.string(),
    lng: z.number(),
    lat: z.number(),
  }),
})

/** A form with the field `file`: a picture for a report about this facility. What no report uses is gone after a day. */
export const uploadCitizenPhoto = endpoint({
  method: 'POST',
  path: citizenPaths.upload,
  access: 'public',
  takesFile: true,
  input: z.object({ facilityCode }),
  output: z.object({ fileName: z.string() }),
})

/** A citizen says something. Answers with the code to ask about it. Rate limited per address; too many about one facility are marked. */
export const report = endpoint({
  method: 'POST',
  path: citizenPaths.report,
  access: 'public',
  input: z.object({
    facilityCode,
    eventType: whole(z.enum(ComplaintType)),
    content: z.string().trim().min(1).max(reportLimits.content),
    position: z.string().trim().max(reportLimits.position).default(''),
    lng: lng.optional(),
    lat: lat.optional(),
    reportPerson: z.string().trim().max(reportLimits.person).default(''),
    contactInformation: z.string().trim().max(reportLimits.contact).default(''),
    url: fileNames,
    /** Drawn by the sender for this one report: sent again after a lost reply, it makes no second one. */
    requestKey: z.string().min(16).max(64).optional(),
  }),
  output: z.object({ code: z.string() }),
})

/** Progress of a citizen's report, without anything that identifies its reporter. */
export const getReportStatus = endpoint({
  method: 'GET',
  path: citizenPaths.status,
  access: 'public',
  input: z.object({ reportCode }),
  output: Complaint.pick({
    facilityName: true,
    eventType: true,
    eventTime: true,
    content: true,
    status: true,
    resultContent: true,
    resultTime: true,
    score: true,
    scoreRemark: true,
  }).extend({
    /** Addresses of the answer's pictures. */
    resultUrls: z.array(z.string()),
    /** The newest work that it led to, without who does it; null where there is none. */
    work: z.object({ state: z.enum(ReportProgress), time: z.string() }).nullable(),
    /** Addresses of the pictures of that work, once the report is answered. */
    beforeUrls: z.array(z.string()),
    afterUrls: z.array(z.string()),
  }),
})

/** The citizen says how satisfied the answer leaves them: 1 to 5, once. 409 before the answer and when it was said already. */
export const scoreAnswer = endpoint({
  method: 'POST',
  path: citizenPaths.score,
  access: 'public',
  input: z.object({
    reportCode,
    score: whole(z.number().int().min(1).max(scores.length)),
    remark: z.string().trim().max(longestScoreRemark).default(''),
  }),
  output: done,
})

/** A picture of the answer to a report or of the work that it led to, without what the camera wrote into it. */
export const getReportPhoto = endpoint({
  method: 'GET',
  path: citizenPaths.photo,
  access: 'public',
  bare: true,
  input: z.object({ reportCode, fileName: z.string().max(64) }),
  output: z.unknown(),
})

/** Similar reports here or close by: how many and how long ago, without their texts. */
export const getNearby = endpoint({
  method: 'GET',
  path: citizenPaths.nearby,
  access: 'public',
  input: z.object({ facilityCode, eventType: whole(z.enum(ComplaintType)) }),
  output: z.object({ count: z.number().int(), minutesAgo: z.number().int().nullable() }),
})
