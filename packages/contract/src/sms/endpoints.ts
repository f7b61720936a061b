import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { word } from '../fields.ts'
import { Token } from '../session/endpoints.ts'
import { Phone } from '../users/endpoints.ts'
import { smsCodeLength } from './rules.ts'

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
    /** With the family's `SMS@` in front, or without. */
    mobile: z.string().regex(/^(SMS@)?1\d{10}$/, word('phoneFormat')),
    code: z.string().length(smsCodeLength, word('smsCodeLength')),
    scope: z.string().optional(),
  }),
  output: Token,
})
