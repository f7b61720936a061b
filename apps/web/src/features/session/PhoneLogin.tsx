import { issueTokenBySms, sendSmsCode } from '@huanwei/contract/sms/endpoints'
import { smsCodeLength, smsResendSeconds } from '@huanwei/contract/sms/rules'
import { phoneProblem } from '@huanwei/contract/users/rules'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callSaid } from '../../lib/api.ts'
import { errorOf } from '../../lib/errors.ts'
import { beginSession } from '../../lib/session.ts'
import { PlainField } from '../../ui/form/PlainField.tsx'
import { Refusal } from './Refusal.tsx'

type Problems = { mobile?: string | undefined; code?: string | undefined }

/** 手机号登录: a code sent to the telephone instead of a password. Source: spec 4, S0 §5 and §7. */
export function PhoneLogin({ onTyping }: { onTyping: () => Promise<unknown> }) {
  const { t } = useTranslation(['login', 'checks'])
  const { form, mobile, code, problems, refusal, busy, left, enter, send, logIn } = usePhoneLogin(onTyping)
  return (
    <form
      ref={form}
      className="login-form"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void logIn()
      }}
      noValidate
      aria-label={t('way.phone')}
    >
      <PlainField
        label={t('phone.mobile')}
        error={problems.mobile}
        name="mobile"
        type="tel"
        placeholder={t('phone.mobilePlaceholder')}
        autoComplete="tel-national"
        inputMode="numeric"
        maxLength={20}
        value={mobile}
        onFocus={onTyping}
        onChange={({ target }) => {
          void onTyping()
          enter({ mobile: target.value.replace(/\s/g, '') })
        }}
      />
      <PlainField
        label={t('phone.code')}
        error={problems.code}
        hint={left > 0 ? t('phone.sent') : undefined}
        name="code"
        placeholder={t('checks:smsCodeLength')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={smsCodeLength}
        value={code}
        onChange={({ target }) => enter({ code: target.value.trim() })}
      >
        <button type="button" className="login-send" disabled={busy !== null || left > 0} onClick={send}>
          {left > 0 ? t('phone.again', { n: left }) : t('phone.send')}
        </button>
      </PlainField>
      <div className="login-said">
        <Refusal text={refusal} />
      </div>
      <button type="submit" className="login-submit" disabled={busy !== null} aria-busy={busy === 'logging in'}>
        {busy === 'logging in' ? t('submitting') : t('submit')}
      </button>
    </form>
  )
}

/** Number and code as they are entered, what is wrong with them, and the two calls. */
function usePhoneLogin(onTyping: () => Promise<unknown>) {
  const { t } = useTranslation(['login', 'checks'])
  const [{ mobile, code }, setEntered] = useState({ mobile: '', code: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState<'sending' | 'logging in' | null>(null)
  const [left, countDown] = useCountdown()
  const form = useRef<HTMLFormElement>(null)
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  function enter(part: Partial<{ mobile: string; code: string }>) {
    setEntered((now) => ({ ...now, ...part }))
    setProblems({})
  }
  function mobileProblem() {
    const key = phoneProblem(mobile)
    return key && t(key)
  }
  /** Shows the problems; false when there are any. */
  function isRight(found: Problems) {
    setProblems(found)
    const [first] = Object.entries(found).find(([, problem]) => problem) ?? []
    if (first) focus(first)
    return first === undefined
  }
  function begin(act: 'sending' | 'logging in') {
    setBusy(act)
    setRefusal(null)
  }
  async function send() {
    if (!isRight({ mobile: mobileProblem() })) return
    begin('sending')
    try {
      const { data: isSent, msg } = await callSaid(sendSmsCode, { mobile })
      if (isSent) {
        countDown()
        focus('code')
      } else setRefusal(msg)
    } catch (error) {
      setRefusal(errorOf(error).message)
    }
    setBusy(null)
  }
  async function logIn() {
    const codeProblem = code.length === smsCodeLength ? undefined : t('checks:smsCodeLength')
    if (!isRight({ mobile: mobileProblem(), code: codeProblem })) return
    begin('logging in')
    try {
      const ready = onTyping()
      const token = await call(issueTokenBySms, { grant_type: 'mobile', mobile: `SMS@${mobile}`, code, scope: 'server' })
      await ready
      beginSession(token)
    } catch (error) {
      setEntered((now) => ({ ...now, code: '' }))
      setRefusal(errorOf(error).message)
      setBusy(null)
    }
  }
  return { form, mobile, code, problems, refusal, busy, left, enter, send, logIn }
}

/** Seconds until another code may be asked for, and the way to begin counting. */
function useCountdown(): [number, () => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [until])
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const begin = () => {
    setNow(Date.now())
    setUntil(Date.now() + smsResendSeconds * 1000)
  }
  return [left, begin]
}
