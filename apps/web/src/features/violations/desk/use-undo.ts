import { mostAtOnce } from '@huanwei/contract/many'
import { undoVerdicts } from '@huanwei/contract/violations/endpoints'
import { useAsk } from '../../../lib/send.ts'
import { doneOf } from '../../queues/desk/use-queue-act.ts'
import { changedCalls } from './use-desk-verdict.ts'

/** Takes fresh verdicts back; resolves with the ids of those that wait again. */
export function useUndo() {
  const send = useAsk(undoVerdicts, changedCalls)
  return async (ids: readonly number[]) => {
    const undone: number[] = []
    for (let from = 0; from < ids.length; from += mostAtOnce)
      undone.push(...doneOf((await send({ ids: ids.slice(from, from + mostAtOnce) })) ?? []))
    return undone
  }
}
