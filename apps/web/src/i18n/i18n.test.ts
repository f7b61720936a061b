import { expect, test } from 'vitest'
import { languages } from './languages.ts'

const files = import.meta.glob<Record<string, unknown>>('./*/*.json', { eager: true, import: 'default' })
const namespaces = [...new Set(Object.keys(files).map((path) => path.split('/')[2]!.replace('.json', '')))]

/** `{ a: { b: 'text' } }` → `[['a.b', 'text']]`. */
const flatten = (messages: object, prefix = ''): [string, unknown][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? flatten(value, `${prefix}${key}.`) : [[prefix + key, value]],
  )
const messagesOf = (language: string, namespace: string) => flatten(files[`./${language}/${namespace}.json`] ?? {})
/** The placeholders of a text, sorted: every language must fill in the same values. */
const placeholders = (text: unknown) => [...String(text).matchAll(/{{\s*(\w+)/g)].map(([, name]) => name).sort()

test.each(namespaces)('%s: every language has the same keys, none empty', (namespace) => {
  const [reference, ...others] = languages.map(({ code }) => messagesOf(code, namespace))
  const expected = reference!.map(([key]) => key).sort()
  expect(expected.length).toBeGreaterThan(0)
  for (const messages of others) expect(messages.map(([key]) => key).sort()).toEqual(expected)
  const empty = [reference!, ...others].flat().filter(([, text]) => typeof text !== 'string' || text.trim() === '')
  expect(empty).toEqual([])
})

test.each(namespaces)('%s: every language has the same placeholders', (namespace) => {
  const [reference, ...others] = languages.map(({ code }) => Object.fromEntries(messagesOf(code, namespace)))
  for (const [key, text] of Object.entries(reference!)) {
    for (const messages of others) expect([key, placeholders(messages[key])]).toEqual([key, placeholders(text)])
  }
})
