import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@huanwei/contract/words'
import { expect, test } from 'vitest'
import { menuWords, permissionWords } from './menu-words.ts'
import { alarmWords, conditionWords, safetyWords, weekdayWords } from './rule-words.ts'

const messages = join(import.meta.dirname, '../../../web/src/i18n')
const textsOf = (file: string) =>
  languages.map((language) => JSON.parse(readFileSync(join(messages, language, `${file}.json`), 'utf8')))

/** What the screens say under each key of one group of messages. */
const said = (texts: Record<string, Record<string, string>>[], group: string) =>
  Object.fromEntries(Object.keys(texts[0]?.[group] ?? {}).map((key) => [key, texts.map((each) => each[group]?.[key])]))

test('sheets call menus, permissions, conditions and alarms what the screens call them', () => {
  const [shell, menus, rules, terminals] = ['shell', 'menus', 'rules', 'terminals'].map(textsOf)
  expect(menuWords).toEqual(said(shell ?? [], 'item'))
  expect(permissionWords).toEqual(said(menus ?? [], 'permission'))
  expect(conditionWords).toEqual(said(rules ?? [], 'kinds'))
  expect(weekdayWords).toEqual(said(rules ?? [], 'weekdays'))
  expect(alarmWords).toEqual(said(terminals ?? [], 'alarms'))
  const safety = (rules ?? []).map((each) => each.safety)
  for (const [addition, words] of Object.entries(safetyWords)) expect(words).toEqual(said(safety, addition))
})
