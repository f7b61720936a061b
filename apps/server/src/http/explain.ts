import type { Endpoint } from '@huanwei/contract/endpoint'
import { isWord } from '@huanwei/contract/fields'
import type { Language } from '@huanwei/words/languages'
import { say, sayKnown } from '@huanwei/words/say'
import { z } from 'zod'

const locales = { 'zh-CN': z.locales.zhCN(), 'zh-TW': z.locales.zhTW(), 'en-US': z.locales.en() }

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Parses by `form`; what a refusal says is in `language`. */
export const parseIn = <S extends z.ZodType>(form: S, sent: unknown, language: Language) =>
  z.safeParse(form, sent, {
    error: (issue) => (isEmpty(issue.input) ? say(language, 'refusals:required') : locales[language].localeError(issue)),
  })

/** Problems that a refusal names: more help nobody. */
const mostNamed = 20

/** True for a check's own problem that is about one of several, which its message cannot name. */
const isNamed = (issue: z.core.$ZodIssue) => issue.code === 'custom' && issue.params?.isNamed === true

/**
 * One message for each of the first validation problems: a check's own message stands alone unless its problem `isNamed`, zod's follows the name of
 * the field.
 */
export const explain = ({ issues }: z.core.$ZodError, language: Language, fieldWords: Endpoint['fieldWords'] = {}) =>
  issues.slice(0, mostNamed).map((issue) => {
    const text = isWord(issue.message) ? say(language, issue.message) : issue.message
    return isWord(issue.message) && !isNamed(issue) ? text : `${fieldIn(issue.path, language, fieldWords)}${text}`
  })

/** `['hours', 0, 'start']` → `生效时段 1 开始时间: `. */
function fieldIn(path: PropertyKey[], language: Language, fieldWords: Readonly<Record<string, string>>) {
  if (!path.length) return ''
  const named = path.map((part) =>
    typeof part === 'number'
      ? part + 1
      : (sayKnown(language, `fields:${fieldWords[String(part)] ?? String(part)}`) ?? String(part)),
  )
  return `${named.join(' ')}: `
}
