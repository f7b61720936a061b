import { defaultLanguage, type Language, languageOfTag } from '@huanwei/words/languages'

/** The language a request wants: the cookie `language`, else the best of Accept-Language, else simplified Chinese. */
export function languageOf(headers: { cookie?: string | undefined; 'accept-language'?: string | undefined }): Language {
  const chosen = /(?:^|;\s*)language=([\w-]+)/.exec(headers.cookie ?? '')?.[1]
  return (chosen && languageOfTag(chosen)) || accepted(headers['accept-language'] ?? '') || defaultLanguage
}

/** `fr, en;q=0.8` → English: the most wanted that the product speaks. */
function accepted(header: string) {
  const wanted = header.split(',').map((part) => {
    const [tag = '', ...rest] = part.trim().split(';')
    const weight = Number(/q=([\d.]+)/.exec(rest.join())?.[1] ?? 1)
    return { language: languageOfTag(tag), weight: Number.isNaN(weight) ? 0 : weight }
  })
  return wanted.filter(({ language, weight }) => language && weight > 0).sort((a, b) => b.weight - a.weight)[0]?.language
}
