/** Texts of one noun in one language, by their keys. */
export type Texts = Readonly<Record<string, string>>
export type Values = Readonly<Record<string, string | number>>

/**
 * The text of `key` with `{{name}}` replaced from `values`; undefined where there is none.
 * With a `count`, the text of `key_one` or `key_other` comes first, as the language counts. A small part of what i18next does, in its format.
 */
export function fill(texts: Texts, language: string, key: string, values: Values = {}): string | undefined {
  const { count } = values
  const form = typeof count === 'number' ? texts[`${key}_${new Intl.PluralRules(language).select(count)}`] : undefined
  // A key from outside may be the name of something that every object has.
  const text = form ?? (Object.hasOwn(texts, key) ? texts[key] : undefined)
  return text?.replace(/{{(\w+)}}/g, (whole, name: string) => String(values[name] ?? whole))
}
