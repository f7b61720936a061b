import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import {
  type ApprovalStep,
  addApproval,
  getApproval,
  getApprovalSteps,
  listApprovals,
  submitApproval,
  withdrawApproval,
} from '@huanwei/contract/approvals/endpoints'
import { type ApprovalAct, type ApprovalRefusal, decide } from '@huanwei/contract/approvals/rules'
import { MsgType } from '@huanwei/contract/messages/codes'
import { pageOf } from '@huanwei/contract/page'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { recipientsOf } from '../messages/queries.ts'
import { mustBeRecipient } from '../messages/recipient.ts'
import { takeTurn } from '../presence/queries.ts'
import {
  findApproval,
  findApprovalSteps,
  findApprovals,
  findOverlap,
  insertApproval,
  lockApplicant,
  lockApproval,
  setApprovalStatus,
} from './queries.ts'

export function approvalRoutes(app: FastifyInstance, db: Database) {
  serve(app, listApprovals, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findApprovals(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getApproval, ({ applyForRecordId, pushObjectId }, viewer) => {
    mustBeRecipient(viewer, pushObjectId)
    return db.within(viewer, async (tx) => {
      const approval = await mustFind(tx, viewer, applyForRecordId)
      return { ...approval, applyForHistoryRecordVoList: await findApprovalSteps(tx, viewer, applyForRecordId) }
    })
  })

  serve(app, getApprovalSteps, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      const steps = await findApprovalSteps(tx, viewer, id)
      if (!steps.length) throw notFound()
      return steps
    }),
  )

  serve(app, addApproval, async ({ objectId: named, ...fields }, viewer) => {
    const wanted = named ?? viewer.userId
    if (wanted !== viewer.userId && !viewer.permissions.has('approval_handle'))
      throw new Refused(403, 'approvals:refusal.notForOthers', {}, { field: 'objectId' })
    return db.within(viewer, async (tx) => {
      const applicant = await lockApplicant(tx, viewer, wanted)
      if (!applicant) throw notFound()
      const { userId: objectId, deptId, name: who } = applicant
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
      return mustFind(tx, viewer, await insertApproval(tx, viewer, { ...fields, objectId, deptId }, approvers))
    })
  })

  serve(app, submitApproval, ({ applyForId, status, opinion }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const act = status === ApprovalStatus.approved ? 'approve' : 'reject'
      await take(tx, viewer, { id: applyForId, act, opinion }, languageOf(headers))
      return 1 as const
    }),
  )

  serve(app, withdrawApproval, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, { id, act: 'revoke', opinion: '' }, languageOf(headers))
      return true
    }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const found = await findApproval(tx, viewer, id)
  if (!found) throw notFound()
  return found
}

type Step = { id: number; act: ApprovalAct; opinion: string }

/** Moves an application one step on; throws the refusal when the rules forbid it. */
async function take(tx: Tx, viewer: Viewer, { id, act, opinion }: Step, language: Language) {
  const approval = await lockApproval(tx, viewer, id)
  if (!approval) throw notFound()
  const decision = decide(approval, act, { userId: viewer.userId, opinion })
  if ('refusal' in decision) throw refusalOf(decision.refusal, (await findApprovalSteps(tx, viewer, id)).at(-1), language)
  if (act !== 'revoke') await takeTurn(tx, viewer, MsgType.approval, id)
  await setApprovalStatus(tx, viewer, id, decision.next, opinion)
}

/** The refusal of a decision: a person who comes second learns who decided first, when and how. */
function refusalOf(refusal: ApprovalRefusal, last: ApprovalStep | undefined, language: Language) {
  if (refusal === 'opinionMissing') return new Refused(400, `approvals:refusal.${refusal}`, {}, { field: 'opinion' })
  if (refusal === 'ownApproval' || refusal === 'notSubmitter')
    return new Refused(403, `approvals:refusal.${refusal}`, {}, 'access_denied')
  const what = say(language, last?.status === ApprovalStatus.rejected ? 'approvals:status.rejected' : 'approvals:status.approved')
  return conflict(`approvals:refusal.${refusal}`, { who: last?.approvalName ?? '', when: last?.createTime ?? '', what })
}
