import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fill, type Texts, type Values } from './fill.ts'
import type { Language } from './languages.ts'
import type { TextKey } from './messages.ts'

const folder = join(import.meta.dirname, '..')
const loaded = new Map<string, Texts>()

/** The text of `key` in `language`, with `{{name}}` replaced from `values`. The file of a noun is read with its first text. */
export const say = (language: Language, key: TextKey, values?: Values): string => sayKnown(language, key, values) ?? key

/** Like `say`, for a key that is made of a code from outside; undefined where there is no such text. */
export function sayKnown(language: Language, key: string, values?: Values): string | undefined {
  const colon = key.indexOf(':')
  return fill(textsOf(language, key.slice(0, colon)), language, key.slice(colon + 1), values)
}

/** All texts of a noun, by their keys. */
export function textsOf(language: Language, noun: string): Texts {
  const name = `${noun}.${language}.json`
  const known = loaded.get(name)
  if (known) return known
  const texts: Texts = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  loaded.set(name, texts)
  return texts
}
