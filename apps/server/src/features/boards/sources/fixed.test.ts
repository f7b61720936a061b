import { expect, test } from 'vitest'
import { writtenText } from './fixed.ts'

const texts = { 'zh-CN': '文明施工', 'zh-TW': '', 'en-US': 'Work safely' }
const said = async (language: 'zh-CN' | 'zh-TW' | 'en-US', params: Parameters<typeof writtenText.read>[1]) =>
  (await writtenText.read({ language } as never, params)).text

test('a text of a board is in the language of the screen, else in another; none is empty', async () => {
  expect([await said('en-US', { texts }), await said('zh-TW', { texts }), await said('zh-CN', {})]).toEqual([
    'Work safely',
    '文明施工',
    '',
  ])
})
