import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import { listInspections } from '@huanwei/contract/inspections/endpoints'
import { MsgType } from '@huanwei/contract/messages/codes'
import { listInspectionPushes } from '@huanwei/contract/messages/endpoints'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { currentSession, holds, useMay, useSession } from '../../lib/session.ts'
import { toDatedInput } from '../deadlines/deadline-search.ts'
import { ofPushes, ofScope } from '../queues/queue-list.ts'
import { toListInput } from '../queues/queue-search.ts'
import type { InspectionsSearch } from './inspection-search.ts'

/** Filter of each tab. Source: spec 2, section 4.3. */
const asked = {
  waiting: { status: InspectionStatus.waiting },
  fedBack: { status: InspectionStatus.fedBack },
  returned: { ifReturn: 1 },
  closed: { status: InspectionStatus.closed },
  all: {},
} as const satisfies Record<InspectionsSearch['tab'], object>

/** Whether the inspections of a tab still wait for feedback; undefined of all. */
export const isWaitingTab = (tab: InspectionsSearch['tab']) =>
  tab === 'all' ? undefined : tab === 'waiting' || tab === 'returned'

const inputOf = (search: InspectionsSearch) => {
  const { tab, reportPersonId, responsibleId, projectId, work, order } = search
  const sorted = order === 'asc' ? ({ ascs: 'createTime' } as const) : {}
  const dated = toDatedInput(search, isWaitingTab(tab))
  return { ...toListInput(search), ...asked[tab], ...sorted, ...dated, reportPersonId, responsibleId, projectId, work }
}
const pushedQuery = (search: InspectionsSearch, userId: number) =>
  query(listInspectionPushes, { ...inputOf(search), msgType: MsgType.inspection, pushObjectId: userId })
const scopeQuery = (search: InspectionsSearch) => query(listInspections, inputOf(search))

/** The list and its call: pushed inspections for users who handle them, all in scope and their own for everybody else. */
export function useInspectionList(search: InspectionsSearch) {
  const mayHandle = useMay('inspection_handle') && !search.whose
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const pushed = useQuery({ ...pushedQuery(search, userId), ...ofPushes(mayHandle) })
  const all = useQuery({ ...scopeQuery(search), ...ofScope(mayHandle) })
  return mayHandle ? { list: pushed, exported: pushedQuery(search, userId) } : { list: all, exported: scopeQuery(search) }
}

/** Prefetches the list. */
export function askInspections(queries: QueryClient, search: InspectionsSearch) {
  const user = currentSession()?.user
  if (!user) return
  if (holds(user, 'inspection_handle') && !search.whose) void queries.prefetchQuery(pushedQuery(search, user.userId))
  else void queries.prefetchQuery(scopeQuery(search))
}
