import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, longId, whole } from '../fields.ts'
import { newestFirst, page, pageQuery } from '../page.ts'
import { LoginOperation, LoginStatus, LogType } from './codes.ts'
import { errorLogLimits } from './rules.ts'

/** A user operation, or an error of a user's browser. Source: spec 4, S1 §7.2. */
export const Log = z.object({
  id: z.number(),
  type: z.enum(LogType),
  title: z.string(),
  serviceId: z.string(),
  createBy: z.string(),
  createTime: z.string(),
  remoteAddr: z.string(),
  userAgent: z.string(),
  requestUri: z.string(),
  method: z.string(),
  /** Without passwords, tokens and personal numbers. */
  params: z.string(),
  /** Duration, ms; null for an error that a browser reported. */
  time: z.number().nullable(),
  /** Why it failed; of a browser's error the stack. */
  exception: z.string().nullable(),
})
export type Log = z.infer<typeof Log>

const times = { startTime: dateTime.optional(), endTime: dateTime.optional(), ...newestFirst }

/** Newest first. `text` is looked for in title, address, parameters and exception. */
export const listLogs = endpoint({
  method: 'GET',
  path: '/admin/log/page',
  access: { permission: 'sys_log_view' },
  input: pageQuery.extend({
    type: z.enum(LogType).optional(),
    createBy: z.string().trim().max(64).optional(),
    text: z.string().trim().max(100).optional(),
    ...times,
  }),
  output: page(Log),
})

export const removeLog = endpoint({
  method: 'DELETE',
  path: '/admin/log/:id',
  access: { permission: 'sys_log_del' },
  input: z.object({ id: longId }),
  output: done,
})

const upTo = (length: number) => z.string().max(length).default('')

/** An error as a browser kept it. */
export const ReportedError = z.object({
  url: upTo(errorLogLimits.url),
  /** Time of the error by the browser's clock; the row has the server's time. */
  time: upTo(64),
  user: upTo(64),
  type: upTo(32),
  message: upTo(errorLogLimits.message),
  stack: upTo(errorLogLimits.stack),
  info: upTo(errorLogLimits.info),
})

/** A browser hands in its local error log. */
export const reportErrors = endpoint({
  method: 'POST',
  path: '/admin/log/logs',
  access: 'session',
  input: z.array(ReportedError).min(1).max(errorLogLimits.entries),
  output: done,
})

/** One try to log in, or one log-out. Source: spec 4, S0 §1. */
export const LoginLog = z.object({
  id: z.number(),
  createTime: z.string(),
  operation: z.enum(LoginOperation),
  status: z.enum(LoginStatus),
  username: z.string(),
  grantType: z.string(),
  remoteAddr: z.string(),
  userAgent: z.string(),
})
export type LoginLog = z.infer<typeof LoginLog>

/** Newest first. */
export const listLoginLogs = endpoint({
  method: 'GET',
  path: '/admin/loginLog/page',
  access: { permission: 'sys_log_view' },
  input: pageQuery.extend({
    username: z.string().trim().max(64).optional(),
    operation: whole(z.enum(LoginOperation)).optional(),
    status: whole(z.enum(LoginStatus)).optional(),
    ...times,
  }),
  output: page(LoginLog),
})
