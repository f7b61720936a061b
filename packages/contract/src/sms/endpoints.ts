import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { codeWords, smsGrant, Token } from '../session/endpoints.ts'
import { Phone } from '../users/endpoints.ts'

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
