import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { nouns, textsIn } from './files.test-kit.ts'
import { defaultLanguage } from './languages.ts'

const root = join(import.meta.dirname, '../../..')
const sources = globSync(['apps/{server,web}/src/**/*.{ts,tsx}', 'packages/contract/src/**/*.ts'], { cwd: root })
  .filter((path) => !/\.test(-kit)?\.tsx?$|\/test-[^/]+$/.test(path))
  .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }))

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

const isWords = (text: string) => /\p{L}/u.test(text) && !same.test(text.trim())

type Piece = { text: string; start: number }

/** Returns what people would see of a source as it stands, and all its literals. */
function read(path: string, code: string) {
  const { program, errors } = parseSync(path, code)
  expect(errors, path).toEqual([])
  const seen: Piece[] = []
  const literals: string[] = []
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
    Literal({ value }) {
      if (typeof value === 'string') literals.push(value)
    },
    TemplateLiteral({ quasis }) {
      templates.push(quasis.map((part) => part.value.raw).join('*'))
    },
  }).visit(program)
  return { seen, literals, templates }
}

const lineOf = (code: string, start: number) => code.slice(0, start).split('\n').length
const files = sources.map(({ path, code }) => ({ path, code, ...read(path, code) }))

test('no text of a screen stands outside the message files', () => {
  const found = files.flatMap(({ path, code, seen }) =>
    seen.filter(({ text }) => isWords(text)).map(({ text, start }) => `${path}:${lineOf(code, start)} ${text.trim()}`),
  )
  expect(found).toEqual([])
})

test('every message is used', () => {
  const texts = new Set(files.flatMap(({ literals }) => literals))
  const patterns = files
    .flatMap(({ templates }) => templates)
    .filter((text) => /[\w-]/.test(text) && /^[\w:.*-]+$/.test(text) && text.includes('*'))
    .map((text) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('*', '.+')}$`))
  const isNamed = (key: string) => texts.has(key) || patterns.some((pattern) => pattern.test(key))
  const unused = nouns.flatMap((noun) =>
    Object.keys(textsIn(defaultLanguage, noun))
      .map((key) => key.replace(/_(one|other)$/, ''))
      .filter((key) => !isNamed(key) && !isNamed(`${noun}:${key}`))
      .map((key) => `${noun}:${key}`),
  )
  expect(unused).toEqual([])
})
