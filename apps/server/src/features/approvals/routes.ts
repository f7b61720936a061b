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
import type { Language } from '@huanwei/contract/words'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { conflict, notFound, Refused } from '../../lib/refuse.ts'
import { departmentsFor, mustBeRecipient } from '../../lib/scope.ts'
import { serve, type Viewer } from '../../lib/serve.ts'
import { languageOf, say } from '../../lib/words.ts'
import { recipientsOf } from '../messages/queries.ts'
import { takeTurn } from '../presence/queries.ts'
import {
  findApproval,
  findApprovals,
  findOverlap,
  findSteps,
  insertApproval,
  lockApplicant,
  lockApproval,
  setStatus,
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
      return { ...approval, applyForHistoryRecordVoList: await findSteps(tx, viewer, applyForRecordId) }
    })
  })

  serve(app, getApprovalSteps, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      const steps = await findSteps(tx, viewer, id)
      if (!steps.length) throw notFound()
      return steps
    }),
  )

  serve(app, addApproval, ({ objectId: wanted, ...fields }, viewer) =>
    db.within(viewer, async (tx) => {
      const applicant = await lockApplicant(tx, viewer, wanted ?? viewer.userId)
      if (!applicant) throw notFound()
      const { userId: objectId, deptId, name: who } = applicant
      const other = await findOverlap(tx, viewer.tenantId, objectId, fields)
      if (other) {
        const { startTime: from, endTime: to } = other
        throw new Refused(409, 'leaveTaken', { who, from: from.slice(0, 16), to: to.slice(0, 16) }, { field: 'lastDay' })
      }
      const holders = await recipientsOf(tx, viewer.tenantId, 'approval_handle', deptId)
      const approvers = holders.filter((userId) => userId !== objectId && userId !== viewer.userId)
      if (!approvers.length) throw conflict('noApprover', { who })
      return mustFind(tx, viewer, await insertApproval(tx, viewer, { ...fields, objectId, deptId }, approvers))
    }),
  )

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

/** Takes an application one step on, or says why not. */
async function take(tx: Tx, viewer: Viewer, { id, act, opinion }: Step, language: Language) {
  const approval = await lockApproval(tx, viewer, id)
  if (!approval) throw notFound()
  const decision = decide(approval, act, { userId: viewer.userId, opinion })
  if ('refusal' in decision) throw refusalOf(decision.refusal, (await findSteps(tx, viewer, id)).at(-1), language)
  if (act !== 'revoke') await takeTurn(tx, viewer, MsgType.approval, id)
  await setStatus(tx, viewer, id, decision.next, opinion)
}

/** Tells the second of two people who was first, when, and what they decided. */
function refusalOf(refusal: ApprovalRefusal, last: ApprovalStep | undefined, language: Language) {
  if (refusal === 'opinionMissing') return new Refused(400, refusal, {}, { field: 'opinion' })
  if (refusal === 'ownApproval' || refusal === 'notSubmitter') return new Refused(403, refusal, {}, 'access_denied')
  const what = say(language, last?.status === ApprovalStatus.rejected ? 'rejected' : 'approved')
  return conflict(refusal, { who: last?.approvalName ?? '', when: last?.createTime ?? '', what })
}
