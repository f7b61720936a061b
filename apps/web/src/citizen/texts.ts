import { type Language, languages } from '@huanwei/contract/words'
import { createContext, use } from 'react'

type Messages = { [key: string]: string | Messages }
export type Texts = { language: Language; messages: Messages }

const files = import.meta.glob<Messages>('../i18n/*/citizen.json', { import: 'default' })

/** The language chosen in this browser before, else the first of the browser's own that the page speaks, else the default. */
export function wantedLanguage(cookies = document.cookie, own: readonly string[] = navigator.languages): Language {
  const chosen = /(?:^|;\s*)language=([^;]*)/.exec(cookies)?.[1]
  const known = languages.find((one) => one === chosen)
  return known ?? own.map(languageFor).find((one) => one !== undefined) ?? languages[0]
}

function languageFor(tag: string): Language | undefined {
  if (/^zh-(tw|hk|mo|hant)/i.test(tag)) return 'zh-TW'
  if (/^zh/i.test(tag)) return 'zh-CN'
  return /^en/i.test(tag) ? 'en-US' : undefined
}

export async function loadTexts(language: Language): Promise<Texts> {
  const load = files[`../i18n/${language}/citizen.json`]
  if (!load) throw new Error(`no messages ${language}/citizen`)
  const messages = await load()
  document.documentElement.lang = language
  return { language, messages }
}

/** Remembers a choice as the rest of the product does, so that the server says its refusals in it too. */
export async function chooseLanguage(language: Language): Promise<Texts> {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing outside secure contexts
  document.cookie = `language=${language}; path=/; SameSite=Lax`
  return loadTexts(language)
}

export const TextsPlace = createContext<Texts>({ language: languages[0], messages: {} })

/** Says the message at `a.b` with `{{name}}` filled in. The page's own, so that a phone need not fetch the library of the office screens. */
export function useTexts() {
  const { language, messages } = use(TextsPlace)
  const t = (key: string, values: Record<string, string | number> = {}) => {
    const found = key
      .split('.')
      .reduce<Messages | string | undefined>((node, part) => (typeof node === 'object' ? node[part] : undefined), messages)
    if (typeof found !== 'string') return key
    return found.replace(/{{(\w+)}}/g, (whole, name: string) => String(values[name] ?? whole))
  }
  return { t, language }
}
