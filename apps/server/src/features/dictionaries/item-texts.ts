import type { Texts } from '@huanwei/contract/dictionaries/endpoints'
import { type Language, languages } from '@huanwei/words/languages'
import type { Labels } from '../menus/table.ts'

type Given = { [L in Language]?: string | undefined }
/** A name in simplified Chinese and, where they differ from it, in the other languages. */
export type ItemTexts = { name: string; labels: Labels }

/** Texts as they are stored: `shown` is the one in the caller's `language`. Without a Chinese one it is the name. Pure. */
export function storedTexts(shown: string, given: Given, language: Language): ItemTexts {
  const texts: Given = { ...given, [language]: shown }
  const name = texts['zh-CN'] ?? shown
  const { 'zh-TW': taiwan = name, 'en-US': english = name } = texts
  return { name, labels: { ...(taiwan !== name && { 'zh-TW': taiwan }), ...(english !== name && { 'en-US': english }) } }
}

/** The same as the wire shows them. Pure. */
export const textsOf = ({ name, labels }: ItemTexts): Texts => ({ 'zh-CN': name, ...labels })

const textIn = ({ name, labels }: ItemTexts, language: Language) => textsOf({ name, labels })[language] ?? name

/** True when both say the same in every language. Pure. */
export const areAlike = (a: ItemTexts, b: ItemTexts) => languages.every(({ code }) => textIn(a, code) === textIn(b, code))
