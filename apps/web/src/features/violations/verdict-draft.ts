import { AlarmType } from '@huanwei/contract/violations/codes'

/** Draft of the form. */
export type VerdictDraft = {
  kind?: 'real' | 'false'
  /** Remark of a false alarm. */
  reason?: typeof AlarmType.falseSystem | typeof AlarmType.falseDispatch
  remark: string
}
export const emptyVerdict: VerdictDraft = { remark: '' }

/** Text that closing would lose. */
export const isVerdictUnsent = ({ remark }: VerdictDraft) => remark.trim() !== ''

/** Input of the call, or the missing field. A remark belongs to a false alarm only. Source: spec 2, section 4.1. */
export function verdictOf({
  kind,
  reason,
  remark,
}: VerdictDraft): { alarmType: AlarmType; notes: string } | { missing: 'kind' | 'reason' } {
  if (!kind) return { missing: 'kind' }
  if (kind === 'real') return { alarmType: AlarmType.real, notes: '' }
  return reason === undefined ? { missing: 'reason' } : { alarmType: reason, notes: remark.trim() }
}
