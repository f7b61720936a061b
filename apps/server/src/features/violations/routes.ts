import type { Parsed } from '@huanwei/contract/endpoint'
import { MsgType } from '@huanwei/contract/messages/codes'
import { pageOf } from '@huanwei/contract/page'
import { AlarmType } from '@huanwei/contract/violations/codes'
import {
  getViolation,
  getViolationEvidence,
  judgeViolation,
  judgeViolations,
  listVehicleEvidence,
  listViolations,
  listViolationsOf,
  undoVerdicts,
  type ViolationStep,
} from '@huanwei/contract/violations/endpoints'
import { canUndo, decide, type ViolationRefusal } from '@huanwei/contract/violations/rules'
import type { Language } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, notFound } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { momentOf } from '../../lib/time.ts'
import { foldMessages, lockStorms } from '../../position/judge/storms.ts'
import { closeJudged, reopenJudged } from '../emergencies/queries.ts'
import { mustBeRecipient } from '../messages/recipient.ts'
import { findClaims } from '../presence/queries.ts'
import { findEvidence } from './evidence/queries.ts'
import { findVehicleEvidence } from './evidence/vehicle/queries.ts'
import {
  findLastSteps,
  findViolationDetail,
  findViolations,
  findViolationsOf,
  lockViolations,
  setAlarmType,
  withMerged,
  withStorms,
} from './queries.ts'
import { verdictKeys } from './verdict-keys.ts'

/** Views of evidence that a person looks through. */
const mostViewsShown = 100

export function violationRoutes(app: FastifyInstance, db: Database) {
  serve(app, listViolations, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await findViolations(tx, viewer, filter, departments, languageOf(headers))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getViolation, ({ violationEventId, pushObjectId }, viewer, { headers }) => {
    mustBeRecipient(viewer, pushObjectId)
    return db.within(viewer, (tx) => mustFind(tx, viewer, violationEventId, languageOf(headers)))
  })

  serve(app, judgeViolation, ({ id, alarmType, notes }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const asked = { ids: [id], alarmType, remark: notes, withStorm: false, preview: false }
      const [judged] = await judge(tx, viewer, asked, wordsFor(headers))
      if (!judged) throw notFound()
      if (judged.refusal) throw judged.refusal
      return mustFind(tx, viewer, id, languageOf(headers))
    }),
  )

  serve(app, judgeViolations, (asked, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const judged = await judge(tx, viewer, asked, wordsFor(headers))
      return told(judged, languageOf(headers))
    }),
  )

  serve(app, undoVerdicts, ({ ids }, viewer, { headers }) =>
    db.within(viewer, async (tx) => told(await undo(tx, viewer, ids), languageOf(headers))),
  )

  serve(app, getViolationEvidence, ({ violationEventId }, viewer) =>
    db.within(viewer, async (tx) => {
      const evidence = await findEvidence(tx, viewer, violationEventId, mostViewsShown)
      if (!evidence) throw notFound()
      return evidence
    }),
  )

  serve(app, listVehicleEvidence, (asked, viewer) =>
    db.within(viewer, async (tx) => {
      const evidence = await findVehicleEvidence(tx, viewer, asked)
      if (!evidence) throw notFound()
      return evidence
    }),
  )

  serve(app, listViolationsOf, (asked, viewer, { headers }) =>
    db.within(viewer, (tx) => findViolationsOf(tx, viewer, asked, languageOf(headers))),
  )
}

/** Gives those of `ids` in scope that may have it the verdict, with what is merged, in one transaction; the others come back with their refusal. */
async function judge(tx: Tx, viewer: Viewer, asked: Parsed<typeof judgeViolations>, words: Words) {
  const { alarmType, remark, preview } = asked
  if (!preview) await lockStorms(tx.$client, [viewer.tenantId])
  const wanted = new Set(asked.withStorm ? await withStorms(tx, viewer, asked.ids) : asked.ids)
  const ids = await withMerged(tx, viewer, [...wanted])
  const rows = await lockViolations(tx, viewer, ids)
  const claims = await findClaims(tx, viewer, MsgType.violation, ids)
  // A claim on an alarm that has been merged since holds for the whole.
  for (const row of rows) {
    const claim = claims.get(row.id)
    if (claim) claims.set(eventOf(row), claim)
  }
  const last = await findLastSteps(tx, viewer, ids)
  const judged = rows.map((row) => {
    const decision = decide(row.alarmType, alarmType)
    const claimed = claims.get(eventOf(row))
    if ('refusal' in decision) return { ...row, refusal: refusalOf(decision.refusal, last.get(row.id), words) }
    return { ...row, refusal: claimed ? conflict('list:presence.taken', claimed) : null }
  })
  const answer = judged.filter(({ id }) => wanted.has(id))
  if (!preview) {
    await set(tx, viewer, judged, alarmType, remark)
    const done = judged.filter(({ refusal }) => !refusal)
    await closeJudged(
      tx,
      viewer,
      done.map(({ id }) => id),
      remark,
    )
  }
  return answer
}

/** Takes fresh verdicts of the viewer's own back, with those of what is merged, in one transaction; the others come back with their refusal. */
async function undo(tx: Tx, viewer: Viewer, asked: number[]) {
  await lockStorms(tx.$client, [viewer.tenantId])
  const ids = await withMerged(tx, viewer, asked)
  const rows = await lockViolations(tx, viewer, ids)
  const last = await findLastSteps(tx, viewer, ids)
  const undone = rows.map((row) => {
    const step = last.get(row.id)
    const isUndone = step && canUndo(row.alarmType, { isOwn: step.userId === viewer.userId, age: step.age })
    return { ...row, refusal: isUndone ? null : conflict('violations:refusal.undoOver') }
  })
  const done = undone.filter(({ refusal }) => !refusal)
  await reopenJudged(
    tx,
    viewer,
    done.map(({ id }) => id),
  )
  await set(tx, viewer, undone, AlarmType.pending, '')
  return undone.filter(({ id }) => asked.includes(id))
}

type Locked = Awaited<ReturnType<typeof lockViolations>>[number]
type Outcome = Locked & { refusal: ReturnType<typeof conflict> | null }

/** Gives those that are not refused the verdict; a storm that has become another is folded anew. */
async function set(tx: Tx, viewer: Viewer, outcomes: Outcome[], alarmType: AlarmType, remark: string) {
  const allowed = outcomes.filter(({ refusal }) => !refusal)
  const ids = allowed.map(({ id }) => id)
  await setAlarmType(tx, viewer, ids, alarmType, remark)
  const storms = allowed.flatMap(({ ruleId, storm }) => (storm === null ? [] : [{ ruleId, start: momentOf(storm) }]))
  await foldMessages(
    tx.$client,
    storms.map((one) => ({ tenantId: viewer.tenantId, ...one })),
  )
}

const told = (outcomes: Outcome[], language: Language) =>
  outcomes.map(({ refusal, ...row }) => ({ ...row, refusal: refusal && say(language, refusal.word, refusal.values) }))

/** Id of the violation that a row is, or is merged into. */
const eventOf = (row: { id: number; mergedInto: number | null }) => row.mergedInto ?? row.id

async function mustFind(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const found = await findViolationDetail(tx, viewer, id, language)
  if (!found) throw notFound()
  return found
}

type Words = (key: TextKey) => string
const wordsFor =
  (headers: Parameters<typeof languageOf>[0]): Words =>
  (key) =>
    say(languageOf(headers), key)

/** The refusal of a decision: a person who comes second learns who decided first, when and how. */
function refusalOf(refusal: ViolationRefusal, last: ViolationStep | undefined, words: Words) {
  if (refusal === 'notHandledYet' || !last) return conflict(`violations:refusal.${refusal}`)
  return conflict(`violations:refusal.${refusal}`, {
    who: last.objectName,
    when: last.createTime,
    what: words(verdictKeys[last.alarmType]),
  })
}
