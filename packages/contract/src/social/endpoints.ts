import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing } from '../fields.ts'
import { page, pageQuery } from '../page.ts'
import { ProviderAddress, Returned, SocialType } from '../session/endpoints.ts'

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

/** The same, to bind the account to the person who asks. */
export const beginSocialBind = endpoint({
  method: 'GET',
  path: '/admin/social/authorize',
  access: 'session',
  summary: '社交绑定地址',
  input: z.object({ type: SocialType }),
  output: ProviderAddress,
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
