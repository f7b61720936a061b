import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing } from '../fields.ts'
import { newestFirst, page, pageQuery } from '../page.ts'

/** One log-in as the list shows it. `token` names it and opens nothing. */
export const LogIn = z.object({
  /** Key for the list: a number, unlike `token`. */
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
  /** Time at which the log-in ends unless it is renewed. */
  expires: z.string(),
  isLocked: z.boolean(),
  /** True for the session of the request. */
  isOwn: z.boolean(),
  /** `token` as the family's clients call it, seconds until its next renewal, and whose it is. */
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().int(),
  user_id: z.number(),
  user_info: z.object({ id: z.number(), username: z.string() }),
})
export type LogIn = z.infer<typeof LogIn>

/** Log-ins, newest first; `username` and `address` match by part. */
export const listTokens = endpoint({
  method: 'GET',
  path: '/admin/token/page',
  access: { permission: 'sys_token_view' },
  input: pageQuery.extend({ username: z.string().max(64).optional(), address: z.string().max(64).optional(), ...newestFirst }),
  output: page(LogIn),
})

/** Ends a log-in: none of its tokens works any longer. */
export const endToken = endpoint({
  method: 'DELETE',
  path: '/admin/token/:token',
  access: { permission: 'sys_token_del' },
  input: z.object({ token: z.string().min(1).max(64) }),
  output: done,
})

/** For one `registerToken` within a minute. */
export const issueTemporaryToken = endpoint({
  method: 'POST',
  path: '/admin/token/temporary',
  access: 'session',
  input: nothing,
  output: z.object({ tempToken: z.string() }),
})

/**
 * Turns a temporary token into an access token that tells an outside site who comes: good for `check_token` and for nothing else, for a minute, and gone
 * with the log-in it comes from. `check_token` names the origin of the evaluation site in `aud`: no other site may take it. Source: spec 1, section 7; spec 4, S0 §7.
 */
export const registerToken = endpoint({
  method: 'POST',
  path: '/open/api/v1/secret/auth/token/register',
  access: 'public',
  input: z.object({ tempToken: z.string().min(1).max(256), tenantId: id, accountId: id, username: z.string().min(1).max(64) }),
  output: z.string(),
})
