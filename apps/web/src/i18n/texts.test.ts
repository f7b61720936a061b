import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\.tsx?$|test-/.test(path))
  .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }))
const messages = import.meta.glob<object>('./zh-CN/*.json', { eager: true, import: 'default' })

/** Attributes that people read or hear. */
const spoken = new Set([
  'aria-label',
  'aria-roledescription',
  'aria-description',
  'title',
  'placeholder',
  'alt',
  'label',
  'content',
])
/** Units, signs and addresses are the same in every language. */
const same = /^(km\/h|km|m|%|°|GPS|\/|·|→|…|HH:mm|Ctrl\+K|#[0-9a-f]{6}|\/[\w/:-]+)$/i
/** The languages' own names, and the characters that the pinyin initials are found by. */
const mayHoldHan = new Set(['i18n/languages.ts', 'lib/initials.ts'])

const isWords = (text: string) => /\p{L}/u.test(text) && !same.test(text.trim())

type Piece = { text: string; start: number }

/** What of a source people would see as it stands, and all its texts. */
function read(path: string, code: string) {
  const { program, errors } = parseSync(path, code)
  expect(errors, path).toEqual([])
  const seen: Piece[] = []
  const literals: Piece[] = []
  /** Templates with `*` for what is filled in. */
  const templates: string[] = []
  new Visitor({
    JSXText({ value: text, start }) {
      seen.push({ text, start })
    },
    JSXAttribute({ name, value }) {
      const isSpoken = name.type === 'JSXIdentifier' && spoken.has(name.name)
      const literal = value?.type === 'JSXExpressionContainer' ? value.expression : value
      if (isSpoken && literal?.type === 'Literal' && typeof literal.value === 'string')
        seen.push({ text: literal.value, start: literal.start })
    },
    JSXExpressionContainer({ expression }) {
      if (expression.type === 'Literal' && typeof expression.value === 'string' && /\p{Script=Han}/u.test(expression.value))
        seen.push({ text: expression.value, start: expression.start })
    },
    Literal({ value, start }) {
      if (typeof value === 'string') literals.push({ text: value, start })
    },
    TemplateLiteral({ quasis, start }) {
      const text = quasis.map((part) => part.value.raw).join('*')
      templates.push(text)
      literals.push({ text, start })
    },
  }).visit(program)
  return { seen, literals, templates }
}

const lineOf = (code: string, start: number) => code.slice(0, start).split('\n').length
const files = sources.map(({ path, code }) => ({ path, code, ...read(path, code) }))

test('no text on the screen stands outside the message files', () => {
  const found = files.flatMap(({ path, code, seen, literals }) => {
    const chinese = mayHoldHan.has(path) ? [] : literals.filter(({ text }) => /\p{Script=Han}/u.test(text))
    return [...seen.filter(({ text }) => isWords(text)), ...chinese].map(
      ({ text, start }) => `${path}:${lineOf(code, start)} ${text.trim()}`,
    )
  })
  expect(found).toEqual([])
})

/** `{ a: { b: 'text' } }` → `['a.b']`; the plural forms of a key are one. */
const keysOf = (node: object, prefix = ''): string[] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${prefix}${key}.`) : [prefix + key.replace(/_(one|other)$/, '')],
  )

test('every message is used', () => {
  const texts = new Set(files.flatMap(({ literals }) => literals.map(({ text }) => text)))
  const patterns = files
    .flatMap(({ templates }) => templates)
    .filter((text) => /[\w-]/.test(text) && /^[\w:.*-]+$/.test(text) && text.includes('*'))
    .map((text) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('*', '.+')}$`))
  const isNamed = (key: string) => texts.has(key) || patterns.some((pattern) => pattern.test(key))
  /** Named itself, or together with what it is a part of. */
  const isUsed = (namespace: string, key: string): boolean =>
    isNamed(key) || isNamed(`${namespace}:${key}`) || (key.includes('.') && isUsed(namespace, key.replace(/\.[^.]*$/, '')))
  const unused = Object.entries(messages).flatMap(([path, texts]) => {
    const namespace = path.replace(/.*\/|\.json$/g, '')
    return keysOf(texts)
      .filter((key) => !isUsed(namespace, key))
      .map((key) => `${namespace}:${key}`)
  })
  expect(unused).toEqual([])
})
