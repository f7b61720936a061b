import type { CleaningAct } from '@huanwei/contract/cleaning/rules'

/** Draft of the form; `img` are names of stored photos, comma-separated. */
export type ActDraft = {
  assigneeId?: number | undefined
  vehicleId?: number | undefined
  remark: string
  img: string
  /** 1 to 5. */
  score?: number | undefined
}
export const emptyAct: ActDraft = { remark: '', img: '' }

/** Text and photos that closing would lose. */
export const isActUnsent = ({ remark, img }: ActDraft) => remark.trim() !== '' || img !== ''

/** The field without which `act` cannot be sent; undefined when nothing is missing. */
export function missingOf(act: CleaningAct, { assigneeId, remark, score }: ActDraft) {
  if (act === 'assign' && assigneeId === undefined) return 'assigneeId'
  if (act === 'process' && remark.trim() === '') return 'remark'
  return act === 'evaluate' && score === undefined ? 'score' : undefined
}
export type Missing = ReturnType<typeof missingOf>
