import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import {
  type AdjustmentOutcome,
  decideAdjustments,
  getAdjustment,
  getAdjustments,
  listAdjustments,
} from '@huanwei/contract/adjustments/endpoints'
import { getAttendanceDay, getAttendanceSheet, listAttendanceDays } from '@huanwei/contract/attendance/endpoints'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notices.ts'
import { useAsk } from '../../lib/send.ts'
import { useDraft } from '../queues/use-draft.ts'

/** Calls that show adjustments, or days that an approved one changes. */
const shown = [listAdjustments, getAdjustment, getAdjustments, listAttendanceDays, getAttendanceSheet, getAttendanceDay]

type Verdict = typeof AdjustmentStatus.approved | typeof AdjustmentStatus.rejected

/** Decides adjustments with one opinion. `onDone` gets the outcomes when one was refused, after a word about it; none when all were decided. */
export function useDecision(ids: readonly number[], onDone: (outcomes: AdjustmentOutcome[]) => void) {
  const { t } = useTranslation('attendance')
  const { fields, showMissing } = useDraft('')
  const send = useAsk(decideAdjustments, shown)

  async function decide(status: Verdict) {
    if (status === AdjustmentStatus.rejected && fields.draft.trim() === '') return showMissing(true)
    const outcomes = await send(ids.map((id) => ({ id, status, opinion: fields.draft })))
    if (!outcomes) return
    const refused = outcomes.filter(({ refusal }) => refusal !== null)
    const count = outcomes.length - refused.length
    if (count) notify({ kind: 'success', text: t('decidedAll', { count }) })
    if (refused.length === 1 && outcomes.length === 1) notify({ kind: 'error', text: refused[0]?.refusal ?? '' })
    onDone(refused.length ? outcomes : [])
  }
  return {
    fields,
    approve: () => decide(AdjustmentStatus.approved),
    reject: () => decide(AdjustmentStatus.rejected),
  }
}
