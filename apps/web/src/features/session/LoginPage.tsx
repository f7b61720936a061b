import './login.css'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { whenIdle } from '../../lib/idle.ts'
import { useSite } from '../../lib/site.ts'
import { useTitle } from '../../shell/Gate.tsx'
import { LanguageSwitch } from '../../ui/menu/LanguageSwitch.tsx'
import { Logo } from '../../ui/theme/Logo.tsx'
import { LoginArt } from './LoginArt.tsx'
import { LoginWays } from './LoginWays.tsx'

const places = ['first', 'second', 'third'] as const

/** The rest of the product is fetched this long after the screen is there at the latest, ms. */
const idleAtMostMs = 1000

/**
 * The login screen. Without antd, so that it is there at once; `onTyping` fetches the rest of the product: once this is drawn, since a
 * password manager logs in without typing, and at the first sign of a person.
 */
export function LoginPage({ onTyping }: { onTyping: () => Promise<unknown> }) {
  const { t } = useTranslation(['login', 'common'])
  const site = useSite((s) => s.site)
  const title = site?.title ?? t('common:product')
  useTitle(t('title'), title)
  useEffect(() => whenIdle(onTyping, idleAtMostMs), [onTyping])

  return (
    <div className="login" onPointerMove={onTyping} onPointerDown={onTyping}>
      <aside className={`login-side login-${site?.type ?? 'unknown'}`} aria-hidden="true">
        {site && <LoginArt type={site.type} />}
        <div className="login-side-text">
          <p className="login-slogan">{site ? t(`slogan.${site.type}`) : '\u00a0'}</p>
          <ul>{site && places.map((place) => <li key={place}>{t(`feature.${site.type}.${place}`)}</li>)}</ul>
        </div>
      </aside>
      <main className="login-main">
        <header className="login-top">
          <LanguageSwitch />
        </header>
        <section className="login-card">
          <Logo size={44} />
          <h1>{title || t('welcome')}</h1>
          {title && <p className="login-welcome">{t('welcome')}</p>}
          <LoginWays onTyping={onTyping} />
        </section>
        <footer className="login-foot">
          {title && t('common:product')}
          {site && <span>{t('version', { version: site.version })}</span>}
        </footer>
      </main>
    </div>
  )
}
