import { reminderTopic } from '@huanwei/contract/live/codes'
import chinese from '@huanwei/words/common.zh-CN.json' with { type: 'json' }
import type { KeyOf } from '@huanwei/words/messages'
import { i18n } from '../i18n/i18n.ts'
import { notify } from '../lib/notices.ts'
import type { Channel } from './channel.ts'

/** The names that the server gives tasks, in Chinese; others are shown as they come. */
const taskWords: Record<string, KeyOf<'common'>> = {
  [chinese['reminder.leave']]: 'reminder.leave',
  [chinese['reminder.inspection']]: 'reminder.inspection',
  [chinese['reminder.returned']]: 'reminder.returned',
  [chinese['reminder.cleaning']]: 'reminder.cleaning',
  [chinese['reminder.overdueCleaning']]: 'reminder.overdueCleaning',
  [chinese['reminder.adjustment']]: 'reminder.adjustment',
  [chinese['reminder.complaint']]: 'reminder.complaint',
  [chinese['reminder.violation']]: 'reminder.violation',
  [chinese['reminder.document']]: 'reminder.document',
  [chinese['reminder.deadlines']]: 'reminder.deadlines',
  [chinese['reminder.workDone']]: 'reminder.workDone',
  [chinese['reminder.workRemoved']]: 'reminder.workRemoved',
  [chinese['reminder.export']]: 'reminder.export',
  [chinese['reminder.report']]: 'reminder.report',
}

/** 协同提醒: tasks that wait for the person, told as they arise. Shown as text, whatever it is. Source: spec 1, section 7; spec 4, S0 §7. */
export const reminderChannel = (username: string, tenantId: number): Channel => ({
  destination: reminderTopic(username, tenantId),
  begin: () => undefined,
  read(body) {
    if (typeof body !== 'string') return 'resync'
    const word = taskWords[body]
    const task = word ? i18n.t(`common:${word}`) : body
    notify({ kind: 'warning', title: i18n.t('common:reminder.title'), text: i18n.t('common:reminder.text', { task }) })
    return 'ok'
  },
})
