import type { Endpoint } from '@huanwei/contract/endpoint'
import { markRead } from '@huanwei/contract/messages/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { messageCalls } from './message-calls.ts'

/** Opening a detail marks its message as read. `pushId` is the person's own; null when nothing was pushed to them. `shows` are more lists that tell. Source: spec 2, section 1. */
export function useMarkRead(pushId: number | null | undefined, shows: readonly Endpoint[] = []) {
  const cache = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: number) => call(markRead, { id }),
    onSuccess() {
      for (const { path } of [...messageCalls, ...shows]) void cache.invalidateQueries({ queryKey: [path] })
    },
  })
  useEffect(() => {
    if (pushId) mutate(pushId)
  }, [pushId, mutate])
}
