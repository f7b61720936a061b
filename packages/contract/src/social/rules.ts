/** A kind of identity provider as it stands before the `@` of a log-in and before the `-` of a state. */
export const socialTypeForm = /^[A-Z][A-Z0-9]{1,15}$/

/** What a way to a provider is for. */
export const SocialAim = { login: 'LOGIN', bind: 'BIND' } as const
export type SocialAim = (typeof SocialAim)[keyof typeof SocialAim]

/** What a `state` (`<TYPE>-<LOGIN or BIND>-<what nobody can guess>`) says; undefined when it is none. Source: spec 4, S0 §2.4. */
export function readState(state: string): { type: string; aim: SocialAim } | undefined {
  const [type = '', named] = state.split('-')
  const aim = Object.values(SocialAim).find((one) => one === named)
  return aim && socialTypeForm.test(type) ? { type, aim } : undefined
}
