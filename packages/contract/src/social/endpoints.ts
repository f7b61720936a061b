import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
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
  ...lastChange,
})
export type SocialProvider = z.infer<typeof SocialProvider>

export const listProviders = endpoint({
  method: 'GET',
  path: '/admin/social/page',
  access: { permission: 'sys_social_details_view' },
  input: pageQuery,
  output: page(SocialProvider),
})

const ProviderFields = z.object({
  type: SocialType,
  /** Display name, on the button of the login screen. */
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
  input: ProviderFields,
  output: SocialProvider,
})

/** Without `appSecret`, or with an empty one, the secret stays. */
export const editProvider = endpoint({
  method: 'PUT',
  path: '/admin/social',
  access: { permission: 'sys_social_details_edit' },
  input: ProviderFields.extend({ id, appSecret: z.string().trim().max(500).optional(), ...madeFrom }),
  output: SocialProvider,
})

/** Removes the provider with all that is bound to it. */
export const removeProvider = endpoint({
  method: 'DELETE',
  path: '/admin/social/:id',
  access: { permission: 'sys_social_details_del' },
  input: z.object({ id, ...madeFrom }),
  output: done,
})

/** The caller's password: who finds a screen left open makes no way in for later. */
const confirmed = { password: z.string(word('enterPassword')).min(1, word('enterPassword')).max(128) }

/** The same, to bind the account to the person who asks. */
export const beginSocialBind = endpoint({
  method: 'POST',
  path: '/admin/social/authorize',
  access: 'session',
  input: z.object({ type: SocialType, ...confirmed }),
  output: ProviderAddress,
})

/** Binds the provider's account to the caller. 409 when it is somebody else's. Source: spec 4, S0 §7. */
export const bindSocial = endpoint({
  method: 'POST',
  path: '/admin/social/bind',
  access: 'session',
  input: z.object(Returned),
  output: z.object({ type: z.string(), remark: z.string() }),
})

/** The providers of the organisation, and since when the caller is bound to each; null when not. */
export const listOwnBindings = endpoint({
  method: 'GET',
  path: '/admin/social/bindings',
  access: 'session',
  input: nothing,
  output: z.array(z.object({ type: z.string(), remark: z.string(), boundTime: z.string().nullable() })),
})

export const unbindSocial = endpoint({
  method: 'POST',
  path: '/admin/social/unbind',
  access: 'session',
  input: z.object({ type: SocialType, ...confirmed }),
  output: done,
})
