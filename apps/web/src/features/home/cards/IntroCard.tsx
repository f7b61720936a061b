import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** Features of the product, each with its page. */
const parts = [
  { key: 'live', to: '/monitor/live/index' },
  { key: 'queue', to: '/event/illegal/index' },
  { key: 'roles', to: '/system/role/index' },
  { key: 'scope', to: '/system/dept/index' },
  { key: 'words', to: '/info/index' },
  { key: 'keys', to: undefined },
] as const

/** The product's introduction. `has` tells which pages the person may open. Source: spec 1, section 6. */
export function IntroCard({ has }: { has: (path: string) => boolean }) {
  const { t } = useTranslation('home')
  return (
    <section className="card intro" aria-label={t('card.intro')}>
      <header className="card-head">
        <h2>{t('card.intro')}</h2>
      </header>
      <ul>
        {parts.map(({ key, to }) => (
          <li key={key}>
            <h3>
              {to && (has(to) || to === '/info/index') ? <Link to={to}>{t(`intro.${key}.name`)}</Link> : t(`intro.${key}.name`)}
            </h3>
            <p>{t(`intro.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
