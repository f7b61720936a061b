import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ruleWords } from '@huanwei/contract/words'
import { expect, test } from 'vitest'
import { words } from './words.ts'

const root = join(import.meta.dirname, '../../../..')
const sources = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((path) => !/\.test\.ts$|words\.ts$/.test(path))
    .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }))

const han = /\p{Script=Han}/u
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
/** Characters that are only written in mainland China. */
const simplified =
  /[个为习书买们会传体关击务单发听启员围图处备复头录态户护报择换机权条来构标样检没测点现环电码种类组织终结络统绑续编网联背节获营虚术规视觉认议设访证评词试话该详语误说请读调谁货质贴费资赋车转软载输达过运还这进远连适选递郊邮释错键长门闭问间队阶际险随页项顺须预频题风验]/

test.each(Object.entries({ ...words, ...ruleWords }))('%s is said in three languages', (_, texts) => {
  const [china, taiwan, english] = texts
  for (const text of [taiwan, english]) expect(placeholders(text)).toEqual(placeholders(china))
  expect(texts.every((text) => text.trim())).toBe(true)
  expect(taiwan).not.toMatch(simplified)
})

test('every word is used', () => {
  const server = sources('apps/server/src/**/*.ts').map(({ code }) => code)
  const contract = sources('packages/contract/src/**/*.ts').map(({ code }) => code)
  const isIn = (codes: string[]) => (word: string) => codes.some((code) => code.includes(`'${word}'`))
  expect(Object.keys(words).filter((word) => !isIn([...server, ...contract])(word))).toEqual([])
  expect(Object.keys(ruleWords).filter((word) => !isIn(contract)(word))).toEqual([])
})

/** Understands what people write into their sheets; names things in all three languages. */
const speakers = new Set(
  ['imports/rules.ts', 'dictionaries/codes.ts', 'operations.ts'].map((path) => `packages/contract/src/${path}`),
)

test('a check of the contract speaks by a key, never in one language', () => {
  const checks = sources('packages/contract/src/**/*.ts').filter(({ path }) => !speakers.has(path))
  const found = checks.flatMap(({ path, code }) =>
    code
      .split('\n')
      .filter((line) => han.test(line.replace(/\/\*\*.*|\/\/.*|^\s*\*.*/, '').replace(/summary: '[^']*'/, '')))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
