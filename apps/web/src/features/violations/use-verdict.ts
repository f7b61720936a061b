import { useState } from 'react'
import { emptyVerdict, isVerdictUnsent, type VerdictDraft, verdictOf } from './verdict-draft.ts'

/** A verdict while it is filled in: `form` is for its fields; `take` gives what to send, or shows in them what is missing. */
export function useVerdict() {
  const [draft, setDraft] = useState(emptyVerdict)
  const [missing, setMissing] = useState<'kind' | 'reason'>()
  return {
    isUnsent: isVerdictUnsent(draft),
    form: {
      draft,
      missing,
      onDraft(next: VerdictDraft) {
        setDraft(next)
        setMissing(undefined)
      },
    },
    take() {
      const verdict = verdictOf(draft)
      if (!('missing' in verdict)) return verdict
      setMissing(verdict.missing)
      return undefined
    },
  }
}
export type VerdictFields = ReturnType<typeof useVerdict>['form']
