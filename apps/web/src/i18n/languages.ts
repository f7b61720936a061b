import { defaultLanguage, type Language, languageOfCookie } from '@huanwei/words/languages'
import { i18n } from './i18n.ts'

/** The language of the cookie, else simplified Chinese. */
export const chosenLanguage = (cookies = document.cookie): Language => languageOfCookie(cookies) ?? defaultLanguage

/** True when somebody chose a language in this browser. */
export const hasChosenLanguage = (cookies = document.cookie) => languageOfCookie(cookies) !== undefined

/** Switches every text on the screen without a reload and remembers it for this browser session. */
export async function chooseLanguage(language: Language) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing outside secure contexts
  document.cookie = `language=${language}; path=/; SameSite=Lax`
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}
