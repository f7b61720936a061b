import './login.css'
import { useTranslation } from 'react-i18next'
import { useSite } from '../../lib/site.ts'
import { useTitle } from '../../shell/Gate.tsx'
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { LoginArt } from './LoginArt.tsx'
import { LoginWays } from './LoginWays.tsx'

/** The login screen. Without antd, so that it is there at once; `onTyping` fetches the rest of the product meanwhile. */
export function LoginPage({ onTyping }: { onTyping: () => void }) {
  const { t } = useTranslation(['login', 'common'])
  const site = useSite((s) => s.site)
  const title = site?.title ?? t('common:product')
  useTitle(t('title'), title)

  return (
    <div className="login" onPointerMove={onTyping} onPointerDown={onTyping}>
      <aside className={`login-side login-${site?.type ?? 'unknown'}`} aria-hidden="true">
        {site && <LoginArt type={site.type} />}
        <div className="login-side-text">
          <p className="login-slogan">{site ? t(`slogan.${site.type}`) : '\u00a0'}</p>
          <ul>
            {site && ['first', 'second', 'third'].map((place) => <li key={place}>{t(`feature.${site.type}.${place}`)}</li>)}
          </ul>
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
