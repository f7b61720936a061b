import './privacy.css'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../../ui/menu/LanguageSwitch.tsx'

/** Privacy policy of the platform, or of the rural toilet app. Source: spec 1, section 2.2. */
export function PrivacyPage({ policy }: { policy: 'sanitation' | 'toilet' }) {
  const { t, i18n } = useTranslation('privacy')
  /** The texts that are numbered below `key`, from 1. */
  const numbered = (key: string) => {
    const keys: string[] = []
    while (i18n.exists(`privacy:${key}.${keys.length + 1}`)) keys.push(`${key}.${keys.length + 1}`)
    return keys.map((key) => ({ key, text: t(key, { defaultValue: key }) }))
  }
  return (
    <main className="privacy">
      <article>
        <div className="privacy-language">
          <LanguageSwitch />
        </div>
        <h1>{t(`${policy}.title`)}</h1>
        <p className="privacy-date">{t(`${policy}.date`)}</p>
        <p>{t(`${policy}.lead`)}</p>
        {numbered(policy).map((section) => (
          <section key={section.key}>
            <h2>{section.text}</h2>
            <ul>
              {numbered(section.key).map((point) => (
                <li key={point.key}>{point.text}</li>
              ))}
            </ul>
          </section>
        ))}
      </article>
    </main>
  )
}
