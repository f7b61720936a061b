import { type BackendModule, createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** `./zh-CN/common.json` → loads it. One file per language and namespace; a page's namespace comes with the page. */
const files = import.meta.glob<Record<string, unknown>>('./*/*.json', { import: 'default' })

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const load = files[`./${language}/${namespace}.json`]
    if (!load) return done(new Error(`no messages ${language}/${namespace}`), null)
    load().then(
      (messages) => done(null, messages),
      (error) => done(error, null),
    )
  },
}

export const i18n = createInstance()

/** Loads the shared texts. Other namespaces load when `useTranslation('<namespace>')` first asks; the page waits in its skeleton. */
export async function startI18n(language: string) {
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      fallbackNS: 'common',
      returnNull: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  document.documentElement.lang = language
}
