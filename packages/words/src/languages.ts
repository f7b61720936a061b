/** The first is the default. Source: spec 4, S0 §1. */
export const languages = [
  { code: 'zh-CN', name: '简体中文' },
  { code: 'zh-TW', name: '繁體中文' },
  { code: 'en-US', name: 'English' },
] as const
export type Language = (typeof languages)[number]['code']

export const defaultLanguage: Language = languages[0].code

/** The language that the cookie `language` names. */
export function languageOfCookie(cookies: string): Language | undefined {
  const chosen = /(?:^|;\s*)language=([^;]*)/.exec(cookies)?.[1]
  return languages.find(({ code }) => code === chosen)?.code
}

/** The language for a tag as browsers send it: `zh-Hant-HK` → zh-TW; undefined when the product does not speak it. */
export function languageOfTag(tag: string): Language | undefined {
  if (/^zh-(tw|hk|mo|hant)/i.test(tag)) return 'zh-TW'
  if (/^zh/i.test(tag)) return 'zh-CN'
  return /^en/i.test(tag) ? 'en-US' : undefined
}
