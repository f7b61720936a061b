export type LoginValues = { username: string; password: string; code: string }
/** Message keys of the namespace `login`, by field. */
export type LoginErrors = Partial<Record<keyof LoginValues, string>>

/** Source: spec 4, S0 §5. */
const shortestPassword = 6

/** What is wrong with the form; empty when it may be sent. Source: spec 4, S0 §5. */
export function loginErrors({ username, password, code }: LoginValues, captcha: boolean): LoginErrors {
  const errors: LoginErrors = {}
  if (!username.trim()) errors.username = 'usernamePlaceholder'
  if (!password) errors.password = 'passwordPlaceholder'
  else if (password.length < shortestPassword) errors.password = 'passwordShort'
  if (captcha && !code.trim()) errors.code = 'codePlaceholder'
  return errors
}
