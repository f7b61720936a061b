import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing } from '../fields.ts'
import { page, pageQuery } from '../page.ts'
import { Token } from '../session/endpoints.ts'
import { socialTypeForm } from './rules.ts'

const SocialType = z.string().regex(socialTypeForm)
const State = z.string().min(1).max(200)

/** A provider of identities; its secret never leaves the server. */
export const SocialProvider = z.object({
  id: z.number(),
  type: z.string(),
  remark: z.string(),
  appId: z.string(),
  issuer: z.string(),
  createTime: z.string(),
})
export type SocialProvider = z.infer<typeof SocialProvider>

export const listProviders = endpoint({
  method: 'GET',
  path: '/admin/social/page',
  access: { permission: 'sys_social_details_view' },
  summary: '社交登录配置列表',
  input: pageQuery,
  output: page(SocialProvider),
})

const ProviderFields = z.object({
  type: SocialType,
  /** What people call it; on the button of the login screen. */
  remark: z.string().trim().min(1).max(50),
  appId: z.string().trim().min(1).max(200),
  appSecret: z.string().trim().min(1).max(500),
  /** OpenID Connect issuer, `https://…`; on the own machine also `http://`. */
  issuer: z.url({ protocol: /^https?$/ }).max(300),
})

export const addProvider = endpoint({
  method: 'POST',
  path: '/admin/social',
  access: { permission: 'sys_social_details_add' },
  summary: '新增社交登录',
  input: ProviderFields,
  output: SocialProvider,
})

/** Without `appSecret`, or with an empty one, the secret stays. */
export const editProvider = endpoint({
  method: 'PUT',
  path: '/admin/social',
  access: { permission: 'sys_social_details_edit' },
  summary: '修改社交登录',
  input: ProviderFields.extend({ id, appSecret: z.string().trim().max(500).optional() }),
  output: SocialProvider,
})

/** Removes the provider with all that is bound to it. */
export const removeProvider = endpoint({
  method: 'DELETE',
  path: '/admin/social/:id',
  access: { permission: 'sys_social_details_del' },
  summary: '删除社交登录',
  input: z.object({ id }),
  output: done,
})

/** The providers that people of this host may log in through. */
export const listSocialLogins = endpoint({
  method: 'GET',
  path: '/open/social',
  access: 'public',
  summary: '可用的社交登录',
  input: nothing,
  output: z.array(z.object({ type: z.string(), remark: z.string() })),
})

const Authorize = z.object({ type: SocialType })
const Address = z.object({ url: z.string(), state: z.string() })

/** Where to send the browser to log in at a provider; it comes back to `/authredirect` with `state` and `code`. */
export const beginSocialLogin = endpoint({
  method: 'GET',
  path: '/open/social/authorize',
  access: 'public',
  summary: '社交登录地址',
  input: Authorize,
  output: Address,
})

/** The same, to bind the account to the person who asks. */
export const beginSocialBind = endpoint({
  method: 'GET',
  path: '/admin/social/authorize',
  access: 'session',
  summary: '社交绑定地址',
  input: Authorize,
  output: Address,
})

/** What the provider sent along: `state`, `code`, and who it says it is (`iss`). */
const Returned = { state: State, code: z.string().min(1).max(2048), iss: z.string().max(300).optional() }

/** Logs in whoever is bound to the account; 417 when nobody is. `mobile` is `<TYPE>@<code>`. Source: spec 4, S0 §7. */
export const issueTokenBySocial = endpoint({
  method: 'POST',
  path: '/auth/mobile/token/social',
  access: 'client',
  summary: '社交账号登录',
  bare: true,
  input: z.object({
    grant_type: z.literal('mobile'),
    mobile: z.string().regex(/^[A-Z][A-Z0-9]{1,15}@.{1,2048}$/s),
    state: Returned.state,
    iss: Returned.iss,
    scope: z.string().optional(),
  }),
  output: Token,
})

/** Binds the provider's account to the caller. 409 when it is somebody else's. Source: spec 4, S0 §7. */
export const bindSocial = endpoint({
  method: 'POST',
  path: '/admin/social/bind',
  access: 'session',
  summary: '绑定社交账号',
  input: z.object(Returned),
  output: z.object({ type: z.string(), remark: z.string() }),
})

/** The providers of the organisation, and since when the caller is bound to each; null when not. */
export const listOwnBindings = endpoint({
  method: 'GET',
  path: '/admin/social/bindings',
  access: 'session',
  summary: '我的社交账号',
  input: nothing,
  output: z.array(z.object({ type: z.string(), remark: z.string(), boundTime: z.string().nullable() })),
})

export const unbindSocial = endpoint({
  method: 'DELETE',
  path: '/admin/social/bindings/:type',
  access: 'session',
  summary: '解绑社交账号',
  input: z.object({ type: SocialType }),
  output: done,
})
