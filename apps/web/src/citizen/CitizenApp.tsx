import { type Language, languages } from '@huanwei/words/languages'
import { useEffect, useState } from 'react'
import { Link, usePlace } from './place.tsx'
import { ReportPage } from './ReportPage.tsx'
import { StatusPage } from './StatusPage.tsx'
import { chooseTexts, type Texts, TextsPlace, useTexts } from './texts.ts'

/** Page of citizens: behind a sticker, and the progress of a report. `first` is its language until another is chosen. */
export function CitizenApp({ first }: { first: Texts }) {
  const [texts, setTexts] = useState(first)
  return (
    <TextsPlace value={texts}>
      <Frame onLanguage={(language) => chooseTexts(language).then(setTexts)} />
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
            const chosen = languages.find(({ code }) => code === target.value)?.code
            if (chosen) onLanguage(chosen).catch((error) => console.warn('huanwei: the language did not load', error))
          }}
        >
          {languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
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
