import { captchaNeeded } from '@huanwei/contract/session/endpoints'
import { type Ref, type SubmitEvent, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { ApiError, errorOf } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'
import { signIn } from '../../shell/session/sign-in.ts'
import { PlainField } from '../../ui/form/PlainField.tsx'
import { Captcha, newRandomStr } from './Captcha.tsx'
import type { DemoAccount } from './DemoAccounts.tsx'
import { LoginSaid } from './LoginSaid.tsx'
import { type LoginErrors, type LoginValues, loginErrors } from './login-rules.ts'
import { PasswordField } from './PasswordField.tsx'

/** `onTyping` resolves when the rest of the product is there; `said`: what another way to log in was answered. */
type Props = { onTyping: () => Promise<unknown>; said: string | null; ref: Ref<LoginFormHandle> }

export type LoginFormHandle = {
  /** Logs in with an account of the demo; where a captcha is wanted, fills it in up to that. */
  take(account: DemoAccount): void
}

/** User name, password and, when the server wants it, the captcha. A success changes the session; the route guard does the rest. */
export function LoginForm({ onTyping, said, ref }: Props) {
  const { t } = useTranslation(['login', 'common', 'checks'])
  const ended = useSession((s) => s.ended)
  const { form, values, errors, refusal, busy, change, logIn, captcha } = useLogin(onTyping)
  useImperativeHandle(ref, () => ({
    take(account) {
      change(account)
      if (!busy) void logIn({ ...values, ...account })
    },
  }))

  return (
    <form
      ref={form}
      className="login-form"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void logIn(values)
      }}
      noValidate
      aria-label={t('title')}
    >
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
        onBlur={() => values.username && captcha.randomStr === null && void captcha.askWhetherWanted(values.username)}
      />
      <PasswordField
        value={values.password}
        error={errors.password && t(errors.password)}
        onChange={(password) => change({ password })}
      />
      {captcha.randomStr !== null && (
        <Captcha
          randomStr={captcha.randomStr}
          value={values.code}
          error={errors.code && t(errors.code)}
          onChange={(code) => change({ code })}
          onRenew={captcha.renew}
        />
      )}
      <LoginSaid refusal={refusal ?? said ?? ended} />
      <button type="submit" className="login-submit" disabled={busy} aria-busy={busy}>
        {busy ? t('submitting') : t('submit')}
      </button>
    </form>
  )
}

/** Values and refusals of the form, and the log-in. `captcha.renew` empties the old answer too. */
function useLogin(onTyping: () => Promise<unknown>) {
  const waiting = useSession((s) => s.waiting?.username)
  const [values, setValues] = useState<LoginValues>({ username: waiting ?? '', password: '', code: '' })
  const [errors, setErrors] = useState<LoginErrors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { randomStr, renew, askWhetherWanted } = useCaptcha()

  function change(part: Partial<LoginValues>) {
    void onTyping()
    setValues((now) => ({ ...now, ...part }))
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in part))))
  }
  function renewCaptcha() {
    renew()
    change({ code: '' })
  }
  async function logIn(entered: LoginValues) {
    const wrong = loginErrors(entered, randomStr !== null)
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    setBusy(true)
    setRefusal(null)
    // A password manager may have filled in both.
    const ready = onTyping()
    try {
      const { username, password, code } = entered
      await signIn(randomStr === null ? { username, password } : { username, password, randomStr, code: code.trim() }, ready)
    } catch (error) {
      setRefusal(errorOf(error).message)
      setBusy(false)
      if (randomStr !== null || (error instanceof ApiError && error.status === 428)) renewCaptcha()
      else await askWhetherWanted(entered.username)
    }
  }
  return { form, values, errors, refusal, busy, change, logIn, captcha: { randomStr, askWhetherWanted, renew: renewCaptcha } }
}

/** The captcha's number, null while none is wanted: the server says so for an address and for a user name. */
function useCaptcha() {
  const [randomStr, setRandomStr] = useState<string | null>(null)
  const askWhetherWanted = useCallback(async (username: string) => {
    // Without an answer the form works; the server asks again when the login comes.
    const answer = await call(captchaNeeded, username ? { username } : {}).catch(() => ({ needed: false }))
    if (answer.needed) setRandomStr((now) => now ?? newRandomStr())
  }, [])
  useEffect(() => void askWhetherWanted(''), [askWhetherWanted])
  return { randomStr, renew: () => setRandomStr(newRandomStr()), askWhetherWanted }
}
