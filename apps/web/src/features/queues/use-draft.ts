import { useState } from 'react'

/** Props of a form's fields; `missing` names what an act could not do without. */
export type DraftFields<Draft, Missing = true> = {
  draft: Draft
  onDraft: (next: Draft) => void
  missing: Missing | undefined
}

/** Draft of a form in a drawer. An act that lacks something calls `showMissing`; the next change takes the message back. */
export function useDraft<Draft, Missing extends string | true = true>(empty: Draft) {
  const [draft, setDraft] = useState(empty)
  const [missing, setMissing] = useState<Missing>()
  const fields: DraftFields<Draft, Missing> = {
    draft,
    missing,
    onDraft(next) {
      setDraft(next)
      setMissing(undefined)
    },
  }
  return { fields, showMissing: (part: Missing) => setMissing(part) }
}
