// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { Lost, placeOf, ServerRefusal, unwrapText } from './ask.ts'
import { emptyReport, forgetDraft, keepDraft, keepSent, readDraft, readSent } from './draft.ts'
import { placeAt } from './place.tsx'
import { wantedLanguage } from './texts.ts'

beforeEach(() => localStorage.clear())

test.each([
  ['', ['en-GB', 'zh-CN'], 'en-US'],
  ['', ['fr', 'zh-HK'], 'zh-TW'],
  ['', ['fr'], 'zh-CN'],
  ['a=b; language=zh-TW', ['en'], 'zh-TW'],
  ['language=fr', ['en'], 'en-US'],
] as const)('cookies "%s" and a browser in %s mean %s', (cookies, own, language) =>
  expect(wantedLanguage(cookies, own)).toBe(language),
)

test.each([
  ['/open/report/ABC%20D', { kind: 'report', code: 'ABC D' }],
  ['/open/status/', { kind: 'status', code: '' }],
  ['/open/status/%E0%A4%A', { kind: 'status', code: '%E0%A4%A' }],
] as const)('%s is %o', (path, place) => expect(placeAt(path)).toEqual(place))

test('a code goes into a path as one part of it', () =>
  expect(placeOf('/open/x/:code', { code: 'a/b?c' })).toBe('/open/x/a%2Fb%3Fc'))

test('an answer is data, a refusal with its words and field, or nobody knows', () => {
  expect(unwrapText(200, '{"code":0,"msg":null,"data":{"code":"A"}}')).toEqual({ code: 'A' })
  const refused = () => unwrapText(400, '{"code":1,"msg":"照片已失效","data":{"field":"url"}}')
  expect(refused).toThrow(ServerRefusal)
  expect(refused).toThrow('照片已失效')
  expect(() => unwrapText(502, '<html>')).toThrow(Lost)
  expect(() => unwrapText(200, '')).toThrow(Lost)
})

test('a draft stays until it has arrived, each facility its own, under one key', () => {
  const draft = { ...emptyReport(), content: '积水' }
  expect(draft.requestKey).toMatch(/^[0-9a-f]{32}$/)
  keepDraft('A', draft)
  expect(readDraft('A')).toEqual(draft)
  expect(readDraft('B').content).toBe('')
  forgetDraft('A')
  expect(readDraft('A').content).toBe('')
  localStorage.setItem('citizen-draft-A', '{"content":7}')
  expect(readDraft('A').content).toBe('')
})

test('the codes of what arrived are remembered, the latest first', () => {
  for (let i = 0; i < 25; i++) keepSent({ code: `C${i}`, facilityName: 'x', time: '2026-01-01T00:00:00Z' })
  expect(
    readSent()
      .map(({ code }) => code)
      .slice(0, 2),
  ).toEqual(['C24', 'C23'])
  expect(readSent()).toHaveLength(20)
})
