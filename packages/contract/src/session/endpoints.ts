import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, nothing, word } from '../fields.ts'
import { smsCodeLength } from '../sms/rules.ts'
import { socialTypeForm } from '../social/rules.ts'

const Authority = z.object({ authority: z.string() })

/** User of a token. Both spellings of the id, as the family's clients expect. Source: spec 4, S0 §3. */
export const UserInfo = z.object({
  id: z.number(),
  userId: z.number(),
  username: z.string(),
  /** The person's name; the user name of who has none. Sessions stored by older versions do not hold it. */
  name: z.string().optional(),
  tenantId: z.number(),
  deptId: z.number(),
  avatar: z.string().nullable(),
  phone: z.string().nullable(),
  enabled: z.boolean(),
  accountNonExpired: z.boolean(),
  accountNonLocked: z.boolean(),
  credentialsNonExpired: z.boolean(),
  authorities: z.array(Authority),
  /** False for who sees a part of the organisation only. Sessions stored by older versions do not hold it. */
  seesAll: z.boolean().optional(),
  password: z.null(),
})
export type UserInfo = z.infer<typeof UserInfo>

/** The OAuth2 token reply; not wrapped in the envelope. Lifetimes in seconds. */
export const Token = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  refresh_token: z.string(),
  expires_in: z.number().int(),
  scope: z.literal('server'),
  user_info: UserInfo,
  user_id: z.number(),
  username: z.string(),
  dept_id: z.number(),
  tenant_id: z.number(),
  license: z.literal('made by huanwei'),
  active: z.literal(true),
})
export type Token = z.infer<typeof Token>

/** `code` of a log-in. */
export const codeWords = { code: 'verificationCode' }

/** A number and the code that a short message brought it. */
export const smsGrant = {
  /** With the family's `SMS@` in front, or without. */
  mobile: z.string().regex(/^(SMS@)?1\d{10}$/, word('phoneFormat')),
  code: z.string().length(smsCodeLength, word('smsCodeLength')),
  scope: z.string().optional(),
}

/** Log-in by password, refresh, and log-in by a code as the family's small clients send it (`issueTokenBySms`). Fields come in the query, the form body or both. `password` is encrypted or Base64. Source: spec 4, S0 §7. */
export const issueToken = endpoint({
  method: 'POST',
  path: '/auth/oauth/token',
  access: 'client',
  bare: true,
  input: z.discriminatedUnion('grant_type', [
    z.object({
      grant_type: z.literal('password'),
      username: z.string().min(1, word('enterUsername')).max(64),
      password: z.string().min(1, word('enterPassword')).max(1024),
      randomStr: z.string().max(64).optional(),
      code: z.string().max(16).optional(),
      scope: z.string().optional(),
    }),
    z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string().min(1).max(256), scope: z.string().optional() }),
    z.object({ grant_type: z.literal('mobile'), ...smsGrant }),
  ]),
  output: Token,
  fieldWords: codeWords,
})

const Claims = z.object({
  active: z.literal(true),
  user_name: z.string(),
  username: z.string(),
  authorities: z.array(z.string()),
  client_id: z.string(),
  /** Epoch seconds. */
  exp: z.number().int(),
  /** For a token for an external site: the origin of the organisation's evaluation site, if it has one. */
  aud: z.array(z.string()).optional(),
  scope: z.array(z.string()),
  user_id: z.number(),
  dept_id: z.number(),
  tenant_id: z.number(),
})

export const checkToken = endpoint({
  method: 'GET',
  path: '/auth/oauth/check_token',
  access: 'client',
  bare: true,
  input: z.object({ token: z.string().min(1).max(256) }),
  output: Claims,
})
export const checkTokenByPost = endpoint({ ...checkToken, method: 'POST' })

/** Public: a missing or unknown token is answered in words, not refused. Source: spec 4, S0 §7. */
export const logout = endpoint({
  method: 'DELETE',
  path: '/auth/token/logout',
  access: 'public',
  input: nothing,
  output: done.nullable(),
})

/** True when a log-in from this address needs the captcha now. The picture itself is `GET /code?randomStr=`. */
export const captchaNeeded = endpoint({
  method: 'GET',
  path: '/code/needed',
  access: 'public',
  input: z.object({ username: z.string().max(64).optional() }),
  output: z.object({ needed: z.boolean() }),
})

export const SocialType = z.string().regex(socialTypeForm)

/** The providers that people of this host may log in through. */
export const listSocialLogins = endpoint({
  method: 'GET',
  path: '/open/social',
  access: 'public',
  input: nothing,
  output: z.array(z.object({ type: z.string(), remark: z.string() })),
})

/** Authorization address of a provider; the return carries `state`, and the browser tab that asked adds `secret`, which no redirect contains. */
export const ProviderAddress = z.object({ url: z.string(), state: z.string(), secret: z.string() })

/** Address of a log-in at a provider; the browser returns to `/authredirect` with `state` and `code`. */
export const beginSocialLogin = endpoint({
  method: 'GET',
  path: '/open/social/authorize',
  access: 'public',
  input: z.object({ type: SocialType }),
  output: ProviderAddress,
})

/** Parameters of the provider's redirect: `state`, `code`, and its issuer (`iss`); and the secret of the tab that began. */
export const Returned = {
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(2048),
  iss: z.string().max(300).optional(),
  secret: z.string().min(1).max(100),
}

/**
 * Logs in whoever is bound to the account; 417 when nobody is. `state` and `code` are enough: `mobile` is the family's `<TYPE>@<code>`, and a browser
 * that sends no `secret` sends the cookie of `/open/social/authorize`. Source: spec 1, section 7; spec 4, S0 §7; record: docs/decisions/0025.
 */
export const issueTokenBySocial = endpoint({
  method: 'POST',
  path: '/auth/mobile/token/social',
  access: 'client',
  bare: true,
  input: z.object({
    grant_type: z.literal('mobile').default('mobile'),
    mobile: z
      .string()
      .regex(/^[A-Z][A-Z0-9]{1,15}@.{1,2048}$/s)
      .optional(),
    state: Returned.state,
    code: Returned.code.optional(),
    iss: Returned.iss,
    secret: Returned.secret.optional(),
    scope: z.string().optional(),
  }),
  output: Token,
})
