import type { MsgType } from '@huanwei/contract/messages/codes'
import { claimEvent, lookAtEvent } from '@huanwei/contract/presence/endpoints'
import { lookEveryMs } from '@huanwei/contract/presence/rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, query } from '../../lib/api.ts'
import { currentSession, useSession } from '../../lib/session.ts'

type EventType = Exclude<MsgType, typeof MsgType.reminder>

/**
 * Presence at an event while its drawer is open: its other viewers and its claim. `id` is undefined until
 * the event is known. `isTaken`: somebody else has claimed it, so that acting on it would be refused.
 */
export function usePresence(msgType: EventType, id: number | undefined) {
  const userId = useSession((s) => s.session?.user.userId)
  const cache = useQueryClient()
  const asked = query(lookAtEvent, { msgType, id: id ?? 0 })
  const { data } = useQuery({ ...asked, enabled: id !== undefined, refetchInterval: lookEveryMs, gcTime: 0, staleTime: 0 })
  const { mutate, isPending } = useMutation({
    mutationFn: (isClaimed: boolean) => call(claimEvent, { msgType, id: id ?? 0, isClaimed }),
    // A look that is under way knows nothing of the claim, and would come after it.
    onMutate: () => cache.cancelQueries({ queryKey: asked.queryKey }),
    onSuccess: (presence) => cache.setQueryData(asked.queryKey, presence),
    // 409: somebody was faster.
    onError: () => cache.invalidateQueries({ queryKey: asked.queryKey }),
  })
  useEffect(() => {
    if (id === undefined) return
    return () => {
      if (currentSession()) call(lookAtEvent, { msgType, id, isHere: false }).catch(forgottenSoon)
    }
  }, [msgType, id])
  return {
    others: data?.viewers.filter((one) => one.userId !== userId) ?? [],
    claim: data?.claim ?? null,
    isMine: !!data?.claim && data.claim.userId === userId,
    isTaken: !!data?.claim && data.claim.userId !== userId,
    setClaim: mutate,
    isClaiming: isPending,
  }
}
export type EventPresence = ReturnType<typeof usePresence>

/** A viewer who could not sign off expires on the server within half a minute. */
const forgottenSoon = (error: Error) => console.info('huanwei: left an event without a word', error.message)
