/** A kind of identity provider as it stands before the `@` of a log-in and before the `-` of a state. */
export const socialTypeForm = /^[A-Z][A-Z0-9]{1,15}$/

/** Purpose of an authorization request to a provider. */
export const SocialAim = { login: 'LOGIN', bind: 'BIND' } as const
export type SocialAim = (typeof SocialAim)[keyof typeof SocialAim]

/** Parses a `state` (`<TYPE>-<LOGIN or BIND>-<random>`); undefined when it is none. Source: spec 4, S0 §2.4. */
export function readState(state: string): { type: string; aim: SocialAim } | undefined {
  const [type = '', named] = state.split('-')
  const aim = Object.values(SocialAim).find((one) => one === named)
  return aim && socialTypeForm.test(type) ? { type, aim } : undefined
}
