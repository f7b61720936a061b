import { MsgType } from '@huanwei/contract/messages/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { getViolation } from '@huanwei/contract/violations/endpoints'
import { can } from '@huanwei/contract/violations/rules'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { isGone } from '../../lib/errors.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { useMarkRead } from '../queues/use-mark-read.ts'
import { usePresence } from '../queues/use-presence.ts'

/** The call for a violation; of the caller's own message of it too. */
export const violationQuery = (violationEventId: number, userId: number | undefined) =>
  query(getViolation, { violationEventId, pushObjectId: userId }, isGone)

/** A violation while it is open: what is known of it, who else is at it, and what the person may do; their message of it is read. */
export function useViolation(id: number) {
  const userId = useSession((s) => s.session?.user.userId)
  const mayHandle = useMay('violation_handle')
  const detail = useQuery({
    ...violationQuery(id, userId),
    // A verdict is never based on stale data: it is loaded anew.
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.endTime === null ? 15_000 : false),
  })
  const violation = detail.data
  useMarkRead(violation?.pushId)
  const presence = usePresence(MsgType.violation, violation?.id)
  const may = (next: AlarmType) => mayHandle && !!violation && can(violation.alarmType, next)
  return { detail, violation, presence, canJudge: may(AlarmType.real), canRevoke: may(AlarmType.revoked) }
}
