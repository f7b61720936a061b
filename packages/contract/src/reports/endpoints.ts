import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ExportStatus } from '../exports/codes.ts'
import { day, done, id, orNone, word } from '../fields.ts'
import { lastChange } from '../last-change.ts'
import { ObjectType } from '../objects.ts'
import { page, pageQuery } from '../page.ts'
import { recordCalls } from '../records.ts'
import { Every, Grouping, Period, ReportKind, StopReason } from './codes.ts'

const base = '/admin/reportForms'

/** What a report is about. Without a department it is about all that its maker sees; a project narrows it to the departments of the project. */
const subject = {
  kind: z.enum(ReportKind),
  /** By department unless said; of a kind without rows it says nothing. */
  grouping: orNone(z.enum(Grouping)),
  /** With all departments below it. */
  deptId: orNone(id),
  projectId: orNone(id),
}
const name = z.string().trim().max(60).default('')

/** One kept report. Days `yyyy-MM-dd`, both included. Source: spec 3, section 19. */
export const Report = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(ReportKind),
  /** Null for a kind without rows. */
  grouping: z.enum(Grouping).nullable(),
  period: z.enum(Period),
  firstDay: z.string(),
  lastDay: z.string(),
  deptId: z.number().nullable(),
  deptName: z.string().nullable(),
  projectId: z.number().nullable(),
  projectName: z.string().nullable(),
  objectType: z.enum(ObjectType).nullable(),
  objectId: z.number().nullable(),
  objectName: z.string().nullable(),
  status: z.enum(ExportStatus),
  /** Days worked through, and how many there are. */
  done: z.number().int(),
  total: z.number().int(),
  /** Number of rows; null until they are there. */
  rows: z.number().int().nullable(),
  /** Name of its sheet or PDF; null until it is ready. */
  file: z.string().nullable(),
  /** Why it failed, in words. */
  error: z.string().nullable(),
  /** The schedule that made it. */
  scheduleId: z.number().nullable(),
  /** Display name of who made it. */
  createBy: z.string(),
  isOwn: z.boolean(),
  createTime: z.string(),
  /** Time at which the figures were complete. */
  finishTime: z.string().nullable(),
})
export type Report = z.infer<typeof Report>

const figures = z.array(z.number().nullable())
/** One row: `figures` in the order of the kind's columns. `level` is the depth of a department; `isLeaf` has no row below it. */
export const ReportRow = z.object({
  key: z.string(),
  label: z.string(),
  deptName: z.string(),
  level: z.number().int(),
  isLeaf: z.boolean(),
  figures,
})
export type ReportRow = z.infer<typeof ReportRow>

/** With its totals and the rows that its chart draws: all days, or the largest objects or departments by the first figure. */
export const ReportDetail = Report.extend({ totals: figures, drawn: z.array(ReportRow) })
export type ReportDetail = z.infer<typeof ReportDetail>

/** Kept reports of departments that the caller sees, newest first. */
export const listReports = endpoint({
  method: 'GET',
  path: `${base}/page`,
  access: 'session',
  input: pageQuery.extend({
    name: orNone(z.string().max(60)),
    kind: orNone(z.enum(ReportKind)),
    status: orNone(z.enum(ExportStatus)),
    deptId: orNone(id),
    scheduleId: orNone(id),
  }),
  output: page(Report),
})

/** Begins a report, a work report of a whole day, week or month only; 409 when too many of the caller's are unfinished or kept. */
export const makeReport = endpoint({
  method: 'POST',
  path: base,
  access: { permission: 'admin_reportforms_add' },
  input: z.object({
    name,
    ...subject,
    /** Of violations: the kind of object. */
    objectType: orNone(z.enum(ObjectType)),
    objectId: orNone(id),
    firstDay: day,
    lastDay: day,
  }),
  output: Report,
})

export const getReport = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'session',
  input: z.object({ id }),
  output: ReportDetail,
})

/** Rows of a finished report in their order: days, departments as a tree, objects by name. */
export const listReportRows = endpoint({
  method: 'GET',
  path: `${base}/row/page`,
  access: 'session',
  input: pageQuery.extend({ id }),
  output: page(ReportRow),
})

/** The list whose rows a cell counts, as they are now: titles and cells in the caller's language. Without `key` those of the total. */
export const listReportCell = endpoint({
  method: 'GET',
  path: `${base}/cell/page`,
  access: 'session',
  input: pageQuery.extend({ id, column: z.string().max(50), key: orNone(z.string().max(50)) }),
  output: page(z.array(z.union([z.string(), z.number(), z.null()]))).extend({ titles: z.array(z.string()) }),
})

/** 409 when it has ended already. */
export const cancelReport = endpoint({
  method: 'PUT',
  path: `${base}/cancel`,
  access: { permission: 'admin_reportforms_add' },
  input: z.object({ id }),
  output: Report,
})

/** Makes one's own report again, of the same days and departments, when it failed or was cancelled; 409 otherwise. */
export const makeReportAgain = endpoint({
  method: 'PUT',
  path: `${base}/again`,
  access: { permission: 'admin_reportforms_add' },
  input: z.object({ id }),
  output: Report,
})

/** One's own; that of somebody else in sight with the permission. */
export const removeReport = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  access: { permission: 'admin_reportforms_del' },
  input: z.object({ id }),
  output: done,
})

/** Address of the sheet or PDF, valid for some minutes. */
export const getReportUrl = endpoint({
  method: 'GET',
  path: `${base}/url`,
  access: 'session',
  input: z.object({ id }),
  output: z.object({ url: z.string() }),
})

/** The sheet or PDF. */
export const getReportFile = endpoint({
  method: 'GET',
  path: `${base}/:id/file`,
  access: 'signed',
  bare: true,
  input: z.object({ id, expires: z.string().optional(), signature: z.string().optional() }),
  output: z.unknown(),
})

const scheduleFields = {
  name: z.string().trim().min(1, word('enterScheduleName')).max(60),
  ...subject,
  every: z.enum(Every),
  /** `HH:mm` in Asia/Shanghai, of each day, of Mondays or of the first of each month. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, word('clockFormat')),
  /** Users who are reminded of each report that is ready, as far as they see its departments; its owner always is. */
  receiverIds: z.array(id).max(50).default([]),
}

/** Reports that are made again and again, with the rights that the owner has at that time. */
export const ReportSchedule = z.object({
  ...scheduleFields,
  id: z.number(),
  grouping: z.enum(Grouping).nullable(),
  deptId: z.number().nullable(),
  deptName: z.string().nullable(),
  projectId: z.number().nullable(),
  projectName: z.string().nullable(),
  receiverNames: z.array(z.string()),
  /** Display name of its owner. */
  createBy: z.string(),
  isOwn: z.boolean(),
  /** Null while it is stopped. */
  nextTime: z.string().nullable(),
  lastTime: z.string().nullable(),
  stopReason: z.enum(StopReason).nullable(),
  createTime: z.string(),
  ...lastChange,
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

/** Schedules for departments that the caller sees, newest first. */
export const listReportSchedules = endpoint({
  method: 'GET',
  path: '/admin/reportSchedule/page',
  access: 'session',
  input: pageQuery.extend({ name: orNone(z.string().max(60)), kind: orNone(z.enum(ReportKind)) }),
  output: page(ReportSchedule),
})

/** A schedule is changed by its owner only, since it acts with the owner's rights; a change starts a stopped one again. */
export const {
  get: getReportSchedule,
  add: addReportSchedule,
  change: changeReportSchedule,
  remove: removeReportSchedule,
} = recordCalls('/admin/reportSchedule', 'admin_reportschedule', scheduleFields, ReportSchedule)
