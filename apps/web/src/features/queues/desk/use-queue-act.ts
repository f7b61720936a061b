import type { Endpoint } from '@huanwei/contract/endpoint'
import { useRef } from 'react'
import type { z } from 'zod'
import { i18n } from '../../../i18n/i18n.ts'
import { showFailure } from '../../../lib/failure.ts'
import { notify } from '../../../lib/notices.ts'
import { useAsk } from '../../../lib/send.ts'
import { useDeskPane } from './desk-pane.ts'

/** Sends an act on the open event; undefined when refused. Where no desk says what was done, a toast does. */
export function useQueueAct<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  shown: readonly Endpoint[],
) {
  const ask = useAsk(endpoint, shown)
  const isAtDesk = useDeskPane() !== undefined
  return async (input: z.input<In>) => {
    const answer = await ask(input)
    if (answer !== undefined && !isAtDesk) notify({ kind: 'success', text: i18n.t('prompt.success') })
    return answer
  }
}

/** Runs an act, which says whether it was done, unless one runs or was done: a second press is not meant for this event. */
export function useOnce() {
  const isUsed = useRef(false)
  return async (act: () => Promise<boolean>) => {
    if (isUsed.current) return
    isUsed.current = true
    isUsed.current = await act()
  }
}

/** Ids of those that an act on many was done to; says why the others stay as they are. */
export function doneOf(outcomes: readonly { id: number; refusal: string | null }[]) {
  const refused = outcomes.filter(({ refusal }) => refusal !== null)
  if (refused.length)
    showFailure(new Error(i18n.t('list:desk.refused', { n: refused.length, reason: refused[0]?.refusal ?? '' })))
  return outcomes.flatMap(({ id, refusal }) => (refusal === null ? id : []))
}
