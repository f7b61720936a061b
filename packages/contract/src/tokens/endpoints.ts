import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing } from '../fields.ts'
import { page, pageQuery } from '../page.ts'

/** One log-in as the list shows it. `token` names it and opens nothing. */
export const LogIn = z.object({
  /** For the list: unlike `token`, a number. */
  id: z.number(),
  token: z.string(),
  userId: z.number(),
  username: z.string(),
  name: z.string(),
  deptName: z.string(),
  clientId: z.string(),
  address: z.string(),
  userAgent: z.string(),
  createTime: z.string(),
  /** When it ends unless it is renewed. */
  expires: z.string(),
  isLocked: z.boolean(),
  /** The one that asks. */
  isOwn: z.boolean(),
})
export type LogIn = z.infer<typeof LogIn>

/** Who is logged in, newest first; `username` and `address` match by part. */
export const listTokens = endpoint({
  method: 'GET',
  path: '/admin/token/page',
  access: { permission: 'sys_token_view' },
  summary: '令牌列表',
  input: pageQuery.extend({ username: z.string().max(64).optional(), address: z.string().max(64).optional() }),
  output: page(LogIn),
})

/** Ends a log-in: none of its tokens works any longer. */
export const endToken = endpoint({
  method: 'DELETE',
  path: '/admin/token/:token',
  access: { permission: 'sys_token_del' },
  summary: '强制下线',
  input: z.object({ token: z.string().min(1).max(64) }),
  output: done,
})

/** For one `registerToken` within five minutes. */
export const issueTemporaryToken = endpoint({
  method: 'POST',
  path: '/admin/token/temporary',
  access: 'session',
  summary: '申请临时令牌',
  input: nothing,
  output: z.object({ tempToken: z.string() }),
})

/**
 * Turns a temporary token into an access token that tells an outside site who comes: good for `check_token` and for nothing else, and gone with the
 * log-in it comes from. Source: spec 1, section 7; spec 4, S0 §7.
 */
export const registerToken = endpoint({
  method: 'POST',
  path: '/open/api/v1/secret/auth/token/register',
  access: 'public',
  summary: '登记临时令牌',
  input: z.object({ tempToken: z.string().min(1).max(256), tenantId: id, accountId: id, username: z.string().min(1).max(64) }),
  output: z.string(),
})
