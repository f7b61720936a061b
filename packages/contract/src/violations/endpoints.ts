import { z } from 'zod'
import { Shape } from '../areas/endpoints.ts'
import { withWork, workFilter } from '../cleaning/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { dateTime, id, longId, several, whole } from '../fields.ts'
import { manyIds, outcomeOfOne } from '../many.ts'
import { ObjectType } from '../objects.ts'
import { page, pageQuery } from '../page.ts'
import { Measure, Severity } from '../rules/codes.ts'
import { MonitoringRule } from '../rules/endpoints.ts'
import { attachmentKinds } from '../video/codes.ts'
import { Recording } from '../video/endpoints.ts'
import { AlarmType } from './codes.ts'

/** One step in the life of a violation; the first says which rule made it. */
export const ViolationStep = z.object({
  createTime: z.string(),
  /** User who acted; the rule's name on the first step. */
  objectName: z.string(),
  alarmType: z.enum(AlarmType),
  remark: z.string(),
})
export type ViolationStep = z.infer<typeof ViolationStep>

/** A violation by an alarm of the terminal itself that reports the same as a rule's violation. */
export const MergedAlarm = z.object({
  id: z.number(),
  violationEvent: z.string(),
  severity: z.enum(Severity),
  createTime: z.string(),
  /** Null while in force. */
  endTime: z.string().nullable(),
  /** Seconds; of one in force, until now. */
  duration: z.number().int().nonnegative(),
})
export type MergedAlarm = z.infer<typeof MergedAlarm>

/** One violation as lists show it. Source: spec 2, section 3. */
export const Violation = z.object({
  id: z.number(),
  objectId: z.number(),
  objectType: z.enum(ObjectType),
  objectName: z.string(),
  /** Type of the object in the caller's language, e.g. 洗扫车. */
  objectTypeName: z.string(),
  deptId: z.number(),
  deptName: z.string(),
  ruleId: z.number().nullable(),
  violationEvent: z.string(),
  severity: z.enum(Severity),
  position: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** Actions taken when it began, in the caller's language. */
  executeAction: z.string(),
  alarmType: z.enum(AlarmType),
  /** Seconds; of one in force, until now. */
  duration: z.number().int().nonnegative(),
  /** Start in device time. */
  createTime: z.string(),
  /** The same, by the name that the family's clients read. Source: spec 2, section 3. */
  remark: z.string(),
  /** Null while in force. */
  endTime: z.string().nullable(),
  /** Last judge or revoker, the time and the remark; null while it is pending. */
  handling: z.object({ by: z.string(), time: z.string(), remark: z.string() }).nullable(),
  /** Alarms of the terminal itself that are merged into it, by start; they are handled with it. */
  alarms: z.array(MergedAlarm),
})
export type Violation = z.infer<typeof Violation>

/** One violation of the list of the scope. */
export const ListedViolation = Violation.extend(withWork)
export type ListedViolation = z.infer<typeof ListedViolation>

/** Number of visible violations of its storm; 1 outside a storm. */
export const parts = z.number().int().positive()

export const ViolationDetail = Violation.extend({
  parts,
  /** The violation that this alarm of the terminal is merged into; null for one that stands by itself. */
  mergedInto: z.number().nullable(),
  /** The caller's push record. */
  pushId: z.number().nullable(),
  /** Quantity of the limit; null when it is a span of time or there is none. */
  measure: z.enum(Measure).nullable(),
  /** The threshold the rule had and the worst value seen, in the unit of `measure`. */
  limit: z.number().nullable(),
  peak: z.number().nullable(),
  violationVerifyProcess: z.array(ViolationStep),
  eventVo: z.object({ eventProcessList: z.array(ViolationStep) }),
})
export type ViolationDetail = z.infer<typeof ViolationDetail>

/** Filters that every list of violations has; none of them narrows a queue of another kind. */
export const violationFilter = z.object({
  /** Rules that they are violations of. */
  ruleIds: several(id, 200),
  severity: z.enum(Severity).optional(),
  /** The whole name of the event. */
  violationEvent: z.string().trim().max(100).optional(),
  verdicts: several(whole(z.enum(AlarmType)), 5),
  /** User who judged or revoked it last. */
  handlerId: id.optional(),
})
export type ViolationFilter = z.output<typeof violationFilter>

/** All violations in the caller's scope, newest first. */
export const listViolations = endpoint({
  method: 'GET',
  path: '/admin/violationEvent/page',
  access: 'session',
  input: pageQuery.extend(violationFilter.shape).extend({
    ...workFilter,
    alarmType: whole(z.enum(AlarmType)).optional(),
    /** False: those that wait for a verdict; true: all others. */
    handled: z.stringbool().optional(),
    objectType: z.enum(ObjectType).optional(),
    objectId: id.optional(),
    deptId: id.optional(),
    startTime: dateTime.optional(),
    endTime: dateTime.optional(),
    /** A violation: all of the storm that it is part of. */
    stormOf: longId.optional(),
  }),
  output: page(ListedViolation),
})

export const getViolation = endpoint({
  method: 'GET',
  path: '/admin/violationEvent/getApplyForRecordVerify',
  access: 'session',
  input: z.object({ violationEventId: longId, pushObjectId: id.optional() }),
  output: ViolationDetail,
})

/** Judge a pending violation (0, 1, 2) or revoke a judged one (4). 409 says who was faster. */
export const judgeViolation = endpoint({
  method: 'PUT',
  path: '/admin/violationEvent',
  access: { permission: 'violation_handle' },
  input: z.object({ id: longId, alarmType: z.enum(AlarmType), notes: z.string().trim().max(500).default('') }),
  output: ViolationDetail,
})

export const JudgedViolation = outcomeOfOne.extend({
  id: z.number(),
  objectName: z.string(),
  violationEvent: z.string(),
  createTime: z.string(),
  alarmType: z.enum(AlarmType),
})
export type JudgedViolation = z.infer<typeof JudgedViolation>

/** Gives many violations one verdict and one remark; one that somebody was faster with, or keeps, stays as it is and says so. */
export const judgeViolations = endpoint({
  method: 'POST',
  path: '/admin/violationEvent/updateViolationEventByAlarmType',
  access: { permission: 'violation_handle' },
  input: z.object({
    ids: manyIds,
    alarmType: z.enum(AlarmType),
    remark: z.string().trim().max(500).default(''),
    /** True: each stands for its storm, so that all that wait in it get the verdict. */
    withStorm: z.boolean().default(false),
    /** True: says what would become of them and changes nothing. */
    preview: z.boolean().default(false),
  }),
  output: z.array(JudgedViolation),
})

/** Takes back fresh verdicts of the caller's own: what has one waits again. Those that have another by now, or whose time is over, stay and say so. */
export const undoVerdicts = endpoint({
  method: 'POST',
  path: '/admin/violationEvent/undoVerdict',
  access: { permission: 'violation_handle' },
  input: z.object({ ids: manyIds }),
  output: z.array(JudgedViolation),
})

/** Days before a violation that its record looks back on. */
export const recordDays = 30

const RecordedVerdict = z.object({
  alarmType: z.enum(AlarmType),
  /** Violations of the object. */
  count: z.number().int(),
  /** Those of the same rule among them. */
  ofRule: z.number().int(),
})
export type RecordedVerdict = z.infer<typeof RecordedVerdict>

/** Minutes before and after the start of a violation whose pictures show it. */
export const photoMinutes = { before: 2, after: 10 }

/** A file that the terminal kept of an alarm. */
export const AlarmAttachment = z.object({
  id: z.number(),
  kind: z.enum(attachmentKinds),
  /** As the terminal numbers its cameras: 64 looks ahead, 65 at the driver; 0 where that is not known. */
  channel: z.number(),
  /** Device time of the alarm. */
  time: z.string(),
  /** Name that the terminal gave it. */
  original: z.string(),
  fileName: z.string(),
  /** Bytes. */
  fileSize: z.number(),
  sha256: z.string(),
})
export type AlarmAttachment = z.infer<typeof AlarmAttachment>

/** Somebody opened evidence, or took the case out; once an hour at most. */
export const EvidenceView = z.object({
  createTime: z.string(),
  userName: z.string(),
  /** The picture, clip or file; null for the case. */
  fileName: z.string().nullable(),
})
export type EvidenceView = z.infer<typeof EvidenceView>

/** What a verdict on a violation goes by, beside the violation itself. */
export const ViolationEvidence = z.object({
  /** How the object's violations of the `recordDays` before this one were judged; a verdict that none has is left out. */
  record: z.array(RecordedVerdict),
  /** The driver of the vehicle, or the person; null for a facility and where nobody is known. */
  contact: z.object({ name: z.string(), phone: z.string() }).nullable(),
  /** Pictures of the terminal from `photoMinutes` around its start, oldest first; `time` on the terminal's clock where it has one. */
  photos: z.array(z.object({ fileName: z.string(), channel: z.number(), time: z.string() })),
  /** Recordings that the server made because of it, by start; and, for who may watch, all others of the vehicle from `photoMinutes` around its start. */
  clips: z.array(
    Recording.pick({
      id: true,
      channel: true,
      cause: true,
      startTime: true,
      endTime: true,
      fileName: true,
      fileSize: true,
      sha256: true,
    }),
  ),
  /** Files that the terminal kept of the alarms of its driving assistant while the violation lasted, and how many more may still come. */
  attachments: z.array(AlarmAttachment),
  awaited: z.number().int().nonnegative(),
  /** Who opened which of these pictures, clips and files, and who took the case out: the newest 100, oldest first. */
  views: z.array(EvidenceView),
  /** The rule as it was then; null where that is not known. */
  rule: MonitoringRule.pick({ condition: true, hours: true, shiftIds: true, calendar: true })
    .extend({ /** True when it has changed since, or is gone. */ isChanged: z.boolean() })
    .nullable(),
  /** The areas that the rule goes by, as they were then: those of the caller's scope and of the departments above the object. */
  areas: z.array(z.object({ id: z.number(), name: z.string(), shape: Shape })),
  /** Others that wait for a verdict: of the same rule on the same object within `recordDays` around it, and of its storm; newest first, at most `mostAtOnce`. */
  similar: z.array(z.number()),
})
export type ViolationEvidence = z.infer<typeof ViolationEvidence>

export const getViolationEvidence = endpoint({
  method: 'GET',
  path: '/admin/violationEvent/evidence',
  access: 'session',
  input: z.object({ violationEventId: longId }),
  output: ViolationEvidence,
})

/** Evidence of one kind that a day of a vehicle is shown with, at most. */
export const mostOfDay = 500

/** Pictures of a vehicle's terminals and files of its alarms from a span, oldest first, of each the newest `mostOfDay`; 404 out of scope. */
export const listVehicleEvidence = endpoint({
  method: 'GET',
  path: '/admin/violationEvent/evidence/list',
  access: { permission: 'video_view' },
  input: z.object({ vehicleId: id, startTime: dateTime, endTime: dateTime }),
  output: ViolationEvidence.pick({ photos: true, attachments: true }),
})
export type VehicleEvidence = z.infer<(typeof listVehicleEvidence)['output']>

/** Makes the case of a violation: an address of one file, which is good once and for a minute. */
export const makeViolationCase = endpoint({
  method: 'POST',
  path: '/admin/violationEvent/case',
  access: 'session',
  input: z.object({ violationEventId: longId }),
  output: z.object({ url: z.string() }),
})

/**
 * A zip to hand over: `case.txt` and `case.json` (the violation, its verdicts, who opened its evidence, the rule and areas as they were; the text
 * says how the hashes are checked), `positions.csv`, `pictures/`, `clips/`, `attachments/`, and `hashes.txt`, which `sha256sum -c` reads.
 */
export const getViolationCase = endpoint({
  method: 'GET',
  path: '/admin/violationEvent/case/:ticket',
  access: 'signed',
  bare: true,
  input: z.object({ ticket: z.string().max(64), expires: z.string().optional(), signature: z.string().optional() }),
  output: z.unknown(),
})

/** The violations of some vehicles, people or facilities, newest first. */
export const listViolationsOf = endpoint({
  method: 'POST',
  path: '/admin/violationEvent/getViolationEventByObjectIdList',
  access: 'session',
  reads: true,
  input: z.object({
    objectType: z.enum(ObjectType),
    objectIds: z.array(id).max(3000),
    alarmType: whole(z.enum(AlarmType)).optional(),
    startTime: dateTime.optional(),
    endTime: dateTime.optional(),
    size: pageQuery.shape.size,
  }),
  output: z.array(Violation),
})
