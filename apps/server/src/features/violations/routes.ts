import { pageOf } from '@huanwei/contract/page'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { getViolation, judgeViolation, listViolations, type ViolationStep } from '@huanwei/contract/violations/endpoints'
import { decide, type ViolationRefusal } from '@huanwei/contract/violations/rules'
import type { Language } from '@huanwei/contract/words'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { conflict, notFound, Refused } from '../../lib/refuse.ts'
import { departmentsFor } from '../../lib/scope.ts'
import { serve, type Viewer } from '../../lib/serve.ts'
import { languageOf, say, type Word } from '../../lib/words.ts'
import { findDetail, findViolations, lockViolation, setAlarmType } from './queries.ts'

const verdictWord: Record<AlarmType, Word> = {
  [AlarmType.pending]: 'notHandledYet',
  [AlarmType.real]: 'real',
  [AlarmType.falseSystem]: 'falseSystem',
  [AlarmType.falseDispatch]: 'falseDispatch',
  [AlarmType.revoked]: 'revoked',
}

export function violationRoutes(app: FastifyInstance, db: Database) {
  serve(app, listViolations, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await findViolations(tx, viewer, filter, departments, languageOf(headers))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getViolation, ({ violationEventId, pushObjectId }, viewer, { headers }) => {
    if (pushObjectId !== undefined && pushObjectId !== viewer.userId) throw new Refused(403, 'notRecipient', {}, 'access_denied')
    return db.within(viewer, (tx) => mustFind(tx, viewer, violationEventId, languageOf(headers)))
  })

  serve(app, judgeViolation, ({ id, alarmType, notes }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const language = languageOf(headers)
      const violation = await lockViolation(tx, viewer, id)
      if (!violation) throw notFound()
      const decision = decide(violation.alarmType, alarmType)
      if ('refusal' in decision) {
        const { violationVerifyProcess } = await mustFind(tx, viewer, id, language)
        throw refusalOf(decision.refusal, violationVerifyProcess.at(-1), (word) => say(language, word))
      }
      await setAlarmType(tx, viewer, id, decision.next, notes)
      return mustFind(tx, viewer, id, language)
    }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const found = await findDetail(tx, viewer, id, language)
  if (!found) throw notFound()
  return found
}

/** Tells the second of two people who was first, when, and what they decided. */
function refusalOf(refusal: ViolationRefusal, last: ViolationStep | undefined, words: (word: Word) => string) {
  if (refusal === 'notHandledYet' || !last) return conflict(refusal)
  return conflict(refusal, { who: last.objectName, when: last.createTime, what: words(verdictWord[last.alarmType]) })
}
