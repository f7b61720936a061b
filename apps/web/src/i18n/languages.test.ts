// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { i18n, startI18n } from './i18n.ts'
import { chooseLanguage, chosenLanguage } from './languages.ts'

beforeAll(() => startI18n('zh-CN'))

test.each([
  ['', 'zh-CN'],
  ['language=en-US', 'en-US'],
  ['a=b; language=zh-TW; c=d', 'zh-TW'],
  ['language=fr-FR', 'zh-CN'],
  ['mylanguage=en-US', 'zh-CN'],
])('cookies "%s" mean %s', (cookies, language) => expect(chosenLanguage(cookies)).toBe(language))

test('a choice changes the texts, the page and the cookie at once', async () => {
  await chooseLanguage('en-US')
  expect(i18n.t('action.cancel')).toBe('Cancel')
  expect(document.documentElement.lang).toBe('en-US')
  expect(chosenLanguage()).toBe('en-US')
})
