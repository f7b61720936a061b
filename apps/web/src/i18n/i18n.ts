import type { Namespace } from '@huanwei/words/messages'
import { type BackendModule, createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'

type Texts = Record<string, string>

const folder = '../../../../packages/words'

/** `common.zh-CN.json` → loads it. One file per language and namespace; a page's namespace comes with the page. */
const files = import.meta.glob<Texts>(
  [
    '../../../../packages/words/*.{zh-CN,zh-TW,en-US}.json',
    '!../../../../packages/words/{common,login,checks}.zh-CN.json',
    // Only the server says these.
    '!../../../../packages/words/{fields,operations,refusals,session,sites,social,messages}.*.json',
    '!../../../../packages/words/citizen.*.json',
  ],
  { import: 'default' },
)
/** Texts of the login screen in the default language come with the first bytes. */
const atHand = import.meta.glob<Texts>('../../../../packages/words/{common,login,checks}.zh-CN.json', {
  import: 'default',
  eager: true,
})

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const path = `${folder}/${namespace}.${language}.json`
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

/** Loads the texts of `namespaces` in the language in force. Rejects when a file does not arrive; i18next itself would never ask for it again. */
export async function fetchTexts(namespaces: Namespace[]) {
  await i18n.loadNamespaces(namespaces)
  const { language } = i18n
  const missing = namespaces.filter((name) => !i18n.hasResourceBundle(language, name))
  for (const name of missing) i18n.addResourceBundle(language, name, await files[`${folder}/${name}.${language}.json`]?.())
}

/** Loads the texts of `namespaces` beside the shared ones. Other namespaces load when `useTranslation('<namespace>')` first asks; the page waits in its skeleton. */
export async function startI18n(language: string, namespaces: Namespace[] = []) {
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init({
      initAsync: false,
      lng: language,
      fallbackLng: false,
      ns: ['common', 'checks', ...namespaces],
      defaultNS: 'common',
      fallbackNS: 'common',
      // The keys of a file lie flat: `verdict.real` is one key.
      keySeparator: false,
      returnNull: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  document.documentElement.lang = language
}
