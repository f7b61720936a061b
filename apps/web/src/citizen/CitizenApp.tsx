import type { Language } from '@huanwei/contract/words'
import { languages } from '@huanwei/contract/words'
import { useEffect, useState } from 'react'
import { Link, usePlace } from './place.tsx'
import { ReportPage } from './ReportPage.tsx'
import { StatusPage } from './StatusPage.tsx'
import { chooseLanguage, type Texts, TextsPlace, useTexts } from './texts.ts'

/** What citizens see: the page behind a sticker, and how far a report is. `first` is what it says until another language is chosen. */
export function CitizenApp({ first }: { first: Texts }) {
  const [texts, setTexts] = useState(first)
  return (
    <TextsPlace value={texts}>
      <Frame onLanguage={(language) => chooseLanguage(language).then(setTexts)} />
    </TextsPlace>
  )
}

function Frame({ onLanguage }: { onLanguage: (language: Language) => Promise<void> }) {
  const { t, language } = useTexts()
  const { kind, code } = usePlace()
  const title = t(kind === 'report' ? 'title' : 'statusTitle')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <header className="top">
        <h1>{title}</h1>
        <select
          aria-label={t('chooseLanguage')}
          value={language}
          onChange={({ target }) => {
            const chosen = languages.find((one) => one === target.value)
            if (chosen) onLanguage(chosen).catch((error) => console.warn('huanwei: the language did not load', error))
          }}
        >
          {languages.map((one) => (
            <option key={one} value={one} lang={one}>
              {t(`language.${one}`)}
            </option>
          ))}
        </select>
      </header>
      <main>
        {kind === 'report' ? <ReportPage key={code} facilityCode={code} /> : <StatusPage key={code} reportCode={code} />}
      </main>
      <footer>
        {kind === 'report' && <Link to="/open/status/">{t('askStatus')}</Link>}
        <p>{t('privacy')}</p>
      </footer>
    </>
  )
}
