import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, longId, orNone } from '../fields.ts'
import { newestFirst, page, pageQuery } from '../page.ts'
import { codeWords, smsGrant, Token } from '../session/endpoints.ts'
import { Phone } from '../users/endpoints.ts'
import { SmsStatus } from './codes.ts'

/**
 * Sends a code to the number if it is registered; the answer does not say whether. False, with the reason in `msg`, when the last code is
 * still good. Source: spec 4, S0 §7; record: docs/decisions/0025.
 */
export const sendSmsCode = endpoint({
  method: 'GET',
  path: '/admin/mobile/:mobile',
  access: 'public',
  input: z.object({ mobile: Phone }),
  output: z.boolean(),
})

/** Logs in by a code from a short message; the fifth wrong code ends the right one. Source: spec 4, S0 §7. */
export const issueTokenBySms = endpoint({
  method: 'POST',
  path: '/auth/mobile/token/sms',
  access: 'client',
  bare: true,
  input: z.object({
    grant_type: z.literal('mobile').default('mobile'),
    ...smsGrant,
  }),
  output: Token,
  fieldWords: codeWords,
})

/** A text message of a rule to one of its recipients; codes are not kept. */
export const ShortMessage = z.object({
  id: z.number(),
  createTime: z.string(),
  /** Display name of the recipient. */
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  text: z.string(),
  status: z.enum(SmsStatus),
  /** Why the last attempt failed; empty before. */
  error: z.string(),
  sentTime: z.string().nullable(),
})
export type ShortMessage = z.infer<typeof ShortMessage>

/** Text messages of a month to people in scope, newest first. */
export const listShortMessages = endpoint({
  method: 'GET',
  path: '/admin/sms/page',
  access: { permission: 'sys_log_view' },
  input: pageQuery.extend({
    status: orNone(z.enum(SmsStatus)),
    startTime: dateTime.optional(),
    endTime: dateTime.optional(),
    ...newestFirst,
  }),
  output: page(ShortMessage),
})

/** Sends a failed message again. 404 for one that was sent, or is still tried. */
export const sendShortMessageAgain = endpoint({
  method: 'PUT',
  path: '/admin/sms/again',
  access: { permission: 'sys_sms_send' },
  input: z.object({ id: longId }),
  output: done,
})
