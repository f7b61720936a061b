import { useDraft } from '../queues/use-draft.ts'
import { emptyVerdict, isVerdictUnsent, type VerdictDraft, verdictOf } from './verdict-draft.ts'

/** A verdict while it is filled in: `form` is for its fields; `take` gives what to send, or shows in them what is missing. */
export function useVerdict() {
  const { fields, showMissing } = useDraft<VerdictDraft, 'kind' | 'reason'>(emptyVerdict)
  return {
    isUnsent: isVerdictUnsent(fields.draft),
    form: fields,
    take() {
      const verdict = verdictOf(fields.draft)
      if (!('missing' in verdict)) return verdict
      showMissing(verdict.missing)
      return undefined
    },
  }
}
export type VerdictFields = ReturnType<typeof useVerdict>['form']
