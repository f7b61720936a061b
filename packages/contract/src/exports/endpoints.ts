import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing } from '../fields.ts'
import { ExportStatus } from './codes.ts'

/** A list on its way into a spreadsheet. Source: design, list screens; spec 3, section 6. */
export const ExportJob = z.object({
  id: z.number(),
  /** Name of the list, in the language of the sheet. */
  name: z.string(),
  status: z.enum(ExportStatus),
  /** Rows written, and how many there are; null before they were counted. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** Why it failed, in words. */
  error: z.string().nullable(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type ExportJob = z.infer<typeof ExportJob>

/** Input of the list's call; its page is ignored. */
export const ExportFilter = z.record(
  z.string().max(50),
  z.union([z.string().max(200), z.number(), z.boolean(), z.null(), z.array(z.number()).max(200)]),
)

/** Puts all that a list call finds into a sheet, in the caller's language. 409 when too many of the caller's are unfinished. */
export const startExport = endpoint({
  method: 'POST',
  path: '/admin/export',
  access: 'session',
  input: z.object({
    /** Path of the list call. */
    list: z.string().max(100),
    filter: ExportFilter.default({}),
  }),
  output: ExportJob,
})

/** The caller's own, the latest first. */
export const listExports = endpoint({
  method: 'GET',
  path: '/admin/export/list',
  access: 'session',
  input: nothing,
  output: z.array(ExportJob),
})

/** 409 when it is finished or stopped already. */
export const cancelExport = endpoint({
  method: 'PUT',
  path: '/admin/export/cancel',
  access: 'session',
  input: z.object({ id }),
  output: ExportJob,
})

/** Goes on where a cancelled or failed one stopped. */
export const resumeExport = endpoint({
  method: 'PUT',
  path: '/admin/export/resume',
  access: 'session',
  input: z.object({ id }),
  output: ExportJob,
})

export const removeExport = endpoint({
  method: 'DELETE',
  path: '/admin/export/:id',
  access: 'session',
  input: z.object({ id }),
  output: done,
})

/** Address of the sheet, valid for some minutes. */
export const getExportUrl = endpoint({
  method: 'GET',
  path: '/admin/export/url',
  access: 'session',
  input: z.object({ id }),
  output: z.object({ url: z.string() }),
})

/** The sheet. 403 for anybody but the owner, and for the owner once the list or part of its departments is out of their reach. */
export const getExportFile = endpoint({
  method: 'GET',
  path: '/admin/export/:id/file',
  access: 'signed',
  bare: true,
  input: z.object({ id, expires: z.string().optional(), signature: z.string().optional() }),
  output: z.unknown(),
})
