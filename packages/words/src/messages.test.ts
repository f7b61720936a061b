import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nouns, textsIn } from './files.test-kit.ts'
import { languages } from './languages.ts'

/** A key without the ending that says for which count it is. */
const stemOf = (key: string) => key.replace(/_(one|other)$/, '')
/** The placeholders of a text, sorted: every language must fill in the same values. */
const placeholders = (text = '') => [...new Set([...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name))].sort()
/** Characters that are only written in mainland China. */
const simplified =
  /[个为习书买们会传体关击务单发听启员围图处备复头录态户护报择换机权条来构标样检没测点现环电码种类组织终结络统绑续编网联节获营虚术规视觉认议设访证评词试话该详语误说请读调谁货质贴费资赋车转软载输达过运还这进远连适选递郊邮释错键长门闭问间队阶际险随页项顺须预频题风验]/

test('every noun has a file in every language, and is in the list of the types', () => {
  const files = globSync('*.json', { cwd: join(import.meta.dirname, '..'), exclude: ['package.json'] })
  expect(files.sort()).toEqual(nouns.flatMap((noun) => languages.map(({ code }) => `${noun}.${code}.json`)).sort())
  const typed = readFileSync(join(import.meta.dirname, 'messages.ts'), 'utf8').matchAll(/import\('\.\.\/(\w+)\.zh-CN\.json'\)/g)
  expect([...typed].map(([, noun]) => noun)).toEqual(nouns)
})

test.each(nouns)('%s: every language has the same keys, none empty', (noun) => {
  const [reference, ...others] = languages.map(({ code }) => textsIn(code, noun))
  const expected = [...new Set(Object.keys(reference!).map(stemOf))]
  expect(expected.length).toBeGreaterThan(0)
  for (const texts of others) expect([...new Set(Object.keys(texts).map(stemOf))]).toEqual(expected)
  const empty = [reference!, ...others].flatMap((texts) => Object.entries(texts).filter(([, text]) => !text.trim()))
  expect(empty).toEqual([])
})

test.each(nouns)('%s: every language has the same placeholders', (noun) => {
  const [reference, ...others] = languages.map(({ code }) => textsIn(code, noun))
  for (const texts of others)
    for (const [key, text] of Object.entries(texts))
      expect([key, placeholders(text)]).toEqual([key, placeholders(reference![stemOf(key)])])
})

test.each(nouns)('%s: the traditional texts hold no simplified characters', (noun) => {
  expect(Object.entries(textsIn('zh-TW', noun)).filter(([, text]) => simplified.test(text))).toEqual([])
})
