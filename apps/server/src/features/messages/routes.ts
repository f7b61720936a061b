import { MsgType } from '@huanwei/contract/messages/codes'
import { getReminder, getSummaries, listPushes, markAllRead, markRead } from '@huanwei/contract/messages/endpoints'
import type { QueueType } from '@huanwei/contract/messages/rules'
import { pageOf } from '@huanwei/contract/page'
import { dayMs } from '@huanwei/contract/time'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { notFound } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { dayText } from '../../lib/time.ts'
import type { FindPushes } from './queries.ts'
import { setAllRead, setRead } from './reading/queries.ts'
import { mustBeRecipient } from './recipient.ts'
import { findReminder, findReminderPushes } from './reminders/queries.ts'
import { findSummaries } from './summaries/queries.ts'

/** `queues`: finds the messages of each kind together with the events they are about. */
export function messageRoutes(app: FastifyInstance, db: Database, queues: Record<QueueType, { findPushes: FindPushes }>) {
  const lists = { ...queues, [MsgType.reminder]: { findPushes: findReminderPushes } }
  serve(app, listPushes, ({ pushObjectId, ...filter }, viewer, { headers }) => {
    mustBeRecipient(viewer, pushObjectId)
    return db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await lists[filter.msgType].findPushes(tx, viewer, { filter, departments }, languageOf(headers))
      return pageOf(records, total, filter)
    })
  })

  serve(app, getReminder, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const reminder = await findReminder(tx, viewer, id, languageOf(headers))
      if (!reminder) throw notFound()
      return reminder
    }),
  )

  serve(app, markRead, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      if (!(await setRead(tx, viewer, id))) throw notFound()
      return true
    }),
  )

  serve(app, markAllRead, (asked, viewer) => db.within(viewer, (tx) => setAllRead(tx, viewer, asked)))

  serve(app, getSummaries, async ({ objectId }, viewer, { headers }) => {
    mustBeRecipient(viewer, objectId)
    const summaries = await db.within(viewer, (tx) => findSummaries(tx, viewer))
    return summaries.map((one) => ({ ...one, newTime: one.createTime && listTime(one.createTime, languageOf(headers)) }))
  })
}

/** A time as a list of messages shows it: the hour of today's, the word for yesterday, else the day. Source: spec 1, section 4. */
function listTime(text: string, language: Language, now = Date.now()) {
  const day = text.slice(0, 10)
  if (day === dayText(now)) return text.slice(11, 16)
  return day === dayText(now - dayMs) ? say(language, 'common:time.yesterday') : day
}
