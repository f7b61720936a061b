import type { Endpoint } from '@huanwei/contract/endpoint'
import { getOverview } from '@huanwei/contract/home/endpoints'
import { getSummaries, listPushes } from '@huanwei/contract/messages/endpoints'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ApiError, call } from '../../lib/api.ts'
import { notify } from '../../lib/notices.ts'

/** Asks anew for everything that shows messages, and for the calls of `more`. */
export function refreshMessages(cache: QueryClient, more: readonly Endpoint[] = []) {
  for (const { path } of [listPushes, getSummaries, getOverview, ...more]) void cache.invalidateQueries({ queryKey: [path] })
}

type Options = {
  /** The event's detail and its list in scope. Done or refused, they are asked anew: on 409 the drawer shows who was faster. */
  shows: readonly Endpoint[]
  onDone: () => void
}

/** An act on an event of a queue; a success is told, a refusal is on the screen already. The promise says whether it was done. */
export function useAct<In extends z.ZodType, Out extends z.ZodType>(endpoint: Endpoint<In, Out>, { shows, onDone }: Options) {
  const { t } = useTranslation('list')
  const cache = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (input: z.input<In>) => call(endpoint, input),
    onSuccess: () => {
      notify({ kind: 'success', text: t('prompt.success') })
      onDone()
    },
    onError: (error) => {
      const isShown = error instanceof ApiError && error.status !== 500
      if (!isShown) notify({ kind: 'error', text: error.message })
    },
    onSettled: () => refreshMessages(cache, shows),
  })
  return (input: z.input<In>) =>
    mutateAsync(input).then(
      () => true,
      () => false,
    )
}
