import { type Language, sayRule } from '@huanwei/contract/words'
import { z } from 'zod'
import { sayField } from './field-words.ts'
import { say } from './words.ts'

const locales = { 'zh-CN': z.locales.zhCN(), 'zh-TW': z.locales.zhTW(), 'en-US': z.locales.en() }

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Parses by `form`; what a refusal says is in `language`. */
export const parseIn = <S extends z.ZodType>(form: S, sent: unknown, language: Language) =>
  z.safeParse(form, sent, {
    error: (issue) => (isEmpty(issue.input) ? say(language, 'required') : locales[language].localeError(issue)),
  })

/** What is wrong, one text for each problem: a check's own words stand alone, zod's follow the name of the field. */
export const explain = ({ issues }: z.core.$ZodError, language: Language) =>
  issues.map((issue) => sayRule(language, issue.message) ?? `${fieldIn(issue.path, language)}${issue.message}`)

/** `['hours', 0, 'start']` → `生效时段 1 开始时间: `. */
function fieldIn(path: PropertyKey[], language: Language) {
  if (!path.length) return ''
  const named = path.map((part) => (typeof part === 'number' ? part + 1 : (sayField(language, String(part)) ?? String(part))))
  return `${named.join(' ')}: `
}
