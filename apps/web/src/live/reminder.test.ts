// @vitest-environment jsdom
import chinese from '@huanwei/words/common.zh-CN.json' with { type: 'json' }
import { expect, onTestFinished, test } from 'vitest'
import { startI18n } from '../i18n/i18n.ts'
import { onNotice } from '../lib/notices.ts'
import { reminderChannel } from './reminder.ts'

test('every task is told in the language of the screen, though its name comes in Chinese', async () => {
  await startI18n('en-US')
  const said: string[] = []
  onTestFinished(onNotice(({ text }) => said.push(text)))
  const { read } = reminderChannel('admin', 1)
  const tasks = Object.entries(chinese).filter(([key]) => /^reminder\.(?!title|text)/.test(key))
  for (const [, name] of tasks) expect(read(name)).toBe('ok')
  expect(said.length).toBeGreaterThan(5)
  expect(said.filter((text) => !/^Waiting for you: [a-z ]+$/.test(text))).toEqual([])
})
