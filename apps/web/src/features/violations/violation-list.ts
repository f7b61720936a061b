import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import { listPushes } from '@huanwei/contract/messages/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { listViolations, type Violation } from '@huanwei/contract/violations/endpoints'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { currentSession, holds, useMay, useSession } from '../../lib/session.ts'
import { toListInput, type ViolationsSearch } from './violation-search.ts'

/** A violation, with whether the person read its message when one was sent. */
export type ViolationRow = Violation & { readUnread?: 0 | 1 }

/** Who only looks is pushed nothing, so the list asks again by itself, ms. Source: spec 1, section 9. */
const lookAgainMs = 60_000

const pushedQuery = (search: ViolationsSearch, objectType: ObjectType, userId: number) => {
  const status = search.status === 'processed' ? PushStatus.handled : PushStatus.pending
  return query(listPushes, { ...toListInput(search), objectType, msgType: MsgType.violation, status, pushObjectId: userId })
}
const scopeQuery = (search: ViolationsSearch, objectType: ObjectType) =>
  query(listViolations, { ...toListInput(search), objectType, handled: String(search.status === 'processed') })

/** What the list shows: to those who handle violations what was pushed to them, to everybody else all in their scope. */
export function useViolationList(search: ViolationsSearch, objectType: ObjectType) {
  const mayHandle = useMay('violation_handle')
  const userId = useSession((s) => s.session?.user.userId)
  const pushed = useQuery({
    ...pushedQuery(search, objectType, userId ?? 0),
    enabled: mayHandle && userId !== undefined,
    placeholderData: keepPreviousData,
  })
  const all = useQuery({
    ...scopeQuery(search, objectType),
    enabled: !mayHandle,
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  })
  return mayHandle ? pushed : all
}

/** Asks for the vehicles' list before it is drawn. */
export function askViolations(queries: QueryClient, search: ViolationsSearch) {
  const user = currentSession()?.user
  if (!user) return
  if (holds(user, 'violation_handle')) void queries.prefetchQuery(pushedQuery(search, ObjectType.vehicle, user.userId))
  else void queries.prefetchQuery(scopeQuery(search, ObjectType.vehicle))
}
