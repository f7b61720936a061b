import { type BackendModule, createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'

type Messages = Record<string, unknown>

/** `./zh-CN/common.json` → loads it. One file per language and namespace; a page's namespace comes with the page. */
const files = import.meta.glob<Messages>(['./*/*.json', '!./zh-CN/common.json', '!./zh-CN/login.json', '!./*/citizen.json'], {
  import: 'default',
})
/** What the login screen says in the default language comes with the first bytes. */
const atHand = import.meta.glob<Messages>(['./zh-CN/common.json', './zh-CN/login.json'], { import: 'default', eager: true })

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const path = `./${language}/${namespace}.json`
    if (atHand[path]) return done(null, atHand[path])
    const load = files[path]
    if (!load) return done(new Error(`no messages ${language}/${namespace}`), null)
    load().then(
      (messages) => done(null, messages),
      (error) => done(error, null),
    )
  },
}

export const i18n = createInstance()

/** Loads the texts of `namespaces` beside the shared ones. Other namespaces load when `useTranslation('<namespace>')` first asks; the page waits in its skeleton. */
export async function startI18n(language: string, namespaces: string[] = []) {
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init({
      initAsync: false,
      lng: language,
      fallbackLng: false,
      ns: ['common', ...namespaces],
      defaultNS: 'common',
      fallbackNS: 'common',
      returnNull: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  document.documentElement.lang = language
}
