import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import { listViolationPushes } from '@huanwei/contract/messages/endpoints'
import type { ObjectType } from '@huanwei/contract/objects'
import { type ListedViolation, listViolations } from '@huanwei/contract/violations/endpoints'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { currentSession, holds, useMay, useSession } from '../../lib/session.ts'
import { ofPushes, ofScope } from '../queues/queue-list.ts'
import { toListInput } from '../queues/queue-search.ts'
import type { ViolationsSearch } from './violation-search.ts'

/** A violation, with whether the person read its message when one was sent, and how many its storm has. */
export type ViolationRow = ListedViolation & { readUnread?: 0 | 1; parts?: number }

const filterInput = (search: ViolationsSearch) => ({
  ...toListInput(search),
  objectId: search.objectId,
  violationEvent: search.violationEvent,
  ruleIds: search.ruleIds,
  severity: search.severity,
  work: search.work,
  ...(search.status === 'processed' && { verdicts: search.verdicts, handlerId: search.handlerId }),
})
const pushStatus = { pending: PushStatus.pending, processed: PushStatus.handled, all: undefined }
const pushedInput = (search: ViolationsSearch, objectType: ObjectType, pushObjectId: number) => ({
  ...filterInput(search),
  objectType: search.kinds ? undefined : objectType,
  msgType: MsgType.violation,
  status: pushStatus[search.status],
  pushObjectId,
})
const scopeInput = (search: ViolationsSearch, objectType: ObjectType) => ({
  ...filterInput(search),
  objectType: search.kinds ? undefined : objectType,
  handled: search.status === 'all' ? undefined : String(search.status === 'processed'),
})

/** The list and its call: pushed violations for users who handle them, all in scope for everybody else. */
export function useViolationList(search: ViolationsSearch, objectType: ObjectType) {
  const mayHandle = useMay('violation_handle') && !search.whose
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const asked = { pushed: pushedInput(search, objectType, userId), all: scopeInput(search, objectType) }
  const pushed = useQuery({ ...query(listViolationPushes, asked.pushed), ...ofPushes(mayHandle) })
  const all = useQuery({ ...query(listViolations, asked.all), ...ofScope(mayHandle) })
  return mayHandle
    ? { list: pushed, exported: query(listViolationPushes, asked.pushed) }
    : { list: all, exported: query(listViolations, asked.all) }
}

/** Prefetches the list. */
export const askViolations = (preset: ObjectType) => (queries: QueryClient, search: ViolationsSearch) => {
  const objectType = search.objectType ?? preset
  const user = currentSession()?.user
  if (!user) return
  if (holds(user, 'violation_handle') && !search.whose)
    void queries.prefetchQuery(query(listViolationPushes, pushedInput(search, objectType, user.userId)))
  else void queries.prefetchQuery(query(listViolations, scopeInput(search, objectType)))
}
