import { type ListedComplaint, listComplaints } from '@huanwei/contract/complaints/endpoints'
import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import { listComplaintPushes } from '@huanwei/contract/messages/endpoints'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { currentSession, holds, useMay, useSession } from '../../lib/session.ts'
import { toDatedInput } from '../deadlines/deadline-search.ts'
import { ofPushes, ofScope } from '../queues/queue-list.ts'
import { toListInput } from '../queues/queue-search.ts'
import type { ComplaintsSearch } from './complaint-search.ts'

/** A public event, with whether the person read its message when one was sent. */
export type ComplaintRow = ListedComplaint & { readUnread?: 0 | 1 }

const statuses = { pending: PushStatus.pending, processed: PushStatus.handled, all: undefined }
const statusOf = ({ status }: ComplaintsSearch) => statuses[status]

/** Whether the public events of a tab still wait for an answer; undefined of all. */
export const isOpenTab = (status: ComplaintsSearch['status']) => (status === 'all' ? undefined : status === 'pending')

/** Only of answered ones does the citizen say it. */
const saidOf = ({ status, satisfaction }: ComplaintsSearch) => (status === 'processed' ? satisfaction : undefined)

const pushedInput = (search: ComplaintsSearch, pushObjectId: number) => ({
  ...toListInput(search),
  ...toDatedInput(search, isOpenTab(search.status)),
  objectId: search.objectId,
  satisfaction: saidOf(search),
  work: search.work,
  msgType: MsgType.public,
  complaintRecommendationEventType: search.eventType,
  status: statusOf(search),
  pushObjectId,
})
const scopeInput = (search: ComplaintsSearch) => ({
  ...toListInput(search),
  ...toDatedInput(search, isOpenTab(search.status)),
  objectId: search.objectId,
  facilityType: search.facilityType,
  satisfaction: saidOf(search),
  work: search.work,
  eventType: search.eventType,
  status: statusOf(search),
})

/** The list and its call: pushed events for users who handle public events, all in scope for everybody else. */
export function useComplaintList(search: ComplaintsSearch) {
  const mayHandle = useMay('complaint_handle') && !search.whose
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const asked = { pushed: pushedInput(search, userId), all: scopeInput(search) }
  const pushed = useQuery({ ...query(listComplaintPushes, asked.pushed), ...ofPushes(mayHandle) })
  const all = useQuery({ ...query(listComplaints, asked.all), ...ofScope(mayHandle) })
  return mayHandle
    ? { list: pushed, exported: query(listComplaintPushes, asked.pushed) }
    : { list: all, exported: query(listComplaints, asked.all) }
}

/** Prefetches the list. */
export function askComplaints(queries: QueryClient, search: ComplaintsSearch) {
  const user = currentSession()?.user
  if (!user) return
  if (holds(user, 'complaint_handle') && !search.whose)
    void queries.prefetchQuery(query(listComplaintPushes, pushedInput(search, user.userId)))
  else void queries.prefetchQuery(query(listComplaints, scopeInput(search)))
}
