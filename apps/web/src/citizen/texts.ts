import { fill, type Texts as TextsOfNoun, type Values } from '@huanwei/words/fill'
import { defaultLanguage, type Language, languageOfCookie, languageOfTag } from '@huanwei/words/languages'
import type { KeyOf } from '@huanwei/words/messages'
import { createContext, use } from 'react'

export type Texts = { language: Language; texts: TextsOfNoun }
export type CitizenKey = KeyOf<'citizen'>

const folder = '../../../../packages/words'
const files = import.meta.glob<TextsOfNoun>('../../../../packages/words/citizen.*.json', { import: 'default' })

/** The language chosen in this browser before, else the first of the browser's own that the page speaks, else the default. */
export const wantedLanguage = (cookies = document.cookie, own: readonly string[] = navigator.languages): Language =>
  languageOfCookie(cookies) ?? own.map(languageOfTag).find((one) => one !== undefined) ?? defaultLanguage

export async function loadTexts(language: Language): Promise<Texts> {
  const load = files[`${folder}/citizen.${language}.json`]
  if (!load) throw new Error(`no texts citizen.${language}`)
  const texts = await load()
  document.documentElement.lang = language
  return { language, texts }
}

/** Remembers a choice as the rest of the product does, so that the server says its refusals in it too. */
export async function chooseTexts(language: Language): Promise<Texts> {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing outside secure contexts
  document.cookie = `language=${language}; path=/; SameSite=Lax`
  return loadTexts(language)
}

export const TextsPlace = createContext<Texts>({ language: defaultLanguage, texts: {} })

/** Says a text of the page with `{{name}}` filled in. A phone need not fetch the library of the office screens for that. */
export function useTexts() {
  const { language, texts } = use(TextsPlace)
  const t = (key: CitizenKey, values?: Values) => fill(texts, language, key, values) ?? key
  return { t, language }
}
