import { word } from '../fields.ts'

/** Source: spec 4, S0 §7 (own profile). */
export const minPasswordLength = 6

/** The key of what is wrong with a mobile number; undefined when nothing is. Source: spec 2, section 5; spec 4, S1 §5. */
export function phoneProblem(phone: string): string | undefined {
  if (phone === '') return word('enterPhone')
  if (phone.length !== 11) return word('phoneLength')
  return /^1\d{10}$/.test(phone) ? undefined : word('phoneFormat')
}
