import { expect, test } from 'vitest'
import { nouns, textsIn } from './files.test-kit.ts'

/** Chinese texts that mean several things. */
const severalMeanings: Record<string, string> = {
  撤销: 'an application is withdrawn, a verdict is revoked',
  已撤销: 'an application is withdrawn, a verdict is revoked',
  启用: 'the act on a button, the state in a list',
  停用: 'the act on a button, the state in a list',
  绑定: 'the act on a button, the state in a list',
  提交申请: 'the act in the log, the step of an application',
  上一页: 'a page of a list, and back in the browser',
  地址: 'of a street, and in a network',
  处理人: 'who is to do a job, and who judged an event',
  处理时间: 'when a job was done, and when an event was judged',
  处理结果: 'what came of a job, and the verdict on an event',
  正常: 'an account that is open, and an operation that went well',
  男: 'a man, and a room for men',
  女: 'a woman, and a room for women',
  管理员: 'who runs the product, and who is responsible for a facility',
}
/** A step of a timeline is named like the act in Chinese and by a participle in English; the other names of an import's columns are lists. */
const apart = /^\w+:step\.|^imports:also\./

/** English without what Chinese does not tell apart: capitals, articles, plurals and hyphens. */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/\b(the|a|an)\b/g, '')
    .replace(/\bpeople\b/g, 'person')
    .replace(/ies\b/g, 'y')
    .replace(/s\b/g, '')
    .replace(/[^a-z0-9{}]/g, '')

const texts = nouns.flatMap((noun) => {
  const [china, taiwan, english] = [textsIn('zh-CN', noun), textsIn('zh-TW', noun), textsIn('en-US', noun)]
  return Object.entries(china).map(([key, text]) => ({
    key: `${noun}:${key}`,
    text,
    taiwan: taiwan[key],
    english: bare(english[key] ?? `${english[`${key}_one`]} ${english[`${key}_other`]}`),
  }))
})

test('a Chinese text is translated in one way', () => {
  const drifted = [...Map.groupBy(texts, ({ text }) => text)].flatMap(([text, all]) => {
    const same = all.filter(({ key }) => !apart.test(key))
    const isOne = new Set(same.map(({ english }) => english)).size <= 1 && new Set(all.map(({ taiwan }) => taiwan)).size <= 1
    return isOne || Object.hasOwn(severalMeanings, text) ? [] : [`${text}: ${all.map(({ key }) => key).join(', ')}`]
  })
  expect(drifted).toEqual([])
})

test('every text with several meanings is one still', () => {
  const gone = Object.keys(severalMeanings).filter((wanted) => {
    const same = texts.filter(({ text }) => text === wanted)
    return new Set(same.map(({ english, taiwan }) => `${english} ${taiwan}`)).size < 2
  })
  expect(gone).toEqual([])
})
