import { word } from '@huanwei/contract/fields'
import type { TextKey } from '@huanwei/words/messages'

export type LoginValues = { username: string; password: string; code: string }
/** Keys of texts, by field. */
export type LoginErrors = Partial<Record<keyof LoginValues, Extract<TextKey, `${'checks' | 'login'}:${string}`>>>

/** Source: spec 4, S0 §5. */
const shortestPassword = 6

/** Problems of the form; empty when it may be sent. Source: spec 4, S0 §5. */
export function loginErrors({ username, password, code }: LoginValues, captcha: boolean): LoginErrors {
  const errors: LoginErrors = {}
  if (!username.trim()) errors.username = word('enterUsername')
  if (!password) errors.password = word('enterPassword')
  else if (password.length < shortestPassword) errors.password = word('passwordShort')
  if (captcha && !code.trim()) errors.code = 'login:codePlaceholder'
  return errors
}
