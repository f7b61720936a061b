import { useState } from 'react'
import { emptyDraft, isUnsent, type VerdictDraft, verdictOf } from './verdict-draft.ts'

/** A verdict while it is filled in: `form` is for its fields; `take` gives what to send, or shows in them what is missing. */
export function useVerdict() {
  const [draft, setDraft] = useState(emptyDraft)
  const [missing, setMissing] = useState<'kind' | 'reason'>()
  return {
    isUnsent: isUnsent(draft),
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
