import type { Output } from '@huanwei/contract/endpoint'
import { beginSocialLogin, listSocialLogins } from '@huanwei/contract/session/endpoints'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { leaveForProvider } from './social-return.ts'

/** The providers that the organisation has set up; without any nothing but room is here. */
export function SocialLogins({ isUnderWay }: { isUnderWay: boolean }) {
  const { t } = useTranslation('login')
  const [providers, setProviders] = useState<Output<typeof listSocialLogins>>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    call(listSocialLogins, {}).then(setProviders, (error) => console.warn('huanwei: the providers are not known', error))
  }, [])

  const go = (type: string) =>
    call(beginSocialLogin, { type }).then(leaveForProvider, (error: Error) => setRefusal(error.message))
  return (
    <div className="login-other">
      {isUnderWay && <p>{t('social.underWay')}</p>}
      {providers.length > 0 && (
        <>
          <p>{t('social.others')}</p>
          <ul>
            {providers.map(({ type, remark }) => (
              <li key={type}>
                <button type="button" disabled={isUnderWay} onClick={() => go(type)}>
                  {remark}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {refusal && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}
