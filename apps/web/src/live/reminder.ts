import { reminderTopic } from '@huanwei/contract/live/codes'
import { type ReminderTask, reminderWords } from '@huanwei/contract/messages/codes'
import chinese from '@huanwei/words/common.zh-CN.json' with { type: 'json' }
import { i18n } from '../i18n/i18n.ts'
import { notify } from '../lib/notices.ts'
import type { Channel } from './channel.ts'

type Word = (typeof reminderWords)[ReminderTask]
type Key = Word extends `common:${infer Name}` ? Name : never

/** The server gives the names of tasks in Chinese. */
const isNamed = (name: string) => (word: Word) => chinese[word.slice('common:'.length) as Key] === name

/** 协同提醒: tasks that wait for the person, told as they arise. Shown as text, whatever it is. Source: spec 1, section 7; spec 4, S0 §7. */
export const reminderChannel = (username: string, tenantId: number): Channel => ({
  destination: reminderTopic(username, tenantId),
  begin: () => undefined,
  read(body) {
    if (typeof body !== 'string') return 'resync'
    // Another one is shown as it comes.
    const word = Object.values(reminderWords).find(isNamed(body))
    const task = word ? i18n.t(word) : body
    notify({ kind: 'warning', title: i18n.t('common:reminder.title'), text: i18n.t('common:reminder.text', { task }) })
    return 'ok'
  },
})
