import { languages } from '@huanwei/words/languages'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../../i18n/languages.ts'

/** Changes the language of the whole product at once. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation('common')
  return (
    <label className="language">
      <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18" />
      </svg>
      <select
        aria-label={t('language')}
        value={i18n.language}
        onChange={({ target }) => {
          const language = languages.find(({ code }) => code === target.value)
          if (language) void chooseLanguage(language.code)
        }}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
