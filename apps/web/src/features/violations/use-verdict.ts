import { useDraft } from '../queues/use-draft.ts'
import { emptyVerdict, isVerdictUnsent, type VerdictDraft, verdictOf } from './verdict-draft.ts'

/** Verdicts that were begun, by violation: they stay while others are looked at, and when the desk is switched on or off. */
export type BegunVerdicts = Map<number, VerdictDraft>

/** A verdict while it is filled in, kept in `begun` if that is given: `form` is for its fields; `take` gives what to send, or shows in them what is missing. */
export function useVerdict(id?: number, begun?: BegunVerdicts) {
  const kept = id === undefined ? undefined : begun?.get(id)
  const { fields, showMissing } = useDraft<VerdictDraft, 'kind' | 'reason'>(kept ?? emptyVerdict)
  return {
    isUnsent: isVerdictUnsent(fields.draft),
    form: {
      ...fields,
      onDraft(next: VerdictDraft) {
        if (id !== undefined) begun?.set(id, next)
        fields.onDraft(next)
      },
    },
    take() {
      const verdict = verdictOf(fields.draft)
      if (!('missing' in verdict)) return verdict
      showMissing(verdict.missing)
      return undefined
    },
  }
}
export type VerdictFields = ReturnType<typeof useVerdict>['form']
