import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import { type Approval, getApproval, listApprovals } from '@huanwei/contract/approvals/endpoints'
import { MsgType } from '@huanwei/contract/messages/codes'
import { listApprovalPushes } from '@huanwei/contract/messages/endpoints'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { currentSession, holds, useMay, useSession } from '../../lib/session.ts'
import { toDatedInput } from '../deadlines/deadline-search.ts'
import { messageCalls } from '../queues/message-calls.ts'
import { ofPushes, ofScope } from '../queues/queue-list.ts'
import { toListInput } from '../queues/queue-search.ts'
import type { ApprovalsSearch } from './approval-search.ts'

/** An application, with whether the person read its message when one was sent. */
export type ApprovalRow = Approval & { readUnread?: 0 | 1 }

/** The calls that show an application. */
export const approvalCalls = [...messageCalls, getApproval, listApprovals]

const statusOf = { ...ApprovalStatus, mine: undefined }

/** Whether the applications of a tab wait for a decision; undefined of one's own. */
export const isPendingTab = (tab: ApprovalsSearch['tab']) => (tab === 'mine' ? undefined : tab === 'pending')

const inputOf = (search: ApprovalsSearch) => {
  const { objectId, submittedBy, tab } = search
  return { ...toListInput(search), ...toDatedInput(search, isPendingTab(tab)), objectId, submittedBy, status: statusOf[tab] }
}
const pushedQuery = (search: ApprovalsSearch, userId: number) =>
  query(listApprovalPushes, { ...inputOf(search), msgType: MsgType.approval, pushObjectId: userId })
const scopeQuery = (search: ApprovalsSearch) =>
  query(listApprovals, { ...inputOf(search), ...(search.tab === 'mine' && { mine: 'true' }) })

/** The list and its call: the viewer's own on the tab of that name; else pushed ones for users who decide, all in scope for everybody else. */
export function useApprovalList(search: ApprovalsSearch) {
  const isPushed = useMay('approval_handle') && !search.whose && search.tab !== 'mine'
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const pushed = useQuery({ ...pushedQuery(search, userId), ...ofPushes(isPushed) })
  const all = useQuery({ ...scopeQuery(search), ...ofScope(isPushed) })
  return isPushed ? { list: pushed, exported: pushedQuery(search, userId) } : { list: all, exported: scopeQuery(search) }
}

/** Prefetches the list. */
export function askApprovals(queries: QueryClient, search: ApprovalsSearch) {
  const user = currentSession()?.user
  if (!user) return
  const isPushed = holds(user, 'approval_handle') && !search.whose && search.tab !== 'mine'
  if (isPushed) void queries.prefetchQuery(pushedQuery(search, user.userId))
  else void queries.prefetchQuery(scopeQuery(search))
}
