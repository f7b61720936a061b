import { captchaNeeded } from '@huanwei/contract/session/endpoints'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'
import { signIn } from '../../shell/session/sign-in.ts'
import { PlainField } from '../../ui/form/PlainField.tsx'
import { Captcha, newRandomStr } from './Captcha.tsx'
import { type LoginErrors, type LoginValues, loginErrors } from './login-rules.ts'
import { PasswordField } from './PasswordField.tsx'
import { Refusal } from './Refusal.tsx'

/** `onTyping` resolves when the rest of the product is there; `said`: what another way to log in was answered. */
type Props = { onTyping: () => Promise<unknown>; said: string | null }

/** User name, password and, when the server wants it, the captcha. A success changes the session; the route guard does the rest. */
export function LoginForm({ onTyping, said }: Props) {
  const { t } = useTranslation(['login', 'common', 'checks'])
  const ended = useSession((s) => s.ended)
  const waiting = useSession((s) => s.waiting?.username)
  const [values, setValues] = useState<LoginValues>({ username: waiting ?? '', password: '', code: '' })
  const [errors, setErrors] = useState<LoginErrors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** Null while no captcha is wanted. */
  const [randomStr, setRandomStr] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)

  const change = (part: Partial<LoginValues>) => {
    void onTyping()
    setValues((now) => ({ ...now, ...part }))
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in part))))
  }
  const renewCaptcha = () => {
    setRandomStr(newRandomStr())
    change({ code: '' })
  }
  const askWhetherCaptcha = async (username: string) => {
    // Without an answer the form works; the server asks again when the login comes.
    const answer = await call(captchaNeeded, username ? { username } : {}).catch(() => ({ needed: false }))
    if (answer.needed) setRandomStr((now) => now ?? newRandomStr())
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address this browser comes from
  useEffect(() => void askWhetherCaptcha(''), [])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = loginErrors(values, randomStr !== null)
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    setBusy(true)
    setRefusal(null)
    // A password manager may have filled in both.
    const ready = onTyping()
    try {
      const { username, password, code } = values
      await signIn(randomStr === null ? { username, password } : { username, password, randomStr, code: code.trim() }, ready)
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
      setBusy(false)
      if (randomStr !== null || (error instanceof ApiError && error.status === 428)) renewCaptcha()
      else await askWhetherCaptcha(values.username)
    }
  }

  return (
    <form ref={form} className="login-form" onSubmit={submit} noValidate aria-label={t('title')}>
      <Refusal text={refusal ?? said ?? ended} />
      <PlainField
        label={t('username')}
        error={errors.username && t(errors.username)}
        name="username"
        placeholder={t('checks:enterUsername')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        value={values.username}
        onFocus={onTyping}
        onChange={({ target }) => change({ username: target.value.trim() })}
        onBlur={() => values.username && randomStr === null && void askWhetherCaptcha(values.username)}
      />
      <PasswordField
        value={values.password}
        error={errors.password && t(errors.password)}
        onChange={(password) => change({ password })}
      />
      {randomStr !== null && (
        <Captcha
          randomStr={randomStr}
          value={values.code}
          error={errors.code && t(errors.code)}
          onChange={(code) => change({ code })}
          onRenew={renewCaptcha}
        />
      )}
      <button type="submit" className="login-submit" disabled={busy} aria-busy={busy}>
        {busy ? t('submitting') : t('submit')}
      </button>
    </form>
  )
}
