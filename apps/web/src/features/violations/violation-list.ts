import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import { listPushes } from '@huanwei/contract/messages/endpoints'
import type { ObjectType } from '@huanwei/contract/objects'
import { listViolations, type Violation } from '@huanwei/contract/violations/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { toListInput, type ViolationsSearch } from './violation-search.ts'

/** A violation, with whether the person read its message when one was sent. */
export type ViolationRow = Violation & { readUnread?: 0 | 1 }

/** Who only looks is pushed nothing, so the list asks again by itself, ms. Source: spec 1, section 9. */
const lookAgainMs = 60_000

/** What the list shows: to those who handle violations what was pushed to them, to everybody else all in their scope. */
export function useViolationList(search: ViolationsSearch, objectType: ObjectType) {
  const mayHandle = useMay('violation_handle')
  const userId = useSession((s) => s.session?.user.userId)
  const isProcessed = search.status === 'processed'
  const filter = { ...toListInput(search), objectType }
  const status = isProcessed ? PushStatus.handled : PushStatus.pending
  const pushed = useQuery({
    ...query(listPushes, { ...filter, msgType: MsgType.violation, status, pushObjectId: userId ?? 0 }),
    enabled: mayHandle && userId !== undefined,
    placeholderData: keepPreviousData,
  })
  const all = useQuery({
    ...query(listViolations, { ...filter, handled: String(isProcessed) }),
    enabled: !mayHandle,
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  })
  return mayHandle ? pushed : all
}
