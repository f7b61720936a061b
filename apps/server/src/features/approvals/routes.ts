import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import {
  addApproval,
  getApproval,
  getApprovalSteps,
  listApprovals,
  submitApproval,
  submitApprovals,
  withdrawApproval,
} from '@huanwei/contract/approvals/endpoints'
import { type ApprovalAct, type ApprovalRefusal, decide, outcomes } from '@huanwei/contract/approvals/rules'
import type { Parsed } from '@huanwei/contract/endpoint'
import { MsgType } from '@huanwei/contract/messages/codes'
import { pageOf } from '@huanwei/contract/page'
import { isNearDay } from '@huanwei/contract/time'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { mustBeOffered } from '../dictionaries/offered.ts'
import { mustBeRecipient } from '../messages/recipient.ts'
import { recipientsOf } from '../messages/sending/queries.ts'
import { findClaims, unclaim } from '../presence/queries.ts'
import {
  findAbsences,
  findApproval,
  findApprovalSteps,
  findApprovals,
  findLastApprovalSteps,
  findOverlap,
  insertApproval,
  lockApplicant,
  lockApprovals,
  setApprovalStatus,
} from './queries.ts'

export function approvalRoutes(app: FastifyInstance, db: Database) {
  serve(app, listApprovals, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const { records, total } = await findApprovals(tx, viewer, filter, departments, languageOf(headers))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getApproval, ({ applyForRecordId, pushObjectId }, viewer, { headers }) => {
    mustBeRecipient(viewer, pushObjectId)
    return db.within(viewer, async (tx) => {
      const language = languageOf(headers)
      const approval = await mustFind(tx, viewer, applyForRecordId, language)
      return {
        ...approval,
        applyForHistoryRecordVoList: await findApprovalSteps(tx, viewer, applyForRecordId),
        absences: await findAbsences(tx, viewer, approval, language),
      }
    })
  })

  serve(app, getApprovalSteps, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      const steps = await findApprovalSteps(tx, viewer, id)
      if (!steps.length) throw notFound()
      return steps
    }),
  )

  serve(app, addApproval, async ({ objectId: wanted, ...fields }, viewer, { headers }) => {
    for (const field of ['firstDay', 'lastDay'] as const)
      if (!isNearDay(fields[field], Date.now())) throw new Refused(400, 'checks:dayTooFar', {}, { field })
    return db.within(viewer, (tx) => apply(tx, viewer, wanted ?? viewer.userId, fields, languageOf(headers)))
  })

  serve(app, submitApproval, ({ applyForId, status, opinion }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      await takeOne(tx, viewer, { ids: [applyForId], act: actOf(status), opinion }, languageOf(headers))
      return 1 as const
    }),
  )

  serve(app, submitApprovals, ({ ids, status, opinion, preview }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const act = actOf(status)
      if (act === 'reject' && !opinion && !preview) throw opinionMissing()
      const language = languageOf(headers)
      const taken = await take(tx, viewer, { ids, act, opinion, preview }, language)
      return taken.map(({ refusal, ...row }) => ({ ...row, refusal: refusal && say(language, refusal.word, refusal.values) }))
    }),
  )

  serve(app, withdrawApproval, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      await takeOne(tx, viewer, { ids: [id], act: 'revoke', opinion: '' }, languageOf(headers))
      return true
    }),
  )
}

type Fields = Omit<Parsed<typeof addApproval>, 'objectId'>

/** Stores an application of `wanted`, for those who may decide it. Refuses one for somebody else from who may not, one that overlaps another, and one that nobody else may decide. */
async function apply(tx: Tx, viewer: Viewer, wanted: number, fields: Fields, language: Language) {
  if (wanted !== viewer.userId && !viewer.permissions.has('approval_handle'))
    throw new Refused(403, 'approvals:refusal.notForOthers', {}, { field: 'objectId' })
  const applicant = await lockApplicant(tx, viewer, wanted)
  if (!applicant) throw notFound()
  const { userId: objectId, deptId, name: who } = applicant
  await mustBeOffered(tx, viewer, 'leave_type', { field: 'type', value: String(fields.type) })
  const other = await findOverlap(tx, viewer.tenantId, objectId, fields)
  if (other) {
    const { startTime: from, endTime: to } = other
    throw new Refused(
      409,
      'approvals:refusal.leaveTaken',
      { who, from: from.slice(0, 16), to: to.slice(0, 16) },
      { field: 'lastDay' },
    )
  }
  const holders = await recipientsOf(tx, viewer.tenantId, 'approval_handle', deptId)
  const approvers = holders.filter((userId) => userId !== objectId && userId !== viewer.userId)
  if (!approvers.length) throw conflict('approvals:refusal.noApprover', { who })
  return mustFind(tx, viewer, await insertApproval(tx, viewer, { ...fields, objectId, deptId }, approvers), language)
}

async function mustFind(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const found = await findApproval(tx, viewer, id, language)
  if (!found) throw notFound()
  return found
}

const actOf = (status: ApprovalStatus): ApprovalAct => (status === ApprovalStatus.approved ? 'approve' : 'reject')

type Step = { ids: number[]; act: ApprovalAct; opinion: string; preview?: boolean }

/** Moves those of the applications in sight one step on that may move, in one transaction; the others come back with their refusal. */
async function take(tx: Tx, viewer: Viewer, { ids, act, opinion, preview = false }: Step, language: Language) {
  const { userId } = viewer
  const rows = await lockApprovals(tx, viewer, ids, language)
  const claims = await findClaims(tx, viewer, MsgType.approval, ids)
  const last = await findLastApprovalSteps(tx, viewer, ids)
  const taken = rows.map((row) => {
    const decision = decide(row, act, { userId, opinion })
    if ('refusal' in decision) return { ...row, refusal: refusalOf(decision.refusal, last.get(row.id), language) }
    // A claim is on the decision: it keeps nobody from withdrawing.
    const claimed = act === 'revoke' ? undefined : claims.get(row.id)
    return { ...row, refusal: claimed ? conflict('list:presence.taken', claimed) : null }
  })
  if (preview) return taken
  const allowed = taken.filter(({ refusal }) => !refusal).map(({ id }) => id)
  await setApprovalStatus(tx, viewer, allowed, outcomes[act], opinion)
  if (act !== 'revoke') await unclaim(tx, viewer, MsgType.approval, allowed)
  return taken
}

/** The same for one, whose refusal is thrown. */
async function takeOne(tx: Tx, viewer: Viewer, step: Step, language: Language) {
  const [taken] = await take(tx, viewer, step, language)
  if (!taken) throw notFound()
  if (taken.refusal) throw taken.refusal
}

const opinionMissing = () => new Refused(400, 'approvals:refusal.opinionMissing', {}, { field: 'opinion' })

type LastStep = { status: ApprovalStatus; approvalName: string; createTime: string }

/** The refusal of a decision: a person who comes second learns who decided first, when and how. */
function refusalOf(refusal: ApprovalRefusal, last: LastStep | undefined, language: Language) {
  if (refusal === 'opinionMissing') return opinionMissing()
  if (refusal === 'ownApproval' || refusal === 'notSubmitter')
    return new Refused(403, `approvals:refusal.${refusal}`, {}, 'access_denied')
  const what = say(language, last?.status === ApprovalStatus.rejected ? 'approvals:status.rejected' : 'approvals:status.approved')
  return conflict(`approvals:refusal.${refusal}`, { who: last?.approvalName ?? '', when: last?.createTime ?? '', what })
}
