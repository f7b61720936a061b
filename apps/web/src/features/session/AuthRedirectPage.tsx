import './login.css'
import { bindSocial } from '@huanwei/contract/social/endpoints'
import { SocialAim } from '@huanwei/contract/social/rules'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { call } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { keepReturned, type Returned, readReturned } from './social-return.ts'

/** Return page of providers: continues the log-in, or ends a binding. Source: spec 4, S0 §2.4. */
export function AuthRedirectPage() {
  const { t } = useTranslation('login')
  const { search } = useLocation()
  const [came] = useState(() => readReturned(search))
  useEffect(keepReturned, [])
  const hasSession = useSession((s) => s.session !== null)
  if (came?.aim === SocialAim.login) return <Navigate to={`/login?${loginSearch(came.redirect, came.from)}`} replace />
  return (
    <main className="login-alone">
      {came && hasSession ? (
        <Binding returned={came.returned} />
      ) : (
        <>
          <h1>{t('social.failed')}</h1>
          <p>{t('social.failedHint')}</p>
          <Link to={hasSession ? '/wel/index' : '/login-new'}>{t(hasSession ? 'social.home' : 'social.toLogin')}</Link>
        </>
      )}
    </main>
  )
}

/** `time` makes every return a new address, as in the family. */
const loginSearch = (redirect: Record<string, string>, from: string) =>
  new URLSearchParams({ ...redirect, time: String(Date.now()), ...(from !== '/' && { from }) })

/** Each code is sent once, though React may run an effect twice. */
const sent = new Map<string, Promise<{ remark: string }>>()

function Binding({ returned }: { returned: Returned }) {
  const { t } = useTranslation('login')
  const [outcome, setOutcome] = useState<{ remark: string } | Error>()
  useEffect(() => {
    const binding = sent.get(returned.code) ?? call(bindSocial, returned)
    sent.set(returned.code, binding)
    binding.then(setOutcome, setOutcome)
  }, [returned])
  return (
    <>
      <div role="alert">
        <h1>{outcome === undefined ? t('social.binding') : outcome instanceof Error ? outcome.message : t('social.bound')}</h1>
      </div>
      {outcome && !(outcome instanceof Error) && <p>{outcome.remark}</p>}
      {outcome && <Link to="/info/index">{t('social.toPerson')}</Link>}
    </>
  )
}
