import { i18n } from './i18n.ts'

/** The first is the default. Source: spec 4, S0 §1. */
export const languages = [
  { code: 'zh-CN', name: '简体中文' },
  { code: 'zh-TW', name: '繁體中文' },
  { code: 'en-US', name: 'English' },
] as const
export type Language = (typeof languages)[number]['code']

/** The language on the screen now. */
export const languageInForce = (): Language => languages.find(({ code }) => code === i18n.language)?.code ?? languages[0].code

const ofCookie = (cookies: string) => {
  const chosen = /(?:^|;\s*)language=([^;]*)/.exec(cookies)?.[1]
  return languages.find(({ code }) => code === chosen)?.code
}

/** The language of the cookie, else simplified Chinese. */
export const chosenLanguage = (cookies = document.cookie): Language => ofCookie(cookies) ?? languages[0].code

/** Whether somebody chose a language in this browser. */
export const hasChosenLanguage = (cookies = document.cookie) => ofCookie(cookies) !== undefined

/** Switches every text on the screen without a reload and remembers it for this browser session. */
export async function chooseLanguage(language: Language) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing outside secure contexts
  document.cookie = `language=${language}; path=/; SameSite=Lax`
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}
