import type { CleaningReport } from '@huanwei/contract/cleaning/endpoints'
import { type CleaningAct, photoMissing } from '@huanwei/contract/cleaning/rules'

/** Draft of the form; `img`, of the result, and `beforeImg` are names of stored photos, comma-separated. */
export type ActDraft = {
  assigneeId?: number | undefined
  vehicleId?: number | undefined
  remark: string
  img: string
  beforeImg: string
  /** 1 to 5. */
  score?: number | undefined
}
export const emptyAct: ActDraft = { remark: '', img: '', beforeImg: '' }

/** Text and photos that closing would lose. */
export const isActUnsent = ({ remark, img, beforeImg }: ActDraft) => remark.trim() !== '' || img !== '' || beforeImg !== ''

type Processed = Pick<CleaningReport, 'causeKind' | 'img'>

/** True where the photos of before are missing from the report, and are to come with the result. */
export const lacksBefore = ({ causeKind, img }: Processed) => causeKind !== null && img === ''

/** The field without which `act` cannot be sent; undefined when nothing is missing. */
export function missingOf(act: CleaningAct, { assigneeId, remark, score, img, beforeImg }: ActDraft, report: Processed) {
  if (act === 'assign' && assigneeId === undefined) return 'assigneeId'
  if (act === 'process') {
    if (remark.trim() === '') return 'remark'
    const namesOf = (names: string) => names.split(',').filter(Boolean)
    const given = { beforeImg: namesOf(beforeImg), processImg: namesOf(img) }
    return photoMissing({ causeKind: report.causeKind, hasPhotos: report.img !== '' }, given)
  }
  return act === 'evaluate' && score === undefined ? 'score' : undefined
}
export type Missing = ReturnType<typeof missingOf>
