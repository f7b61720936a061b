import { issueTokenBySms, sendSmsCode } from '@huanwei/contract/sms/endpoints'
import { smsCodeLength, smsResendSeconds } from '@huanwei/contract/sms/rules'
import { phoneProblem } from '@huanwei/contract/users/rules'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callSaid } from '../../lib/api.ts'
import { beginSession } from '../../lib/session.ts'
import { PlainField } from '../../ui/form/PlainField.tsx'
import { Refusal } from './Refusal.tsx'

type Problems = { mobile?: string | undefined; code?: string | undefined }

/** 手机号登录: a code sent to the telephone instead of a password. Source: spec 4, S0 §5 and §7. */
export function PhoneLogin({ onTyping }: { onTyping: () => Promise<unknown> }) {
  const { t } = useTranslation(['login', 'checks'])
  const [mobile, setMobile] = useState('')
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState<'sending' | 'logging in' | null>(null)
  const [left, countDown] = useCountdown()
  const form = useRef<HTMLFormElement>(null)

  const mobileProblem = () => {
    const key = phoneProblem(mobile)
    return key && t(key)
  }
  const showFirst = (found: Problems) => {
    setProblems(found)
    const [first] = Object.entries(found).find(([, problem]) => problem) ?? []
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    return first !== undefined
  }
  const send = async () => {
    if (showFirst({ mobile: mobileProblem() })) return
    setBusy('sending')
    setRefusal(null)
    try {
      const { data: isSent, msg } = await callSaid(sendSmsCode, { mobile })
      if (isSent) {
        countDown()
        form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
      } else setRefusal(msg)
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
    }
    setBusy(null)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (showFirst({ mobile: mobileProblem(), code: code.length === smsCodeLength ? undefined : t('checks:smsCodeLength') }))
      return
    setBusy('logging in')
    setRefusal(null)
    try {
      const ready = onTyping()
      const token = await call(issueTokenBySms, { grant_type: 'mobile', mobile: `SMS@${mobile}`, code, scope: 'server' })
      await ready
      beginSession(token)
    } catch (error) {
      setCode('')
      setRefusal(error instanceof Error ? error.message : String(error))
      setBusy(null)
    }
  }

  return (
    <form ref={form} className="login-form" onSubmit={submit} noValidate aria-label={t('way.phone')}>
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
          setMobile(target.value.replace(/\s/g, ''))
          setProblems({})
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
        onChange={({ target }) => {
          setCode(target.value.trim())
          setProblems({})
        }}
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
