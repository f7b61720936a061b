import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { eager } from '../../lib/eager.tsx'
import { useSite } from '../../lib/site.ts'
import { type DemoAccount, DemoAccounts } from './DemoAccounts.tsx'
import { LoginForm, type LoginFormHandle } from './LoginForm.tsx'
import { SocialLogins } from './SocialLogins.tsx'
import { useSocialReturn } from './social-return.ts'

/** In a file of its own: most people log in by account. */
const phone = eager(async () => (await import('./PhoneLogin.tsx')).PhoneLogin)

const ways = ['account', 'phone'] as const
const none: readonly DemoAccount[] = []

/** Log-in by account or by telephone, and below through a provider. */
export function LoginWays({ onTyping }: { onTyping: () => Promise<unknown> }) {
  const { t } = useTranslation('login')
  const [way, setWay] = useState<(typeof ways)[number]>('account')
  const { refusal, isUnderWay } = useSocialReturn()
  const accounts = useSite((s) => s.site?.demoAccounts) ?? none
  const form = useRef<LoginFormHandle>(null)

  const move = ({ key, currentTarget }: KeyboardEvent<HTMLDivElement>) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const next = ways.find((one) => one !== way) ?? way
    setWay(next)
    currentTarget.querySelector<HTMLElement>(`#login-${next}`)?.focus()
  }
  return (
    <>
      <div className="login-ways" role="tablist" aria-label={t('way.title')} tabIndex={-1} onKeyDown={move}>
        {ways.map((one) => (
          <button
            key={one}
            id={`login-${one}`}
            type="button"
            role="tab"
            aria-selected={way === one}
            aria-controls="login-way"
            tabIndex={way === one ? 0 : -1}
            onClick={() => setWay(one)}
          >
            {t(`way.${one}`)}
          </button>
        ))}
      </div>
      <div id="login-way" role="tabpanel" aria-labelledby={`login-${way}`} aria-busy={isUnderWay}>
        {way === 'account' ? (
          <LoginForm ref={form} onTyping={onTyping} said={refusal} />
        ) : (
          <Suspense>{phone.draw({ onTyping })}</Suspense>
        )}
      </div>
      <div className="login-others">
        {way === 'account' && accounts.length > 0 && (
          <DemoAccounts accounts={accounts} onTake={(account) => form.current?.take(account)} />
        )}
        <SocialLogins isUnderWay={isUnderWay} />
      </div>
    </>
  )
}
